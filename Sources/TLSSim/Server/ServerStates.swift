import Crypto
import Trace
import TrustSim

/// Nothing has arrived yet.
struct ExpectClientHello: Hashable, Sendable {
    let configuration: Server.Configuration

    /// What the server settles on after reading a hello.
    private struct Choice {
        let suite: CipherSuite
        let scheme: SignatureScheme
        let group: FiniteFieldGroup
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let hello = try message.parsed(ClientHello.read)
        // Appendix E.1: a higher version is answered with ours; a lower one is not spoken here (RFC 8996).
        guard hello.version.rawValue >= ProtocolVersion.tls12.rawValue else {
            throw .unsupportedVersion(hello.version)
        }
        guard hello.compressionMethods.contains(0) else { throw .noNullCompression }
        for case .renegotiationInfo(let data) in hello.extensions where !data.isEmpty {
            throw .renegotiationInfoNotEmpty
        }
        let choice = try choose(for: hello)
        session.received(message)
        session.transcript.select(choice.suite.hash)
        session.records.agree(on: .tls12)
        session.dissector.keyExchange = choice.suite.keyExchange
        session.trace(.learned(Knowledge.clientRandom, .received, hello.random))

        let answer = ServerHello(
            random: random.octets(32), cipherSuite: choice.suite.codePoint, extensions: extensions(for: hello))
        let extended = answer.extensions.contains(.extendedMasterSecret)
        session.dissector.extendedMasterSecret = extended
        session.trace(.learned(Knowledge.serverRandom, .generated, answer.random))
        try session.send(answer, .serverHello(suite: choice.suite, extendedMasterSecret: extended))
        let chain = configuration.identity.chain
        try session.send(CertificateMessage(chain: chain), .certificate(count: chain.count))

        let terms = ServerTerms(
            identity: configuration.identity, group: choice.group, scheme: choice.scheme, clientRandom: hello.random,
            serverRandom: answer.random)
        let memory = try offer(terms, choice.suite, &session, using: &random)
        try session.send(ServerHelloDone(), .serverHelloDone)
        let negotiated = Negotiated(
            suite: choice.suite, clientRandom: hello.random, serverRandom: answer.random,
            offeredVersion: hello.version, extendedMasterSecret: extended)
        return .expectClientKeyExchange(ExpectClientKeyExchange(negotiated: negotiated, memory: memory))
    }

