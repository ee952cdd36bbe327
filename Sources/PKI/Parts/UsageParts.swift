import Trace

/// The uses of the key, the identifiers of keys, and the promises of the server.
extension Part {
    package static let authorityKeyIdentifier = Part(
        "authorityKeyIdentifier", .rfc(5280, "4.2.1.1"),
        english: "The key of the issuer that signed it.")
    package static let keyIdentifier = Part(
        "keyIdentifier", .rfc(5280, "4.2.1.1"),
        english: "The issuer's subjectKeyIdentifier. With it a program finds the right certificate.")
    package static let authorityCertIssuer = Part(
        "authorityCertIssuer", .rfc(5280, "4.2.1.1"),
        english: "The name in the issuer field of the issuer's certificate.")
    package static let authorityCertSerialNumber = Part(
        "authorityCertSerialNumber", .rfc(5280, "4.2.1.1"),
        english: "The serial number of the issuer's certificate.")
    package static let subjectKeyIdentifier = Part(
        "subjectKeyIdentifier", .rfc(5280, "4.2.1.2"),
        english: "A short name for this certificate's key, often its hash. It is no secret and no proof.")
    package static let keyUsage = Part(
        "keyUsage", .rfc(5280, "4.2.1.3"),
        english: "The uses of the key, one bit for each.")
    package static let keyUsageBits = Part(
        "KeyUsage", .rfc(5280, "4.2.1.3"),
        english: "The uses of the key, one bit for each.")
    package static let extKeyUsage = Part(
        "extKeyUsage", .rfc(5280, "4.2.1.12"),
        english: "The purposes of the key. Other purposes are excluded.")
    package static let keyPurposeId = Part(
        "KeyPurposeId", .rfc(5280, "4.2.1.12"),
        english: "One purpose, such as serverAuth: a TLS server.")
    package static let basicConstraints = Part(
        "basicConstraints", .rfc(5280, "4.2.1.9"),
        english: "Whether the subject may sign certificates. Empty: it may not.")
    package static let cA = Part("cA", .rfc(5280, "4.2.1.9"), english: "TRUE: the subject is an authority.")
    package static let pathLenConstraint = Part(
        "pathLenConstraint", .rfc(5280, "4.2.1.9"),
        english: "How many intermediate authorities may follow below this one.")
    package static let tlsFeature = Part(
        "tlsFeature", .rfc(7633, "4"),
        english: "What the server promises to do in TLS. status_request: it staples an OCSP response.")
    package static let tlsFeatureNumber = Part("feature", .rfc(7633, "4"), english: "The number of the TLS extension.")
    package static let netscapeCertType = Part(
        "netscapeCertType", Citation("Netscape 1997"),
        english: "The predecessor of keyUsage.")
    package static let netscapeComment = Part(
        "netscapeComment", Citation("Netscape 1997"),
        english: "A note for people.")
}
