internal import SwiftCrypto

/// Ed25519 (RFC 8032), as certificates use it (RFC 8410): verified by the library.
public enum Ed25519 {
    /// The size of a public key in octets.
    public static let keySize = 32

    /// Whether the signature, 64 octets, is one of the message by the owner of the key, 32 octets.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
        return unsafe signature.withUnsafeBytes { signature in
            unsafe message.withUnsafeBytes { message in unsafe key.isValidSignature(signature, for: message) }
        }
    }
}
