/// An RSA public key: with it anyone can encrypt to the holder of the private key, and verify that holder's signatures.
public struct RSAPublicKey: Hashable, Sendable {
    /// The modulus, a product of two secret primes. Its factors give the private key.
    public let n: Integer
    /// The public exponent, nearly always 65537. It is prime and has only two one bits, so a power with it is fast.
    public let e: Integer

    /// Modulus sizes that are accepted, in bits. The upper end is OpenSSL's; beyond it one verification takes seconds.
    public static let acceptedBits = 8...16384

    /// Accepts a key from any source if the arithmetic works with it. Whether the key is *strong enough* is a question of
    /// policy, which other modules answer.
    ///
    /// - Throws: ``RSAError`` if the modulus is even or its size is outside ``acceptedBits``, or if the exponent is out
    ///   of range or, with a modulus of more than 3072 bits, longer than 64 bits.
    public init(modulus n: Integer, exponent e: Integer) throws(RSAError) {
        guard n.signum > 0, RSAPublicKey.acceptedBits.contains(n.bitWidth) else {
            throw .unsupportedModulusSize(bits: n.bitWidth, supported: RSAPublicKey.acceptedBits)
        }
        guard !n.isEven else { throw .evenModulus }
        guard e >= 3, e < n, !e.isEven else { throw .publicExponentOutOfRange }
        guard n.bitWidth <= 3072 || e.bitWidth <= 64 else { throw .publicExponentTooLong(bits: e.bitWidth) }
        self.n = n
        self.e = e
    }

    /// k, the length of the modulus in octets, and so of every ciphertext and signature.
    public var size: Int { (n.bitWidth + 7) / 8 }

    /// RSAEP: mᵉ modulo n (RFC 8017 section 5.1.1).
    ///
    /// - Throws: ``RSAError/messageRepresentativeOutOfRange``.
    public func rsaep(_ m: Integer) throws(RSAError) -> Integer {
        guard m.signum >= 0, m < n, let c = m.power(e, modulo: n) else { throw .messageRepresentativeOutOfRange }
        return c
    }

    /// RSAVP1: sᵉ modulo n, the same calculation as RSAEP for another purpose (RFC 8017 section 5.2.2).
    ///
    /// - Throws: ``RSAError/signatureRepresentativeOutOfRange``.
    public func rsavp1(_ s: Integer) throws(RSAError) -> Integer {
        guard s.signum >= 0, s < n, let m = s.power(e, modulo: n) else { throw .signatureRepresentativeOutOfRange }
        return m
    }
}

/// An RSA private key, in the form with the prime factors (RFC 8017 section 3.2, second representation).
public struct RSAPrivateKey: Hashable, Sendable {
    /// The public key that belongs to it.
    public let publicKey: RSAPublicKey
    /// The private exponent: e · d = 1 modulo p - 1 and modulo q - 1. So the power with d undoes the power with e.
    public let d: Integer
    /// The first prime factor of the modulus.
    public let p: Integer
    /// The second prime factor of the modulus.
    public let q: Integer
    /// d modulo p - 1: modulo p, this exponent gives the same power as d.
    public let dP: Integer
    /// d modulo q - 1: modulo q, this exponent gives the same power as d.
    public let dQ: Integer
    /// The inverse of q modulo p, which combines the results modulo p and modulo q.
    public let qInv: Integer

    /// The modulus.
    public var n: Integer { publicKey.n }
    /// The public exponent.
    public var e: Integer { publicKey.e }
    /// k, the length of the modulus in octets.
    public var size: Int { publicKey.size }
}

