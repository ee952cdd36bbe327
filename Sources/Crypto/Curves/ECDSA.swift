/// The Elliptic Curve Digital Signature Algorithm (FIPS 186-5 section 6, SEC 1 section 4.1), as TLS uses it (RFC 8422
/// section 5.4).
///
/// To sign the digest e, the owner of d chooses a number k, uses it once, and computes
///
///     r = the x-coordinate of k · G, modulo n
///     s = (e + r · d) / k modulo n
///
/// The verifier knows Q = d · G and not k, but (e + r · d) / s = k: so (e / s) · G + (r / s) · Q must have the x-coordinate r.
///
/// k is as secret as d: if an attacker learns one k, or if one k is used for two messages, d = (s · k - e) / r can be computed.
/// In this way the signing key of the PlayStation 3 was found (2010). Therefore ``sign(_:hash:with:)`` derives k from the message
/// and the key (RFC 6979).
public enum ECDSA {
    /// A signature: two numbers.
    public struct Signature: Hashable, Sendable {
        /// The x-coordinate of k · G modulo n.
        public let r: Integer
        /// (e + r · d) / k modulo n.
        public let s: Integer

        /// A signature of two numbers, which may have any value: the verification checks their range.
        public init(r: Integer, s: Integer) {
            self.r = r
            self.s = s
        }

        /// Reads an Ecdsa-Sig-Value, SEQUENCE { r INTEGER, s INTEGER }, and accepts DER only (RFC 3279 section 2.2.3).
        ///
        /// So each pair (r, s) has exactly one encoding. (That does not make a signature unique: if (r, s) is valid, (r, n - s)
        /// is valid too.)
        /// - Throws: ``EllipticCurveError/malformedSignature``.
        public init(der octets: [UInt8]) throws(EllipticCurveError) {
            do {
                var fields = try DERElement(octets).parts(.sequence)
                let (r, s) = (try fields.next().magnitude(), try fields.next().magnitude())
                try fields.end()
                self.init(r: Integer(bigEndian: r), s: Integer(bigEndian: s))
            } catch {
                throw .malformedSignature
            }
            guard der == octets else { throw .malformedSignature }
        }

        /// The Ecdsa-Sig-Value in DER; on P-256 usually 70 to 72 octets.
        public var der: [UInt8] { DERWriter.sequence(DERWriter.integer(r), DERWriter.integer(s)) }
    }

    // MARK: Verification

    /// Verifies a signature in DER.
    ///
    /// - Throws: ``EllipticCurveError/malformedSignature``, ``EllipticCurveError/invalidSignature``.
    public static func verify(
        _ der: [UInt8], of message: [UInt8], hash: HashAlgorithm, by key: EllipticCurvePublicKey
    ) throws(EllipticCurveError) {
        try verify(Signature(der: der), of: message, hash: hash, by: key)
    }

    /// Verifies a signature (SEC 1 section 4.1.4), as ``Verification`` does it.
    ///
    /// - Throws: ``EllipticCurveError/invalidSignature``.
    public static func verify(
        _ signature: Signature, of message: [UInt8], hash: HashAlgorithm, by key: EllipticCurvePublicKey
    ) throws(EllipticCurveError) {
        guard Verification(signature, of: message, hash: hash, by: key).isValid else { throw .invalidSignature }
    }

    /// A verification with its intermediate values (FIPS 186-5 section 6.4.2, SEC 1 section 4.1.4).
    public struct Verification: Hashable, Sendable {
        /// The signer's point Q.
        public let key: EllipticCurvePublicKey
        /// The hash function.
        public let hash: HashAlgorithm
        /// The digest of the message.
        public let digest: [UInt8]
        /// The signature.
        public let signature: Signature
        /// The intermediate values; nil if r or s is not from 1 to n - 1. Without that rule r = s = 0 would be a valid signature
        /// of every message.
        public let steps: Steps?

        /// Whether the owner of the key has signed this message with this signature.
        public var isValid: Bool { steps.map { $0.x == signature.r } ?? false }

        /// The numbers that a verifier computes.
        public struct Steps: Hashable, Sendable {
            /// e: the digest as a number, cut to the length of n.
            public let e: Integer
            /// 1 / s mod n.
            public let w: Integer
            /// e · w mod n.
            public let u1: Integer
            /// r · w mod n.
            public let u2: Integer
            /// The x-coordinate of u1 · G + u2 · Q, modulo n; nil for the point at infinity.
            public let x: Integer?
        }

        /// Verifies a signature and keeps the intermediate values.
        public init(
            _ signature: Signature, of message: [UInt8], hash: HashAlgorithm, by key: EllipticCurvePublicKey
        ) {
            self.key = key
            self.hash = hash
            self.signature = signature
            digest = hash.hash(message)
            let curve = key.curve
            let n = curve.order
            let (r, s) = (signature.r, signature.s)
            guard r >= 1, r < n, s >= 1, s < n, let w = s.inverse(modulo: n) else {
                steps = nil
                return
            }
            let e = ECDSA.number(of: digest, below: n)
            let u1 = (e * w).modulo(n)
            let u2 = (r * w).modulo(n)
            // The multiplications are nearly all of the work. The library makes them in a hundredth of the time, but it says only
            // whether the x-coordinate of the sum is r. If it is not, the sum is computed here, so that it can be shown.
            if NamedCurve(curve)?.isValid(signature, ofDigest: digest, byPoint: key.octets) == true {
                steps = Steps(e: e, w: w, u1: u1, u2: u2, x: r)
                return
            }
            steps = Steps(e: e, w: w, u1: u1, u2: u2, x: ECDSA.sum(u1, u2, by: key))
        }
    }

