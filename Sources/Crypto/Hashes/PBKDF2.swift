internal import CryptoExtras
internal import SwiftCrypto

/// A key from a text that a person can write (RFC 8018 section 5.2), with HMAC-SHA-256: each trial costs as much as all rounds.
public enum PBKDF2 {
    /// The key, as many octets as asked for; none where the library refuses the numbers.
    public static func key(from text: [UInt8], salt: [UInt8], rounds: Int, count: Int) -> [UInt8] {
        let key = try? KDF.Insecure.PBKDF2.deriveKey(
            from: text, salt: salt, using: .sha256, outputByteCount: count, unsafeUncheckedRounds: rounds)
        return key.map { unsafe $0.withUnsafeBytes { unsafe Array($0) } } ?? []
    }
}