    private func offer<R: RandomSource>(
        _ terms: ServerTerms, _ suite: CipherSuite, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ExpectClientKeyExchange.Memory {
        switch suite.keyExchange {
        case .rsa:
            return .rsa(try RSAKeyExchange.offer(terms, using: &random).memory)
        case .dheRSA:
            let (message, key) = try DHEKeyExchange.offer(terms, using: &random)
            KeyExchangeTrace.dheOffer(key, &session)
            if let message {
                try session.send(
                    message, .serverKeyExchange(group: terms.group.name, bits: terms.group.p.bitWidth))
            }
            return .dhe(key)
        }
    }

    /// The first suite of ours that the client offers and that can be done with it.
    private func choose(for hello: ClientHello) throws(TLSError) -> Choice {
        let group = commonGroup(hello)
        let scheme = commonScheme(hello)
        var obstacle: TLSError?
        for suite in configuration.cipherSuites where hello.cipherSuites.contains(suite.codePoint) {
            switch (suite.keyExchange, group, scheme) {
            case (.rsa, _, _):
                return Choice(suite: suite, scheme: scheme ?? .rsaPKCS1SHA256, group: group ?? .ffdhe2048)
            case (.dheRSA, .some(let group), .some(let scheme)):
                return Choice(suite: suite, scheme: scheme, group: group)
            case (.dheRSA, nil, _): obstacle = obstacle ?? .noCommonGroup
            case (.dheRSA, _, nil): obstacle = obstacle ?? .noCommonSignatureScheme
            }
        }
        throw obstacle ?? .noCommonSuite
    }

    /// RFC 7919 section 4: a client that names finite-field groups gets one of them or no DHE at all; one that names none
    /// leaves the choice to the server.
    private func commonGroup(_ hello: ClientHello) -> FiniteFieldGroup? {
        for case .supportedGroups(let groups) in hello.extensions where groups.contains(where: \.isFiniteField) {
            return configuration.groups.first { group in
                group.codePoint.map { groups.contains(NamedGroup(rawValue: $0)) } ?? false
            }
        }
        return configuration.groups.first
    }

    /// Section 7.4.1.4.1: without the extension only SHA-1 is known to be understood, which is not made here.
    private func commonScheme(_ hello: ClientHello) -> SignatureScheme? {
        for case .signatureAlgorithms(let schemes) in hello.extensions {
            return configuration.signatureSchemes.first { schemes.contains($0) }
        }
        return nil
    }

    /// Answers to what was asked, and to nothing else.
    private func extensions(for hello: ClientHello) -> [HelloExtension] {
        var answers: [HelloExtension] = []
        for item in hello.extensions {
            switch item {
            case .serverName(let name?) where name.lowercased() == configuration.identity.hostName.lowercased():
                answers.append(.serverName(nil))
            case .extendedMasterSecret where configuration.extendedMasterSecret: answers.append(.extendedMasterSecret)
            case .renegotiationInfo: answers.append(.renegotiationInfo([]))
            default: break
            }
        }
        // RFC 5746 section 3.6: the signalling suite asks for the same answer.
        let signalled = hello.cipherSuites.contains(0x00ff) && !answers.contains(.renegotiationInfo([]))
        return signalled ? answers + [.renegotiationInfo([])] : answers
    }
}

/// The server's flight is out.
struct ExpectClientKeyExchange: Hashable, Sendable {
    let negotiated: Negotiated
    let memory: Memory

    /// What the server must remember until the client's answer: the difference between the two key exchanges.
    enum Memory: Hashable, Sendable {
        case rsa(RSAKeyExchange.Memory)
        case dhe(DHEKeyExchange.Memory)
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let kind = negotiated.suite.keyExchange
        let answer = try message.parsed { reader throws(ParseError) in
            try ClientKeyExchange.read(from: &reader, kind: kind)
        }
        session.received(message)
        let premaster: PremasterSecret
        switch memory {
        case .rsa(let key):
            premaster = try RSAKeyExchange.conclude(
                answer, remembering: key, offeredVersion: negotiated.offeredVersion, using: &random)
            KeyExchangeTrace.rsaConclusion(premaster, of: answer, &session)
        case .dhe(let key):
            premaster = try DHEKeyExchange.conclude(
                answer, remembering: key, offeredVersion: negotiated.offeredVersion, using: &random)
            KeyExchangeTrace.dheConclusion(premaster, of: answer, with: key, &session)
        }
        let schedule = KeySchedule(
            premasterSecret: premaster.octets, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom, suite: negotiated.suite,
            sessionHash: negotiated.extendedMasterSecret ? session.transcript.digest : nil)
        KeyExchangeTrace.schedule(schedule, extended: negotiated.extendedMasterSecret, &session)
        return .expectChangeCipherSpec(ServerExpectChangeCipherSpec(schedule: schedule, suite: negotiated.suite))
    }
}

/// The keys are there; the client has to start using them.
struct ServerExpectChangeCipherSpec: Hashable, Sendable {
    let schedule: KeySchedule
    let suite: CipherSuite
}

/// The client's proof is due.
struct ServerExpectFinished: Hashable, Sendable {
    let schedule: KeySchedule
    let suite: CipherSuite

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
        let proof = try FinishedVerified(message, of: .client, schedule, &session)
        session.received(message)
        try session.sendChangeCipherSpec(.server, schedule.serverProtection)
        try session.sendFinished(.server, schedule)
        session.flush()
        session.trace(.note(.established(forwardSecret: suite.keyExchange != .rsa)))
        session.emit(.established)
        return .traffic(Traffic(suite: suite, finished: proof))
    }
}
