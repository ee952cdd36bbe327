import Crypto
import Trace

/// The choices in a ServerHello of TLS 1.3 (RFC 8446 section 4.1.3).
public struct ServerChoice: Hashable, Sendable {
    /// The suite.
    public let suite: TLS13.CipherSuite
    /// The server's public value; nil for the mode psk_ke, which has no exchange.
    public let share: KeyShareEntry?
    /// The index of the offered secret that the server takes; nil if it takes none and sends a certificate.
    public let identity: Int?

    /// Checks a ServerHello as the client of `hello` does.
    ///
    /// - Parameters:
    ///   - hello: the hello that it answers: after a HelloRetryRequest, the second one.
    ///   - retry: the HelloRetryRequest that came before; nil if none did.
    /// - Throws: ``TLSError`` with the alert of sections 4.1.3, 4.1.4, 4.2.8 and 4.2.11.
    init(_ answer: ServerHello, to hello: ClientHello, after retry: Retry?) throws(TLSError) {
        suite = try hello.suite(in: answer, .serverHello)
        share = answer.keyShare
        identity = answer.selectedIdentity
        if let retry {
            guard retry.suite == suite else { throw .tls13(.changedAfterRetry(.suite)) }
            if let group = retry.group, let share, share.group != group { throw .tls13(.changedAfterRetry(.group)) }
        }
        guard share != nil || identity != nil else { throw .tls13(.noKeyExchange) }
        if let share {
            guard hello.keyShares?.contains(where: { $0.group == share.group }) == true else {
                throw .tls13(.groupNotOffered(share.group))
            }
        }
        guard let identity else { return }
        guard let keys = hello.preSharedKeys, identity < keys.identities.count else {
            throw .tls13(.identityOutOfRange(identity))
        }
        guard share != nil || hello.acceptsPSKWithoutExchange else { throw .tls13(.pskWithoutShare) }
        // Section 4.2.9: "the server MUST NOT supply a key_share".
        guard share == nil || hello.pskModes?.contains(.pskWithDHE) == true else { throw .tls13(.shareBesidePSK) }
    }
}

extension ClientHello {
    /// Checks the parts that ServerHello and HelloRetryRequest have in common: the version, the fields of older versions, the extensions
    /// and the suite. Returns the suite.
    ///
    /// - Throws: ``TLSError`` with the alert of sections 4.1.3 and 4.2.1.
    func suite(in answer: ServerHello, _ place: ExtensionPlace) throws(TLSError) -> TLS13.CipherSuite {
        try checkVersion(of: answer)
        try ExtensionRules.check(answer.extensions, in: place, askedBy: extensions)
        guard answer.sessionID == sessionID else { throw .tls13(.sessionIDNotEchoed) }
        guard cipherSuites.contains(answer.cipherSuite),
            let suite = TLS13.CipherSuite.withCodePoint(answer.cipherSuite)
        else { throw .suiteNotOffered(answer.cipherSuite) }
        guard answer.compressionMethod == 0 else { throw .compressionNotOffered(answer.compressionMethod) }
        return suite
    }

    /// Section 4.2.1: supported_versions decides, and must select TLS 1.3. The version field is then ignored, except that SSL 3.0 is
    /// refused (section D.5). RFC 9846 section 4.2.3 wants any value but 0x0303 refused; its section 4.3.1 says to ignore the field.
    /// Section 4.1.3: without the extension, the end of the random may say that the server can speak a newer version.
    private func checkVersion(of answer: ServerHello) throws(TLSError) {
        guard let selected = answer.selectedVersion else {
            guard answer.downgradeSentinel == nil else { throw .tls13(.downgrade) }
            throw .unsupportedVersion(answer.version)
        }
        guard selected == .tls13 else { throw .tls13(.versionNotOffered(selected)) }
        guard answer.version > .ssl30 else { throw .tls13(.legacyVersion(answer.version)) }
    }

    /// Checks the server's other answers (section 4.3.1).
    ///
    /// - Throws: ``TLSError``.
    func check(_ answers: EncryptedExtensions, to choice: ServerChoice) throws(TLSError) {
        try ExtensionRules.check(answers.extensions, in: .encryptedExtensions, askedBy: extensions)
        for answer in answers.extensions {
            switch answer {
            case .recordSizeLimit: try answers.extensions.checkRecordSizeLimit()
            case .earlyData:
                guard choice.identity == 0 else { throw .tls13(.earlyDataWithoutFirstPSK) }
            case .applicationProtocols(let names):
                // RFC 7301 section 3.1: exactly one of those offered.
                guard names.count == 1, let name = names.first, applicationProtocols?.contains(name) == true else {
                    throw .applicationProtocolNotOffered
                }
            case .maxFragmentLength(let code):
                guard code == maximumFragmentCode else { throw .maximumFragmentNotOffered(code) }
            default: break
            }
        }
    }
}

extension SignatureScheme {
    /// Checks that this scheme may sign a CertificateVerify of TLS 1.3: it was offered and is implemented (no scheme over SHA-1 is), it is not
    /// PKCS #1 v1.5, and it fits the key. An ECDSA scheme also names the curve of the key (section 4.2.3).
    ///
    /// - Throws: ``TLSError/signatureSchemeNotOffered(_:)``, ``TLS13Violation/schemeGone(_:)``,
    ///   ``TLSError/signatureKeyMismatch(_:)``.
    func checkForCertificateVerify(offered: [SignatureScheme], by key: PublicKey) throws(TLSError) {
        guard offered.contains(self), let method else { throw .signatureSchemeNotOffered(self) }
        guard !isPKCS1 else { throw .tls13(.schemeGone(self)) }
        switch (method, key) {
        case (.pss, .rsa), (.ed25519, .ed25519): return
        case (.ecdsa, .ecdsa(let key)) where key.curve == curve: return
        default: throw .signatureKeyMismatch(self)
        }
    }

    /// The curve that an ECDSA scheme names in TLS 1.3; nil for any other scheme.
    private var curve: EllipticCurve? {
        switch self {
        case .ecdsaSHA256: .p256
        case .ecdsaSHA384: .p384
        case .ecdsaSHA512: .p521
        default: nil
        }
    }
}
