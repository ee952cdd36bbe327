import Trace

/// The addresses of information about revocation, and of other information.
extension Part {
    package static let cRLDistributionPoints = Part(
        "cRLDistributionPoints", .rfc(5280, "4.2.1.13"),
        english: "The address of the list of revoked certificates.",
        chinese: "吊销证书列表的地址。")
    package static let freshestCRL = Part(
        "freshestCRL", .rfc(5280, "4.2.1.15"),
        english: "The address of the changes to that list.",
        chinese: "该列表的变更的地址。")
    package static let distributionPoint = Part(
        "DistributionPoint", .rfc(5280, "4.2.1.13"),
        english: "One place with a list.",
        chinese: "一个存放列表的地方。")
    package static let distributionPointName = Part(
        "distributionPoint", .rfc(5280, "4.2.1.13"),
        english: "The place's name.",
        chinese: "这个地方的名称。")
    package static let fullName = Part(
        "fullName", .rfc(5280, "4.2.1.13"),
        english: "The whole name.",
        chinese: "完整的名称。")
    package static let nameRelativeToCRLIssuer = Part(
        "nameRelativeToCRLIssuer", .rfc(5280, "4.2.1.13"),
        english: "The place's name, relative to the issuer of the list.",
        chinese: "这个地方相对于列表颁发者的名称。")
    package static let reasons = Part(
        "reasons", .rfc(5280, "4.2.1.13"),
        english: "The reasons of revocation that this list covers.",
        chinese: "这个列表包括的吊销原因。")
    package static let cRLIssuer = Part(
        "cRLIssuer", .rfc(5280, "4.2.1.13"),
        english: "The signer of the list, if it is not the issuer.",
        chinese: "列表的签名者，如果不是颁发者。")
    package static let authorityInfoAccess = Part(
        "authorityInfoAccess", .rfc(5280, "4.2.2.1"),
        english: "Where to ask about this certificate, and where to get the issuer's certificate.",
        chinese: "到哪里查询这张证书，到哪里取得颁发者的证书。")
    package static let subjectInfoAccess = Part(
        "subjectInfoAccess", .rfc(5280, "4.2.2.2"),
        english: "Services of the subject, and their addresses.",
        chinese: "主体的服务，以及它们的地址。")
    package static let accessDescription = Part(
        "AccessDescription", .rfc(5280, "4.2.2.1"),
        english: "A kind of service and its address.",
        chinese: "一种服务和它的地址。")
    package static let accessMethod = Part(
        "accessMethod", .rfc(5280, "4.2.2.1"),
        english: "The service. OCSP says whether the certificate is revoked; caIssuers has the issuer's certificate.",
        chinese: "服务。OCSP 说明证书是否已吊销；caIssuers 有颁发者的证书。")
    package static let ocspNoCheck = Part(
        "ocspNoCheck", .rfc(6960, "4.2.2.2.1"),
        english: "This is the key of an OCSP responder. Do not ask whether it is revoked.",
        chinese: "这是 OCSP 响应者的密钥。不要查询它是否已吊销。")
}
