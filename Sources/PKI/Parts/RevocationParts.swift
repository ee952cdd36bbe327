import Trace

/// The addresses of information about revocation, and of other information.
extension Part {
    package static let cRLDistributionPoints = Part(
        "cRLDistributionPoints", .rfc(5280, "4.2.1.13"),
        english: "The address of the list of revoked certificates.")
    package static let freshestCRL = Part(
        "freshestCRL", .rfc(5280, "4.2.1.15"),
        english: "The address of the changes to that list.")
    package static let distributionPoint = Part(
        "DistributionPoint", .rfc(5280, "4.2.1.13"),
        english: "One place with a list.")
    package static let distributionPointName = Part(
        "distributionPoint", .rfc(5280, "4.2.1.13"),
        english: "The place's name.")
    package static let fullName = Part("fullName", .rfc(5280, "4.2.1.13"), english: "The whole name.")
    package static let nameRelativeToCRLIssuer = Part(
        "nameRelativeToCRLIssuer", .rfc(5280, "4.2.1.13"),
        english: "The place's name, relative to the issuer of the list.")
    package static let reasons = Part(
        "reasons", .rfc(5280, "4.2.1.13"),
        english: "The reasons of revocation that this list covers.")
    package static let cRLIssuer = Part(
        "cRLIssuer", .rfc(5280, "4.2.1.13"),
        english: "The signer of the list, if it is not the issuer.")
    package static let authorityInfoAccess = Part(
        "authorityInfoAccess", .rfc(5280, "4.2.2.1"),
        english: "Where to ask about this certificate, and where to get the issuer's certificate.")
    package static let subjectInfoAccess = Part(
        "subjectInfoAccess", .rfc(5280, "4.2.2.2"),
        english: "Services of the subject, and their addresses.")
    package static let accessDescription = Part(
        "AccessDescription", .rfc(5280, "4.2.2.1"),
        english: "A kind of service and its address.")
    package static let accessMethod = Part(
        "accessMethod", .rfc(5280, "4.2.2.1"),
        english: "The service. OCSP says whether the certificate is revoked; caIssuers has the issuer's certificate.")
    package static let ocspNoCheck = Part(
        "ocspNoCheck", .rfc(6960, "4.2.2.2.1"),
        english: "This is the key of an OCSP responder. Do not ask whether it is revoked.")
}
