import Trace

/// A named part of a certificate, by the name that the ASN.1 module of its RFC gives it (RFC 5280 appendix A).
///
/// Each has a sentence that says what it is to a reader who sees it for the first time; see ``sentence(in:)``.
public enum Part: String, Hashable, Sendable, CaseIterable, Remark {
    /// The whole.
    case certificate = "Certificate"
    /// What the signature covers, up to the names.
    case tbsCertificate, versionTag, version, serialNumber, signature, algorithm, parameters
    /// Names.
    case issuer, subject, relativeDistinguishedName, attribute, attributeType, attributeValue
    /// Time.
    case validity, notBefore, notAfter
    /// The key, and the numbers of an RSA key.
    case subjectPublicKeyInfo, keyAlgorithm, namedCurve, subjectPublicKey, unusedBits, rsaPublicKey, modulus
    /// The exponent of an RSA key, and the octets of keys of other kinds.
    case publicExponent, pointForm, pointX, pointY, compressedPoint, edwardsPoint, keyOctets, keyInteger
    /// What tells two owners of one name apart; out of use.
    case issuerUniqueID, subjectUniqueID
    /// The frame of extensions.
    case extensionsTag, extensions, extensionItem, extnID, critical, extnValue
    /// Whose key, whose signature.
    case authorityKeyIdentifier, keyIdentifier, authorityCertIssuer, authorityCertSerialNumber, subjectKeyIdentifier
    /// What the key is for.
    case keyUsage, keyUsageBits, extKeyUsage, keyPurposeId, basicConstraints, cA, pathLenConstraint
    /// Other names of the subject and the issuer.
    case subjectAltName, issuerAltName, otherName, otherNameType, otherNameValue, rfc822Name, dNSName, x400Address
    /// The kinds of such names that follow in RFC 5280.
    case directoryName, ediPartyName, uniformResourceIdentifier, iPAddress, registeredID
    /// What an authority may certify.
    case nameConstraints, permittedSubtrees, excludedSubtrees, generalSubtree, minimum, maximum
    /// Under which rules.
    case certificatePolicies, policyInformation, policyIdentifier, policyQualifiers, policyQualifierInfo
    /// What qualifies a rule.
    case policyQualifierId, qualifier, userNotice, noticeRef, organization, noticeNumbers, noticeNumber, explicitText
    /// Which rules of two authorities are the same.
    case policyMappings, policyMapping, issuerDomainPolicy, subjectDomainPolicy
    /// Where rules are required, and where not all will do.
    case policyConstraints, requireExplicitPolicy, inhibitPolicyMapping, inhibitAnyPolicy
    /// Where revocations are published.
    case cRLDistributionPoints, freshestCRL, distributionPoint, distributionPointName, fullName
    /// By whom, and for which reasons.
    case nameRelativeToCRLIssuer, reasons, cRLIssuer
    /// Where to look further.
    case authorityInfoAccess, subjectInfoAccess, accessDescription, accessMethod
    /// Certificate Transparency.
    case signedCertificateTimestampList, sctListLength, sctLength, sct, sctVersion, sctLogID, sctTimestamp
    /// The end of a timestamp, and the mark of a certificate that is not one yet.
    case sctExtensions, sctHash, sctSignatureAlgorithm, sctSignatureLength, sctSignature, precertificatePoison
    /// Others.
    case tlsFeature, tlsFeatureNumber, ocspNoCheck, netscapeCertType, netscapeComment
    /// The signature.
    case signatureAlgorithm, signatureValue, signatureOctets, ecdsaSignature, r, s
    /// The hash function of RSASSA-PSS.
    case hashAlgorithmTag, hashAlgorithm, hashFunction, hashParameters
    /// The other parameters of RSASSA-PSS.
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

