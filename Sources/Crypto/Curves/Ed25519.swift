internal import SwiftCrypto

/// Ed25519 (RFC 8032), as certificates use it (RFC 8410). swift-crypto verifies the signatures.
public enum Ed25519 {
    /// The size of a public key in octets.
    public static let keySize = 32
    /// The size of a signature in octets: a point and a number.
    public static let signatureSize = 64

    /// A verification (RFC 8032 section 5.1.7). The library does not show the intermediate values.
    public struct Verification: Hashable, Sendable {
        /// The signer's key.
        public let key: [UInt8]
        /// R, the first half of the signature.
        public let r: [UInt8]
        /// S, the second half.
        public let s: [UInt8]
        /// Whether the owner of the key has signed this message with this signature.
        public let isValid: Bool

        /// Verifies a signature of 64 octets with a key of 32 octets. Other lengths are never valid.
        public init(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) {
            self.key = key
            r = Array(signature.prefix(signatureSize / 2))
            s = Array(signature.dropFirst(signatureSize / 2))
            isValid = Ed25519.isValid(signature, of: message, by: key)
        }
    }

    /// Whether the owner of the key, 32 octets, has signed this message with this signature, 64 octets.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
        return unsafe signature.withUnsafeBytes { signature in
            unsafe message.withUnsafeBytes { message in unsafe key.isValidSignature(signature, for: message) }
        }
    }
}
