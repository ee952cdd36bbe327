import Crypto
import PKI
import Trace

/// Nothing has happened yet.
struct ClientStart: Hashable, Sendable {
    let configuration: Client.Configuration

    func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> ClientState {
        let offered = configuration.offerableSession
        let extensions = configuration.helloExtensions(offering: offered)
        let hello = ClientHello(
            random: random.octets(32), sessionID: offered.map { $0.nameToOffer(using: &random) } ?? [],
            cipherSuites: configuration.cipherSuites.map(\.codePoint),
            compressionMethods: configuration.compressionMethods,
            extensions: extensions)
        session.tell(drawn: hello.random)
        if configuration.identity != nil { session.transcript.keepMessages() }
        try session.send(hello)
        session.offer(offered)
        return .expectServerHello(ExpectServerHello(configuration: configuration, hello: hello, offered: offered))
    }
}

/// The hello is out.
struct ExpectServerHello: Hashable, Sendable {
    let configuration: Client.Configuration
    let hello: ClientHello
    let offered: ResumableSession?

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let answer = try message.parsed(ServerHello.read)
        guard answer.version == .tls12 else { throw .unsupportedVersion(answer.version) }
        // Appendix E.1 excuses only the first ClientHello: what carries the answer has to be of the version it states.
        if let version = session.records.lastVersion, version != answer.version { throw .recordVersion(version) }
        guard hello.cipherSuites.contains(answer.cipherSuite),
            let suite = configuration.cipherSuites.first(where: { $0.codePoint == answer.cipherSuite })
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
        // RFC 8422 section 5.2.
        guard !answer.extensions.lackUncompressedPoints else { throw .noUncompressedPoints(.server) }
        session.transcript.add(message)
        let encryptThenMAC = answer.extensions.contains(.encryptThenMAC)
        // RFC 7366 section 3: it means nothing to other ciphers, and a server that answers with it is confused.
        guard !encryptThenMAC || suite.cipher.mac != nil else {
            throw .unsolicitedExtension(HelloExtension.encryptThenMAC.type)
        }
        let resumed = resumes(answer)
        let negotiated = Negotiated(
            suite: suite, clientRandom: hello.random, serverRandom: answer.random, offeredVersion: hello.version,
            extendedMasterSecret: answer.extensions.contains(.extendedMasterSecret), encryptThenMAC: encryptThenMAC,
            serverName: configuration.serverName, applicationProtocol: try applicationProtocol(in: answer),
            maximumFragment: try maximumFragment(in: answer) ?? resumed?.maximumFragment,
            sessionID: answer.sessionID, ticketIsDue: answer.extensions.contains(.sessionTicket([])),
            stapling: answer.extensions.contains(.statusRequest(nil)),
            compression: answer.compressionMethod)
        if let resumed { session.takeUp(resumed, byTicket: resumed.ticket != nil) }
        session.explain(answer)
        session.settle(negotiated)
        try limitRecords(as: answer, &session)
        // RFC 5746 section 4.1: renegotiation_info may be there or not. A client that never renegotiates has nothing to fear from a server
        // without it.
        session.tell(signsIn: answer, checksDowngrade: configuration.goesBy(answer.downgradeSentinel))
        if let resumed { return try resume(resumed, negotiated, &session) }
        session.resumable = nil
        guard suite.keyExchange != .dhAnon else {
            return .expectServerKeyExchange(
                ExpectServerKeyExchange(configuration: configuration, negotiated: negotiated, chain: nil))
        }
        return .expectCertificate(ExpectCertificate(configuration: configuration, negotiated: negotiated))
    }

    /// RFC 7301 section 3.1: the answer is a list of exactly one of those offered.
    private func applicationProtocol(in answer: ServerHello) throws(TLSError) -> String? {
        for case .applicationProtocols(let names) in answer.extensions {
            guard names.count == 1, let name = names.first.map({ String(decoding: $0, as: UTF8.self) }),
                configuration.applicationProtocols.contains(name)
            else { throw .applicationProtocolNotOffered }
            return name
        }
        return nil
    }

    /// RFC 8449 section 4: the server says how long our records may be. It then does not speak of RFC 6066's limit (section 5).
    private func limitRecords(as answer: ServerHello, _ session: inout Session) throws(TLSError) {
        guard let limit = answer.extensions.recordSizeLimit else { return }
        try answer.extensions.checkRecordSizeLimit()
        for case .maxFragmentLength(let code) in answer.extensions { throw .maximumFragmentNotOffered(code) }
        session.records.writingLimit = min(session.records.writingLimit, Int(limit))
    }

    /// RFC 6066 section 4: the answer is what was asked for, or none.
    private func maximumFragment(in answer: ServerHello) throws(TLSError) -> MaximumFragment? {
        for case .maxFragmentLength(let code) in answer.extensions {
            guard code == configuration.maximumFragment?.rawValue else { throw .maximumFragmentNotOffered(code) }
            return configuration.maximumFragment
        }
        return nil
    }
}

/// The suite is settled.
struct ExpectCertificate: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let certificate = try message.parsed(CertificateMessage.read)
        guard !certificate.chain.isEmpty else { throw .noCertificate }
        session.explain(certificate)
        session.transcript.add(message)
        session.emit(.judge(certificate.chain))
        return .judging(JudgingChain(configuration: configuration, negotiated: negotiated))
    }
}

/// The chain is with the judge.
struct JudgingChain: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ClientState {
        let chain = try session.accepted(verdict)
        let use = try CertifiedKeyUse(of: chain, in: negotiated.suite.keyExchange)
        session.tell(keyUsage: negotiated.suite.keyExchange)
        let status = ExpectCertificateStatus(
            configuration: configuration, negotiated: negotiated, chain: chain, use: use)
        return negotiated.stapling ? .expectCertificateStatus(status) : status.next
    }
}

