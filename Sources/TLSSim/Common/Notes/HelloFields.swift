import Trace

extension Glossary {
    /// The meanings of the fields in both hellos and their extensions: those of TLS 1.2, and those that are the same in TLS 1.3.
    static let hellos = Glossary([
        Row("tls.handshake.version ClientHello", english: "The highest version that the client offers."),
        Row("tls.handshake.version ServerHello", english: "The version that the server has chosen."),
        Row(
            "tls.handshake.random ClientHello",
            english: """
                32 random octets. They shall be new in each handshake. They are no secret; they make each handshake unlike \
                every other.
                """),
        Row(
            "tls.handshake.random ServerHello",
            english: """
                32 random octets. They shall be new in each handshake. They are no secret. A server that speaks TLS 1.3 as well \
                has to end them with "DOWNGRD" and 01 where it speaks TLS 1.2.
                """),
        Row(
            "tls.handshake.session_id ClientHello",
            english: "The name of a session that the client wants to go on with. Empty for a new session."),
        Row(
            "tls.handshake.session_id 1.2 ClientHello ticket",
            english:
                "A name that the client has made up. If the server repeats it, the ticket in this hello is accepted."),
        Row(
            "tls.handshake.session_id ServerHello",
            english: """
                The name of this session. If it is the one in the client's hello, the old session goes on. Empty: this \
                session cannot be taken up by a name.
                """),
        Row("tls.handshake.session_id_length", english: "Its length in octets. 0 where it is empty."),
        Row("tls.handshake.session_id_octets", english: "The name itself."),
        Row(
            "tls.handshake.ciphersuites",
            english: "The cipher suites that the client offers, the one that it likes best first."),
        Row("tls.handshake.cipher_suites_length", english: "The length of the list in octets. Each suite takes two."),
        Row(
            "tls.handshake.ciphersuite",
            english: """
                A cipher suite of TLS 1.2 or before: how keys are agreed on, with which kind of key the server proves who it is, how \
                records are protected, which hash is used.
                """),
        Row(
            "tls.handshake.ciphersuite 0x13",
            english: """
                A cipher suite of TLS 1.3. It names two things only: what protects the records, and the hash of the key \
                schedule. Key exchange and signature are agreed on by extensions.
                """),
        Row("tls.handshake.comp_methods", english: "The ways to compress records that the client offers."),
        Row("tls.handshake.comp_methods_length", english: "How many entries the list has."),
        Row(
            "tls.handshake.comp_method",
            english:
                "0 is no compression. Anything else would betray secrets by the length of records (the CRIME attack)."),
        Row("tls.handshake.extensions", english: "What was added to the hello after TLS 1.0."),
        Row("tls.handshake.extensions_length", english: "The length of all extensions in octets."),
        Row("tls.handshake.extension_entry", english: "One extension: its type, its length, its body."),
        Row("tls.handshake.extension.type", english: "Which extension this is."),
        Row(
            "tls.handshake.extension.len",
            english: "The length of the extension's body in octets. Some extensions say all by being there."),
        Row("tls.handshake.extension", english: "The body of the extension."),
        Row(
            "tls.handshake.extension encrypt_then_mac",
            english: "It is empty. Both sides send it to agree that with a CBC suite the MAC covers the ciphertext."),
        Row(
            "tls.handshake.extension extended_master_secret",
            english:
                "It is empty. Both sides send it to agree that the master secret of TLS 1.2 depends on all messages before it."
        ),
        Row("tls.handshake.extension.data", english: "The body of an extension that is not taken apart here."),
        Row(
            "tls.handshake.extensions_server_name_list",
            english: "The names of the host that the client wants, so that one address can serve many names."),
        Row("tls.handshake.extensions_server_name_list_len", english: "The length of the list in octets."),
        Row("tls.handshake.extensions_server_name_type", english: "0 stands for a host name. There is no other kind."),
        Row("tls.handshake.extensions_server_name", english: "A name with its length."),
        Row("tls.handshake.extensions_server_name_len", english: "The length of the name in octets."),
        Row(
            "tls.handshake.host_name",
            english: "The name of the host, in clear: an onlooker learns which site is visited."),
        Row(
            "tls.handshake.extensions_supported_groups",
            english: "The groups for the key exchange that the sender can use, the one that it likes best first."),
        Row(
            "tls.handshake.extensions_supported_groups_length",
            english: "The length of the list in octets. Each group takes two."),
        Row(
            "tls.handshake.extensions_supported_group",
            english: "A group: an elliptic curve, or a finite field with its prime."),
        Row(
            "tls.handshake.extensions_supported_group hybrid",
            english:
                "Two exchanges in one: the curve X25519, and ML-KEM-768, which shall hold against a quantum computer."),
        Row("tls.handshake.extensions_ec_point_formats", english: "In which forms points on a curve may be sent."),
        Row("tls.handshake.extensions_ec_point_formats_length", english: "How many forms there are."),
        Row(
            "tls.handshake.extensions_ec_point_format",
            english: "0 is the uncompressed form, which each side must know."),
        Row(
            "tls.handshake.sig_hash_algs",
            english: "The signatures that the sender can verify, the one that it likes best first."),
        Row(
            "tls.handshake.sig_hash_algs signature_algorithms_cert",
            english: "The signatures that the sender can verify on certificates, the one that it likes best first."),
        Row("tls.handshake.sig_hash_alg_len", english: "The length of the list in octets. Each entry takes two."),
        Row("tls.handshake.sig_hash_alg", english: "A way to sign: a signature algorithm with its hash function."),
        Row(
            "tls.handshake.extensions_alpn_list",
            english: "The protocols that the client can speak inside (ALPN), the one that it likes best first."),
        Row(
            "tls.handshake.extensions_alpn_list server",
            english: "The protocol that is spoken inside (ALPN). The server has chosen one."),
        Row("tls.handshake.extensions_alpn_len", english: "The length of the list in octets."),
        Row("tls.handshake.extensions_alpn_str_entry", english: "The name of a protocol with its length."),
        Row("tls.handshake.extensions_alpn_str_len", english: "The length of the name in octets."),
        Row(
            "tls.handshake.extensions_alpn_str", english: "The name of a protocol: h2 is HTTP/2, http/1.1 is HTTP/1.1."),
        Row(
            "tls.handshake.max_fragment_length",
            english: """
                The longest plaintext of a record that the client asks for: 1, 2, 3 or 4 for 512, 1024, 2048 or 4096 octets. It \
                holds for both sides.
                """),
        Row(
            "tls.handshake.max_fragment_length server",
            english: "It repeats the number of the client: the server agrees."),
        Row(
            "tls.handshake.extension.session_ticket",
            english: "A ticket from an earlier connection, which TLS 1.2 can go on with."),
        Row(
            "tls.handshake.extensions_reneg_info",
            english: "What binds a second handshake inside a connection to the first one."),
        Row("tls.handshake.extensions_reneg_info_len", english: "Its length in octets. 0 in a first handshake."),
        Row(
            "tls.handshake.renegotiated_connection",
            english: "The Finished values of the handshake before. Empty in a first handshake."),
        Row(
            "tls.handshake.extensions_status_request_type",
            english: "What the client wants to be told about the certificate. 1: an OCSP response."),
        Row(
            "tls.handshake.extensions_status_request_type server",
            english: "What is told about the certificate. 1: an OCSP response."),
        Row(
            "tls.handshake.extensions_status_request_responder_ids",
            english: "Which responders of OCSP the client trusts."),
        Row(
            "tls.handshake.extensions_status_request_responder_ids_len",
            english: "The length of that list in octets. 0 leaves the choice to the server."),
        Row("tls.handshake.extensions_status_request_responder_ids_octets", english: "The names of the responders."),
        Row("tls.handshake.extensions_status_request_exts", english: "What the client asks of the response besides."),
        Row(
            "tls.handshake.extensions_status_request_exts_len", english: "The length of that in octets. 0 for nothing."),
        Row("tls.handshake.extensions_status_request_exts_octets", english: "Extensions of OCSP."),
    ])
}
