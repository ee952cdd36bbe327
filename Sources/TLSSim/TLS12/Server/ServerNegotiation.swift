import Crypto
import PKI
import Trace

/// What the server makes of the client's extensions.
extension ExpectClientHello {
    /// Checks what has to be agreed on in any handshake, a resumed one as well.
    ///
    /// - Returns: the application protocol, if one is agreed.
    /// - Throws: ``TLSError/unrecognizedName(_:)``, ``TLSError/maximumFragmentNotOffered(_:)``,
    ///   ``TLSError/noApplicationProtocol``.
    func agreeOnExtensions(of hello: ClientHello) throws(TLSError) -> String? {
        // RFC 6066 section 3: refuse, or go on and say nothing; a warning is not recommended, clients disagree about it.
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

    /// A name for a new session: drawn if the server keeps sessions; none for a client that gets a ticket instead (RFC 5077
    /// section 3.4).
    func newSessionID<R: RandomSource>(for hello: ClientHello, using random: inout R) -> [UInt8] {
        let getsTicket = configuration.ticketKey != nil && hello.sessionTicket != nil
        return configuration.sessions == nil || getsTicket ? [] : random.octets(32)
    }

    /// The compression method: null, the only one that every client offers, but in the museum.
    func compression(for hello: ClientHello) -> UInt8 {
        configuration.compressionMethods.first(where: hello.compressionMethods.contains) ?? 0
    }

    /// What hello and answer amount to.
    func negotiated(
        _ hello: ClientHello, _ answer: ServerHello, _ suite: CipherSuite, _ protocolName: String?
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

    /// Answers to what was asked, and to nothing else.
    ///
    /// A resumed session keeps the name it was made for and the secret it has: server_name is not answered again (RFC 6066
    /// section 3), extended_master_secret as it was (RFC 7627 section 5.3), session_ticket only where a new one follows.
    func extensions(
        for hello: ClientHello, _ suite: CipherSuite, resuming found: Resumption?, _ protocolName: String?
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
            // RFC 8422 section 5.2: only where the suite uses a curve.
            case .ecPointFormats where suite.keyExchange.usesCurve: answers.append(.ecPointFormats([0]))
            // RFC 7366 section 3: only where the suite has a MAC to move.
            case .encryptThenMAC where configuration.encryptThenMAC && suite.cipher.mac != nil:
                answers.append(.encryptThenMAC)
            case .extendedMasterSecret where configuration.extendedMasterSecret: answers.append(.extendedMasterSecret)
            // A resumed session shows no certificate, so there is nothing to staple to.
            case .statusRequest where found == nil && configuration.ocspResponse != nil:
                answers.append(.statusRequest(nil))
            case .renegotiationInfo: answers.append(.renegotiationInfo([]))
            case .other(Heartbeat.extensionType, _) where configuration.agreesToHeartbeats:
                answers.append(Heartbeat.mayBeSent)
            default: break
            }
        }
        // RFC 5746 section 3.6: the signalling suite asks for the same answer.
        let signalled =
            hello.cipherSuites.contains(CipherSuite.emptyRenegotiationInfo) && !answers.contains(.renegotiationInfo([]))
        return signalled ? answers + [.renegotiationInfo([])] : answers
    }
}
