import Crypto

/// One hello for both versions: the parts that a client offers besides TLS 1.3, for servers that speak only TLS 1.2. Without a fallback,
/// each part is that of a client that speaks only TLS 1.3.
extension TLS13.ClientConfiguration {
    /// The versions, preferred first.
    var offeredVersions: [ProtocolVersion] { fallback == nil ? [.tls13] : [.tls13, .tls12] }

    /// The suites of both versions. Their order says nothing about the version.
    var offeredSuites: [UInt16] {
        cipherSuites.map(\.codePoint) + (fallback?.cipherSuites.map(\.codePoint) ?? [])
    }

    /// The id of the session of TLS 1.2 that is offered. Without one: random octets in compatibility mode, else nothing (RFC 8446 section
    /// 4.1.2).
    func sessionID<R: RandomSource>(using random: inout R) -> [UInt8] {
        if let session = fallback?.offerableSession { return session.nameToOffer(using: &random) }
        return isCompatible ? random.octets(32) : []
    }

    /// The extensions of both versions. An extension of both stands once, and its list has the values of both.
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
    /// The list of this extension with the other values of `other` behind it; an extension without such a list as it is.
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
