import Trace

/// Where to ask whether the certificate was revoked, and where to look further.
extension Part {
    package static let cRLDistributionPoints = Part(
        "cRLDistributionPoints", .rfc(5280, "4.2.1.13"),
        english: "Where the list of revoked certificates is.")
    package static let freshestCRL = Part(
        "freshestCRL", .rfc(5280, "4.2.1.15"),
        english: "Where the changes to that list are.")
    package static let distributionPoint = Part(
        "DistributionPoint", .rfc(5280, "4.2.1.13"),
        english: "One place with a list.")
    package static let distributionPointName = Part(
        "distributionPoint", .rfc(5280, "4.2.1.13"),
        english: "The place's name.")
    package static let fullName = Part("fullName", .rfc(5280, "4.2.1.13"), english: "The whole name.")
    package static let nameRelativeToCRLIssuer = Part(
        "nameRelativeToCRLIssuer", .rfc(5280, "4.2.1.13"),
        english: "A step below the name of the list's issuer.")
    package static let reasons = Part(
        "reasons", .rfc(5280, "4.2.1.13"),
        english: "For which reasons of revocation this list is.")
    package static let cRLIssuer = Part(
        "cRLIssuer", .rfc(5280, "4.2.1.13"),
        english: "Who signs the list, where it is not the issuer.")
    package static let authorityInfoAccess = Part(
        "authorityInfoAccess", .rfc(5280, "4.2.2.1"),
        english: "Where to ask about this certificate and where to get the issuer's.")
    package static let subjectInfoAccess = Part(
        "subjectInfoAccess", .rfc(5280, "4.2.2.2"),
        english: "What the subject offers, and where.")
    package static let accessDescription = Part(
        "AccessDescription", .rfc(5280, "4.2.2.1"),
        english: "A kind of service and its address.")
    package static let accessMethod = Part(
        "accessMethod", .rfc(5280, "4.2.2.1"),
        english: "Which service: OCSP answers whether it is revoked; caIssuers has the issuer's certificate.")
    package static let ocspNoCheck = Part(
        "ocspNoCheck", .rfc(6960, "4.2.2.2.1"),
        english: "Do not ask whether this key of an OCSP responder is revoked.")
}
