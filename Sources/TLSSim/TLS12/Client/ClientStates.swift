import Crypto
import PKI
import Trace

/// The client has not sent its hello yet.
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

/// The client has sent its hello.
struct ExpectServerHello: Hashable, Sendable {
    let configuration: Client.Configuration
    let hello: ClientHello
    let offered: ResumableSession?

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let answer = try session.read(message, ServerHello.read)
        guard answer.version == .tls12 else { throw .unsupportedVersion(answer.version) }
        // Appendix E.1 allows another version only in the record of the first ClientHello. The record of a ServerHello must have the
        // version that the ServerHello states.
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
        // RFC 7366 section 3: the server must not answer it if the suite has no CBC cipher.
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
        if let resumed { session.resume(resumed, byTicket: resumed.ticket != nil) }
        session.explain(answer)
        session.settle(negotiated)
        try limitRecords(as: answer, &session)
        // RFC 5746 section 4.1: a client may accept a server that does not send renegotiation_info. This client never renegotiates.
        session.tell(signsIn: answer, checksDowngrade: configuration.mustCheckDowngrade(answer.downgradeSentinel))
        if let resumed { return try resume(resumed, as: negotiated, &session) }
        session.resumable = nil
        guard suite.keyExchange != .dhAnon else {
            return .expectServerKeyExchange(
                ExpectServerKeyExchange(configuration: configuration, negotiated: negotiated, chain: nil))
        }
        return .expectCertificate(ExpectCertificate(configuration: configuration, negotiated: negotiated))
    }

    /// The application protocol that the server has chosen. The answer must be a list of exactly one offered protocol (RFC 7301 section
    /// 3.1).
    private func applicationProtocol(in answer: ServerHello) throws(TLSError) -> String? {
        for case .applicationProtocols(let names) in answer.extensions {
            guard names.count == 1, let name = names.first.map({ String(decoding: $0, as: UTF8.self) }),
                configuration.applicationProtocols.contains(name)
            else { throw .applicationProtocolNotOffered }
            return name
        }
        return nil
    }

    /// Applies the server's record_size_limit to the records of this side (RFC 8449 section 4). An answer with this extension must not
    /// contain max_fragment_length (section 5).
    private func limitRecords(as answer: ServerHello, _ session: inout Session) throws(TLSError) {
        guard let limit = answer.extensions.recordSizeLimit else { return }
        try answer.extensions.checkRecordSizeLimit()
        for case .maxFragmentLength(let code) in answer.extensions { throw .maximumFragmentNotOffered(code) }
        session.records.writingLimit = min(session.records.writingLimit, Int(limit))
    }

    /// The agreed limit for fragments; nil if the server does not answer the extension. An answer must repeat the client's code (RFC 6066
    /// section 4).
    private func maximumFragment(in answer: ServerHello) throws(TLSError) -> MaximumFragment? {
        for case .maxFragmentLength(let code) in answer.extensions {
            guard code == configuration.maximumFragment?.rawValue else { throw .maximumFragmentNotOffered(code) }
            return configuration.maximumFragment
        }
        return nil
    }
}

/// The ServerHello has arrived; the server's certificate comes next.
struct ExpectCertificate: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let certificate = try session.read(message, CertificateMessage.read)
        guard !certificate.chain.isEmpty else { throw .noCertificate }
        session.explain(certificate)
        session.transcript.add(message)
        session.emit(.judge(certificate.chain))
        return .judging(JudgingChain(configuration: configuration, negotiated: negotiated))
    }
}

/// The server's chain is being judged.
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

/// The use of the server's certified key in the key exchange.
enum CertifiedKeyUse: Hashable, Sendable {
    /// The client encrypts the premaster secret to the key.
    case encrypts(RSAKeyExchange.Offer)
    /// The key signs the parameters of the key exchange.
    case signs

