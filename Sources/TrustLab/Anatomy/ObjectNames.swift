import PKI
internal import SwiftASN1

/// What object identifiers in certificates are called in the documents that define them.
enum ObjectNames {
    /// The name of an identifier in dotted form; nil where it has none here.
    static func name(of dotted: String) -> String? {
        if let name = names[dotted] { return name }
        guard let identifier = try? ASN1ObjectIdentifier(dotRepresentation: dotted) else { return nil }
        let name = AlgorithmNames.name(identifier)
        return name == dotted ? nil : name
    }

    /// Abbreviations of attribute types in the text of a name (RFC 4514 section 3), and OpenSSL's beyond those.
    static let abbreviations = [
        "commonName": "CN", "localityName": "L", "stateOrProvinceName": "ST", "organizationName": "O",
        "organizationalUnitName": "OU", "countryName": "C", "streetAddress": "STREET", "domainComponent": "DC",
        "userId": "UID",
    ]

    private static let names = [
        // Attributes of names (RFC 5280 appendix A.1, RFC 4519).
        "2.5.4.3": "commonName", "2.5.4.4": "surname", "2.5.4.5": "serialNumber", "2.5.4.6": "countryName",
        "2.5.4.7": "localityName", "2.5.4.8": "stateOrProvinceName", "2.5.4.9": "streetAddress",
        "2.5.4.10": "organizationName", "2.5.4.11": "organizationalUnitName", "2.5.4.12": "title",
        "2.5.4.15": "businessCategory", "2.5.4.17": "postalCode", "2.5.4.42": "givenName", "2.5.4.43": "initials",
        "2.5.4.44": "generationQualifier", "2.5.4.46": "dnQualifier", "2.5.4.65": "pseudonym",
        "2.5.4.97": "organizationIdentifier", "0.9.2342.19200300.100.1.1": "userId",
        "0.9.2342.19200300.100.1.25": "domainComponent", "1.2.840.113549.1.9.1": "emailAddress",
        "1.3.6.1.4.1.311.60.2.1.1": "jurisdictionLocalityName",
        "1.3.6.1.4.1.311.60.2.1.2": "jurisdictionStateOrProvinceName",
        "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionCountryName",
        // Extensions.
        "2.5.29.9": "subjectDirectoryAttributes", "2.5.29.14": "subjectKeyIdentifier", "2.5.29.15": "keyUsage",
        "2.5.29.16": "privateKeyUsagePeriod", "2.5.29.17": "subjectAltName", "2.5.29.18": "issuerAltName",
        "2.5.29.19": "basicConstraints", "2.5.29.30": "nameConstraints", "2.5.29.31": "cRLDistributionPoints",
        "2.5.29.32": "certificatePolicies", "2.5.29.33": "policyMappings", "2.5.29.35": "authorityKeyIdentifier",
        "2.5.29.36": "policyConstraints", "2.5.29.37": "extKeyUsage", "2.5.29.46": "freshestCRL",
        "2.5.29.54": "inhibitAnyPolicy", "1.3.6.1.5.5.7.1.1": "authorityInfoAccess",
        "1.3.6.1.5.5.7.1.3": "qcStatements", "1.3.6.1.5.5.7.1.11": "subjectInfoAccess",
        "1.3.6.1.5.5.7.1.24": "tlsFeature", "1.3.6.1.5.5.7.48.1.5": "id-pkix-ocsp-nocheck",
        "1.3.6.1.4.1.11129.2.4.2": "signedCertificateTimestampList",
        "1.3.6.1.4.1.11129.2.4.3": "precertificatePoison", "2.16.840.1.113730.1.1": "netscapeCertType",
        "2.16.840.1.113730.1.13": "netscapeComment",
        // Purposes of keys (RFC 5280 section 4.2.1.12).
        "2.5.29.37.0": "anyExtendedKeyUsage", "1.3.6.1.5.5.7.3.1": "serverAuth", "1.3.6.1.5.5.7.3.2": "clientAuth",
        "1.3.6.1.5.5.7.3.3": "codeSigning", "1.3.6.1.5.5.7.3.4": "emailProtection",
        "1.3.6.1.5.5.7.3.8": "timeStamping", "1.3.6.1.5.5.7.3.9": "OCSPSigning",
        "1.3.6.1.4.1.311.10.3.3": "msServerGatedCrypto", "1.3.6.1.4.1.311.20.2.2": "msSmartcardLogin",
        "2.16.840.1.113730.4.1": "netscapeServerGatedCrypto",
        // Policies and their qualifiers.
        "2.5.29.32.0": "anyPolicy", "2.23.140.1.1": "extended-validation", "2.23.140.1.2.1": "domain-validated",
        "2.23.140.1.2.2": "organization-validated", "2.23.140.1.2.3": "individual-validated",
        "1.3.6.1.5.5.7.2.1": "id-qt-cps", "1.3.6.1.5.5.7.2.2": "id-qt-unotice",
        // Where to look further.
        "1.3.6.1.5.5.7.48.1": "id-ad-ocsp", "1.3.6.1.5.5.7.48.2": "id-ad-caIssuers",
        "1.3.6.1.5.5.7.48.5": "id-ad-caRepository",
        // Curves (RFC 5480 section 2.1.1.1), keys, hash functions and masks.
        "1.2.840.10045.3.1.7": "secp256r1", "1.3.132.0.34": "secp384r1", "1.3.132.0.35": "secp521r1",
        "1.3.132.0.33": "secp224r1", "1.3.132.0.10": "secp256k1", "1.2.840.10045.3.1.1": "secp192r1",
        "1.3.101.110": "X25519", "1.3.101.111": "X448", "1.2.840.113549.1.1.8": "id-mgf1",
        "1.2.840.113549.2.2": "MD2", "1.2.840.113549.2.5": "MD5", "1.3.14.3.2.26": "SHA-1",
        "2.16.840.1.101.3.4.2.1": "SHA-256", "2.16.840.1.101.3.4.2.2": "SHA-384", "2.16.840.1.101.3.4.2.3": "SHA-512",
        "2.16.840.1.101.3.4.2.4": "SHA-224", "1.2.840.10045.4.3.1": "ecdsa-with-SHA224",
        "1.2.840.10040.4.3": "dsa-with-SHA1", "2.16.840.1.101.3.4.3.1": "dsa-with-SHA224",
        "2.16.840.1.101.3.4.3.2": "dsa-with-SHA256",
    ]
}