    /// One short sentence for a beginner; ``cite`` names its source.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .certificate: "Three things in a row: what is certified, how it is signed, the signature."
        case .tbsCertificate: "What the issuer signs, every octet of it (tbs: to be signed)."
        case .versionTag: "Tag 0 announces the version. Without it the certificate is version 1."
        case .version: "Written one less than spoken: 2 is version 3, the first with extensions."
        case .serialNumber: "The issuer's number for this certificate; with it the certificate can be revoked."
        case .signature: "How it is signed, said inside the signed part too, so that nobody can exchange it."
        case .algorithm: "A number in a tree of numbers that names the algorithm."
        case .parameters: "What else the algorithm needs to know; NULL: nothing."
        case .issuer: "Who signed it: the subject of the issuer's own certificate, octet for octet."
        case .subject: "Whose key it is. Web servers are named in subjectAltName instead."
        case .relativeDistinguishedName:
            "A step in a name, the widest first; a set, because a step may have two labels."
        case .attribute: "A label: what kind, and what it says."
        case .attributeType: "What kind of label."
        case .attributeValue: "What the label says; the tag tells in which characters."
        case .validity: "From when to when the issuer vouches for it; both ends belong to it."
        case .notBefore: "Not valid before this second. Z is Universal Time."
        case .notAfter: "Not valid after this second."
        case .subjectPublicKeyInfo: "The key that is certified: the point of the whole thing."
        case .keyAlgorithm: "What kind of key it is."
        case .namedCurve: "On which curve the key is a point."
        case .subjectPublicKey: "The key itself, packed into a string of bits."
        case .unusedBits: "How many bits at the end of the string do not count: none."
        case .rsaPublicKey: "An RSA key is two numbers."
        case .modulus: "n, the product of two secret primes. Who factors it has the private key."
        case .publicExponent: "e, the power to which signatures are raised to verify them."
        case .pointForm: "04: both coordinates follow; 02 or 03: only x, and which of two y."
        case .pointX: "The point's first coordinate, big-endian."
        case .pointY: "The point's second coordinate; it must satisfy the curve's equation."
        case .compressedPoint: "The first coordinate; the second is computed from it."
        case .edwardsPoint: "A point on a twisted curve: y, and one bit of x."
        case .keyOctets: "A key of a kind whose parts are not named here."
        case .keyInteger: "A DSA key is one number: g to a secret power."
        case .issuerUniqueID: "To tell issuers of the same name apart. Nobody uses it any more."
        case .subjectUniqueID: "To tell subjects of the same name apart. Nobody uses it any more."
        case .extensionsTag: "Tag 3 announces the extensions."
        case .extensions: "What version 3 added: most of what a verifier asks stands here."
        case .extensionItem: "A name, whether it must be understood, a value."
        case .extnID: "Which extension it is."
        case .critical: "TRUE: whoever does not understand this extension must reject the certificate."
        case .extnValue: "The value, packed: octets that are DER of their own, opened up below."
        case .element: "An element that has no name here; its type says how to read it."
        case .unexpected: "The structure has no place for this here."
        case .octets: "Octets without a structure."
        case .afterTheEnd: "Octets after the certificate, which belong to nothing."
        case .unread: "From here on nothing can be read."
        case .authorityKeyIdentifier: "Which of the issuer's keys signed it."
        case .keyIdentifier: "The issuer's subjectKeyIdentifier, so that the right certificate is found."
        case .authorityCertIssuer: "The name in the issuer field of the issuer's certificate."
        case .authorityCertSerialNumber: "The serial number of the issuer's certificate."
        case .subjectKeyIdentifier: "A short name for this certificate's key, often its hash; not a secret, no proof."
        case .keyUsage, .keyUsageBits: "What the key may do, a bit for each use."
        case .extKeyUsage: "For which purposes the key may be used; others are excluded."
        case .keyPurposeId: "One purpose, such as serverAuth: a TLS server."
        case .basicConstraints: "Whether the subject may sign certificates. Empty: it may not."
        case .cA: "TRUE: the subject is an authority."
        case .pathLenConstraint: "How many authorities may stand below this one."
        case .subjectAltName: "The names for which the certificate speaks: what browsers compare with the address."
        case .issuerAltName: "Other names of the issuer."
        case .otherName: "A name of a kind that is identified by a number."
        case .otherNameType: "Which kind of name."
        case .otherNameValue: "The name."
        case .rfc822Name: "A mail address."
        case .dNSName: "A host's name; *. in front stands for one label."
        case .x400Address: "A mail address of the X.400 network."
        case .directoryName: "A name like subject and issuer."
        case .ediPartyName: "A partner's name in electronic data interchange."
        case .uniformResourceIdentifier: "An address on the Web."
        case .iPAddress: "An IP address: 4 octets, or 16 in version 6; with a mask in a constraint."
        case .registeredID: "A number in the tree of object identifiers."
        case .nameConstraints: "For which names the authority may certify."
        case .permittedSubtrees: "Only names in these trees."
        case .excludedSubtrees: "No names in these trees."
        case .generalSubtree: "A tree: everything that ends in this name."
        case .minimum: "Always 0."
        case .maximum: "Always absent."
        case .cRLDistributionPoints: "Where the list of revoked certificates is."
        case .freshestCRL: "Where the changes to that list are."
        case .distributionPoint: "One place with a list."
        case .distributionPointName: "The place's name."
        case .fullName: "The whole name."
        case .nameRelativeToCRLIssuer: "A step below the name of the list's issuer."
        case .reasons: "For which reasons of revocation this list is."
        case .cRLIssuer: "Who signs the list, where it is not the issuer."
        case .authorityInfoAccess: "Where to ask about this certificate and where to get the issuer's."
        case .subjectInfoAccess: "What the subject offers, and where."
        case .accessDescription: "A kind of service and its address."
        case .accessMethod: "Which service: OCSP answers whether it is revoked; caIssuers has the issuer's certificate."
        case .signedCertificateTimestampList: "Promises of public logs to show this certificate to everyone."
        case .sctListLength: "The octets of the list. TLS's own notation from here on, not DER."
        case .sctLength: "The octets of one timestamp."
        case .sct: "One log's promise."
        case .sctVersion: "The format of the timestamp."
        case .sctLogID: "Which log: the SHA-256 of its key."
        case .sctTimestamp: "When the log saw the certificate."
        case .sctExtensions: "Nothing so far."
        case .sctHash: "With which hash function the log signs."
        case .sctSignatureAlgorithm: "With what kind of key."
        case .sctSignatureLength: "The octets of the signature."
        case .sctSignature: "The log's signature."
        case .precertificatePoison: "Makes it unusable on purpose: a draft shown to logs before the certificate."
        case .tlsFeature: "What the server promises to do in TLS: status_request is to staple an OCSP response."
        case .tlsFeatureNumber: "The number of the TLS extension."
        case .ocspNoCheck: "Do not ask whether this key of an OCSP responder is revoked."
        case .netscapeCertType: "What keyUsage was before there was keyUsage."
        case .netscapeComment: "A note for people."
        case .certificatePolicies: "Under which rules it was issued."
        case .policyInformation: "One set of rules."
        case .policyIdentifier: "Which rules; domain-validated: only control of the name was checked."
        case .policyQualifiers: "More about the rules."
        case .policyQualifierInfo: "A kind of information and its content."
        case .policyQualifierId: "Which kind: cps is the address of a document, unotice a text."
        case .qualifier: "The content."
        case .userNotice: "A text for people."
        case .noticeRef: "Which text of which organisation."
        case .organization: "Whose text."
        case .noticeNumbers: "The numbers of the texts."
        case .noticeNumber: "The number of a text."
        case .explicitText: "The text itself."
        case .policyMappings: "Which rules of another authority count as which of one's own."
        case .policyMapping: "A pair of rules that count as equal."
        case .issuerDomainPolicy: "The issuer's rules."
        case .subjectDomainPolicy: "The subject's rules."
        case .policyConstraints: "How far down the chain rules must be named."
        case .requireExplicitPolicy: "After how many certificates acceptable rules must be named."
        case .inhibitPolicyMapping: "After how many certificates rules may no longer be equated."
        case .inhibitAnyPolicy: "After how many certificates \"any rules\" no longer counts."
        case .signatureAlgorithm: "How it is signed; must equal the signature field inside."
        case .signatureValue: "The signature over tbsCertificate, packed into a string of bits."
        case .signatureOctets: "The signature itself; with RSA one number, as long as the issuer's modulus."
        case .ecdsaSignature: "An ECDSA signature is two numbers."
        case .r: "The x-coordinate of a point that the signer drew at random."
        case .s: "Ties that point to the digest and the signer's key."
        case .hashAlgorithmTag: "Tag 0 announces the hash function. Without it: SHA-1."
        case .hashAlgorithm: "Which hash function."
        case .hashFunction: "A number that names the hash function."
        case .hashParameters: "Hash functions have no parameters."
        case .maskGenAlgorithmTag: "Tag 1 announces the mask. Without it: MGF1 with SHA-1."
        case .maskGenAlgorithm: "How the salt is hidden."
        case .maskGenFunction: "MGF1: a hash function and a counter make as many octets as are needed."
        case .saltLengthTag: "Tag 2 announces the length of the salt. Without it: 20."
        case .saltLength: "How many random octets the signer mixes in."
        case .trailerFieldTag: "Tag 3 announces the last octet. Without it: bc."
        case .trailerField: "1: the last octet is bc."
        }
    }
}
