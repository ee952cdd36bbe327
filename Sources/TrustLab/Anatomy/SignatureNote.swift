import Crypto
import Trace

/// The sentences about a signature and its verification.
enum SignatureNote: Wording {
    /// The signed octets, and the place of the signature.
    case signed(SignatureWork)
    case pkcs1
    /// The parts of the block that results from such a verification; the number of padding octets, and the name of the hash.
    case block(padding: Int, hash: String)
    case noBlock
    case pss(PSS.Verification)
    case ecdsa(ECDSA.Verification)
    case ed25519

    // MARK: The outcome
    case obstacle(SignatureWork.Obstacle, algorithm: String)
    case wrongForm
    case wrongDigest
    case notVerified(issuer: String)
    /// The signature is valid; whether two digests were compared, and whether the certificate is self-signed.
    case verified(issuer: String, byDigests: Bool, isSelfSigned: Bool)

    var english: String {
        switch self {
        case .signed(let work):
            """
            The issuer signs tbsCertificate with its header: \(counted(work.signed.count, "octet")), from offset \
            \(work.signed.lowerBound) to \(work.signed.upperBound - 1). The algorithm is \(work.algorithm). The signature has \
            \(counted(work.signature.count, "octet")), from offset \(work.signature.lowerBound) on.
            """
        case .pkcs1:
            """
            RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2). To sign, the issuer made a block: padding, the name of the hash function, and \
            the digest of those octets. It read the block as one number and raised it to the secret exponent d. To raise the result \
            to the public exponent e gives the block back, because e and d belong together modulo n. So anyone can recover the \
            block, but only the owner of d can have made the signature.
            """
        case .block(let padding, let hash):
            """
            The block is 00 01, then \(counted(padding, "octet")) ff that fill it to the size of n, then 00 and DigestInfo (RFC 8017 \
            section 9.2). DigestInfo is DER again: a SEQUENCE of the hash function, \(hash), and the digest.
            """
        case .noBlock:
            """
            A signed block is 00 01 ff … ff 00 DigestInfo. This block is not. It results when the key or the signature is a wrong \
            one.
            """
        case .pss(let work):
            """
            RSASSA-PSS (RFC 8017 sections 8.1 and 9.1) with \(work.hash.name), MGF1 over \(work.maskHash.name) and a salt \
            of \(counted(work.saltLength, "octet")). As with every RSA signature, EM = s^e mod n. But the block does not show the digest. The \
            signer drew a random salt. H is the hash of eight zero octets, the digest and the salt. The salt stands before H, under \
            a mask that is made from H. A verifier removes the mask, finds the salt, and computes H again. With a fresh salt, two \
            signatures of the same octets differ.
            """
        case .ecdsa(let work):
            """
            ECDSA (FIPS 186-5 section 6) on the curve \(work.key.curve.name) with \(work.hash.name). The signer drew a secret \
            number k. r is the x-coordinate of k G. s = (e + r d) / k connects r with the digest e and the secret key d. The \
            verifier knows Q = d G, but not k and not d. It computes (e/s) G + (r/s) Q and compares the x-coordinate with r. The \
            result is k G exactly if the signature was made with d. All numbers are modulo n, the order of G. Unlike with RSA there \
            is no block to recover: the digest goes in, and only yes or no comes out.
            """
        case .ed25519:
            """
            Ed25519 (RFC 8032 section 5.1.7). The signature is a point R and a number S, 32 octets each. No digest is made \
            beforehand: the SHA-512 of R, the key A and the octets themselves gives a number k. The verifier checks whether \
            S B = R + k A. The signer derives its secret number from the key and the octets. So a weak random generator does no \
            harm.
            """
        case .obstacle(let obstacle, let algorithm): Self.describe(obstacle, algorithm)
        case .wrongForm:
            "The digests are equal, but the block does not have the form that RFC 8017 prescribes. The signature is not valid."
        case .wrongDigest: "The two digests differ: the issuer signed other octets."
        case .notVerified(let issuer):
            "The signature does not verify with the key of \(issuer). The certificate was changed, or another key signed it."
        case .verified(let issuer, let byDigests, false):
            Self.equal(byDigests) + "the key of \(issuer) signed these octets, and no octet has changed since."
        case .verified(let issuer, let byDigests, true):
            Self.equal(byDigests) + """
                the maker of this certificate had the private key of \(issuer). A self-signed certificate proves only that: possession \
                of a key, not identity. Anyone can make one with any name. A program trusts it only if its user or vendor has decided \
                so.
                """
        }
    }

    private static func equal(_ byDigests: Bool) -> String {
        byDigests ? "The two digests are equal: " : "It verifies: "
    }

    private static func describe(_ obstacle: SignatureWork.Obstacle, _ algorithm: String) -> String {
        switch obstacle {
        case .issuerAbsent:
            """
            The issuer's certificate is not in the files. It contains the key that verifies this signature. Add its file to the \
            command.
            """
        case .unreadable: "The signature, or the signed part, cannot be read."
        case .unknownAlgorithm: "The algorithm \(algorithm) is not known here, so nothing is computed."
        case .otherKey(let key): "The issuer's key is for \(key), and \(algorithm) cannot be verified with it here."
        case .badKey(let why): "The issuer's key cannot be used: \(why)."
        case .malformedSignature(let why): "It is not a signature of this key: \(why)."
        }
    }
}