    /// The use of the leaf's key in a key exchange of `kind`. The keyUsage of the certificate must allow it (RFC 5246 section 7.4.2).
    ///
    /// - Throws: ``TLSError/wrongKeyForSuite`` for a key of another algorithm; ``TLSError/keyUsage(lacking:)`` if the use is not allowed.
    init(of chain: VerifiedChain, in kind: KeyExchangeKind) throws(TLSError) {
        switch kind {
        case .rsa:
            guard let offer = RSAKeyExchange.Offer(chain) else { throw .wrongKeyForSuite }
            guard chain.allowsKeyEncipherment else { throw .keyUsage(lacking: .keyTransport) }
            self = .encrypts(offer)
        case .dheRSA, .ecdheRSA, .ecdheECDSA:
            guard chain.leafKey.algorithm.nameInTLS12 == kind.certifiedAlgorithm else { throw .wrongKeyForSuite }
            guard chain.allowsSignatures else { throw .keyUsage(lacking: .signedKeyExchange) }
            self = .signs
        case .dhAnon: throw .wrongKeyForSuite
        }
    }
}

/// The chain is verified; the server's signed parameters come next.
struct ExpectServerKeyExchange: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated
    /// Nil for an anonymous server.
    let chain: VerifiedChain?

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let kind = negotiated.suite.keyExchange
        let exchange = try session.read(message) { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
        let terms = ClientTerms(
            peer: chain, schemes: configuration.signatureSchemes, groupPolicy: configuration.groupPolicy,
            curves: configuration.groups, arithmetic: configuration.arithmetic, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom)
        let origin = try terms.origin(of: exchange, without: session.missingRules)
        let offer: ServerOffer =
            switch exchange.params {
            case .finiteField(let params): .dhe(try DHEKeyExchange.accept(params, under: terms), origin)
            case .curve(let params): .ecdhe(try ECDHEKeyExchange.accept(params, under: terms), origin)
            }
        session.tell(offer, from: origin, in: exchange, by: terms)
        session.transcript.add(message)
        return .expectServerHelloDone(
            ExpectServerHelloDone(
                configuration: configuration, chain: chain, negotiated: negotiated, offer: offer))
    }
}

/// The server's offer is verified; the client answers after ServerHelloDone.
struct ExpectServerHelloDone: Hashable, Sendable {
    let configuration: Client.Configuration
    let chain: VerifiedChain?
    let negotiated: Negotiated
    let offer: ServerOffer
    /// The server's request for the client's certificate; nil if there was none.
    var request: CertificateRequest?

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ClientState {
        session.explain(try session.read(message, ServerHelloDone.read))
        session.transcript.add(message)
        let credential = try session.answer(request, configuration)
        let premaster = try answer(&session, using: &random)
        let schedule = negotiated.schedule(from: premaster, after: session.transcript)
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

    /// Sends ClientKeyExchange and returns the premaster secret.
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
        case .dhe(let offer, _):
            let (key, premaster) = try DHEKeyExchange.answer(
                offer, exponentOctets: configuration.exponentOctets, using: &random)
            session.tell(.finiteField(key), to: offer.publicValue.bigEndian, premaster)
            try session.send(ClientKeyExchange.publicValue(key.publicValue.bigEndian))
            return premaster
        case .ecdhe(let offer, _):
            let (key, premaster) = try ECDHEKeyExchange.answer(offer, using: &random)
            session.tell(.curve(key), to: offer.point, premaster)
            try session.send(ClientKeyExchange.point(key.publicKey))
            return premaster
        }
    }
}

/// The client's flight is sent, or an old session is resumed; the server's ChangeCipherSpec comes next.
struct ClientExpectChangeCipherSpec: Hashable, Sendable {
    let configuration: Client.Configuration
    let agreement: Agreement

    /// The state after the ChangeCipherSpec.
    var next: ClientExpectFinished { ClientExpectFinished(configuration: configuration, agreement: agreement) }
}

/// The server's Finished comes next. In a resumed session it is the first one, and the client's Finished follows.
struct ClientExpectFinished: Hashable, Sendable {
    let configuration: Client.Configuration
    let agreement: Agreement

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let schedule = agreement.schedule
        let traffic = try session.receive(finished: message, under: schedule)
        session.transcript.add(message)
        if agreement.resumed != nil {
            try session.sendChangeCipherSpec(schedule)
            try session.sendFinished(schedule)
        }
        session.establish(agreement, keeping: sessionToKeep(at: session.now))
        return .traffic(traffic)
    }
}