/// What the server's certified key is there for.
enum CertifiedKeyUse: Hashable, Sendable {
    /// The premaster secret is encrypted to it.
    case encrypts(RSAKeyExchange.Offer)
    /// It signs the parameters of the key exchange.
    case signs

    /// The use that `kind` makes of the key in `chain`: a certificate that restricts its key's usage must allow it (RFC 5246
    /// section 7.4.2).
    ///
    /// - Throws: ``TLSError/wrongKeyForSuite``, ``TLSError/keyUsage(lacking:)``.
    init(of chain: VerifiedChain, in kind: KeyExchangeKind) throws(TLSError) {
        switch kind {
        case .rsa:
            guard let offer = RSAKeyExchange.Offer(chain) else { throw .wrongKeyForSuite }
            guard chain.allowsKeyEncipherment else { throw .keyUsage(lacking: .keyTransport) }
            self = .encrypts(offer)
        case .dheRSA, .ecdheRSA, .ecdheECDSA:
            guard chain.leafKey.algorithm == kind.certifiedAlgorithm else { throw .wrongKeyForSuite }
            guard chain.allowsSignatures else { throw .keyUsage(lacking: .signedKeyExchange) }
            self = .signs
        case .dhAnon: throw .wrongKeyForSuite
        }
    }
}

/// The chain is verified; the parameters are still to come.
struct ExpectServerKeyExchange: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated
    /// Nil for an anonymous server.
    let chain: VerifiedChain?

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let kind = negotiated.suite.keyExchange
        let exchange = try message.parsed { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
        let terms = ClientTerms(
            peer: chain, verifies: configuration.verifiesServerKeyExchange, schemes: configuration.signatureSchemes,
            groupPolicy: configuration.groupPolicy,
            curves: configuration.groups, arithmetic: configuration.arithmetic, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom)
        let offer: VerifiedOffer =
            switch exchange.params {
            case .finiteField(let params): .dhe(try DHEKeyExchange.verify(exchange, params, terms))
            case .curve(let params): .ecdhe(try ECDHEKeyExchange.verify(exchange, params, terms))
            }
        session.tell(offer, verified: exchange, by: terms)
        session.transcript.add(message)
        return .expectServerHelloDone(
            ExpectServerHelloDone(
                configuration: configuration, chain: chain, negotiated: negotiated, offer: offer))
    }
}

/// Everything the client needs is here; it answers when the server has finished its flight.
struct ExpectServerHelloDone: Hashable, Sendable {
    let configuration: Client.Configuration
    let chain: VerifiedChain?
    let negotiated: Negotiated
    let offer: VerifiedOffer
    /// The server's request for the client's certificate, if it has made one.
    var request: CertificateRequest?

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ClientState {
        session.explain(try message.parsed(ServerHelloDone.read))
        session.transcript.add(message)
        let credential = try session.answer(request, configuration)
        let premaster = try answer(&session, using: &random)
        let schedule = KeySchedule(
            premasterSecret: premaster.octets, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom, suite: negotiated.suite,
            sessionHash: negotiated.extendedMasterSecret
                ? session.transcript.digest(by: negotiated.suite.hash) : nil,
            encryptThenMAC: negotiated.encryptThenMAC)
        session.tell(schedule, extended: negotiated.extendedMasterSecret)
        try credential?.prove(&session, using: &random)
        try session.sendChangeCipherSpec(schedule)
        try session.sendFinished(schedule)
        return .expectTicketOrKeys(
            Agreement(
                negotiated: negotiated, schedule: schedule, group: offer.groupName,
                peer: chain.map { PeerIdentity($0) } ?? .anonymous),
            configuration)
    }

    /// Sends ClientKeyExchange and keeps what it amounts to.
    private func answer<R: RandomSource>(
        _ session: inout Session, using random: inout R
    ) throws(TLSError) -> PremasterSecret {
        switch offer {
        case .rsa(let offer):
            let (encrypted, block, premaster) = try RSAKeyExchange.answer(
                offer, offeredVersion: negotiated.offeredVersion, using: &random)
            session.tell(encrypted, premaster, in: block, to: offer.key)
            try session.send(ClientKeyExchange.encryptedPremasterSecret(encrypted))
            return premaster
        case .dhe(let offer):
            let (key, premaster) = try DHEKeyExchange.answer(
                offer, exponentOctets: configuration.exponentOctets, using: &random)
            session.tell(key, to: offer, premaster)
            try session.send(ClientKeyExchange.publicValue(key.publicValue.bigEndian))
            return premaster
        case .ecdhe(let offer):
            let (key, premaster) = try ECDHEKeyExchange.answer(offer, using: &random)
            session.tell(key, to: offer, premaster)
            try session.send(ClientKeyExchange.point(key.publicKey))
            return premaster
        }
    }
}

/// The client's flight is out, or the session is an old one; the server has to change its keys.
struct ClientExpectChangeCipherSpec: Hashable, Sendable {
    let configuration: Client.Configuration
    let agreement: Agreement

    /// What follows the change.
    var next: ClientExpectFinished { ClientExpectFinished(configuration: configuration, agreement: agreement) }
}

/// The server's proof is due. In a resumed session it comes first, and the client's answers it.
struct ClientExpectFinished: Hashable, Sendable {
    let configuration: Client.Configuration
    let agreement: Agreement

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let schedule = agreement.schedule
        let proof = try FinishedVerified(message, schedule, &session)
        session.transcript.add(message)
        if agreement.resumed != nil {
            try session.sendChangeCipherSpec(schedule)
            try session.sendFinished(schedule)
        }
        session.establish(agreement, keeping: sessionToKeep(at: session.now))
        return .traffic(Traffic(finished: proof))
    }
}
