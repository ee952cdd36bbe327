import Crypto
import Trace
import TrustSim

/// What the two hellos settled.
struct Negotiated: Hashable, Sendable {
    let suite: CipherSuite
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]
    let offeredVersion: ProtocolVersion
    let extendedMasterSecret: Bool
    let encryptThenMAC: Bool
}

/// Nothing has happened yet.
struct ClientStart: Hashable, Sendable {
    let configuration: Client.Configuration

    func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> ClientState {
        var extensions: [HelloExtension] = [.serverName(configuration.hostName)]
        if !configuration.groups.isEmpty { extensions.append(.supportedGroups(configuration.groups)) }
        if configuration.cipherSuites.contains(where: \.keyExchange.usesCurve) {
            extensions.append(.ecPointFormats([0]))
        }
        extensions.append(.signatureAlgorithms(configuration.signatureSchemes))
        if configuration.encryptThenMAC, configuration.cipherSuites.contains(where: { $0.cipher.mac != nil }) {
            extensions.append(.encryptThenMAC)
        }
        if configuration.extendedMasterSecret { extensions.append(.extendedMasterSecret) }
        // RFC 5746 section 3.4: empty, because there is nothing to renegotiate yet.
        extensions.append(.renegotiationInfo([]))
        let hello = ClientHello(
            random: random.octets(32), cipherSuites: configuration.cipherSuites.map(\.codePoint),
            extensions: extensions)
        session.trace(.learned(Knowledge.clientRandom, .generated, hello.random))
        try session.send(
            hello, .clientHello(suites: hello.cipherSuites.count, hostName: configuration.hostName))
        return .expectServerHello(ExpectServerHello(configuration: configuration, hello: hello))
    }
}

/// The hello is out.
struct ExpectServerHello: Hashable, Sendable {
    let configuration: Client.Configuration
    let hello: ClientHello

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let answer = try message.parsed(ServerHello.read)
        guard answer.version == .tls12 else { throw .unsupportedVersion(answer.version) }
        // Appendix E.1 excuses only the first ClientHello: what carries the answer has to be of the version it states.
        if let version = session.records.lastVersion, version != answer.version { throw .recordVersion(version) }
        guard hello.cipherSuites.contains(answer.cipherSuite),
            let suite = CipherSuite.withCodePoint(answer.cipherSuite)
        else { throw .suiteNotOffered(answer.cipherSuite) }
        guard hello.compressionMethods.contains(answer.compressionMethod) else {
            throw .compressionNotOffered(answer.compressionMethod)
        }
        let offered = hello.extensions.map(\.type)
        for item in answer.extensions where !offered.contains(item.type) { throw .unsolicitedExtension(item.type) }
        // Section 7.4.1.4.1: "Servers MUST NOT send this extension."
        for case .signatureAlgorithms in answer.extensions { throw .extensionOfClients(13) }
        for case .renegotiationInfo(let data) in answer.extensions where !data.isEmpty {
            throw .renegotiationInfoNotEmpty
        }
        session.received(message)
        session.transcript.select(suite.hash)
        session.records.agree(on: answer.version)
        let encryptThenMAC = answer.extensions.contains(.encryptThenMAC)
        // RFC 7366 section 3: it means nothing to other ciphers, and a server that answers with it is confused.
        guard !encryptThenMAC || suite.cipher.mac != nil else {
            throw .unsolicitedExtension(HelloExtension.encryptThenMAC.type)
        }
        session.dissector.suite = suite
        session.dissector.encryptThenMAC = encryptThenMAC
        session.dissector.extendedMasterSecret = answer.extensions.contains(.extendedMasterSecret)
        session.trace(.learned(Knowledge.serverRandom, .received, answer.random))
        let negotiated = Negotiated(
            suite: suite, clientRandom: hello.random, serverRandom: answer.random, offeredVersion: hello.version,
            extendedMasterSecret: answer.extensions.contains(.extendedMasterSecret), encryptThenMAC: encryptThenMAC)
        return .expectCertificate(ExpectCertificate(configuration: configuration, negotiated: negotiated))
    }
}

/// The suite is settled.
struct ExpectCertificate: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let chain = try message.parsed(CertificateMessage.read).chain
        guard !chain.isEmpty else { throw .noCertificate }
        session.received(message)
        session.emit(.judge(chain))
        return .judging(JudgingChain(configuration: configuration, negotiated: negotiated))
    }
}

/// The chain is with the judge.
struct JudgingChain: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ClientState {
        for finding in verdict.findings {
            session.trace(
                .checked(finding.policy, passed: finding.passed, .finding(reason: finding.reason, finding.cite)))
        }
        switch verdict {
        case .refused:
            throw .certificateRefused(
                verdict.refusalKind ?? .badCertificate, reason: verdict.refusal?.reason ?? "no reason was given")
        case .trusted(let chain, _):
            if chain.isUnverified { session.trace(.note(.careless)) }
            try checkUsage(of: chain, &session)
            switch negotiated.suite.keyExchange {
            case .rsa:
                return .expectServerHelloDone(
                    ExpectServerHelloDone(chain: chain, negotiated: negotiated, offer: .rsa(.init())))
            case .dheRSA, .ecdheRSA, .ecdheECDSA:
                return .expectServerKeyExchange(
                    ExpectServerKeyExchange(configuration: configuration, negotiated: negotiated, chain: chain))
            }
        }
    }

    /// Section 7.4.2: a certificate that restricts its key's usage must allow what the suite does with it.
    private func checkUsage(of chain: VerifiedChain, _ session: inout Session) throws(TLSError) {
        let kind = negotiated.suite.keyExchange
        guard chain.leafKey.algorithm == kind.certifiedAlgorithm else { throw .wrongKeyForSuite }
        let allowed = kind == .rsa ? chain.allowsKeyEncipherment : chain.allowsSignatures
        guard allowed else {
            throw .keyUsage(
                kind == .rsa
                    ? "the certificate's keyUsage lacks keyEncipherment, which RSA key transport needs"
                    : "the certificate's keyUsage lacks digitalSignature, which a signed key exchange needs")
        }
        session.trace(.checked("key usage", passed: true, .keyUsage(kind)))
    }
}

