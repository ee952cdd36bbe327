import Trace

/// The meanings of fields that TLS 1.3 has kept from TLS 1.2 with another meaning (RFC 8446).
enum InheritedFieldNote: String, Remark, CaseIterable {
    // MARK: Records
    case contentType = "tls.record.content_type 1.3"
    case recordVersion = "tls.record.version 1.3"
    case ciphertext = "tls.record.ciphertext 1.3"
    case changeCipherSpec = "tls.change_cipher_spec 1.3"
    case alertLevel = "tls.alert_message.level 1.3"
    case alertDescription = "tls.alert_message.desc 1.3"

    // MARK: Hellos
    case offeredVersion = "tls.handshake.version 1.3 ClientHello"
    case chosenVersion = "tls.handshake.version 1.3 ServerHello"
    case retryVersion = "tls.handshake.version 1.3 HelloRetryRequest"
    case serverRandom = "tls.handshake.random 1.3 ServerHello"
    case retryRandom = "tls.handshake.random 1.3 HelloRetryRequest"
    case clientSession = "tls.handshake.session_id 1.3 ClientHello"
    case serverSession = "tls.handshake.session_id 1.3 ServerHello"
    case retrySession = "tls.handshake.session_id 1.3 HelloRetryRequest"
    case sessionOctets = "tls.handshake.session_id_octets 1.3"
    case compressionMethods = "tls.handshake.comp_methods 1.3"
    case compressionMethod = "tls.handshake.comp_method 1.3"
    case pointFormats = "tls.handshake.extensions_ec_point_formats 1.3"
    case signatureScheme = "tls.handshake.sig_hash_alg 1.3"
    case namedGroups = "tls.handshake.extensions_supported_groups 1.3 server"

    // MARK: Blocks of extensions
    case clientExtensions = "tls.handshake.extensions 1.3 ClientHello"
    case serverExtensions = "tls.handshake.extensions 1.3 ServerHello"
    case retryExtensions = "tls.handshake.extensions 1.3 HelloRetryRequest"
    case encryptedExtensions = "tls.handshake.extensions 1.3 EncryptedExtensions"
    case certificateExtensions = "tls.handshake.extensions 1.3 Certificate"
    case requestExtensions = "tls.handshake.extensions 1.3 CertificateRequest"
    case ticketExtensions = "tls.handshake.extensions 1.3 NewSessionTicket"

    // MARK: Other messages
    case certificates = "tls.handshake.certificates 1.3"
    case certificatesLength = "tls.handshake.certificates_length 1.3"
    case certificateEntry = "tls.handshake.certificate_entry 1.3"
    case authorities = "tls.handshake.dnames 1.3 ClientHello"
    case authoritiesLength = "tls.handshake.dnames_len 1.3"
    case serverSignature = "tls.handshake.client_cert_vrfy.sig 1.3 server"
    case clientSignature = "tls.handshake.client_cert_vrfy.sig 1.3 client"
    case verifyData = "tls.handshake.verify_data 1.3"
    case ticketLifetime = "tls.handshake.session_ticket_lifetime_hint 1.3"
    case ticket = "tls.handshake.session_ticket 1.3"

    var english: String {
        switch self {
        case .contentType:
            """
            What the record carries, where it is in clear. A protected record always says application data (23): its real \
            type is encrypted.
            """
        case .recordVersion:
            """
            It names no version, and the reader ignores it. It says 0x0303, TLS 1.2, for the sake of old devices on the way; \
            only the record of a first hello may say 0x0301.
            """
        case .ciphertext:
            """
            The content, its real type and zeros, if there are any, encrypted. It takes the key of this direction to read them.
            """
        case .changeCipherSpec:
            """
            A single 1 that means nothing: it makes the handshake look like one of TLS 1.2 to devices on the way. The keys \
            do not change here. The reader drops the 1 and refuses anything else.
            """
        case .alertLevel: "1 is a warning, 2 is fatal. TLS 1.3 need not look at it: the description decides."
        case .alertDescription:
            """
            What has happened. 0, close_notify: the sender will send no more. 90, user_canceled, is no error, either. Any \
            other alert is one, and ends the connection.
            """
        case .offeredVersion:
            """
            It has to say 0x0303, TLS 1.2, because some servers and devices refuse what they do not know. The versions that \
            the client speaks stand in supported_versions.
            """
        case .chosenVersion, .retryVersion:
            "It has to say 0x0303, TLS 1.2. The version that the server has chosen stands in supported_versions."
        case .serverRandom:
            """
            32 random octets. They shall be new in each handshake. They are no secret; they make each handshake unlike \
            every other.
            """
        case .retryRandom:
            """
            No random octets but a fixed value, the SHA-256 of "HelloRetryRequest". By it the client tells this message from \
            a ServerHello.
            """
        case .clientSession:
            """
            It names no session of TLS 1.3. With 32 octets here the handshake looks like a resumption of TLS 1.2, which \
            some devices on the way expect.
            """
        case .serverSession, .retrySession:
            "What stood in this place of the client's hello, sent back. It names no session."
        case .sessionOctets: "The octets themselves."
        case .compressionMethods: "TLS 1.3 does not compress: the list has to have one entry, 0."
        case .compressionMethod:
            "It has to be 0, no compression. Compression betrays secrets by the length of records (the CRIME attack)."
        case .pointFormats:
            "In which forms points on a curve may be sent, if TLS 1.2 is chosen. TLS 1.3 has one form for each curve."
        case .signatureScheme:
            "A way to sign: a signature algorithm with its hash function, and for ECDSA with its curve."
        case .namedGroups:
            "The groups that the server likes best. The client may bet on them in its next connection."
        case .clientExtensions: "What the client offers and asks for. Most of the hello of TLS 1.3 stands here."
        case .serverExtensions:
            "The version and what the keys depend on. The server's other answers stand in EncryptedExtensions."
        case .retryExtensions: "The version, and what the client has to change in its second hello."
        case .encryptedExtensions: "The server's answers on which the keys do not depend."
        case .certificateExtensions: "What is said about this certificate, such as an OCSP response."
        case .requestExtensions: "What the client's certificate and signature have to be like."
        case .ticketExtensions: "What the ticket may be used for besides."
        case .certificates:
            "The chain: the sender's own certificate first. Each of the others should certify the one before it."
        case .certificatesLength: "The length of all entries in octets. 0 from a client that has no certificate."
        case .certificateEntry: "A certificate with its length, and what is said about it."
        case .authorities: "The names of the authorities that the client trusts for servers."
        case .authoritiesLength: "The length of all names in octets."
        case .serverSignature:
            """
            The server's signature over 64 spaces, "TLS 1.3, server CertificateVerify", a 0 and the hash of all handshake \
            messages so far. Only the owner of the certified key can make it.
            """
        case .clientSignature:
            """
            The client's signature over 64 spaces, "TLS 1.3, client CertificateVerify", a 0 and the hash of all handshake \
            messages so far. Only the owner of the certified key can make it.
            """
        case .verifyData:
            """
            An HMAC over the hash of all handshake messages so far, as long as that hash. Its key comes from the sender's \
            traffic secret. So it proves two things: the sender has that secret, and it saw the same messages.
            """
        case .ticketLifetime:
            "For how many seconds the ticket may be used: 604,800, seven days, at the most. 0: throw it away at once."
        case .ticket:
            """
            A name for the session's secret, which means something to the server alone: its own memory of the session, \
            sealed, or a name of what it has kept.
            """
        }
    }
}
