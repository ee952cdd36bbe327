import Trace

/// Certificate Transparency (RFC 6962): promises of public logs.
extension Part {
    package static let signedCertificateTimestampList = Part(
        "SignedCertificateTimestampList", .rfc(6962, "3.3"),
        english: "Promises of public logs to publish this certificate.",
        chinese: "公开日志的承诺：公布这张证书。")
    package static let sctListLength = Part(
        "length", .rfc(6962, "3.3"),
        english: "The length of the list. From here on the notation is TLS's, not DER.",
        chinese: "列表的长度。从这里起用的是 TLS 的写法，不是 DER。")
    package static let sctLength = Part(
        "length", .rfc(6962, "3.3"),
        english: "The length of one timestamp.",
        chinese: "一个时间戳的长度。")
    package static let sct = Part(
        "SignedCertificateTimestamp", .rfc(6962, "3.2"),
        english: "One log's promise.",
        chinese: "一个日志的承诺。")
    package static let sctVersion = Part(
        "version", .rfc(6962, "3.2"),
        english: "The format of the timestamp.",
        chinese: "时间戳的格式。")
    package static let sctLogID = Part(
        "log id", .rfc(6962, "3.2"),
        english: "The log: the SHA-256 of its key.",
        chinese: "日志：它的密钥的 SHA-256。")
    package static let sctTimestamp = Part(
        "timestamp", .rfc(6962, "3.2"),
        english: "The time at which the log saw the certificate.",
        chinese: "日志看到证书的时间。")
    package static let sctExtensions = Part(
        "extensions", .rfc(6962, "3.2"),
        english: "Extensions of the timestamp. RFC 6962 defines none.",
        chinese: "时间戳的扩展。RFC 6962 没有定义任何扩展。")
    package static let sctHash = Part(
        "hash", .rfc(6962, "3.2"),
        english: "The hash function of the log's signature.",
        chinese: "日志签名的哈希函数。")
    package static let sctSignatureAlgorithm = Part(
        "signature algorithm", .rfc(6962, "3.2"),
        english: "The kind of the log's key.",
        chinese: "日志密钥的种类。")
    package static let sctSignatureLength = Part(
        "length", .rfc(6962, "3.2"),
        english: "The length of the signature.",
        chinese: "签名的长度。")
    package static let sctSignature = Part(
        "signature", .rfc(6962, "3.2"),
        english: "The log's signature.",
        chinese: "日志的签名。")
    package static let precertificatePoison = Part(
        "precertificatePoison", .rfc(6962, "3.1"),
        english: "Makes it unusable on purpose: it is a draft for the logs, made before the certificate.",
        chinese: "有意使它不能使用：它是在证书之前为日志制作的草稿。")
}
