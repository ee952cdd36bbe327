internal import CryptoExtras
internal import SwiftCrypto

/// RSA verification by swift-crypto, for callers that need speed. It is faster than the arithmetic of ``PKCS1v15`` and accepts the same
/// signatures.
public enum LiveRSA {
    /// Verifies a signature as ``PKCS1v15/verify(_:of:hash:by:)`` does. For keys and hash functions that the library does not
    /// support it calls that function.
    ///
    /// - Throws: ``RSAError/invalidSignature``, ``RSAError/rsaModulusTooShort(count:needed:)``.
    public static func verify(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, by key: RSAPublicKey
    ) throws(RSAError) {
        guard let libraryKey = try? _RSA.Signing.PublicKey(n: key.n.bigEndian, e: key.e.bigEndian) else {
            return try PKCS1v15.verify(signature, of: message, hash: hash, by: key)
        }
        let wrapped = _RSA.Signing.RSASignature(rawRepresentation: signature)
        func accepts(_ digest: some Digest) -> Bool {
            libraryKey.isValidSignature(wrapped, for: digest, padding: .insecurePKCS1v1_5)
        }
        let isValid: Bool
        switch hash {
        case .sha256: isValid = accepts(SHA256.hash(data: message))
        case .sha384: isValid = accepts(SHA384.hash(data: message))
        case .sha512: isValid = accepts(SHA512.hash(data: message))
        case .sha1, .sha224: return try PKCS1v15.verify(signature, of: message, hash: hash, by: key)
        }
        guard isValid else { throw .invalidSignature }
    }
}
