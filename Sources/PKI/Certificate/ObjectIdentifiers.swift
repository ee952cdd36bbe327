import Crypto

// The object identifiers of certificates, with the names that they have in the documents that define them. The identifiers of
// keys, curves and hash functions are in Crypto, beside their types; those of signatures are in ``SignatureAlgorithm``.

extension OID {
    // MARK: Attributes of names (RFC 5280 appendix A.1)

    /// The common name of a subject.
    package static let commonName: OID = [2, 5, 4, 3]
    /// Two letters of ISO 3166.
    package static let countryName: OID = [2, 5, 4, 6]
    /// A town.
    package static let localityName: OID = [2, 5, 4, 7]
    /// A state or a province.
    package static let stateOrProvinceName: OID = [2, 5, 4, 8]
    /// A street and a number.
    package static let streetAddress: OID = [2, 5, 4, 9]
    /// A company or the like.
    package static let organizationName: OID = [2, 5, 4, 10]
    /// A part of a company.
    package static let organizationalUnitName: OID = [2, 5, 4, 11]
    /// A label of a DNS name (RFC 4519 section 2.4).
    package static let domainComponent: OID = [0, 9, 2342, 19_200_300, 100, 1, 25]
    /// A mail address. New certificates have it in subjectAltName instead (RFC 5280 section 4.1.2.6).
    package static let emailAddress: OID = [1, 2, 840, 113549, 1, 9, 1]

    // MARK: Extensions (RFC 5280 section 4.2)

    package static let subjectKeyIdentifier: OID = [2, 5, 29, 14]
    package static let keyUsage: OID = [2, 5, 29, 15]
    package static let subjectAltName: OID = [2, 5, 29, 17]
    package static let issuerAltName: OID = [2, 5, 29, 18]
    package static let basicConstraints: OID = [2, 5, 29, 19]
    package static let nameConstraints: OID = [2, 5, 29, 30]
    package static let cRLDistributionPoints: OID = [2, 5, 29, 31]
    package static let certificatePolicies: OID = [2, 5, 29, 32]
    package static let policyMappings: OID = [2, 5, 29, 33]
    package static let authorityKeyIdentifier: OID = [2, 5, 29, 35]
    package static let policyConstraints: OID = [2, 5, 29, 36]
    package static let extKeyUsage: OID = [2, 5, 29, 37]
    package static let freshestCRL: OID = [2, 5, 29, 46]
    package static let inhibitAnyPolicy: OID = [2, 5, 29, 54]
    package static let authorityInfoAccess: OID = [1, 3, 6, 1, 5, 5, 7, 1, 1]
    /// The access method whose location is the address of the issuer's certificates (RFC 5280 section 4.2.2.1).
    static let caIssuers: OID = [1, 3, 6, 1, 5, 5, 7, 48, 2]
    package static let subjectInfoAccess: OID = [1, 3, 6, 1, 5, 5, 7, 1, 11]
    /// RFC 7633 section 4.
    package static let tlsFeature: OID = [1, 3, 6, 1, 5, 5, 7, 1, 24]
    /// RFC 6960 section 4.2.2.2.1.
    package static let ocspNoCheck: OID = [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]
    /// RFC 6962 section 3.3.
    package static let signedCertificateTimestampList: OID = [1, 3, 6, 1, 4, 1, 11129, 2, 4, 2]
    /// The same list in the answer of an OCSP response (RFC 6962 section 3.3).
    static let timestampListOfResponse: OID = [1, 3, 6, 1, 4, 1, 11129, 2, 4, 5]
    /// RFC 6962 section 3.1.
    package static let precertificatePoison: OID = [1, 3, 6, 1, 4, 1, 11129, 2, 4, 3]
    package static let netscapeCertType: OID = [2, 16, 840, 1, 113730, 1, 1]
    package static let netscapeComment: OID = [2, 16, 840, 1, 113730, 1, 13]

    // MARK: Purposes of keys (RFC 5280 section 4.2.1.12)