extension RSAPrivateKey {
    /// A key from its numbers. Each number is checked against the others.
    ///
    /// A key with a wrong part must not be used even once. A result that is right modulo one prime and wrong modulo the
    /// other reveals both primes.
    /// - Throws: ``RSAError/inconsistentPrivateKey(_:)``, or what ``RSAPublicKey/init(modulus:exponent:)`` throws.
    public init(n: Integer, e: Integer, d: Integer, p: Integer, q: Integer) throws(RSAError) {
        let publicKey = try RSAPublicKey(modulus: n, exponent: e)
        guard p > 1, q > 1, p * q == n else { throw .inconsistentPrivateKey(.modulusIsNotTheProduct) }
        guard p != q else { throw .inconsistentPrivateKey(.factorsAreEqual) }
        for factor in [p, q] {
            let isPrime: Bool
            do throws(ArithmeticCost.TooMuch) {
                isPrime = try factor.isBoundedPrime(limit: ArithmeticCost.limit / 2)
            } catch {
                throw .tooCostly(error)
            }
            guard isPrime else { throw .inconsistentPrivateKey(.factorIsNotPrime) }
        }
        guard d > 1, d < n else { throw .inconsistentPrivateKey(.privateExponentOutOfRange) }
        guard (e * d).modulo(p - 1) == 1, (e * d).modulo(q - 1) == 1, let qInv = q.inverse(modulo: p) else {
            throw .inconsistentPrivateKey(.exponentsDoNotMatch)
        }
        self.init(publicKey: publicKey, d: d, p: p, q: q, dP: d.modulo(p - 1), dQ: d.modulo(q - 1), qInv: qInv)
    }
}

// MARK: - Generation

extension RSAPrivateKey {
    /// Sizes of the moduli of generated keys, in bits.
    public static let generatedBits = 1024...4096

    /// Draws two primes and makes a key of them, with the public exponent 65537.
    ///
    /// - Parameter bits: the size of the modulus. Below 2048 a key is for experiments; NIST SP 800-57 and the CA/Browser
    ///   Forum ask for 2048 at least.
    /// - Throws: ``RSAError/unsupportedModulusSize(bits:supported:)`` outside 1024…4096 and
    ///   ``RSAError/modulusSizeNotWholeOctets(bits:)`` if the size is not a multiple of 8.
    public static func generate<R: RandomSource>(
        bits: Int = 2048, using random: inout R
    ) throws(RSAError) -> RSAPrivateKey {
        guard generatedBits.contains(bits) else {
            throw .unsupportedModulusSize(bits: bits, supported: generatedBits)
        }
        guard bits % 8 == 0 else { throw .modulusSizeNotWholeOctets(bits: bits) }
        return try make(bits: bits, exponent: 65537, using: &random)
    }

    /// Sizes of toy moduli, in bits.
    public static let toyBits = 12...1023

    /// Makes a key that can be broken: small enough for a calculation by hand, or for a demonstration that factors it.
    ///
    /// The public exponent is 65537 from 32 bits on. Below that it is 17, because 65537 is larger than a modulus of up to
    /// 16 bits.
    /// - Throws: ``RSAError/unsupportedModulusSize(bits:supported:)`` outside 12…1023.
    public static func generateToy<R: RandomSource>(
        bits: Int, using random: inout R
    ) throws(RSAError) -> RSAPrivateKey {
        guard toyBits.contains(bits) else { throw .unsupportedModulusSize(bits: bits, supported: toyBits) }
        return try make(bits: bits, exponent: bits < 32 ? 17 : 65537, using: &random)
    }

    /// Draws two primes and makes a key of them, of any size and with any public exponent.
    ///
    /// - Throws: ``RSAError``.
    package static func make<R: RandomSource>(
        bits: Int, exponent e: Integer, using random: inout R
    ) throws(RSAError) -> RSAPrivateKey {
        // e must have an inverse modulo p - 1. Otherwise no exponent d would decrypt.
        let isInvertible = { (p: Integer) in Integer.gcd(p - 1, e) == 1 }
        let p = Integer.randomPrime(bits: (bits + 1) / 2, using: &random, where: isInvertible)
        let q = Integer.randomPrime(bits: bits / 2, using: &random) { q in
            // FIPS 186-5 appendix A.1.3 step 5.4: Fermat's method finds primes that are close together. It tries numbers
            // near the square root of n.
            isInvertible(q) && p != q && (p - q).bitWidth > bits / 2 - 100
        }
        return try make(p, q, exponent: e)
    }

