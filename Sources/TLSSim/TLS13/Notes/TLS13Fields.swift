import Trace

extension Glossary {
    /// The meanings of the fields that came with TLS 1.3, by their names.
    static let tls13 = Glossary([
        Row(
            "tls.handshake.extensions.supported_versions",
            english: "The versions that the client can speak, the one that it likes best first.",
            chinese: "客户端能使用的版本，最喜欢的在前。"),
        Row(
            "tls.handshake.extensions.supported_versions_len",
            english: "The length of the list in octets. Each version takes two.",
            chinese: "列表的长度，以字节计。每个版本占两个字节。"),
        Row(
            "tls.handshake.extensions.supported_version",
            english:
                "A version that the client speaks. From TLS 1.3 on it stands here, and the version field says 1.2 for ever.",
            chinese: "客户端能使用的一个版本。从 TLS 1.3 起，版本写在这里，而版本字段永远写 1.2。"),
        Row(
            "tls.handshake.extensions.supported_version server",
            english: "The version that the server has chosen. The version field says 1.2 for ever.",
            chinese: "服务器选择的版本。版本字段永远写 1.2。"),
        Row(
            "tls.handshake.extensions_key_shares",
            english: """
                The client's public values: for groups that the server may like, or after a HelloRetryRequest for the group that \
                the server has named.
                """,
            chinese: "客户端的公开值：对应服务器可能喜欢的群；收到 HelloRetryRequest 之后，对应服务器指定的群。"),
        Row(
            "tls.handshake.extensions_key_share_client_length",
            english: "The length of all entries in octets. 0 asks for a HelloRetryRequest.",
            chinese: "所有条目的长度，以字节计。0 表示请求 HelloRetryRequest。"),
        Row(
            "tls.handshake.extensions_key_share_entry",
            english: "A group and a public value in it.",
            chinese: "一个群和其中的一个公开值。"),
        Row(
            "tls.handshake.extensions_key_share_group",
            english: "The group of this public value.",
            chinese: "这个公开值所属的群。"),
        Row(
            "tls.handshake.extensions_key_share_key_exchange_value",
            english: "The value with its length.",
            chinese: "公开值和它的长度。"),
        Row(
            "tls.handshake.extensions_key_share_key_exchange_length",
            english: "The length of the value in octets.",
            chinese: "公开值的长度，以字节计。"),
        Row(
            "tls.handshake.extensions_key_share_key_exchange",
            english: "The public value. The private value that belongs to it stays with the sender.",
            chinese: "公开值。与它对应的私有值留在发送方。"),
        Row(
            "tls.handshake.extensions_key_share_group hybrid",
            "tls.handshake.extensions_key_share_selected_group hybrid",
            english:
                "Two exchanges in one: the curve X25519, and ML-KEM-768, which shall hold against a quantum computer.",
            chinese: "两种交换合在一起：曲线 X25519，以及 ML-KEM-768，后者应当能抵挡量子计算机。"),
        Row(
            "tls.handshake.extensions_key_share_key_exchange hybrid client",
            english:
                "Two public values: the one of ML-KEM-768, 1184 octets, then the one of X25519. What belongs to them stays secret.",
            chinese: "两个公开值：ML-KEM-768 的，1184 字节，然后是 X25519 的。与它们对应的值是保密的。"),
        Row(
            "tls.handshake.extensions_key_share_key_exchange hybrid server",
            english: """
                ML-KEM-768's ciphertext, 1088 octets, in which a secret is sealed for the client; then a public value of X25519.
                """,
            chinese: "ML-KEM-768 的密文，1088 字节，其中为客户端封了一个秘密值；然后是 X25519 的公开值。"),
        Row(
            "tls.handshake.extensions_key_share_selected_group",
            english: "The group in which the client shall send a public value.",
            chinese: "客户端应当在这个群中发送公开值。"),
        Row(
            "tls.handshake.extensions.psk.identities",
            english: "The names of secrets that the client shares with the server already.",
            chinese: "客户端与服务器已经共享的秘密值的名称。"),
        Row(
            "tls.handshake.extensions.psk.identities.length",
            english: "The length of all names in octets.",
            chinese: "所有名称的长度，以字节计。"),
        Row(
            "tls.handshake.extensions.psk.identity",
            english: "A name of a secret, and its age.",
            chinese: "一个秘密值的名称，以及它的年龄。"),
        Row("tls.handshake.extensions.psk.identity.value", english: "The name with its length.", chinese: "名称和它的长度。"),
        Row(
            "tls.handshake.extensions.psk.identity.identity_length",
            english: "The length of the name in octets.",
            chinese: "名称的长度，以字节计。"),
        Row(
            "tls.handshake.extensions.psk.identity.identity",
            english: "The name of a secret, in clear: a ticket from an earlier connection, or a label.",
            chinese: "一个秘密值的名称，明文：以前连接的票据，或者一个标签。"),
        Row(
            "tls.handshake.extensions.psk.identity.obfuscated_ticket_age",
            english: """
                The age of the ticket in milliseconds plus a number that only client and server know, modulo 2^32. 0 for a secret \
                that came by another way.
                """,
            chinese: "票据的年龄，以毫秒计，加上一个只有客户端和服务器知道的数，模 2^32。从别的途径得到的秘密值为 0。"),
        Row(
            "tls.handshake.extensions.psk.binders_list",
            english: "The proofs that the client has the secrets: one for each name.",
            chinese: "证明客户端持有这些秘密值：每个名称一个证明。"),
        Row(
            "tls.handshake.extensions.psk.binders_len",
            english: "The length of all proofs in octets.",
            chinese: "所有证明的长度，以字节计。"),
        Row("tls.handshake.extensions.psk.binder_entry", english: "A proof with its length.", chinese: "一个证明和它的长度。"),
        Row(
            "tls.handshake.extensions.psk.binder_length",
            english: "The length of the proof in octets.",
            chinese: "证明的长度，以字节计。"),
        Row(
            "tls.handshake.extensions.psk.binder",
            english: "A MAC over all messages up to this list. Its key comes from the secret.",
            chinese: "对这个列表之前所有消息的 MAC。它的密钥来自秘密值。"),
        Row(
            "tls.handshake.extensions.psk.identity.selected",
            english: "Which of the client's secrets the server takes, counted from 0.",
            chinese: "服务器接受客户端的哪个秘密值，从 0 数起。"),
        Row(
            "tls.extension.psk_ke_modes",
            english: "The ways in which the client lets a shared secret be used.",
            chinese: "客户端允许以哪些方式使用共享秘密。"),
        Row("tls.extension.psk_ke_modes_length", english: "How many ways there are.", chinese: "方式的数目。"),
        Row(
            "tls.extension.psk_ke_mode",
            english: "0 is the secret alone. 1 is the secret together with a fresh exchange.",
            chinese: "0 是只用秘密值。1 是秘密值加上一次新的交换。"),
        Row(
            "tls.handshake.extension early_data ClientHello",
            english: "It is empty. By being here it says that application data follows the hello at once.",
            chinese: "它是空的。它在这里，就说明应用数据紧跟在 hello 消息之后。"),
        Row(
            "tls.handshake.extension early_data EncryptedExtensions",
            english: "It is empty. By being here it says that the server takes the early data.",
            chinese: "它是空的。它在这里，就说明服务器接受早期数据。"),
        Row(
            "tls.early_data.max_early_data_size",
            english: "How many octets of early data the server takes with this ticket.",
            chinese: "用这张票据，服务器接受多少字节的早期数据。"),
        Row("tls.handshake.cookie_value", english: "The cookie with its length.", chinese: "cookie 和它的长度。"),
        Row("tls.handshake.cookie_length", english: "The length of the cookie in octets.", chinese: "cookie 的长度，以字节计。"),
        Row(
            "tls.handshake.cookie",
            english: "What the server wants to see again. So the server need not remember the first hello.",
            chinese: "服务器想再次看到的内容。这样服务器不必记住第一条 hello 消息。"),
        Row(
            "tls.handshake.cookie ClientHello",
            english: "What the server wanted to see again. So the server need not remember the first hello.",
            chinese: "服务器想再次看到的内容。这样服务器不必记住第一条 hello 消息。"),
        Row(
            "tls.handshake.extension post_handshake_auth",
            english: "It is empty. By being here it says that the server may ask for a certificate later, too.",
            chinese: "它是空的。它在这里，就说明服务器以后也可以索要证书。"),
        Row(
            "tls.record_size_limit",
            english: "The longest content of a protected record that the sender can take, in octets.",
            chinese: "发送方能接收的受保护记录的最大内容长度，以字节计。"),
        Row(
            "tls.record_size_limit 1.3",
            english:
                "The longest inside of a protected record that the sender can take, in octets: content, type and zeros.",
            chinese: "发送方能接收的受保护记录内部的最大长度，以字节计：内容、类型和零。"),
        Row(
            "tls.handshake.certificate_request_context_value",
            english: "The context with its length.",
            chinese: "上下文和它的长度。"),
        Row(
            "tls.handshake.certificate_request_context_length",
            english: "The length of the context in octets. 0 in the handshake.",
            chinese: "上下文的长度，以字节计。握手中为 0。"),
        Row(
            "tls.handshake.certificate_request_context",
            english: "Tells which request a certificate answers. Empty in the handshake.",
            chinese: "说明证书回应的是哪个请求。握手中为空。"),
        Row(
            "tls.handshake.session_ticket_age_add",
            english: "The number that hides the age of the ticket where it is offered.",
            chinese: "提供票据时，用来隐藏票据年龄的数。"),
        Row("tls.handshake.session_ticket_nonce_value", english: "The nonce with its length.", chinese: "nonce 和它的长度。"),
        Row(
            "tls.handshake.session_ticket_nonce_length",
            english: "The length of the nonce in octets.",
            chinese: "nonce 的长度，以字节计。"),
        Row(
            "tls.handshake.session_ticket_nonce",
            english: "Tells the secrets of several tickets of one connection apart.",
            chinese: "用来区分同一次连接的多张票据的秘密值。"),
        Row(
            "tls.handshake.key_update.request_update",
            english: "1 asks the other side to change its keys, too.",
            chinese: "1 请对方也更换密钥。"),
    ])
}
