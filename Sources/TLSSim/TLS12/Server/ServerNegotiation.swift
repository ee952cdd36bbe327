import Crypto
import PKI
import Trace

/// The server's answers to the client's extensions.
extension ExpectClientHello {
    /// Checks the extensions that every handshake has to agree on, also a resumption.
    ///
    /// - Returns: the application protocol, if one is agreed.
    /// - Throws: ``TLSError/unrecognizedName(_:)``, ``TLSError/maximumFragmentNotOffered(_:)``,
    ///   ``TLSError/noApplicationProtocol``.
    func agreeOnExtensions(of hello: ClientHello) throws(TLSError) -> String? {
        // RFC 6066 section 3: a server may refuse an unknown name, or continue without an alert. A warning is not recommended, because
        // clients react to it differently.
        if configuration.strictServerName, let name = hello.serverName, !configuration.identity.isFor(name) {
            throw .unrecognizedName(name)
        }
        if let code = hello.maximumFragmentCode, MaximumFragment(rawValue: code) == nil {
            throw .maximumFragmentNotOffered(code)
        }
        guard let offered = hello.applicationProtocols, !configuration.applicationProtocols.isEmpty else { return nil }
        // RFC 7301 section 3.2.
        guard let name = configuration.applicationProtocols.first(where: { offered.contains(Array($0.utf8)) }) else {
            throw .noApplicationProtocol
        }
        return name
    }

    /// The ID for a new session: a random one if the server stores sessions, empty for a client that gets a ticket instead (RFC 5077 section
    /// 3.4).
    func newSessionID<R: RandomSource>(for hello: ClientHello, using random: inout R) -> [UInt8] {
        let getsTicket = configuration.ticketKey != nil && hello.sessionTicket != nil
        return configuration.sessions == nil || getsTicket ? [] : random.octets(32)
    }

    /// The compression method. Outside the museum it is always null.
    func compression(for hello: ClientHello) -> UInt8 {
        configuration.compressionMethods.first(where: hello.compressionMethods.contains) ?? 0
    }

    /// What the two hellos have settled.
    func negotiated(
        by hello: ClientHello, and answer: ServerHello, suite: CipherSuite, protocolName: String?
    ) -> Negotiated {
        Negotiated(
            suite: suite, clientRandom: hello.random, serverRandom: answer.random, offeredVersion: hello.version,
            extendedMasterSecret: answer.extensions.contains(.extendedMasterSecret),
            encryptThenMAC: answer.extensions.contains(.encryptThenMAC), serverName: hello.serverName,
            applicationProtocol: protocolName,
            maximumFragment: hello.maximumFragmentCode.flatMap { MaximumFragment(rawValue: $0) },
            sessionID: answer.sessionID, ticketIsDue: answer.extensions.contains(.sessionTicket([])),
            compression: answer.compressionMethod)
    }

    /// The extensions of the ServerHello. It answers only extensions that the client has sent.
    ///
    /// In a resumption server_name is not answered again (RFC 6066 section 3). extended_master_secret is answered as in the first handshake
    /// (RFC 7627 section 5.3), and session_ticket only if a new ticket follows.
    func extensions(
        for hello: ClientHello, suite: CipherSuite, resuming found: Resumption?, protocolName: String?
    ) -> [HelloExtension] {
        var answers: [HelloExtension] = []
        for item in hello.extensions {
            switch item {
            case .serverName(let name?) where found == nil && configuration.identity.isFor(name):
                answers.append(.serverName(nil))
            case .maxFragmentLength(let code): answers.append(.maxFragmentLength(code))
            case .applicationProtocols:
                if let protocolName { answers.append(.applicationProtocols([Array(protocolName.utf8)])) }
            case .sessionTicket where configuration.ticketKey != nil && found?.renewsTicket ?? true:
                answers.append(.sessionTicket([]))
            // RFC 8422 section 5.2: only if the suite uses a curve.
            case .ecPointFormats where suite.keyExchange.usesCurve: answers.append(.ecPointFormats([0]))
            // RFC 7366 section 3: only if the suite has a CBC cipher.
            case .encryptThenMAC where configuration.encryptThenMAC && suite.cipher.mac != nil:
                answers.append(.encryptThenMAC)
            case .extendedMasterSecret where configuration.extendedMasterSecret: answers.append(.extendedMasterSecret)
            // A resumption sends no certificate, so no response is stapled.
            case .statusRequest where found == nil && configuration.ocspResponse != nil:
                answers.append(.statusRequest(nil))
            case .renegotiationInfo: answers.append(.renegotiationInfo([]))
            case .other(Heartbeat.extensionType, _) where configuration.agreesToHeartbeats:
                answers.append(Heartbeat.mayBeSent)
            default: break
            }
        }
        // RFC 5746 section 3.6: the signalling suite demands the same answer as the extension.
        let signalled =
            hello.cipherSuites.contains(CipherSuite.emptyRenegotiationInfo) && !answers.contains(.renegotiationInfo([]))
        return signalled ? answers + [.renegotiationInfo([])] : answers
    }
}
