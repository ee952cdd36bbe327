import Crypto
import Trace

extension SignatureScheme {
    /// Verifies a signature.
    ///
    /// - Parameters:
    ///   - arithmetic: which implementation of ECDSA verifies; both accept the same signatures.
    ///   - what: the name of the message that carries the signature, for the error.
    /// - Throws: ``TLSError/badSignature(_:)``; ``TLSError/signatureKeyMismatch(_:)`` if the scheme needs a key of another algorithm;
    ///   ``TLSError/signatureSchemeNotOffered(_:)`` for a scheme that is not implemented.
    func verify(
        _ signature: [UInt8], of octets: [UInt8], by key: PublicKey, arithmetic: CurveArithmetic = .lesson, what: Words
    ) throws(TLSError) {
        guard let method else { throw .signatureSchemeNotOffered(self) }
        do {
            switch (method, key) {
            case (.pkcs1(let hash), .rsa(let key)): try PKCS1v15.verify(signature, of: octets, hash: hash, by: key)
            case (.pss(let hash), .rsa(let key)): try PSS.verify(signature, of: octets, hash: hash, by: key)
            case (.ecdsa(let hash), .ecdsa(let key)) where arithmetic != .lesson:
                try LiveECDSA.verify(signature, of: octets, hash: hash, by: key)
            case (.ecdsa(let hash), .ecdsa(let key)): try ECDSA.verify(signature, of: octets, hash: hash, by: key)
            case (.ed25519, .ed25519(let key)): try Ed25519.verify(signature, of: octets, by: key)
            case (.pkcs1, .ecdsa), (.pkcs1, .ed25519), (.pss, .ecdsa), (.pss, .ed25519), (.ecdsa, .rsa),
                (.ecdsa, .ed25519), (.ed25519, .rsa), (.ed25519, .ecdsa):
                throw TLSError.signatureKeyMismatch(self)
            }
        } catch let error as TLSError {
            throw error
        } catch {
            throw .badSignature(
                Words(english: "\(what.english): \(error)", chinese: "\(what.chinese)：\(inChinese(error))"))
        }
    }
}
