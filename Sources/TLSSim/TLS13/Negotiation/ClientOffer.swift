import Trace

/// The offers of a ClientHello in TLS 1.3 (RFC 8446 section 4.1.2).
extension ClientHello {
    /// The versions of supported_versions; nil without the extension.
    public var supportedVersions: [ProtocolVersion]? {
        for case .supportedVersions(let versions) in extensions { return versions }
        return nil
    }

    /// The groups that the client supports; nil without the extension.
    public var supportedGroups: [NamedGroup]? {
        for case .supportedGroups(let groups) in extensions { return groups }
        return nil
    }

    /// The client's public values; nil without key_share.
    public var keyShares: [KeyShareEntry]? {
        for case .keyShares(let shares) in extensions { return shares }
        return nil
    }

    /// The pre-shared secrets that the client offers; nil without the extension.
    public var preSharedKeys: OfferedPSKs? {
        for case .preSharedKeys(let keys) in extensions { return keys }
        return nil
    }

    /// The modes in which the pre-shared secrets may be used; nil without the extension.
    var pskModes: [PSKKeyExchangeMode]? {
        for case .pskKeyExchangeModes(let modes) in extensions { return modes }
        return nil
    }

    /// Whether the pre-shared secrets may be used without an exchange: psk_ke, which has no forward secrecy (section 4.2.9).
    public var acceptsPSKWithoutExchange: Bool { pskModes?.contains(.pskOnly) == true }

    /// Whether early data follows the hello.
    public var offersEarlyData: Bool { extensions.contains(.earlyData) }

    /// Whether the server may ask for a certificate after the handshake.
    var offersPostHandshakeAuth: Bool { extensions.contains(.postHandshakeAuth) }

    /// The octets that the binders cover (section 4.2.11.2): the message without the list of binders and its length. All other lengths
    /// include the binders. The whole message if there are no binders.
    func octetsBeforeBinders(of message: HandshakeMessage) -> [UInt8] {
        Array(message.bytes.dropLast(preSharedKeys?.bindersCount ?? 0))
    }

    /// Checks the rules of TLS 1.3 for a ClientHello, before the server chooses anything.
    ///
    /// - Throws: ``TLSError`` with the alert of RFC 8446 sections 4.1.2, 4.2 and 9.2.
    func checkOffer() throws(TLSError) {
        for case .other(let number, let body) in extensions where HelloExtension.isForTLS13(number) {
            throw .malformed(
                ParseError("tls.handshake.extension", at: 0, .trailing(body.count), cite: .rfc(8446, "4.2")))
        }
        guard version > .ssl30 else { throw .tls13(.legacyVersion(version)) }
        guard supportedVersions?.contains(.tls13) == true else { throw .unsupportedVersion(version) }
        guard compressionMethods == [0] else { throw .tls13(.compressionOffered) }
        try extensions.checkRecordSizeLimit()
        try checkPSKs()
        try checkGroups()
        if preSharedKeys == nil { try checkFullOffer() }
    }

    /// Checks the extensions that a hello needs if no PSK is used: signature_algorithms, supported_groups and key_share (section 9.2).
    ///
    /// - Throws: ``TLS13Violation/missingExtension(_:in:)``.
    func checkFullOffer() throws(TLSError) {
        try demand(.signatureAlgorithms, isThere: extensions.signatureSchemes != nil)
        try demand(.supportedGroups, isThere: supportedGroups != nil)
        try demand(.keyShare, isThere: keyShares != nil)
    }

    private func demand(_ type: ExtensionType, isThere: Bool) throws(TLSError) {
        guard isThere else { throw .tls13(.missingExtension(type.rawValue, in: .clientHello)) }
    }

    private func checkPSKs() throws(TLSError) {
        guard let keys = preSharedKeys else { return }
        guard case .preSharedKeys? = extensions.last else { throw .tls13(.pskNotLast) }
        try demand(.pskKeyExchangeModes, isThere: pskModes != nil)
        guard keys.identities.count == keys.binders.count else { throw .tls13(.binderCount) }
    }

    /// Section 4.2.8: one share for each group, and only for groups in supported_groups. Section 9.2: neither extension without the other.
    private func checkGroups() throws(TLSError) {
        try demand(.keyShare, isThere: supportedGroups == nil || keyShares != nil)
        try demand(.supportedGroups, isThere: keyShares == nil || supportedGroups != nil)
        guard let groups = supportedGroups, let shares = keyShares else { return }
        var seen: Set<NamedGroup> = []
        for share in shares {
            guard groups.contains(share.group), seen.insert(share.group).inserted else {
                throw .tls13(.sharesUnlikeGroups(share.group))
            }
        }
    }
}
