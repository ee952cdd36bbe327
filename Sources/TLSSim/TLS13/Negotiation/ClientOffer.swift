import Trace

/// What a ClientHello says to TLS 1.3 (RFC 8446 section 4.1.2).
extension ClientHello {
    /// The versions of supported_versions; nil where there is no such extension.
    public var supportedVersions: [ProtocolVersion]? {
        for case .supportedVersions(let versions) in extensions { return versions }
        return nil
    }

    /// The groups that the client can use.
    public var supportedGroups: [NamedGroup]? {
        for case .supportedGroups(let groups) in extensions { return groups }
        return nil
    }

    /// The client's public values.
    public var keyShares: [KeyShareEntry]? {
        for case .keyShares(let shares) in extensions { return shares }
        return nil
    }

    /// The shared secrets on offer.
    public var preSharedKeys: OfferedPSKs? {
        for case .preSharedKeys(let keys) in extensions { return keys }
        return nil
    }

    /// How they may be used.
    var pskModes: [PSKKeyExchangeMode]? {
        for case .pskKeyExchangeModes(let modes) in extensions { return modes }
        return nil
    }

    /// Whether they may be used without an exchange: psk_ke, which has no forward secrecy (section 4.2.9).
    public var acceptsPSKWithoutExchange: Bool { pskModes?.contains(.pskOnly) == true }

    /// Whether data follows at once.
    public var offersEarlyData: Bool { extensions.contains(.earlyData) }

    /// Whether the server may ask for a certificate later.
    var offersPostHandshakeAuth: Bool { extensions.contains(.postHandshakeAuth) }

    /// The octets of the message without the binders and the length of their list: what the binders are made over (section 4.2.11.2).
    /// All lengths stand as if the binders were there. The whole message where there are none.
    func octetsBeforeBinders(of message: HandshakeMessage) -> [UInt8] {
        Array(message.bytes.dropLast(preSharedKeys?.bindersCount ?? 0))
    }

    /// Checks what a server of TLS 1.3 checks before it chooses anything.
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

    /// Section 9.2: without a PSK there has to be something to sign with and something to agree in.
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

    /// Section 4.2.8: one share a group, and only of groups that are named. Section 9.2: neither extension without the other.
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