    /// The key with two given primes, which are not tested.
    ///
    /// - Throws: ``RSAError``.
    package static func make(_ p: Integer, _ q: Integer, exponent e: Integer) throws(RSAError) -> RSAPrivateKey {
        // The modulus is λ(n), the least positive number k for which every x without a common divisor with n has xᵏ = 1
        // modulo n.
        guard let d = e.inverse(modulo: Integer.lcm(p - 1, q - 1)) else {
            throw .inconsistentPrivateKey(.exponentsDoNotMatch)
        }
        guard let qInv = q.inverse(modulo: p) else { throw .inconsistentPrivateKey(.factorsAreEqual) }
        // These parts fit together by construction. The checks for a key from a file would double the cost.
        return RSAPrivateKey(
            publicKey: try RSAPublicKey(modulus: p * q, exponent: e), d: d, p: p, q: q, dP: d.modulo(p - 1),
            dQ: d.modulo(q - 1), qInv: qInv)
    }
}

// MARK: - The private operation

extension RSAPrivateKey {
    /// RSADP: cᵈ modulo n (RFC 8017 section 5.1.2).
    ///
    /// - Parameter random: the source of the blinding factor, which has no influence on the result.
    /// - Throws: ``RSAError/ciphertextRepresentativeOutOfRange`` or ``RSAError/faultDetected``.
    public func rsadp<R: RandomSource>(_ c: Integer, blindedBy random: inout R) throws(RSAError) -> Integer {
        guard c.signum >= 0, c < n else { throw .ciphertextRepresentativeOutOfRange }
        return try privatePower(c, blindedBy: &random)
    }

    /// RSASP1: mᵈ modulo n, the same calculation as RSADP for another purpose (RFC 8017 section 5.2.1).
    ///
    /// - Throws: ``RSAError/messageRepresentativeOutOfRange`` or ``RSAError/faultDetected``.
    public func rsasp1<R: RandomSource>(_ m: Integer, blindedBy random: inout R) throws(RSAError) -> Integer {
        guard m.signum >= 0, m < n else { throw .messageRepresentativeOutOfRange }
        return try privatePower(m, blindedBy: &random)
    }

    /// The upper bound of blinding factors. 128 bits cannot be guessed, and the inverse of a short number is computed
    /// faster.
    private static let blindingLimit = Integer.powerOfTwo(128)

    /// xᵈ modulo n with three precautions that the bare formula lacks.
    ///
    /// - Blinding: x · rᵉ for a random r is raised to the power, and the result is divided by r. An attacker who chooses
    ///   x and measures the time learns nothing, because the attacker does not know r (Kocher 1996; Brumley and Boneh
    ///   carried the attack out over a network in 2003).
    /// - ``Integer/secretPower(_:modulo:)`` for both exponents.
    /// - A check: the result is encrypted again. Without it, a single fault in one of the two halves gives a result that
    ///   is right modulo one prime only, and gcd(resultᵉ - x, n) is that prime (Boneh, DeMillo and Lipton 1997).
    private func privatePower<R: RandomSource>(_ x: Integer, blindedBy random: inout R) throws(RSAError) -> Integer {
        let factors = 1...min(n, Self.blindingLimit) - 1
        var r: Integer
        var inverse: Integer?
        repeat {
            r = random.integer(in: factors)
            inverse = r.inverse(modulo: n)
            // Only multiples of p and q have no inverse. A real key never draws one; a toy key does now and then.
        } while inverse == nil
        guard let unblind = inverse, let blind = r.power(e, modulo: n) else { throw .faultDetected }

        let blinded = (x * blind).modulo(n)
        guard let power = chineseRemainderPower(blinded) else { throw .faultDetected }
        let result = (power * unblind).modulo(n)

        guard result.power(e, modulo: n) == x else { throw .faultDetected }
        return result
    }

    /// xᵈ modulo n, computed modulo each of the two primes (RFC 8017 section 5.1.2 step 2b). Together two powers of half
    /// the length cost about a quarter of one power of the full length.
    private func chineseRemainderPower(_ x: Integer) -> Integer? {
        guard let m1 = x.modulo(p).secretPower(dP, modulo: p), let m2 = x.modulo(q).secretPower(dQ, modulo: q) else {
            return nil
        }
        // Garner: the only number below p · q that is m1 modulo p and m2 modulo q.
        let h = ((m1 - m2) * qInv).modulo(p)
        return m2 + q * h
    }
}

// MARK: - Secrets stay out of messages

extension RSAPrivateKey: CustomStringConvertible {
    /// The size of the key, without any of its secrets. Debuggers and failing tests print this text.
    public var description: String { "RSA private key of \(n.bitWidth) bits" }
}
