import Crypto

extension SignatureScheme {
    /// Verifies a signature.
    ///
    /// - Parameter arithmetic: whose ECDSA; both accept the same signatures.
    /// - Throws: ``TLSError/badSignature(_:)``; ``TLSError/signatureKeyMismatch(_:)`` where the certified key is of another
    ///   kind than the scheme.
    func verify(
        _ signature: [UInt8], of octets: [UInt8], by key: PublicKey, arithmetic: CurveArithmetic = .lesson, what: String
    ) throws(TLSError) {
        guard let hash, let method else { throw .signatureSchemeNotOffered(self) }
        do {
            switch (method, key) {
            case (.pkcs1, .rsa(let key)): try PKCS1v15.verify(signature, of: octets, hash: hash, by: key)
            case (.pss, .rsa(let key)): try PSS.verify(signature, of: octets, hash: hash, by: key)
            case (.ecdsa, .ecdsa(let key)) where arithmetic == .live:
                try LiveECDSA.verify(signature, of: octets, hash: hash, by: key)
            case (.ecdsa, .ecdsa(let key)): try ECDSA.verify(signature, of: octets, hash: hash, by: key)
            case (.pkcs1, .ecdsa), (.pss, .ecdsa), (.ecdsa, .rsa): throw TLSError.signatureKeyMismatch(self)
            }
        } catch let error as TLSError {
            throw error
        } catch {
            throw .badSignature("\(what): \(error)")
        }
    }
}
