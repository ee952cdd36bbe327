import Trace

extension Glossary {
    /// The meanings of numbers that stand in a list of suites, groups or the like, but are none: signals and GREASE.
    static let reservedNumbers = Glossary([
        Row(
            "tls.handshake.ciphersuite signal",
            english: """
                No suite but a signal: 0x00ff stands for an empty renegotiation_info, 0x5600 says that the client has tried a \
                newer version before.
                """,
            chinese: "这不是密码套件，而是信号：0x00ff 代替一个空的 renegotiation_info，0x5600 表示客户端之前尝试过更新的版本。"),
        Row(
            "tls.handshake.ciphersuite GREASE", "tls.handshake.extensions_supported_group GREASE",
            "tls.handshake.extensions_key_share_group GREASE", "tls.handshake.sig_hash_alg GREASE",
            "tls.handshake.sig_hash_alg 1.3 GREASE", "tls.handshake.extensions.supported_version GREASE",
            "tls.handshake.extension.type GREASE",
            english: "A number that means nothing (GREASE). The other side has to pass over what it does not know.",
            chinese: "没有意义的数字（GREASE）。对方必须跳过它不认识的内容。"),
    ])
}
