internal import CryptoExtras
internal import SwiftCrypto

/// PBKDF2 with HMAC-SHA-256 (RFC 8018 section 5.2): a key from a password. The rounds make each guess of an attacker cost more.
public enum PBKDF2 {
    /// The key, `count` octets; an empty array if the library refuses the parameters.
    public static func key(from text: [UInt8], salt: [UInt8], rounds: Int, count: Int) -> [UInt8] {
        let key = try? KDF.Insecure.PBKDF2.deriveKey(
            from: text, salt: salt, using: .sha256, outputByteCount: count, unsafeUncheckedRounds: rounds)
        return key.map { unsafe $0.withUnsafeBytes { unsafe Array($0) } } ?? []
    }
}
