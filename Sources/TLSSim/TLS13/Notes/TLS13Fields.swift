import Trace

extension Glossary {
    /// The meanings of the fields that came with TLS 1.3, by their names.
    static let tls13 = Glossary([
        Row(
            "tls.handshake.extensions.supported_versions",
            english: "The versions that the client can speak, the one that it likes best first."),
        Row(
            "tls.handshake.extensions.supported_versions_len",
            english: "The length of the list in octets. Each version takes two."),
        Row(
            "tls.handshake.extensions.supported_version",
            english:
                "A version that the client speaks. From TLS 1.3 on it stands here, and the version field says 1.2 for ever."
        ),
        Row(
            "tls.handshake.extensions.supported_version server",
            english: "The version that the server has chosen. The version field says 1.2 for ever."),
        Row(
            "tls.handshake.extensions_key_shares",
            english: """
                The client's public values: for groups that the server may like, or after a HelloRetryRequest for the group that \
                the server has named.
                """),
        Row(
            "tls.handshake.extensions_key_share_client_length",
            english: "The length of all entries in octets. 0 asks for a HelloRetryRequest."),
        Row("tls.handshake.extensions_key_share_entry", english: "A group and a public value in it."),
        Row("tls.handshake.extensions_key_share_group", english: "The group of this public value."),
        Row("tls.handshake.extensions_key_share_key_exchange_value", english: "The value with its length."),
        Row("tls.handshake.extensions_key_share_key_exchange_length", english: "The length of the value in octets."),
        Row(
            "tls.handshake.extensions_key_share_key_exchange",
            english: "The public value. The private value that belongs to it stays with the sender."),
        Row(
            "tls.handshake.extensions_key_share_group hybrid",
            "tls.handshake.extensions_key_share_selected_group hybrid",
            english:
                "Two exchanges in one: the curve X25519, and ML-KEM-768, which shall hold against a quantum computer."),
        Row(
            "tls.handshake.extensions_key_share_key_exchange hybrid client",
            english:
                "Two public values: the one of ML-KEM-768, 1184 octets, then the one of X25519. What belongs to them stays secret."
        ),
        Row(
            "tls.handshake.extensions_key_share_key_exchange hybrid server",
            english: """
                ML-KEM-768's ciphertext, 1088 octets, in which a secret is sealed for the client; then a public value of X25519.
                """),
        Row(
            "tls.handshake.extensions_key_share_selected_group",
            english: "The group in which the client shall send a public value."),
        Row(
            "tls.handshake.extensions.psk.identities",
            english: "The names of secrets that the client shares with the server already."),
        Row("tls.handshake.extensions.psk.identities.length", english: "The length of all names in octets."),
        Row("tls.handshake.extensions.psk.identity", english: "A name of a secret, and its age."),
        Row("tls.handshake.extensions.psk.identity.value", english: "The name with its length."),
        Row("tls.handshake.extensions.psk.identity.identity_length", english: "The length of the name in octets."),
        Row(
            "tls.handshake.extensions.psk.identity.identity",
            english: "The name of a secret, in clear: a ticket from an earlier connection, or a label."),
        Row(
            "tls.handshake.extensions.psk.identity.obfuscated_ticket_age",
            english: """
                The age of the ticket in milliseconds plus a number that only client and server know, modulo 2^32. 0 for a secret \
                that came by another way.
                """),
        Row(
            "tls.handshake.extensions.psk.binders_list",
            english: "The proofs that the client has the secrets: one for each name."),
        Row("tls.handshake.extensions.psk.binders_len", english: "The length of all proofs in octets."),
        Row("tls.handshake.extensions.psk.binder_entry", english: "A proof with its length."),
        Row("tls.handshake.extensions.psk.binder_length", english: "The length of the proof in octets."),
        Row(
            "tls.handshake.extensions.psk.binder",
            english: "A MAC over all messages up to this list. Its key comes from the secret."),
        Row(
            "tls.handshake.extensions.psk.identity.selected",
            english: "Which of the client's secrets the server takes, counted from 0."),
        Row("tls.extension.psk_ke_modes", english: "The ways in which the client lets a shared secret be used."),
        Row("tls.extension.psk_ke_modes_length", english: "How many ways there are."),
        Row(
            "tls.extension.psk_ke_mode",
            english: "0 is the secret alone. 1 is the secret together with a fresh exchange."),
        Row(
            "tls.handshake.extension early_data ClientHello",
            english: "It is empty. By being here it says that application data follows the hello at once."),
        Row(
            "tls.handshake.extension early_data EncryptedExtensions",
            english: "It is empty. By being here it says that the server takes the early data."),
        Row(
            "tls.early_data.max_early_data_size",
            english: "How many octets of early data the server takes with this ticket."),
        Row("tls.handshake.cookie_value", english: "The cookie with its length."),
        Row("tls.handshake.cookie_length", english: "The length of the cookie in octets."),
        Row(
            "tls.handshake.cookie",
            english: "What the server wants to see again. So the server need not remember the first hello."),
        Row(
            "tls.handshake.cookie ClientHello",
            english: "What the server wanted to see again. So the server need not remember the first hello."),
        Row(
            "tls.handshake.extension post_handshake_auth",
            english: "It is empty. By being here it says that the server may ask for a certificate later, too."),
        Row(
            "tls.record_size_limit",
            english: "The longest content of a protected record that the sender can take, in octets."),
        Row(
            "tls.record_size_limit 1.3",
            english:
                "The longest inside of a protected record that the sender can take, in octets: content, type and zeros."
        ),
        Row("tls.handshake.certificate_request_context_value", english: "The context with its length."),
        Row(
            "tls.handshake.certificate_request_context_length",
            english: "The length of the context in octets. 0 in the handshake."),
        Row(
            "tls.handshake.certificate_request_context",
            english: "Tells which request a certificate answers. Empty in the handshake."),
        Row(
            "tls.handshake.session_ticket_age_add",
            english: "The number that hides the age of the ticket where it is offered."),
        Row("tls.handshake.session_ticket_nonce_value", english: "The nonce with its length."),
        Row("tls.handshake.session_ticket_nonce_length", english: "The length of the nonce in octets."),
        Row(
            "tls.handshake.session_ticket_nonce",
            english: "Tells the secrets of several tickets of one connection apart."),
        Row("tls.handshake.key_update.request_update", english: "1 asks the other side to change its keys, too."),
    ])
}