    package static let anyExtendedKeyUsage: OID = [2, 5, 29, 37, 0]
    package static let serverAuth: OID = [1, 3, 6, 1, 5, 5, 7, 3, 1]
    package static let clientAuth: OID = [1, 3, 6, 1, 5, 5, 7, 3, 2]
    package static let codeSigning: OID = [1, 3, 6, 1, 5, 5, 7, 3, 3]
    package static let ocspSigning: OID = [1, 3, 6, 1, 5, 5, 7, 3, 9]

    // MARK: A curve that has a name here and no arithmetic (SEC 2)

    package static let secp192r1: OID = [1, 2, 840, 10045, 3, 1, 1]

    // MARK: Others

    /// The policy that stands for every policy (RFC 5280 section 4.2.1.4).
    package static let anyPolicy: OID = [2, 5, 29, 32, 0]
    /// The address of a policy's document (RFC 5280 section 4.2.1.4).
    package static let cpsQualifier: OID = [1, 3, 6, 1, 5, 5, 7, 2, 1]
    /// A notice for people who rely on a policy (RFC 5280 section 4.2.1.4).
    package static let userNoticeQualifier: OID = [1, 3, 6, 1, 5, 5, 7, 2, 2]
    /// id-pkix-ocsp-basic, the one response type that responders and clients must support (RFC 6960 section 4.2.1).
    package static let basicOCSPResponse: OID = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
    /// The mask generation function of RSASSA-PSS (RFC 8017 appendix B.2.1).
    package static let mgf1: OID = [1, 2, 840, 113549, 1, 1, 8]

    // MARK: Names

    /// The name in the document that defines the identifier; nil if the name is not known here.
    package var name: String? { OID.names[self] }

    /// The name, or the numbers if no name is known.
    package var label: String { name ?? description }

