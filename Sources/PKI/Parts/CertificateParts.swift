import Trace

/// The outer structure of a certificate, from Certificate to the extensions (RFC 5280 section 4.1).
extension Part {
    package static let certificate = Part(
        "Certificate", .rfc(5280, "4.1"),
        english: "Three parts in a row: what is certified, how it is signed, and the signature.",
        chinese: "依次三个部分：证明的内容、签名的方式、签名。")
    package static let tbsCertificate = Part(
        "tbsCertificate", .rfc(5280, "4.1.1.1"),
        english: "What the issuer signs, every octet of it (tbs: to be signed).",
        chinese: "颁发者签名的内容，每个字节都在内（tbs：待签名）。")
    package static let versionTag = Part(
        "version", .rfc(5280, "4.1.2.1"),
        english: "Tag 0 announces the version. Without it the certificate is version 1.",
        chinese: "标记 0 表示后面是版本。没有它，证书就是版本 1。")
    package static let version = Part(
        "version", .rfc(5280, "4.1.2.1"),
        english: "One less than the version: 2 is version 3, the first with extensions.",
        chinese: "比版本号少一：2 表示版本 3，第一个有扩展的版本。")
    package static let serialNumber = Part(
        "serialNumber", .rfc(5280, "4.1.2.2"),
        english: "The issuer's number for this certificate. A revocation names it.",
        chinese: "颁发者给这张证书的编号。吊销时用它指明证书。")
    package static let signature = Part(
        "signature", .rfc(5280, "4.1.2.3"),
        english: "The algorithm of the signature, repeated inside the signed part: so it cannot be changed.",
        chinese: "签名的算法，在签名的部分里再写一次，所以不能改动。")
    package static let algorithm = Part(
        "algorithm", .rfc(5280, "4.1.1.2"),
        english: "An object identifier that names the algorithm.",
        chinese: "指明算法的对象标识符。")
    package static let parameters = Part(
        "parameters", .rfc(5280, "4.1.1.2"),
        english: "Further settings of the algorithm. NULL: none.",
        chinese: "算法的其他设置。NULL：没有。")
    package static let validity = Part(
        "validity", .rfc(5280, "4.1.2.5"),
        english: "The time for which the issuer vouches for it. Both ends are included.",
        chinese: "颁发者为它担保的时间。两端都包括在内。")
    package static let notBefore = Part(
        "notBefore", .rfc(5280, "4.1.2.5"),
        english: "Not valid before this second. Z is Universal Time.",
        chinese: "在这一秒之前无效。Z 表示世界时。")
    package static let notAfter = Part(
        "notAfter", .rfc(5280, "4.1.2.5"),
        english: "Not valid after this second.",
        chinese: "在这一秒之后无效。")
    package static let issuerUniqueID = Part(
        "issuerUniqueID", .rfc(5280, "4.1.2.8"),
        english: "Distinguishes issuers of the same name. It is no longer used.",
        chinese: "区分名称相同的颁发者。已经不再使用。")
    package static let subjectUniqueID = Part(
        "subjectUniqueID", .rfc(5280, "4.1.2.8"),
        english: "Distinguishes subjects of the same name. It is no longer used.",
        chinese: "区分名称相同的主体。已经不再使用。")
    package static let extensionsTag = Part(
        "extensions", .rfc(5280, "4.1.2.9"),
        english: "Tag 3 announces the extensions.",
        chinese: "标记 3 表示后面是扩展。")
    package static let extensions = Part(
        "extensions", .rfc(5280, "4.1.2.9"),
        english: "What version 3 added. Most of what a verifier checks is here.",
        chinese: "版本 3 增加的内容。验证方检查的内容大多在这里。")
    package static let extensionItem = Part(
        "Extension", .rfc(5280, "4.2"),
        english: "A name, whether it must be understood, and a value.",
        chinese: "名称、是否必须理解，以及值。")
    package static let extnID = Part(
        "extnID", .rfc(5280, "4.2"),
        english: "Which extension it is.",
        chinese: "它是哪个扩展。")
    package static let critical = Part(
        "critical", .rfc(5280, "4.2"),
        english: "TRUE: a program that does not understand this extension must reject the certificate.",
        chinese: "TRUE：不理解这个扩展的程序必须拒绝这张证书。")
    package static let extnValue = Part(
        "extnValue", .rfc(5280, "4.2"),
        english: "The value, packed into octets. They are DER too, shown below.",
        chinese: "值，装在字节串中。这些字节也是 DER，见下。")
}
