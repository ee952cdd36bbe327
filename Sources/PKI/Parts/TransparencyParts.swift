import Trace

/// Certificate Transparency (RFC 6962): promises of public logs.
extension Part {
    package static let signedCertificateTimestampList = Part(
        "SignedCertificateTimestampList", .rfc(6962, "3.3"),
        english: "Promises of public logs to show this certificate to everyone.")
    package static let sctListLength = Part(
        "length", .rfc(6962, "3.3"),
        english: "The octets of the list. TLS's own notation from here on, not DER.")
    package static let sctLength = Part("length", .rfc(6962, "3.3"), english: "The octets of one timestamp.")
    package static let sct = Part("SignedCertificateTimestamp", .rfc(6962, "3.2"), english: "One log's promise.")
    package static let sctVersion = Part("version", .rfc(6962, "3.2"), english: "The format of the timestamp.")
    package static let sctLogID = Part("log id", .rfc(6962, "3.2"), english: "Which log: the SHA-256 of its key.")
    package static let sctTimestamp = Part("timestamp", .rfc(6962, "3.2"), english: "When the log saw the certificate.")
    package static let sctExtensions = Part("extensions", .rfc(6962, "3.2"), english: "Nothing so far.")
    package static let sctHash = Part("hash", .rfc(6962, "3.2"), english: "With which hash function the log signs.")
    package static let sctSignatureAlgorithm = Part(
        "signature algorithm", .rfc(6962, "3.2"),
        english: "With what kind of key.")
    package static let sctSignatureLength = Part("length", .rfc(6962, "3.2"), english: "The octets of the signature.")
    package static let sctSignature = Part("signature", .rfc(6962, "3.2"), english: "The log's signature.")
    package static let precertificatePoison = Part(
        "precertificatePoison", .rfc(6962, "3.1"),
        english: "Makes it unusable on purpose: a draft shown to logs before the certificate.")
}
