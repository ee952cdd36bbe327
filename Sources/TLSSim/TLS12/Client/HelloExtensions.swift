import Crypto

/// What a client of TLS 1.2 says in its hello.
extension Client.Configuration {
    /// The extensions of its hello.
    ///
    /// - Parameter offered: the session that is to be resumed.
    func helloExtensions(offering offered: ResumableSession?) -> [HelloExtension] {
        var extensions: [HelloExtension] = []
        if let name = serverName { extensions.append(.serverName(name)) }
        if let limit = maximumFragment { extensions.append(.maxFragmentLength(limit.rawValue)) }
        if !groups.isEmpty { extensions.append(.supportedGroups(groups)) }
        if cipherSuites.contains(where: \.keyExchange.usesCurve) {
            extensions.append(.ecPointFormats([0]))
        }
        extensions.append(.signatureAlgorithms(signatureSchemes))
        if !applicationProtocols.isEmpty {
            extensions.append(.applicationProtocols(applicationProtocols.map { Array($0.utf8) }))
        }
        if encryptThenMAC, cipherSuites.contains(where: { $0.cipher.mac != nil }) {
            extensions.append(.encryptThenMAC)
        }
        if extendedMasterSecret { extensions.append(.extendedMasterSecret) }
        if requestsStatus { extensions.append(.statusRequest(StatusRequest())) }
        if let ticket = offered?.ticket ?? (offersTickets ? [] : nil) {
            extensions.append(.sessionTicket(ticket))
        }
        // RFC 5746 section 3.4: empty, because there is nothing to renegotiate yet.
        extensions.append(.renegotiationInfo([]))
        return extensions
    }
}

extension ResumableSession {
    /// The session's name; for a ticket without one a name drawn now, by which a server that takes the ticket shows that it
    /// does (RFC 5077 section 3.4).
    func nameToOffer<R: RandomSource>(using random: inout R) -> [UInt8] {
        sessionID.isEmpty ? random.octets(32) : sessionID
    }
}

extension ClientHello {
    /// The hello as TLS 1.2 sees it: what belongs to TLS 1.3 alone was not offered to a server that chooses TLS 1.2.
    func forTLS12(_ configuration: Client.Configuration) -> ClientHello {
        var hello = self
        hello.cipherSuites = configuration.cipherSuites.map(\.codePoint)
        hello.extensions.removeAll { ExtensionType(rawValue: $0.type)?.row.version == .tls13 }
        return hello
    }
}
