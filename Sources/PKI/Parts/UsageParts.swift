import Trace

/// The uses of the key, the identifiers of keys, and the promises of the server.
extension Part {
    package static let authorityKeyIdentifier = Part(
        "authorityKeyIdentifier", .rfc(5280, "4.2.1.1"),
        english: "The key of the issuer that signed it.",
        chinese: "颁发者用来签名的密钥。")
    package static let keyIdentifier = Part(
        "keyIdentifier", .rfc(5280, "4.2.1.1"),
        english: "The issuer's subjectKeyIdentifier. With it a program finds the right certificate.",
        chinese: "颁发者的 subjectKeyIdentifier。程序靠它找到正确的证书。")
    package static let authorityCertIssuer = Part(
        "authorityCertIssuer", .rfc(5280, "4.2.1.1"),
        english: "The name in the issuer field of the issuer's certificate.",
        chinese: "颁发者的证书中颁发者字段的名称。")
    package static let authorityCertSerialNumber = Part(
        "authorityCertSerialNumber", .rfc(5280, "4.2.1.1"),
        english: "The serial number of the issuer's certificate.",
        chinese: "颁发者的证书的序列号。")
    package static let subjectKeyIdentifier = Part(
        "subjectKeyIdentifier", .rfc(5280, "4.2.1.2"),
        english: "A short name for this certificate's key, often its hash. It is no secret and no proof.",
        chinese: "这张证书的密钥的短名称，常常是密钥的哈希。它既不是秘密，也不是证明。")
    package static let keyUsage = Part(
        "keyUsage", .rfc(5280, "4.2.1.3"),
        english: "The uses of the key, one bit for each.",
        chinese: "密钥的用途，每种一个位。")
    package static let keyUsageBits = Part(
        "KeyUsage", .rfc(5280, "4.2.1.3"),
        english: "The uses of the key, one bit for each.",
        chinese: "密钥的用途，每种一个位。")
    package static let extKeyUsage = Part(
        "extKeyUsage", .rfc(5280, "4.2.1.12"),
        english: "The purposes of the key. Other purposes are excluded.",
        chinese: "密钥的用途。其他用途都排除在外。")
    package static let keyPurposeId = Part(
        "KeyPurposeId", .rfc(5280, "4.2.1.12"),
        english: "One purpose, such as serverAuth: a TLS server.",
        chinese: "一种用途，例如 serverAuth：TLS 服务器。")
    package static let basicConstraints = Part(
        "basicConstraints", .rfc(5280, "4.2.1.9"),
        english: "Whether the subject may sign certificates. Empty: it may not.",
        chinese: "主体是否可以给证书签名。空：不可以。")
    package static let cA = Part(
        "cA", .rfc(5280, "4.2.1.9"),
        english: "TRUE: the subject is an authority.",
        chinese: "TRUE：主体是 CA。")
    package static let pathLenConstraint = Part(
        "pathLenConstraint", .rfc(5280, "4.2.1.9"),
        english: "How many intermediate authorities may follow below this one.",
        chinese: "这个 CA 下面还可以有多少张中间证书。")
    package static let tlsFeature = Part(
        "tlsFeature", .rfc(7633, "4"),
        english: "What the server promises to do in TLS. status_request: it staples an OCSP response.",
        chinese: "服务器承诺在 TLS 中做什么。status_request：它装订 OCSP 响应。")
    package static let tlsFeatureNumber = Part(
        "feature", .rfc(7633, "4"),
        english: "The number of the TLS extension.",
        chinese: "TLS 扩展的编号。")
    package static let netscapeCertType = Part(
        "netscapeCertType", Citation("Netscape 1997"),
        english: "The predecessor of keyUsage.",
        chinese: "keyUsage 的前身。")
    package static let netscapeComment = Part(
        "netscapeComment", Citation("Netscape 1997"),
        english: "A note for people.",
        chinese: "给人看的备注。")
}
