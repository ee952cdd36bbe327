import Crypto

/// One hello for both versions: what a client offers besides TLS 1.3 to a server that speaks TLS 1.2 alone. Each part is that of a client
/// of TLS 1.3 alone where there is no fallback.
extension TLS13.ClientConfiguration {
    /// The versions, preferred first.
    var offeredVersions: [ProtocolVersion] { fallback == nil ? [.tls13] : [.tls13, .tls12] }

    /// The suites of both versions; which of them comes first says nothing about the version.
    var offeredSuites: [UInt16] {
        cipherSuites.map(\.codePoint) + (fallback?.cipherSuites.map(\.codePoint) ?? [])
    }

    /// The name of a session of TLS 1.2 that is offered; else what looks like one, if that is wanted (RFC 8446 section 4.1.2).
    func sessionID<R: RandomSource>(using random: inout R) -> [UInt8] {
        if let session = fallback?.offerableSession { return session.nameToOffer(using: &random) }
        return isCompatible ? random.octets(32) : []
    }

    /// The extensions of both versions. What both have stands once, with what either of them can do.
    func withFallback(_ tls13: [HelloExtension]) -> [HelloExtension] {
        guard let fallback else { return tls13 }
        var older = fallback.helloExtensions(offering: fallback.offerableSession)
        let merged = tls13.map { item -> HelloExtension in
            guard let index = older.firstIndex(where: { $0.type == item.type }) else { return item }
            return item.joined(with: older.remove(at: index))
        }
        return merged + older
    }
}

extension HelloExtension {
    /// A list together with what another has besides; anything else as it is.
    fileprivate func joined(with other: HelloExtension) -> HelloExtension {
        switch (self, other) {
        case (.supportedGroups(let groups), .supportedGroups(let more)):
            .supportedGroups(groups + more.filter { !groups.contains($0) })
        case (.signatureAlgorithms(let schemes), .signatureAlgorithms(let more)):
            .signatureAlgorithms(schemes + more.filter { !schemes.contains($0) })
        default: self
        }
    }
}
