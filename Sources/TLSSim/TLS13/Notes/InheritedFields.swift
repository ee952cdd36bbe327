import Trace

extension Glossary {
    /// The meanings of fields that TLS 1.3 has kept from TLS 1.2 with another meaning (RFC 8446).
    static let inherited = Glossary([
        // MARK: Records
        Row(
            "tls.record.content_type 1.3",
            english: """
                What the record carries, where it is in clear. A protected record always says application data (23): its real \
                type is encrypted.
                """),
        Row(
            "tls.record.version 1.3",
            english: """
                It names no version, and the reader ignores it. It says 0x0303, TLS 1.2, for the sake of old devices on the way; \
                only the record of a first hello may say 0x0301.
                """),
        Row(
            "tls.record.ciphertext 1.3",
            english: """
                The content, its real type and zeros, if there are any, encrypted. It takes the key of this direction to read them.
                """),
        Row(
            "tls.change_cipher_spec 1.3",
            english: """
                A single 1 that means nothing: it makes the handshake look like one of TLS 1.2 to devices on the way. The keys \
                do not change here. The reader drops the 1 and refuses anything else.
                """),
        Row(
            "tls.alert_message.level 1.3",
            english: "1 is a warning, 2 is fatal. TLS 1.3 need not look at it: the description decides."),
        Row(
            "tls.alert_message.desc 1.3",
            english: """
                What has happened. 0, close_notify: the sender will send no more. 90, user_canceled, is no error, either. Any \
                other alert is one, and ends the connection.
                """),
        // MARK: Hellos
        Row(
            "tls.handshake.version 1.3 ClientHello",
            english: """
                It has to say 0x0303, TLS 1.2, because some servers and devices refuse what they do not know. The versions that \
                the client speaks stand in supported_versions.
                """),
        Row(
            "tls.handshake.version 1.3 ServerHello", "tls.handshake.version 1.3 HelloRetryRequest",
            english:
                "It has to say 0x0303, TLS 1.2. The version that the server has chosen stands in supported_versions."),
        Row(
            "tls.handshake.random 1.3 ServerHello",
            english: """
                32 random octets. They shall be new in each handshake. They are no secret; they make each handshake unlike \
                every other.
                """),
        Row(
            "tls.handshake.random 1.3 HelloRetryRequest",
            english: """
                No random octets but a fixed value, the SHA-256 of "HelloRetryRequest". By it the client tells this message from \
                a ServerHello.
                """),
        Row(
            "tls.handshake.session_id 1.3 ClientHello",
            english: """
                It names no session of TLS 1.3. With 32 octets here the handshake looks like a resumption of TLS 1.2, which \
                some devices on the way expect.
                """),
        Row(
            "tls.handshake.session_id 1.3 ServerHello", "tls.handshake.session_id 1.3 HelloRetryRequest",
            english: "What stood in this place of the client's hello, sent back. It names no session."),
        Row("tls.handshake.session_id_octets 1.3", english: "The octets themselves."),
        Row("tls.handshake.comp_methods 1.3", english: "TLS 1.3 does not compress: the list has to have one entry, 0."),
        Row(
            "tls.handshake.comp_method 1.3",
            english:
                "It has to be 0, no compression. Compression betrays secrets by the length of records (the CRIME attack)."
        ),
        Row(
            "tls.handshake.extensions_ec_point_formats 1.3",
            english:
                "In which forms points on a curve may be sent, if TLS 1.2 is chosen. TLS 1.3 has one form for each curve."
        ),
        Row(
            "tls.handshake.sig_hash_alg 1.3",
            english: "A way to sign: a signature algorithm with its hash function, and for ECDSA with its curve."),
        Row(
            "tls.handshake.extensions_supported_groups 1.3 server",
            english: "The groups that the server likes best. The client may bet on them in its next connection."),
        // MARK: Blocks of extensions
        Row(
            "tls.handshake.extensions 1.3 ClientHello",
            english: "What the client offers and asks for. Most of the hello of TLS 1.3 stands here."),
        Row(
            "tls.handshake.extensions 1.3 ServerHello",
            english: "The version and what the keys depend on. The server's other answers stand in EncryptedExtensions."
        ),
        Row(
            "tls.handshake.extensions 1.3 HelloRetryRequest",
            english: "The version, and what the client has to change in its second hello."),
        Row(
            "tls.handshake.extensions 1.3 EncryptedExtensions",
            english: "The server's answers on which the keys do not depend."),
        Row(
            "tls.handshake.extensions 1.3 Certificate",
            english: "What is said about this certificate, such as an OCSP response."),
        Row(
            "tls.handshake.extensions 1.3 CertificateRequest",
            english: "What the client's certificate and signature have to be like."),
        Row("tls.handshake.extensions 1.3 NewSessionTicket", english: "What the ticket may be used for besides."),
        // MARK: Other messages
        Row(
            "tls.handshake.certificates 1.3",
            english:
                "The chain: the sender's own certificate first. Each of the others should certify the one before it."),
        Row(
            "tls.handshake.certificates_length 1.3",
            english: "The length of all entries in octets. 0 from a client that has no certificate."),
        Row(
            "tls.handshake.certificate_entry 1.3", english: "A certificate with its length, and what is said about it."),
        Row(
            "tls.handshake.dnames 1.3 ClientHello",
            english: "The names of the authorities that the client trusts for servers."),
        Row("tls.handshake.dnames_len 1.3", english: "The length of all names in octets."),
        Row(
            "tls.handshake.client_cert_vrfy.sig 1.3 server",
            english: """
                The server's signature over 64 spaces, "TLS 1.3, server CertificateVerify", a 0 and the hash of all handshake \
                messages so far. Only the owner of the certified key can make it.
                """),
        Row(
            "tls.handshake.client_cert_vrfy.sig 1.3 client",
            english: """
                The client's signature over 64 spaces, "TLS 1.3, client CertificateVerify", a 0 and the hash of all handshake \
                messages so far. Only the owner of the certified key can make it.
                """),
        Row(
            "tls.handshake.verify_data 1.3",
            english: """
                An HMAC over the hash of all handshake messages so far, as long as that hash. Its key comes from the sender's \
                traffic secret. So it proves two things: the sender has that secret, and it saw the same messages.
                """),
        Row(
            "tls.handshake.session_ticket_lifetime_hint 1.3",
            english:
                "For how many seconds the ticket may be used: 604,800, seven days, at the most. 0: throw it away at once."
        ),
        Row(
            "tls.handshake.session_ticket 1.3",
            english: """
                A name for the session's secret, which means something to the server alone: its own memory of the session, \
                sealed, or a name of what it has kept.
                """),
    ])
}
