/// The key derivation function of TLS 1.3 and many others, made of HMAC (RFC 5869): first *extract* a key of full strength
/// from input that is secret but uneven, then *expand* it to as many octets as are needed.
///
/// TLS 1.2's ``PRF`` does both with one formula and one key; keeping the two apart is what made proofs possible.
public enum HKDF {
    /// HKDF-Extract (RFC 5869 section 2.2).
    ///
    /// - Parameter salt: not secret, random if possible; none stands for as many zeros as the hash has octets.
    /// - Returns: PRK, as many octets as the hash gives.
    public static func extract(hash: HashAlgorithm, salt: [UInt8], inputKeyingMaterial ikm: [UInt8]) -> [UInt8] {
        // HMAC fills a key up with zeros, so that an empty salt is the RFC's string of zeros already.
        HMAC.authenticate(ikm, key: salt, hash: hash)
    }

    /// HKDF-Expand (RFC 5869 section 2.3).
    ///
    ///     T(0) = empty,  T(i) = HMAC(PRK, T(i-1) + info + i),  OKM = T(1) + T(2) + …, cut to the length
    ///
    /// - Parameters:
    ///   - info: what the key is for; other purposes get unrelated keys.
    ///   - count: the length in octets, from 0 to 255 times the hash's.
    /// - Throws: ``HKDFError``, because i is one octet.
    public static func expand(
        hash: HashAlgorithm, pseudorandomKey prk: [UInt8], info: [UInt8], count: Int
    ) throws(HKDFError) -> [UInt8] {
        try expand(HMAC(key: prk, hash: hash), info: info, count: count)
    }

    /// The same output from an HMAC that has PRK already: TLS 1.3 expands one secret into several keys.
    ///
    /// - Throws: ``HKDFError``.
    public static func expand(_ prk: HMAC, info: [UInt8], count: Int) throws(HKDFError) -> [UInt8] {
        let limit = 255 * prk.hash.outputLength
        guard (0...limit).contains(count) else { throw HKDFError(count: count, limit: limit) }
        var okm: [UInt8] = []
        var t: [UInt8] = []
        var i: UInt8 = 0
        while okm.count < count {
            i += 1
            // Most outputs are one block: they need no array that two are joined in.
            t = prk.authenticate(t.isEmpty ? info : t + info, [i])
            if okm.isEmpty { okm = t } else { okm += t }
        }
        okm.removeLast(max(0, okm.count - count))
        return okm
    }
}

/// More octets were asked for than HKDF gives, or a negative number (RFC 5869 section 2.3).
public struct HKDFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many octets were asked for.
    public let count: Int
    /// The most there are: 255 times the length of the hash.
    public let limit: Int

    /// The rule that was broken.
    public var description: String { "\(count) octets asked for, HKDF gives 0 to \(limit)" }
}
