import Crypto

extension SignatureScheme {
    /// Signs octets.
    ///
    /// - Parameter arithmetic: whose ECDSA: ours with the deterministic nonces of RFC 6979, or swift-crypto's.
    /// - Throws: ``TLSError/internalFault(_:)`` where key and scheme do not go together, which the negotiation prevents.
    func sign<R: RandomSource>(
        _ octets: [UInt8], with key: PrivateKey, arithmetic: CurveArithmetic, using random: inout R
    ) throws(TLSError) -> [UInt8] {
        guard let hash, let method else { throw .internalFault("signing with \(self), which is not implemented") }
        do {
            switch (method, key) {
            case (.pkcs1, .rsa(let key)):
                return try PKCS1v15.sign(octets, hash: hash, with: key, blindedBy: &random)
            case (.pss, .rsa(let key)):
                // RFC 8446 section 4.2.3: the salt is as long as the digest.
                let salt = random.octets(hash.outputLength)
                return try PSS.sign(octets, hash: hash, salt: salt, with: key, blindedBy: &random)
            case (.ecdsa, .ecdsa(let key)):
                return arithmetic == .live
                    ? try LiveECDSA.sign(octets, hash: hash, with: key)
                    : ECDSA.sign(octets, hash: hash, with: key).der
            case (.pkcs1, .ecdsa), (.pss, .ecdsa), (.ecdsa, .rsa):
                throw TLSError.internalFault("signing with \(self) and a key of another kind")
            }
        } catch let error as TLSError {
            throw error
        } catch {
            throw .internalFault("signing: \(error)")
        }
    }

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
