import Trace

/// Certificate policies: the rules under which the certificate was issued.
extension Part {
    package static let certificatePolicies = Part(
        "certificatePolicies", .rfc(5280, "4.2.1.4"),
        english: "The rules under which the certificate was issued.")
    package static let policyInformation = Part(
        "PolicyInformation", .rfc(5280, "4.2.1.4"),
        english: "One set of rules.")
    package static let policyIdentifier = Part(
        "policyIdentifier", .rfc(5280, "4.2.1.4"),
        english: "The set of rules. domain-validated: only control of the name was checked.")
    package static let policyQualifiers = Part(
        "policyQualifiers", .rfc(5280, "4.2.1.4"),
        english: "More about the rules.")
    package static let policyQualifierInfo = Part(
        "PolicyQualifierInfo", .rfc(5280, "4.2.1.4"),
        english: "A kind of information, and its content.")
    package static let policyQualifierId = Part(
        "policyQualifierId", .rfc(5280, "4.2.1.4"),
        english: "The kind: cps is the address of a document, unotice is a text.")
    package static let qualifier = Part("qualifier", .rfc(5280, "4.2.1.4"), english: "The content.")
    package static let userNotice = Part("UserNotice", .rfc(5280, "4.2.1.4"), english: "A text for people.")
    package static let noticeRef = Part(
        "noticeRef", .rfc(5280, "4.2.1.4"),
        english: "A reference to texts of an organisation.")
    package static let organization = Part("organization", .rfc(5280, "4.2.1.4"), english: "The organisation.")
    package static let noticeNumbers = Part(
        "noticeNumbers", .rfc(5280, "4.2.1.4"),
        english: "The numbers of the texts.")
    package static let noticeNumber = Part("noticeNumber", .rfc(5280, "4.2.1.4"), english: "The number of a text.")
    package static let explicitText = Part("explicitText", .rfc(5280, "4.2.1.4"), english: "The text itself.")
    package static let policyMappings = Part(
        "policyMappings", .rfc(5280, "4.2.1.5"),
        english: "Rules of another authority that count as equal to the issuer's own.")
    package static let policyMapping = Part(
        "policyMapping", .rfc(5280, "4.2.1.5"),
        english: "A pair of rules that count as equal.")
    package static let issuerDomainPolicy = Part(
        "issuerDomainPolicy", .rfc(5280, "4.2.1.5"),
        english: "The issuer's rules.")
    package static let subjectDomainPolicy = Part(
        "subjectDomainPolicy", .rfc(5280, "4.2.1.5"),
        english: "The subject's rules.")
    package static let policyConstraints = Part(
        "policyConstraints", .rfc(5280, "4.2.1.11"),
        english: "Where in the chain rules must be named.")
    package static let requireExplicitPolicy = Part(
        "requireExplicitPolicy", .rfc(5280, "4.2.1.11"),
        english: "The number of certificates after which acceptable rules must be named.")
    package static let inhibitPolicyMapping = Part(
        "inhibitPolicyMapping", .rfc(5280, "4.2.1.11"),
        english: "The number of certificates after which rules may no longer be mapped.")
    package static let inhibitAnyPolicy = Part(
        "inhibitAnyPolicy", .rfc(5280, "4.2.1.14"),
        english: "The number of certificates after which \"any rules\" no longer counts.")
}
