import Crypto

extension OCSPResponse.Basic {
    /// Who signed it, of those who may speak about what `issuer` has issued: the issuer itself, or a responder that it has
    /// certified for the purpose (RFC 6960 section 4.2.2.2). A responder that only the relying party knows is not provided for.
    ///
    /// - Parameter time: in seconds since 1970.
    /// - Throws: ``StapleFault``, where it is none of them.
    func signer(for issuer: CertificateStructure, at time: Int64) throws(StapleFault) -> CertificateStructure {
        guard OCSPResponse.Basic.isSound(signatureIdentifier) else {
            throw .unsoundAlgorithm(signatureIdentifier.algorithm.label)
        }
        let isIssuer = responder.names(issuer)
        if isIssuer, isSigned(by: issuer) { return issuer }
        let delegate = certificates.lazy.compactMap { try? CertificateStructure($0) }.first {
            responder.names($0) && $0.publicKeyInfo != issuer.publicKeyInfo
        }
        guard let delegate else { throw isIssuer ? .signatureFails(by: issuer.label) : .signerMissing }
        try delegate.requireDelegation(by: issuer, at: time)
        guard isSigned(by: delegate) else { throw .signatureFails(by: delegate.label) }
        return delegate
    }

    private func isSigned(by certificate: CertificateStructure) -> Bool {
        SignatureCheck.isWorthwhile(certificate.key)
            && SignatureCheck(
                signature, of: tbsOctets, with: SignatureAlgorithm(signatureIdentifier), by: certificate.key
            ).outcome == .verifies
    }

    fileprivate static func isSound(_ identifier: AlgorithmIdentifier) -> Bool {
        SignatureAlgorithm(identifier)?.strength == .sound
    }
}

extension CertificateStructure {
    /// Checks that `issuer` lets the owner of this certificate answer for it.
    fileprivate func requireDelegation(by authority: CertificateStructure, at time: Int64) throws(StapleFault) {
        guard comparableIssuer == authority.comparableSubject,
            OCSPResponse.Basic.isSound(signatureIdentifier),
            SignatureCheck.isWorthwhile(authority.key),
            SignatureCheck(of: self, by: authority.key).outcome == .verifies
        else { throw .signerOfAnother(label) }
        // "MUST include": anyExtendedKeyUsage is not enough.
        let usages = meaning.extendedKeyUsage?.value ?? []
        guard usages.contains(.ocspSigning),
            meaning.keyUsage.map({ $0.value?.contains(.digitalSignature) == true }) ?? true,
            meaning.critical.allSatisfy({ CriticalExtensionsPolicy.understood.contains($0.identifier) })
        else { throw .signerNotEntitled(label) }
        guard notBefore <= time, time <= notAfter else { throw .signerOutOfDate(label) }
    }
}
