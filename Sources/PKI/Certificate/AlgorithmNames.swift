package import SwiftASN1

/// What object identifiers of algorithms are called in the RFCs that define them.
package enum AlgorithmNames {
    /// The name of an algorithm; the identifier's numbers where it has no name here.
    package static func name(_ identifier: ASN1ObjectIdentifier) -> String {
        names[identifier] ?? "\(identifier)"
    }

    /// Signature algorithms whose hash function no longer resists collisions: who can find one can turn a signature for one
    /// certificate into a signature for another (MD5 in 2008, SHA-1 in 2017).
    static let brokenSignatures: Set<ASN1ObjectIdentifier> = [
        [1, 2, 840, 113549, 1, 1, 2], [1, 2, 840, 113549, 1, 1, 4], [1, 2, 840, 113549, 1, 1, 5],
        [1, 2, 840, 10045, 4, 1],
    ]

    /// Signature algorithms that the X.509 library verifies.
    static let verifiable: Set<ASN1ObjectIdentifier> = [
        [1, 2, 840, 113549, 1, 1, 5], [1, 2, 840, 113549, 1, 1, 11], [1, 2, 840, 113549, 1, 1, 12],
        [1, 2, 840, 113549, 1, 1, 13], [1, 2, 840, 10045, 4, 3, 2], [1, 2, 840, 10045, 4, 3, 3],
        [1, 2, 840, 10045, 4, 3, 4], [1, 3, 101, 112],
    ]

    private static let names: [ASN1ObjectIdentifier: String] = [
        [1, 2, 840, 113549, 1, 1, 1]: "rsaEncryption",
        [1, 2, 840, 113549, 1, 1, 2]: "md2WithRSAEncryption",
        [1, 2, 840, 113549, 1, 1, 4]: "md5WithRSAEncryption",
        [1, 2, 840, 113549, 1, 1, 5]: "sha1WithRSAEncryption",
        [1, 2, 840, 113549, 1, 1, 10]: "RSASSA-PSS",
        [1, 2, 840, 113549, 1, 1, 11]: "sha256WithRSAEncryption",
        [1, 2, 840, 113549, 1, 1, 12]: "sha384WithRSAEncryption",
        [1, 2, 840, 113549, 1, 1, 13]: "sha512WithRSAEncryption",
        [1, 2, 840, 113549, 1, 1, 14]: "sha224WithRSAEncryption",
        [1, 2, 840, 10045, 2, 1]: "ecPublicKey",
        [1, 2, 840, 10045, 4, 1]: "ecdsa-with-SHA1",
        [1, 2, 840, 10045, 4, 3, 2]: "ecdsa-with-SHA256",
        [1, 2, 840, 10045, 4, 3, 3]: "ecdsa-with-SHA384",
        [1, 2, 840, 10045, 4, 3, 4]: "ecdsa-with-SHA512",
        [1, 2, 840, 10040, 4, 1]: "dsa",
        [1, 3, 101, 112]: "Ed25519",
        [1, 3, 101, 113]: "Ed448",
    ]
}