/// The chain is verified; the parameters are still to come.
struct ExpectServerKeyExchange: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated
    let chain: VerifiedChain

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let kind = negotiated.suite.keyExchange
        let exchange = try message.parsed { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
        let terms = ClientTerms(
            peer: chain, schemes: configuration.signatureSchemes, groupPolicy: configuration.groupPolicy,
            curves: configuration.groups, arithmetic: configuration.arithmetic, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom)
        let offer: ExpectServerHelloDone.Offer
        switch exchange.params {
        case .finiteField(let params):
            let verified = try DHEKeyExchange.verify(exchange, params, terms)
            offer = .dhe(verified)
            session.received(message)
            session.trace(.learned(Knowledge.group, .received, params.p))
            session.trace(.learned(Knowledge.serverPublicValue, .received, params.ys))
            traceSignature(exchange, &session)
            let group = verified.group
            session.trace(
                .checked(
                    "group and public value", passed: true,
                    group.isToy
                        ? .toyGroup(name: group.name, warning: group.warning ?? "")
                        : .groupAccepted(name: group.name, bits: group.p.bitWidth)))
        case .curve(let params):
            let verified = try ECDHEKeyExchange.verify(exchange, params, terms)
            offer = .ecdhe(verified)
            session.received(message)
            session.trace(.learned(Knowledge.serverPoint, .received, params.point))
            traceSignature(exchange, &session)
            session.trace(.checked("curve", passed: true, .curveAccepted(verified.curve.name)))
        }
        return .expectServerHelloDone(
            ExpectServerHelloDone(chain: chain, negotiated: negotiated, offer: offer))
    }

    private func traceSignature(_ exchange: ServerKeyExchange, _ session: inout Session) {
        session.trace(
            .checked("signature of ServerKeyExchange", passed: true, .parametersSigned(exchange.scheme)))
    }
}

/// Everything the client needs is here; it answers when the server has finished its flight.
struct ExpectServerHelloDone: Hashable, Sendable {
    let chain: VerifiedChain
    let negotiated: Negotiated
    let offer: Offer

    enum Offer: Hashable, Sendable {
        case rsa(RSAKeyExchange.Offer)
        case dhe(DHEKeyExchange.Offer)
        case ecdhe(ECDHEKeyExchange.Offer)
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ClientState {
        _ = try message.parsed(ServerHelloDone.read)
        session.received(message)
        let premaster = try answer(&session, using: &random)
        let schedule = KeySchedule(
            premasterSecret: premaster.octets, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom, suite: negotiated.suite,
            sessionHash: negotiated.extendedMasterSecret ? session.transcript.digest : nil,
            encryptThenMAC: negotiated.encryptThenMAC)
        KeyExchangeTrace.schedule(schedule, extended: negotiated.extendedMasterSecret, &session)
        try session.sendChangeCipherSpec(.client, schedule.clientProtection)
        try session.sendFinished(.client, schedule)
        return .expectChangeCipherSpec(
            ClientExpectChangeCipherSpec(schedule: schedule, suite: negotiated.suite, chain: chain))
    }

    /// Sends ClientKeyExchange and keeps what it amounts to.
    private func answer<R: RandomSource>(
        _ session: inout Session, using random: inout R
    ) throws(TLSError) -> PremasterSecret {
        let version = negotiated.offeredVersion
        switch offer {
        case .rsa(let offer):
            let answer = try RSAKeyExchange.answer(offer, to: chain, offeredVersion: version, using: &random)
            guard let key = chain.leafKey.rsa else { throw .wrongKeyForSuite }
            KeyExchangeTrace.rsaAnswer(answer, to: key, &session)
            try session.send(answer.message, .encryptedPremaster(octets: key.size))
            return answer.premaster
        case .dhe(let offer):
            let answer = try DHEKeyExchange.answer(offer, to: chain, offeredVersion: version, using: &random)
            if case .finiteField(let key)? = answer.ephemeral {
                KeyExchangeTrace.dheAnswer(key, to: offer, answer.premaster, &session)
            }
            try session.send(answer.message, .clientPublicValue(octets: offer.group.p.bigEndian.count))
            return answer.premaster
        case .ecdhe(let offer):
            let answer = try ECDHEKeyExchange.answer(offer, to: chain, offeredVersion: version, using: &random)
            if case .curve(let key)? = answer.ephemeral {
                KeyExchangeTrace.ecdheAnswer(key, to: offer, answer.premaster, &session)
            }
            try session.send(answer.message, .clientPoint(curve: offer.curve.name))
            return answer.premaster
        }
    }
}

/// The client's flight is out; the server has to change its keys.
struct ClientExpectChangeCipherSpec: Hashable, Sendable {
    let schedule: KeySchedule
    let suite: CipherSuite
    let chain: VerifiedChain
}

/// The server's proof is due.
struct ClientExpectFinished: Hashable, Sendable {
    let schedule: KeySchedule
    let suite: CipherSuite
    let chain: VerifiedChain

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let proof = try FinishedVerified(message, of: .server, schedule, &session)
        session.received(message)
        session.trace(.note(.established(forwardSecret: suite.keyExchange.isForwardSecret)))
        session.emit(.established)
        return .traffic(Traffic(suite: suite, finished: proof))
    }
}
