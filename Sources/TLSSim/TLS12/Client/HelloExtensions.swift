import Crypto

/// The hello of a client of TLS 1.2.
extension Client.Configuration {
    /// The extensions of the hello.
    ///
    /// - Parameter offered: the session that the client wants to resume; nil if there is none.
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
        // RFC 5746 section 3.4: the body is empty in an initial handshake.
        extensions.append(.renegotiationInfo([]))
        return extensions
    }
}

extension ResumableSession {
    /// The session ID for the hello: that of the session, or a random one for a ticket without an ID. A server that accepts the ticket shows
    /// this by repeating the ID (RFC 5077 section 3.4).
    func nameToOffer<R: RandomSource>(using random: inout R) -> [UInt8] {
        sessionID.isEmpty ? random.octets(32) : sessionID
    }
}

extension ClientHello {
    /// The hello without the suites and extensions of TLS 1.3 alone. A server that chooses TLS 1.2 must not answer those.
    func forTLS12(_ configuration: Client.Configuration) -> ClientHello {
        var hello = self
        hello.cipherSuites = configuration.cipherSuites.map(\.codePoint)
        hello.extensions.removeAll { ExtensionType(rawValue: $0.type)?.row.version == .tls13 }
        return hello
    }
}