    private static let names: [OID: String] = [
        // Attributes of names (RFC 5280 appendix A.1, RFC 4519).
        .commonName: "commonName", [2, 5, 4, 4]: "surname", [2, 5, 4, 5]: "serialNumber", .countryName: "countryName",
        .localityName: "localityName", .stateOrProvinceName: "stateOrProvinceName", .streetAddress: "streetAddress",
        .organizationName: "organizationName", .organizationalUnitName: "organizationalUnitName",
        [2, 5, 4, 12]: "title", [2, 5, 4, 15]: "businessCategory", [2, 5, 4, 17]: "postalCode",
        [2, 5, 4, 42]: "givenName", [2, 5, 4, 43]: "initials", [2, 5, 4, 44]: "generationQualifier",
        [2, 5, 4, 46]: "dnQualifier", [2, 5, 4, 65]: "pseudonym", [2, 5, 4, 97]: "organizationIdentifier",
        [0, 9, 2342, 19_200_300, 100, 1, 1]: "userId", .domainComponent: "domainComponent",
        .emailAddress: "emailAddress", [1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 1]: "jurisdictionLocalityName",
        [1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 2]: "jurisdictionStateOrProvinceName",
        [1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 3]: "jurisdictionCountryName",
        // Extensions.
        [2, 5, 29, 9]: "subjectDirectoryAttributes", .subjectKeyIdentifier: "subjectKeyIdentifier",
        .keyUsage: "keyUsage", [2, 5, 29, 16]: "privateKeyUsagePeriod", .subjectAltName: "subjectAltName",
        .issuerAltName: "issuerAltName", .basicConstraints: "basicConstraints", .nameConstraints: "nameConstraints",
        .cRLDistributionPoints: "cRLDistributionPoints", .certificatePolicies: "certificatePolicies",
        .policyMappings: "policyMappings", .authorityKeyIdentifier: "authorityKeyIdentifier",
        .policyConstraints: "policyConstraints", .extKeyUsage: "extKeyUsage", .freshestCRL: "freshestCRL",
        .inhibitAnyPolicy: "inhibitAnyPolicy", .authorityInfoAccess: "authorityInfoAccess",
        [1, 3, 6, 1, 5, 5, 7, 1, 3]: "qcStatements", .subjectInfoAccess: "subjectInfoAccess",
        .tlsFeature: "tlsFeature", .ocspNoCheck: "id-pkix-ocsp-nocheck",
        .signedCertificateTimestampList: "signedCertificateTimestampList",
        .precertificatePoison: "precertificatePoison", .netscapeCertType: "netscapeCertType",
        .netscapeComment: "netscapeComment",
        // Purposes of keys.
        .anyExtendedKeyUsage: "anyExtendedKeyUsage", .serverAuth: "serverAuth", .clientAuth: "clientAuth",
        .codeSigning: "codeSigning", [1, 3, 6, 1, 5, 5, 7, 3, 4]: "emailProtection",
        [1, 3, 6, 1, 5, 5, 7, 3, 8]: "timeStamping", .ocspSigning: "OCSPSigning",
        [1, 3, 6, 1, 4, 1, 311, 10, 3, 3]: "msServerGatedCrypto",
        [1, 3, 6, 1, 4, 1, 311, 20, 2, 2]: "msSmartcardLogin",
        [2, 16, 840, 1, 113730, 4, 1]: "netscapeServerGatedCrypto",
        // Policies and their qualifiers.
        .anyPolicy: "anyPolicy", [2, 23, 140, 1, 1]: "extended-validation", [2, 23, 140, 1, 2, 1]: "domain-validated",
        [2, 23, 140, 1, 2, 2]: "organization-validated", [2, 23, 140, 1, 2, 3]: "individual-validated",
        .cpsQualifier: "id-qt-cps", .userNoticeQualifier: "id-qt-unotice",
        // Access methods: where more information is.
        [1, 3, 6, 1, 5, 5, 7, 48, 1]: "id-ad-ocsp", .caIssuers: "id-ad-caIssuers",
        [1, 3, 6, 1, 5, 5, 7, 48, 5]: "id-ad-caRepository",
        // Keys and curves (RFC 8017, RFC 5480 section 2.1.1.1, RFC 8410).
        .rsaEncryption: "rsaEncryption", .ecPublicKey: "ecPublicKey", .dsa: "dsa", .x25519: "X25519", .x448: "X448",
        .secp256r1: "secp256r1", .secp384r1: "secp384r1", .secp521r1: "secp521r1", .secp224r1: "secp224r1",
        .secp256k1: "secp256k1", .secp192r1: "secp192r1", .brainpoolP256r1: "brainpoolP256r1",
        .brainpoolP384r1: "brainpoolP384r1", .brainpoolP512r1: "brainpoolP512r1",
        // Hash functions and masks.
        .mgf1: "id-mgf1", [1, 2, 840, 113549, 2, 2]: "MD2", DigestFunction.md5.identifier: DigestFunction.md5.name,
        HashAlgorithm.sha1.identifier: HashAlgorithm.sha1.name,
        HashAlgorithm.sha224.identifier: HashAlgorithm.sha224.name,
        HashAlgorithm.sha256.identifier: HashAlgorithm.sha256.name,
        HashAlgorithm.sha384.identifier: HashAlgorithm.sha384.name,
        HashAlgorithm.sha512.identifier: HashAlgorithm.sha512.name,
        // Signatures (RFC 8017 appendix A.2, RFC 3279 section 2.2, RFC 5758, RFC 8410).
        .rsassaPSS: "RSASSA-PSS", .md2WithRSA: "md2WithRSAEncryption", .md5WithRSA: "md5WithRSAEncryption",
        .sha1WithRSA: "sha1WithRSAEncryption", .sha224WithRSA: "sha224WithRSAEncryption",
        .sha256WithRSA: "sha256WithRSAEncryption", .sha384WithRSA: "sha384WithRSAEncryption",
        .sha512WithRSA: "sha512WithRSAEncryption", .ecdsaWithSHA1: "ecdsa-with-SHA1",
        .ecdsaWithSHA224: "ecdsa-with-SHA224", .ecdsaWithSHA256: "ecdsa-with-SHA256",
        .ecdsaWithSHA384: "ecdsa-with-SHA384", .ecdsaWithSHA512: "ecdsa-with-SHA512",
        [1, 2, 840, 10040, 4, 3]: "dsa-with-SHA1", [2, 16, 840, 1, 101, 3, 4, 3, 1]: "dsa-with-SHA224",
        [2, 16, 840, 1, 101, 3, 4, 3, 2]: "dsa-with-SHA256", .ed25519: "Ed25519", .ed448: "Ed448",
    ]
}
