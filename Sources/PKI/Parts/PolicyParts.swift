import Trace

/// Certificate policies: the rules under which the certificate was issued.
extension Part {
    package static let certificatePolicies = Part(
        "certificatePolicies", .rfc(5280, "4.2.1.4"),
        english: "The rules under which the certificate was issued.",
        chinese: "签发这张证书所依据的规则。")
    package static let policyInformation = Part(
        "PolicyInformation", .rfc(5280, "4.2.1.4"),
        english: "One set of rules.",
        chinese: "一套规则。")
    package static let policyIdentifier = Part(
        "policyIdentifier", .rfc(5280, "4.2.1.4"),
        english: "The set of rules. domain-validated: only control of the name was checked.",
        chinese: "哪一套规则。domain-validated：只检查了对名称的控制权。")
    package static let policyQualifiers = Part(
        "policyQualifiers", .rfc(5280, "4.2.1.4"),
        english: "More about the rules.",
        chinese: "关于规则的更多说明。")
    package static let policyQualifierInfo = Part(
        "PolicyQualifierInfo", .rfc(5280, "4.2.1.4"),
        english: "A kind of information, and its content.",
        chinese: "一种说明，以及它的内容。")
    package static let policyQualifierId = Part(
        "policyQualifierId", .rfc(5280, "4.2.1.4"),
        english: "The kind: cps is the address of a document, unotice is a text.",
        chinese: "种类：cps 是一份文件的地址，unotice 是一段文字。")
    package static let qualifier = Part("qualifier", .rfc(5280, "4.2.1.4"), english: "The content.", chinese: "内容。")
    package static let userNotice = Part(
        "UserNotice", .rfc(5280, "4.2.1.4"),
        english: "A text for people.",
        chinese: "给人看的文字。")
    package static let noticeRef = Part(
        "noticeRef", .rfc(5280, "4.2.1.4"),
        english: "A reference to texts of an organisation.",
        chinese: "指向一个组织的文字。")
    package static let organization = Part(
        "organization", .rfc(5280, "4.2.1.4"),
        english: "The organisation.",
        chinese: "这个组织。")
    package static let noticeNumbers = Part(
        "noticeNumbers", .rfc(5280, "4.2.1.4"),
        english: "The numbers of the texts.",
        chinese: "这些文字的编号。")
    package static let noticeNumber = Part(
        "noticeNumber", .rfc(5280, "4.2.1.4"),
        english: "The number of a text.",
        chinese: "一段文字的编号。")
    package static let explicitText = Part(
        "explicitText", .rfc(5280, "4.2.1.4"),
        english: "The text itself.",
        chinese: "文字本身。")
    package static let policyMappings = Part(
        "policyMappings", .rfc(5280, "4.2.1.5"),
        english: "Rules of another authority that count as equal to the issuer's own.",
        chinese: "另一个 CA 的规则，与颁发者自己的规则同等看待。")
    package static let policyMapping = Part(
        "policyMapping", .rfc(5280, "4.2.1.5"),
        english: "A pair of rules that count as equal.",
        chinese: "一对同等看待的规则。")
    package static let issuerDomainPolicy = Part(
        "issuerDomainPolicy", .rfc(5280, "4.2.1.5"),
        english: "The issuer's rules.",
        chinese: "颁发者的规则。")
    package static let subjectDomainPolicy = Part(
        "subjectDomainPolicy", .rfc(5280, "4.2.1.5"),
        english: "The subject's rules.",
        chinese: "主体的规则。")
    package static let policyConstraints = Part(
        "policyConstraints", .rfc(5280, "4.2.1.11"),
        english: "Where in the chain rules must be named.",
        chinese: "在证书链的什么地方必须写明规则。")
    package static let requireExplicitPolicy = Part(
        "requireExplicitPolicy", .rfc(5280, "4.2.1.11"),
        english: "The number of certificates after which acceptable rules must be named.",
        chinese: "经过多少张证书之后，必须写明可接受的规则。")
    package static let inhibitPolicyMapping = Part(
        "inhibitPolicyMapping", .rfc(5280, "4.2.1.11"),
        english: "The number of certificates after which rules may no longer be mapped.",
        chinese: "经过多少张证书之后，规则不能再映射。")
    package static let inhibitAnyPolicy = Part(
        "inhibitAnyPolicy", .rfc(5280, "4.2.1.14"),
        english: "The number of certificates after which \"any rules\" no longer counts.",
        chinese: "经过多少张证书之后，“任何规则”不再算数。")
}
