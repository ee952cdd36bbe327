import Trace

/// A named part of a certificate, by the name that the ASN.1 module of its RFC gives it (RFC 5280 appendix A).
///
/// Each has a sentence for someone who has never seen one; see ``sentence(in:)``.
public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The whole, and what the signature covers.
    case certificate = "Certificate"
    case tbsCertificate, versionTag, version, serialNumber, signature, algorithm, parameters
    /// Names.
    case issuer, subject, relativeDistinguishedName, attribute, attributeType, attributeValue
    /// Time.
    case validity, notBefore, notAfter
    /// The key.
    case subjectPublicKeyInfo, keyAlgorithm, namedCurve, subjectPublicKey, unusedBits, rsaPublicKey, modulus
    case publicExponent, pointForm, pointX, pointY, compressedPoint, edwardsPoint, keyOctets, keyInteger
    case issuerUniqueID, subjectUniqueID
    /// The frame of extensions.
    case extensionsTag, extensions, extensionItem, extnID, critical, extnValue
    /// Whose key, whose signature.
    case authorityKeyIdentifier, keyIdentifier, authorityCertIssuer, authorityCertSerialNumber, subjectKeyIdentifier
    /// What the key is for.
    case keyUsage, keyUsageBits, extKeyUsage, keyPurposeId, basicConstraints, cA, pathLenConstraint
    /// Other names of the subject and the issuer.
    case subjectAltName, issuerAltName, otherName, otherNameType, otherNameValue, rfc822Name, dNSName, x400Address
    case directoryName, ediPartyName, uniformResourceIdentifier, iPAddress, registeredID
    /// What an authority may certify.
    case nameConstraints, permittedSubtrees, excludedSubtrees, generalSubtree, minimum, maximum
    /// Under which rules.
    case certificatePolicies, policyInformation, policyIdentifier, policyQualifiers, policyQualifierInfo
    case policyQualifierId, qualifier, userNotice, noticeRef, organization, noticeNumbers, noticeNumber, explicitText
    case policyMappings, policyMapping, issuerDomainPolicy, subjectDomainPolicy
    case policyConstraints, requireExplicitPolicy, inhibitPolicyMapping, inhibitAnyPolicy
    /// Where to look further.
    case cRLDistributionPoints, freshestCRL, distributionPoint, distributionPointName, fullName
    case nameRelativeToCRLIssuer, reasons, cRLIssuer
    case authorityInfoAccess, subjectInfoAccess, accessDescription, accessMethod
    /// Certificate Transparency.
    case signedCertificateTimestampList, sctListLength, sctLength, sct, sctVersion, sctLogID, sctTimestamp
    case sctExtensions, sctHash, sctSignatureAlgorithm, sctSignatureLength, sctSignature, precertificatePoison
    /// Others.
    case tlsFeature, tlsFeatureNumber, ocspNoCheck, netscapeCertType, netscapeComment
    /// The signature.
    case signatureAlgorithm, signatureValue, signatureOctets, ecdsaSignature, r, s
    case hashAlgorithmTag, hashAlgorithm, hashFunction, hashParameters
    case maskGenAlgorithmTag, maskGenAlgorithm, maskGenFunction, saltLengthTag, saltLength, trailerFieldTag,
        trailerField
    /// What has no name here.
    case element, unexpected, octets, afterTheEnd, unread

    /// The name in the RFC, without the distinctions that are made here.
    public var name: String {
        switch self {
        case .versionTag: "version"
        case .extensionsTag: "extensions"
        case .extensionItem: "Extension"
        case .attribute: "AttributeTypeAndValue"
        case .attributeType, .otherNameType: self == .attributeType ? "type" : "type-id"
        case .attributeValue, .otherNameValue: "value"
        case .relativeDistinguishedName: "RelativeDistinguishedName"
        case .keyAlgorithm, .hashFunction, .maskGenFunction: "algorithm"
        case .rsaPublicKey: "RSAPublicKey"
        case .unusedBits: "unused bits"
        case .pointForm: "form of the point"
        case .pointX: "x"
        case .pointY: "y"
        case .compressedPoint: "x"
        case .edwardsPoint: "key"
        case .keyOctets, .keyInteger: "key"
        case .generalSubtree: "GeneralSubtree"
        case .policyInformation: "PolicyInformation"
        case .policyQualifierInfo: "PolicyQualifierInfo"
        case .distributionPoint: "DistributionPoint"
        case .distributionPointName: "distributionPoint"
        case .accessDescription: "AccessDescription"
        case .keyPurposeId: "KeyPurposeId"
        case .keyUsageBits: "KeyUsage"
        case .userNotice: "UserNotice"
        case .signedCertificateTimestampList: "SignedCertificateTimestampList"
        case .sctListLength, .sctLength, .sctSignatureLength: "length"
        case .sct: "SignedCertificateTimestamp"
        case .sctVersion: "version"
        case .sctLogID: "log id"
        case .sctTimestamp: "timestamp"
        case .sctExtensions: "extensions"
        case .sctHash: "hash"
        case .sctSignatureAlgorithm: "signature algorithm"
        case .sctSignature: "signature"
        case .tlsFeatureNumber: "feature"
        case .signatureOctets: "signature"
        case .ecdsaSignature: "Ecdsa-Sig-Value"
        case .hashAlgorithmTag: "hashAlgorithm"
        case .maskGenAlgorithmTag: "maskGenAlgorithm"
        case .saltLengthTag: "saltLength"
        case .trailerFieldTag: "trailerField"
        case .hashParameters: "parameters"
        case .afterTheEnd: "(after the end)"
        case .unread: "(not read)"
        case .unexpected: "(not expected here)"
        case .element: "element"
        case .octets: "octets"
        default: rawValue
        }
    }

    /// The section that defines it.
    public var cite: Citation {
        switch self {
        case .certificate: .rfc(5280, "4.1")
        case .tbsCertificate: .rfc(5280, "4.1.1.1")
        case .signatureAlgorithm, .algorithm, .parameters: .rfc(5280, "4.1.1.2")
        case .signatureValue, .signatureOctets: .rfc(5280, "4.1.1.3")
        case .versionTag, .version: .rfc(5280, "4.1.2.1")
        case .serialNumber: .rfc(5280, "4.1.2.2")
        case .signature: .rfc(5280, "4.1.2.3")
        case .issuer, .relativeDistinguishedName, .attribute, .attributeType, .attributeValue: .rfc(5280, "4.1.2.4")
        case .validity, .notBefore, .notAfter: .rfc(5280, "4.1.2.5")
        case .subject: .rfc(5280, "4.1.2.6")
        case .subjectPublicKeyInfo, .keyAlgorithm, .subjectPublicKey, .keyOctets: .rfc(5280, "4.1.2.7")
        case .issuerUniqueID, .subjectUniqueID: .rfc(5280, "4.1.2.8")
        case .extensionsTag, .extensions: .rfc(5280, "4.1.2.9")
        case .extensionItem, .extnID, .critical, .extnValue: .rfc(5280, "4.2")
        case .namedCurve: .rfc(5480, "2.1.1")
        case .pointForm, .pointX, .pointY, .compressedPoint: .rfc(5480, "2.2")
        case .rsaPublicKey, .modulus, .publicExponent: .rfc(8017, "A.1.1")
        case .edwardsPoint: .rfc(8410, "4")
        case .keyInteger: .rfc(3279, "2.3.2")
        case .unusedBits: Citation("X.690", "8.6.2")
        case .authorityKeyIdentifier, .keyIdentifier, .authorityCertIssuer, .authorityCertSerialNumber:
            .rfc(5280, "4.2.1.1")
        case .subjectKeyIdentifier: .rfc(5280, "4.2.1.2")
        case .keyUsage, .keyUsageBits: .rfc(5280, "4.2.1.3")
        case .certificatePolicies, .policyInformation, .policyIdentifier, .policyQualifiers, .policyQualifierInfo,
            .policyQualifierId, .qualifier, .userNotice, .noticeRef, .organization, .noticeNumbers, .noticeNumber,
            .explicitText:
            .rfc(5280, "4.2.1.4")
        case .policyMappings, .policyMapping, .issuerDomainPolicy, .subjectDomainPolicy: .rfc(5280, "4.2.1.5")
        case .subjectAltName, .otherName, .otherNameType, .otherNameValue, .rfc822Name, .dNSName, .x400Address,
            .directoryName, .ediPartyName, .uniformResourceIdentifier, .iPAddress, .registeredID:
            .rfc(5280, "4.2.1.6")
        case .issuerAltName: .rfc(5280, "4.2.1.7")
        case .basicConstraints, .cA, .pathLenConstraint: .rfc(5280, "4.2.1.9")
        case .nameConstraints, .permittedSubtrees, .excludedSubtrees, .generalSubtree, .minimum, .maximum:
            .rfc(5280, "4.2.1.10")
        case .policyConstraints, .requireExplicitPolicy, .inhibitPolicyMapping: .rfc(5280, "4.2.1.11")
        case .extKeyUsage, .keyPurposeId: .rfc(5280, "4.2.1.12")
        case .cRLDistributionPoints, .distributionPoint, .distributionPointName, .fullName, .nameRelativeToCRLIssuer,
            .reasons, .cRLIssuer:
            .rfc(5280, "4.2.1.13")
        case .inhibitAnyPolicy: .rfc(5280, "4.2.1.14")
        case .freshestCRL: .rfc(5280, "4.2.1.15")
        case .authorityInfoAccess, .accessDescription, .accessMethod: .rfc(5280, "4.2.2.1")
        case .subjectInfoAccess: .rfc(5280, "4.2.2.2")
        case .signedCertificateTimestampList, .sctListLength, .sctLength: .rfc(6962, "3.3")
        case .sct, .sctVersion, .sctLogID, .sctTimestamp, .sctExtensions, .sctHash, .sctSignatureAlgorithm,
            .sctSignatureLength, .sctSignature:
            .rfc(6962, "3.2")
        case .precertificatePoison: .rfc(6962, "3.1")
        case .tlsFeature, .tlsFeatureNumber: .rfc(7633, "4")
        case .ocspNoCheck: .rfc(6960, "4.2.2.2.1")
        case .netscapeCertType, .netscapeComment: Citation("Netscape 1997")
        case .ecdsaSignature, .r, .s: .rfc(3279, "2.2.3")
        case .hashAlgorithmTag, .hashAlgorithm, .hashFunction, .hashParameters, .maskGenAlgorithmTag,
            .maskGenAlgorithm, .maskGenFunction, .saltLengthTag, .saltLength, .trailerFieldTag, .trailerField:
            .rfc(4055, "3.1")
        case .element, .unexpected, .octets, .unread: Citation("X.690", "8.1")
        case .afterTheEnd: .rfc(5280, "4.1")
        }
    }
}
