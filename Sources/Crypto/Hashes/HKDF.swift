/// HKDF, the key derivation function of TLS 1.3 and of many other protocols, on HMAC (RFC 5869). First it *extracts* a key
/// of full strength from input that is secret but not uniformly distributed. Then it *expands* the key to as many octets
/// as are needed.
///
/// The ``PRF`` of TLS 1.2 does both with one formula and one key. Proofs of security became possible when the two were
/// separated.
public enum HKDF {
    /// HKDF-Extract (RFC 5869 section 2.2).
    ///
    /// - Parameter salt: not secret, random if possible. An empty salt means as many zeros as a digest has octets.
    /// - Returns: PRK, as many octets as a digest has.
    public static func extract(hash: HashAlgorithm, salt: [UInt8], inputKeyingMaterial ikm: [UInt8]) -> [UInt8] {
        // HMAC pads a key with zeros. So an empty salt gives the same as the RFC's string of zeros.
        HMAC.authenticate(ikm, key: salt, hash: hash)
    }

    /// HKDF-Expand (RFC 5869 section 2.3).
    ///
    ///     T(0) = empty,  T(i) = HMAC(PRK, T(i-1) + info + i),  OKM = T(1) + T(2) + …, cut to the length
    ///
    /// - Parameters:
    ///   - info: the purpose of the key; keys for different purposes are unrelated.
    ///   - count: the length in octets, from 0 to 255 times that of a digest: i is one octet.
    /// - Throws: ``HKDFError`` for any other length.
    public static func expand(
        hash: HashAlgorithm, pseudorandomKey prk: [UInt8], info: [UInt8], count: Int
    ) throws(HKDFError) -> [UInt8] {
        try expand(HMAC(key: prk, hash: hash), info: info, count: count)
    }

    /// HKDF-Expand with an HMAC that has PRK as its key already: TLS 1.3 expands one secret into several keys.
    ///
    /// - Throws: ``HKDFError`` if `count` is negative or more than 255 times the length of a digest.
    public static func expand(_ prk: HMAC, info: [UInt8], count: Int) throws(HKDFError) -> [UInt8] {
        let limit = 255 * prk.hash.outputLength
        guard (0...limit).contains(count) else { throw HKDFError(count: count, limit: limit) }
        var okm: [UInt8] = []
        var t: [UInt8] = []
        var i: UInt8 = 0
        while okm.count < count {
            i += 1
            // Most outputs are one block, so the first block is taken as it is and not copied.
            t = prk.authenticate(t.isEmpty ? info : t + info, [i])
            if okm.isEmpty { okm = t } else { okm += t }
        }
        okm.removeLast(max(0, okm.count - count))
        return okm
    }
}

/// The requested number of octets is negative, or more than HKDF gives (RFC 5869 section 2.3).
public struct HKDFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested number of octets.
    public let count: Int
    /// The largest number of octets: 255 times the length of a digest.
    public let limit: Int

    /// The rule that was broken.
    public var description: String { "\(count) octets asked for, HKDF gives 0 to \(limit)" }
}
