import Trace

extension Glossary {
    /// The meanings of the fields in records, alerts and the headers of handshake messages: those of TLS 1.2, and those that are the same in TLS 1.3.
    static let records = Glossary([
        Row(
            "tls.record.content_type",
            english: """
                What the record carries: a handshake message, an alert, application data, or the announcement of new \
                keys.
                """,
            chinese: "记录携带的内容：握手消息、警报、应用数据，或者更换密钥的通知。"),
        Row(
            "tls.record.version",
            english: """
                The version of the protocol. 0x0303 stands for TLS 1.2, because TLS 1.0 was counted as SSL 3.1. Around a \
                ClientHello no version is agreed on yet, and a server accepts any 0x03xx.
                """,
            chinese: "协议的版本。0x0303 表示 TLS 1.2，因为 TLS 1.0 当时算作 SSL 3.1。装着 ClientHello 的记录还没有商定的版本，服务器接受任何 0x03xx。"),
        Row(
            "tls.record.length", english: "The length in octets of what follows in this record.",
            chinese: "这条记录中后续内容的长度，以字节计。"),
        Row(
            "tls.record.nonce_explicit",
            english: """
                The part of the nonce that each record carries. The sender chooses it, and never the same twice under one key. \
                This program takes the number of the record.
                """,
            chinese: "nonce 中由每条记录携带的部分。它由发送方选择，同一个密钥下绝不重复。本程序使用记录的编号。"),
        Row(
            "tls.record.iv", english: "The initialization vector of CBC mode: new for each record, and not secret.",
            chinese: "CBC 模式的初始化向量：每条记录都换新的，不保密。"),
        Row(
            "tls.record.ciphertext",
            english: """
                The encrypted content; with a CBC suite also padding, and the MAC unless it stands behind. It takes the key of \
                this direction to read it.
                """,
            chinese: "加密的内容。使用 CBC 密码套件时还有填充，以及 MAC，除非 MAC 放在后面。要有这个方向的密钥才能读它。"),
        Row(
            "tls.record.tag",
            english:
                "The tag proves that nothing of the record was changed. It takes the key of this direction to make it.",
            chinese: "认证标签证明记录没有被改动。要有这个方向的密钥才能生成它。"),
        Row(
            "tls.record.mac",
            english:
                "The MAC over the record's number and header, IV and ciphertext proves that nothing of it was changed.",
            chinese: "MAC 覆盖记录的编号和首部、IV 和密文，证明它们都没有被改动。"),
        Row(
            "tls.record.inner_type",
            english: "What the record really carries. On the outside the record says application data.",
            chinese: "记录实际携带的内容。从外面看，记录写的是应用数据。"),
        Row(
            "tls.record.zeros", english: "Zeros that hide the length of the content.",
            chinese: "用来隐藏内容长度的零。"),
        Row(
            "tls.change_cipher_spec",
            english: "It has to be a single 1. From the next record on, the sender uses the new keys.",
            chinese: "它必须是单独一个 1。从下一条记录起，发送方使用新的密钥。"),
        Row(
            "tls.alert_message", english: "An alert in a form that cannot be read.",
            chinese: "一条形式上无法读取的警报。"),
        Row(
            "tls.alert_message.level", english: "1 is a warning. 2 is fatal: the connection ends here.",
            chinese: "1 是警告。2 是致命：连接到此结束。"),
        Row(
            "tls.alert_message.desc", english: "What has happened. 0, close_notify, is the orderly end.",
            chinese: "发生了什么。0，即 close_notify，是正常结束。"),
        Row(
            "tls.application_data", english: "What the application says. TLS does not look into it.",
            chinese: "应用程序所说的内容。TLS 不查看它。"),
        Row(
            "tls.handshake", english: "A handshake message: its type, its length, its body.",
            chinese: "一条握手消息：类型、长度、正文。"),
        Row(
            "tls.handshake.type", english: "Which message this is.",
            chinese: "这是哪一条消息。"),
        Row(
            "tls.handshake.length", english: "The length of the body in octets.",
            chinese: "正文的长度，以字节计。"),
        Row(
            "tls.handshake.body", english: "What this message says.",
            chinese: "这条消息的内容。"),
        Row(
            "tls.handshake.opaque", english: "A body that is not taken apart here.",
            chinese: "这里不拆解的正文。"),
        Row(
            "tls.handshake.fragment",
            english: "Octets of handshake messages that are not taken apart: a piece of one, or what breaks a rule.",
            chinese: "握手消息中没有拆解的字节：一条消息的一段，或者违反规则的内容。"),
    ])
}
