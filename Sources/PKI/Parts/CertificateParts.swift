import Trace

/// The outer structure of a certificate, from Certificate to the extensions (RFC 5280 section 4.1).
extension Part {
    package static let certificate = Part(
        "Certificate", .rfc(5280, "4.1"),
        english: "Three parts in a row: what is certified, how it is signed, and the signature.")
    package static let tbsCertificate = Part(
        "tbsCertificate", .rfc(5280, "4.1.1.1"),
        english: "What the issuer signs, every octet of it (tbs: to be signed).")
    package static let versionTag = Part(
        "version", .rfc(5280, "4.1.2.1"),
        english: "Tag 0 announces the version. Without it the certificate is version 1.")
    package static let version = Part(
        "version", .rfc(5280, "4.1.2.1"),
        english: "One less than the version: 2 is version 3, the first with extensions.")
    package static let serialNumber = Part(
        "serialNumber", .rfc(5280, "4.1.2.2"),
        english: "The issuer's number for this certificate. A revocation names it.")
    package static let signature = Part(
        "signature", .rfc(5280, "4.1.2.3"),
        english: "The algorithm of the signature, repeated inside the signed part: so it cannot be changed.")
    package static let algorithm = Part(
        "algorithm", .rfc(5280, "4.1.1.2"),
        english: "An object identifier that names the algorithm.")
    package static let parameters = Part(
        "parameters", .rfc(5280, "4.1.1.2"),
        english: "Further settings of the algorithm. NULL: none.")
    package static let validity = Part(
        "validity", .rfc(5280, "4.1.2.5"),
        english: "The time for which the issuer vouches for it. Both ends are included.")
    package static let notBefore = Part(
        "notBefore", .rfc(5280, "4.1.2.5"),
        english: "Not valid before this second. Z is Universal Time.")
    package static let notAfter = Part("notAfter", .rfc(5280, "4.1.2.5"), english: "Not valid after this second.")
    package static let issuerUniqueID = Part(
        "issuerUniqueID", .rfc(5280, "4.1.2.8"),
        english: "Distinguishes issuers of the same name. It is no longer used.")
    package static let subjectUniqueID = Part(
        "subjectUniqueID", .rfc(5280, "4.1.2.8"),
        english: "Distinguishes subjects of the same name. It is no longer used.")
    package static let extensionsTag = Part(
        "extensions", .rfc(5280, "4.1.2.9"),
        english: "Tag 3 announces the extensions.")
    package static let extensions = Part(
        "extensions", .rfc(5280, "4.1.2.9"),
        english: "What version 3 added. Most of what a verifier checks is here.")
    package static let extensionItem = Part(
        "Extension", .rfc(5280, "4.2"),
        english: "A name, whether it must be understood, and a value.")
    package static let extnID = Part("extnID", .rfc(5280, "4.2"), english: "Which extension it is.")
    package static let critical = Part(
        "critical", .rfc(5280, "4.2"),
        english: "TRUE: a program that does not understand this extension must reject the certificate.")
    package static let extnValue = Part(
        "extnValue", .rfc(5280, "4.2"),
        english: "The value, packed into octets. They are DER too, shown below.")
}
