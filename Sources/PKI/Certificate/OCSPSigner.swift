import Crypto

extension OCSPResponse.Basic {
    /// The signer of the response: `issuer` itself, or a responder that `issuer` has certified for the purpose (RFC 6960 section
    /// 4.2.2.2). The third possibility of the RFC, a responder that the relying party has configured, is not supported.
    ///
    /// - Parameter time: the time of the check, in seconds since 1970.
    /// - Throws: ``StapleFault`` if the signer may not answer for `issuer`, or if the signature does not verify.
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
    /// Checks that `authority` has certified the owner of this certificate as a responder (RFC 6960 section 4.2.2.2).
    ///
    /// - Throws: ``StapleFault`` if it has not, or if the certificate is not valid at `time`.
    fileprivate func requireDelegation(by authority: CertificateStructure, at time: Int64) throws(StapleFault) {
        guard comparableIssuer == authority.comparableSubject,
            OCSPResponse.Basic.isSound(signatureIdentifier),
            SignatureCheck.isWorthwhile(authority.key),
            SignatureCheck(of: self, by: authority.key).outcome == .verifies
        else { throw .signerOfAnother(label) }
        // The RFC says that the certificate MUST include id-kp-OCSPSigning: anyExtendedKeyUsage is not enough.
        let usages = meaning.extendedKeyUsage?.value ?? []
        guard usages.contains(.ocspSigning),
            meaning.keyUsage.map({ $0.value?.contains(.digitalSignature) == true }) ?? true,
            meaning.critical.allSatisfy({ CriticalExtensionsPolicy.understood.contains($0.identifier) })
        else { throw .signerNotEntitled(label) }
        guard notBefore <= time, time <= notAfter else { throw .signerOutOfDate(label) }
    }
}
