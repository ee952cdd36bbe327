import Trace

/// Certificate Transparency (RFC 6962): promises of public logs.
extension Part {
    package static let signedCertificateTimestampList = Part(
        "SignedCertificateTimestampList", .rfc(6962, "3.3"),
        english: "Promises of public logs to publish this certificate.")
    package static let sctListLength = Part(
        "length", .rfc(6962, "3.3"),
        english: "The length of the list. From here on the notation is TLS's, not DER.")
    package static let sctLength = Part("length", .rfc(6962, "3.3"), english: "The length of one timestamp.")
    package static let sct = Part("SignedCertificateTimestamp", .rfc(6962, "3.2"), english: "One log's promise.")
    package static let sctVersion = Part("version", .rfc(6962, "3.2"), english: "The format of the timestamp.")
    package static let sctLogID = Part("log id", .rfc(6962, "3.2"), english: "The log: the SHA-256 of its key.")
    package static let sctTimestamp = Part(
        "timestamp", .rfc(6962, "3.2"),
        english: "The time at which the log saw the certificate.")
    package static let sctExtensions = Part(
        "extensions", .rfc(6962, "3.2"),
        english: "Extensions of the timestamp. RFC 6962 defines none.")
    package static let sctHash = Part("hash", .rfc(6962, "3.2"), english: "The hash function of the log's signature.")
    package static let sctSignatureAlgorithm = Part(
        "signature algorithm", .rfc(6962, "3.2"),
        english: "The kind of the log's key.")
    package static let sctSignatureLength = Part("length", .rfc(6962, "3.2"), english: "The length of the signature.")
    package static let sctSignature = Part("signature", .rfc(6962, "3.2"), english: "The log's signature.")
    package static let precertificatePoison = Part(
        "precertificatePoison", .rfc(6962, "3.1"),
        english: "Makes it unusable on purpose: it is a draft for the logs, made before the certificate.")
}