    /// The x-coordinate of u1 · G + u2 · Q, modulo n; nil for the point at infinity.
    static func sum(_ u1: Integer, _ u2: Integer, by key: EllipticCurvePublicKey) -> Integer? {
        let curve = key.curve
        let point = curve.add(curve.multiply(curve.generator, by: u1), curve.multiply(key.point, by: u2))
        guard case .affine(let coordinate, _) = point else { return nil }
        return coordinate.modulo(curve.order)
    }

    // MARK: Signature

    /// Signs with a nonce derived from the key and the message (RFC 6979). The signature is the same every time, and no random
    /// generator can fail.
    ///
    /// - Returns: the signature; its ``Signature/der`` is what TLS sends.
    public static func sign(
        _ message: [UInt8], hash: HashAlgorithm, with key: EllipticCurvePrivateKey
    ) -> Signature {
        var nonces = DeterministicNonce(message: message, hash: hash, key: key)
        while true {
            // RFC 6979 section 3.2 step h: if a nonce gives no signature, the next one is taken. No such nonce is known.
            if let signature = try? sign(message, hash: hash, with: key, nonce: nonces.next()) { return signature }
        }
    }

    /// Signs with a given nonce (SEC 1 section 4.1.3). It is for published test vectors, and to show what happens if a nonce is
    /// used twice.
    ///
    /// - Throws: ``EllipticCurveError/nonceOutOfRange`` unless 1 ≤ k < n and neither r nor s is zero.
    public static func sign(
        _ message: [UInt8], hash: HashAlgorithm, with key: EllipticCurvePrivateKey, nonce k: Integer
    ) throws(EllipticCurveError) -> Signature {
        let curve = key.curve
        let n = curve.order
        guard k >= 1, k < n, let inverse = k.inverse(modulo: n),
            case .affine(let x, _) = curve.multiply(curve.generator, by: k)
        else { throw .nonceOutOfRange }
        let r = x.modulo(n)
        let s = (inverse * (number(of: hash.hash(message), below: n) + r * key.d)).modulo(n)
        guard r >= 1, s >= 1 else { throw .nonceOutOfRange }
        return Signature(r: r, s: s)
    }

    /// bits2int (RFC 6979 section 2.3.2, SEC 1 section 4.1.3 step 5): the leftmost bits of a digest, as many as n has. A shorter
    /// digest is used as it is.
    static func number(of digest: [UInt8], below n: Integer) -> Integer {
        let number = Integer(bigEndian: digest)
        let excess = digest.count * 8 - n.bitWidth
        guard excess > 0 else { return number }
        return number.quotientAndRemainder(dividingBy: .powerOfTwo(excess))?.quotient ?? number
    }
}

/// The nonces of RFC 6979 section 3.2: a generator whose seed is the private key and the digest. Its numbers cannot be guessed
/// without the key, and another message gives other numbers.
struct DeterministicNonce {
    private let order: Integer
    private let hash: HashAlgorithm
    private var k: [UInt8]
    private var v: [UInt8]

    /// Steps a to g of RFC 6979 section 3.2.
    init(message: [UInt8], hash: HashAlgorithm, key: EllipticCurvePrivateKey) {
        order = key.curve.order
        self.hash = hash
        v = [UInt8](repeating: 1, count: hash.outputLength)
        k = [UInt8](repeating: 0, count: hash.outputLength)
        // bits2octets (section 2.3.4): the digest as a number modulo n.
        let digest = ECDSA.number(of: hash.hash(message), below: order).modulo(order)
        let seed = key.octets + (digest.bigEndian(count: key.curve.scalarSize) ?? [])
        stir([0] + seed)
        stir([1] + seed)
    }

    /// K = HMAC(K, V + data), V = HMAC(K, V).
    private mutating func stir(_ data: [UInt8]) {
        k = HMAC.authenticate(v + data, key: k, hash: hash)
        v = HMAC.authenticate(v, key: k, hash: hash)
    }

    /// Step h of RFC 6979 section 3.2: the next number from 1 to n - 1.
    mutating func next() -> Integer {
        while true {
            var t: [UInt8] = []
            while t.count * 8 < order.bitWidth {
                v = HMAC.authenticate(v, key: k, hash: hash)
                t += v
            }
            let candidate = ECDSA.number(of: t, below: order)
            // The RFC does this before the next candidate, if there is one. To do it at once gives the same candidates.
            stir([0])
            if candidate >= 1, candidate < order { return candidate }
        }
    }
}
