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
                """,
            chinese: "记录是明文时，这里写它携带什么内容。受保护的记录总是写应用数据（23）：真正的类型是加密的。"),
        Row(
            "tls.record.version 1.3",
            english: """
                It names no version, and the reader ignores it. It says 0x0303, TLS 1.2, for the sake of old devices on the way; \
                only the record of a first hello may say 0x0301.
                """,
            chinese: "它不指明任何版本，读取的一方忽略它。它写 0x0303，即 TLS 1.2，为的是照顾途中的旧设备；只有第一条 hello 消息的记录可以写 0x0301。"),
        Row(
            "tls.record.ciphertext 1.3",
            english: """
                The content, its real type and zeros, if there are any, encrypted. It takes the key of this direction to read them.
                """,
            chinese: "加密的内容、真正的类型，以及可能有的零。要读它们，需要这个方向的密钥。"),
        Row(
            "tls.change_cipher_spec 1.3",
            english: """
                A single 1 that means nothing: it makes the handshake look like one of TLS 1.2 to devices on the way. The keys \
                do not change here. The reader drops the 1 and refuses anything else.
                """,
            chinese: "一个没有意义的 1：途中的设备看到它，会觉得这个握手像 TLS 1.2 的。密钥不在这里更换。读取的一方丢掉这个 1，拒绝任何别的值。"),
        Row(
            "tls.alert_message.level 1.3",
            english: "1 is a warning, 2 is fatal. TLS 1.3 need not look at it: the description decides.",
            chinese: "1 是警告，2 是致命。TLS 1.3 不必看它：由描述决定。"),
        Row(
            "tls.alert_message.desc 1.3",
            english: """
                What has happened. 0, close_notify: the sender will send no more. 90, user_canceled, is no error, either. Any \
                other alert is one, and ends the connection.
                """,
            chinese: "发生了什么。0 是 close_notify：发送方不再发送。90 是 user_canceled，也不是错误。其他警报都是错误，会结束连接。"),
        // MARK: Hellos
        Row(
            "tls.handshake.version 1.3 ClientHello",
            english: """
                It has to say 0x0303, TLS 1.2, because some servers and devices refuse what they do not know. The versions that \
                the client speaks stand in supported_versions.
                """,
            chinese: "它必须写 0x0303，即 TLS 1.2，因为有些服务器和设备拒绝自己不认识的内容。客户端能使用的版本写在 supported_versions 中。"),
        Row(
            "tls.handshake.version 1.3 ServerHello", "tls.handshake.version 1.3 HelloRetryRequest",
            english:
                "It has to say 0x0303, TLS 1.2. The version that the server has chosen stands in supported_versions.",
            chinese: "它必须写 0x0303，即 TLS 1.2。服务器选择的版本写在 supported_versions 中。"),
        Row(
            "tls.handshake.random 1.3 ServerHello",
            english: """
                32 random octets. They shall be new in each handshake. They are no secret; they make each handshake unlike \
                every other.
                """,
            chinese: "32 个随机字节。每次握手都应当不同。它们不是秘密，作用是使每次握手与其他任何一次都不同。"),
        Row(
            "tls.handshake.random 1.3 HelloRetryRequest",
            english: """
                No random octets but a fixed value, the SHA-256 of "HelloRetryRequest". By it the client tells this message from \
                a ServerHello.
                """,
            chinese: "不是随机字节，而是一个固定值，即 \"HelloRetryRequest\" 的 SHA-256。客户端靠它把这条消息与 ServerHello 区分开。"),
        Row(
            "tls.handshake.session_id 1.3 ClientHello",
            english: """
                It names no session of TLS 1.3. With 32 octets here the handshake looks like a resumption of TLS 1.2, which \
                some devices on the way expect.
                """,
            chinese: "它不指明 TLS 1.3 的任何会话。这里有 32 字节，握手看起来就像 TLS 1.2 的会话恢复，途中有些设备期待这样。"),
        Row(
            "tls.handshake.session_id 1.3 ServerHello", "tls.handshake.session_id 1.3 HelloRetryRequest",
            english: "What stood in this place of the client's hello, sent back. It names no session.",
            chinese: "客户端的 hello 消息在这个位置上的内容，原样送回。它不指明任何会话。"),
        Row("tls.handshake.session_id_octets 1.3", english: "The octets themselves.", chinese: "这些字节本身。"),
        Row(
            "tls.handshake.comp_methods 1.3",
            english: "TLS 1.3 does not compress: the list has to have one entry, 0.",
            chinese: "TLS 1.3 不压缩：列表必须只有一项，即 0。"),
        Row(
            "tls.handshake.comp_method 1.3",
            english:
                "It has to be 0, no compression. Compression betrays secrets by the length of records (the CRIME attack).",
            chinese: "它必须是 0，即不压缩。压缩会通过记录的长度泄露秘密（CRIME 攻击）。"),
        Row(
            "tls.handshake.extensions_ec_point_formats 1.3",
            english:
                "In which forms points on a curve may be sent, if TLS 1.2 is chosen. TLS 1.3 has one form for each curve.",
            chinese: "如果选择了 TLS 1.2，曲线上的点可以用哪些形式发送。在 TLS 1.3 中，每条曲线只有一种形式。"),
        Row(
            "tls.handshake.sig_hash_alg 1.3",
            english: "A way to sign: a signature algorithm with its hash function, and for ECDSA with its curve.",
            chinese: "一种签名方式：签名算法和它的哈希函数，ECDSA 还有曲线。"),
        Row(
            "tls.handshake.extensions_supported_groups 1.3 server",
            english: "The groups that the server likes best. The client may bet on them in its next connection.",
            chinese: "服务器最喜欢的群。客户端下次连接时可以押它们。"),
        // MARK: Blocks of extensions
        Row(
            "tls.handshake.extensions 1.3 ClientHello",
            english: "What the client offers and asks for. Most of the hello of TLS 1.3 stands here.",
            chinese: "客户端提供什么、要求什么。TLS 1.3 的 hello 消息的大部分内容在这里。"),
        Row(
            "tls.handshake.extensions 1.3 ServerHello",
            english:
                "The version and what the keys depend on. The server's other answers stand in EncryptedExtensions.",
            chinese: "版本，以及密钥所依赖的内容。服务器的其他应答写在 EncryptedExtensions 中。"),
        Row(
            "tls.handshake.extensions 1.3 HelloRetryRequest",
            english: "The version, and what the client has to change in its second hello.",
            chinese: "版本，以及客户端在第二条 hello 消息中必须改动的内容。"),
        Row(
            "tls.handshake.extensions 1.3 EncryptedExtensions",
            english: "The server's answers on which the keys do not depend.",
            chinese: "服务器的应答中与密钥无关的那些。"),
        Row(
            "tls.handshake.extensions 1.3 Certificate",
            english: "What is said about this certificate, such as an OCSP response.",
            chinese: "关于这张证书的说明，例如 OCSP 响应。"),
        Row(
            "tls.handshake.extensions 1.3 CertificateRequest",
            english: "What the client's certificate and signature have to be like.",
            chinese: "客户端的证书和签名必须是什么样的。"),
        Row(
            "tls.handshake.extensions 1.3 NewSessionTicket",
            english: "What the ticket may be used for besides.",
            chinese: "这张票据还可以用来做什么。"),
        // MARK: Other messages
        Row(
            "tls.handshake.certificates 1.3",
            english:
                "The chain: the sender's own certificate first. Each of the others should certify the one before it.",
            chinese: "证书链：发送方自己的证书在前。后面每一张都应当证明前一张。"),
        Row(
            "tls.handshake.certificates_length 1.3",
            english: "The length of all entries in octets. 0 from a client that has no certificate.",
            chinese: "所有条目的长度，以字节计。没有证书的客户端发送 0。"),
        Row(
            "tls.handshake.certificate_entry 1.3",
            english: "A certificate with its length, and what is said about it.",
            chinese: "一张证书和它的长度，以及关于它的说明。"),
        Row(
            "tls.handshake.dnames 1.3 ClientHello",
            english: "The names of the authorities that the client trusts for servers.",
            chinese: "客户端在验证服务器时信任的 CA 的名称。"),
        Row("tls.handshake.dnames_len 1.3", english: "The length of all names in octets.", chinese: "所有名称的长度，以字节计。"),
        Row(
            "tls.handshake.client_cert_vrfy.sig 1.3 server",
            english: """
                The server's signature over 64 spaces, "TLS 1.3, server CertificateVerify", a 0 and the hash of all handshake \
                messages so far. Only the owner of the certified key can make it.
                """,
            chinese: "服务器对以下内容的签名：64 个空格、\"TLS 1.3, server CertificateVerify\"、一个 0，以及到目前为止所有握手消息的哈希。只有持有证书中密钥的一方才能产生它。"
        ),
        Row(
            "tls.handshake.client_cert_vrfy.sig 1.3 client",
            english: """
                The client's signature over 64 spaces, "TLS 1.3, client CertificateVerify", a 0 and the hash of all handshake \
                messages so far. Only the owner of the certified key can make it.
                """,
            chinese: "客户端对以下内容的签名：64 个空格、\"TLS 1.3, client CertificateVerify\"、一个 0，以及到目前为止所有握手消息的哈希。只有持有证书中密钥的一方才能产生它。"
        ),
        Row(
            "tls.handshake.verify_data 1.3",
            english: """
                An HMAC over the hash of all handshake messages so far, as long as that hash. Its key comes from the sender's \
                traffic secret. So it proves two things: the sender has that secret, and it saw the same messages.
                """,
            chinese: "对到目前为止所有握手消息的哈希计算的 HMAC，与这个哈希一样长。它的密钥来自发送方的流量秘密。所以它证明两件事：发送方持有这个秘密值，并且看到了同样的消息。"),
        Row(
            "tls.handshake.session_ticket_lifetime_hint 1.3",
            english:
                "For how many seconds the ticket may be used: 604,800, seven days, at the most. 0: throw it away at once.",
            chinese: "这张票据可以使用多少秒：最多 604,800，即七天。0：立刻丢掉。"),
        Row(
            "tls.handshake.session_ticket 1.3",
            english: """
                A name for the session's secret, which means something to the server alone: its own memory of the session, \
                sealed, or a name of what it has kept.
                """,
            chinese: "会话秘密值的名称，只对服务器有意义：它封好的会话内容，或者它所保存内容的名称。"),
    ])
}
