import Crypto
import PKI
import Trace

/// Nothing has arrived yet.
struct ExpectClientHello: Hashable, Sendable {
    let configuration: Server.Configuration

    /// What the server settles on after reading a hello.
    private struct Choice {
        let suite: CipherSuite
        let scheme: SignatureScheme
        let group: FiniteFieldGroup
        let curve: NamedGroup?
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let hello = try message.parsed(ClientHello.read)
        // Appendix E.1: a higher version is answered with ours; a lower one is not spoken here (RFC 8996).
        guard hello.version >= .tls12 else {
            // RFC 7507 section 3. A client at our own version has fallen no lower than where we are.
            throw hello.cipherSuites.contains(CipherSuite.fallback)
                ? .inappropriateFallback(hello.version) : .unsupportedVersion(hello.version)
        }
        guard hello.compressionMethods.contains(0) else { throw .noNullCompression }
        for case .renegotiationInfo(let data) in hello.extensions where !data.isEmpty {
            throw .renegotiationInfoNotEmpty
        }
        let protocolName = try agreeOnExtensions(of: hello)
        if let found = try resumption(for: hello, &session) {
            session.received(message)
            session.trace(.learned(Knowledge.clientRandom, .received, hello.random))
            return try resume(found, hello, protocolName, &session, using: &random)
        }
        let choice = try choose(for: hello)
        let authentication = configuration.clientAuthentication
        let request = authentication.request(schemes: configuration.signatureSchemes)
        if request != nil { session.transcript.keepMessages() }
        session.received(message)
        session.trace(.learned(Knowledge.clientRandom, .received, hello.random))

        let serverRandom = random.octets(32)
        let answer = ServerHello(
            random: serverRandom, sessionID: newSessionID(for: hello, using: &random),
            cipherSuite: choice.suite.codePoint,
            extensions: extensions(for: hello, choice.suite, resuming: nil, protocolName))
        let negotiated = negotiated(hello, answer, choice.suite, protocolName)
        session.settle(negotiated)
        session.trace(.learned(Knowledge.serverRandom, .generated, answer.random))
        try session.send(
            answer,
            .serverHello(suite: choice.suite, extendedMasterSecret: negotiated.extendedMasterSecret))
        let chain = configuration.identity.chain
        try session.send(CertificateMessage(chain: chain), .certificate(count: chain.count))
        if let response = configuration.ocspResponse, answer.extensions.contains(.statusRequest(nil)) {
            try session.send(CertificateStatus(response: response), .certificateStatus(octets: response.count))
        }

        let terms = ServerTerms(
            identity: configuration.identity, group: choice.group, curve: choice.curve, scheme: choice.scheme,
            arithmetic: configuration.arithmetic, clientRandom: hello.random, serverRandom: answer.random)
        let memory = try offer(terms, choice.suite, &session, using: &random)
        if let request {
            try session.send(
                request,
                .certificateRequest(authorities: request.authorities.count, required: authentication.isRequired))
        }
        try session.send(ServerHelloDone(), .serverHelloDone)
        let next = ExpectClientKeyExchange(
            configuration: configuration, negotiated: negotiated, group: terms.groupName(for: choice.suite),
            memory: memory)
        guard let request else { return .expectClientKeyExchange(next) }
        return .expectClientCertificate(
            ExpectClientCertificate(request: request, isRequired: authentication.isRequired, next: next))
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
        case .ecdheRSA, .ecdheECDSA:
            let (message, key) = try ECDHEKeyExchange.offer(terms, using: &random)
            if let message, case .curve(let params) = message.params {
                KeyExchangeTrace.ecdheOffer(key, params.curve, &session)
                try session.send(
                    message, .serverPoint(curve: params.curve.name, suite.keyExchange.certifiedAlgorithm))
                return .ecdhe(key, params.curve)
            }
            throw .internalFault("a key exchange on a curve without a curve")
        }
    }

    /// The first suite of ours that the client offers and that can be done with it and with the key there is.
    private func choose(for hello: ClientHello) throws(TLSError) -> Choice {
        let key = configuration.identity.privateKey.publicKey
        let group = commonGroup(hello)
        let curve = commonCurve(hello)
        let scheme = commonScheme(hello, key.algorithm)
        var obstacle: TLSError?
        for suite in configuration.cipherSuites where hello.cipherSuites.contains(suite.codePoint) {
            let kind = suite.keyExchange
            guard kind.certifiedAlgorithm == key.algorithm else { continue }
            guard kind == .rsa || scheme != nil else {
                obstacle = obstacle ?? .noCommonSignatureScheme
                continue
            }
            guard kind != .dheRSA || group != nil else {
                obstacle = obstacle ?? .noCommonGroup
                continue
            }
            guard !kind.usesCurve || curve != nil else { continue }
            return Choice(
                suite: suite, scheme: scheme ?? .rsaPKCS1SHA256, group: group ?? .ffdhe2048, curve: curve)
        }
        throw obstacle ?? .noCommonSuite
    }

    /// RFC 8422 section 4: a client that names no curves may be given any; one that names some gets one of them, if it reads
    /// uncompressed points.
    private func commonCurve(_ hello: ClientHello) -> NamedGroup? {
        for case .ecPointFormats(let formats) in hello.extensions where !formats.contains(0) { return nil }
        for case .supportedGroups(let groups) in hello.extensions {
            return configuration.curves.first { groups.contains($0) }
        }
        return configuration.curves.first
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
    private func commonScheme(_ hello: ClientHello, _ key: KeyAlgorithm) -> SignatureScheme? {
        for case .signatureAlgorithms(let schemes) in hello.extensions {
            return configuration.signatureSchemes.first { $0.keyAlgorithm == key && schemes.contains($0) }
        }
        return nil
    }
}

/// The server's flight is out.
struct ExpectClientKeyExchange: Hashable, Sendable {
    let configuration: Server.Configuration
    let negotiated: Negotiated
    /// The name of the group that was offered; nil for RSA key transport.
    let group: String?
    let memory: Memory
    /// The client whose chain was judged and whose key is still to be proved; nil if there is none.
    var client: UnprovedClient?

    /// What the server must remember until the client's answer: the difference between the two key exchanges.
    enum Memory: Hashable, Sendable {
        case rsa(RSAKeyExchange.Memory)
        case dhe(DHEKeyExchange.Memory)
        case ecdhe(ECDHEKeyExchange.Memory, NamedGroup)
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
        case .ecdhe(let key, let curve):
            premaster = try ECDHEKeyExchange.conclude(
                answer, remembering: key, offeredVersion: negotiated.offeredVersion, using: &random)
            KeyExchangeTrace.ecdheConclusion(premaster, of: answer, with: key, curve, &session)
        }
        let schedule = KeySchedule(
            premasterSecret: premaster.octets, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom, suite: negotiated.suite,
            sessionHash: negotiated.extendedMasterSecret ? session.transcript.digest : nil,
            encryptThenMAC: negotiated.encryptThenMAC)
        KeyExchangeTrace.schedule(schedule, extended: negotiated.extendedMasterSecret, &session)
        let next = ServerExpectChangeCipherSpec(
            configuration: configuration,
            agreement: Agreement(
                negotiated: negotiated, schedule: schedule, group: group, peerChain: client?.chain.path ?? [],
                isVerified: client.map { !$0.chain.isUnverified } ?? true))
        guard let client else { return .expectChangeCipherSpec(next) }
        return .expectCertificateVerify(ExpectCertificateVerify(client: client, next: next))
    }
}

/// The keys are there; the client has to start using them.
struct ServerExpectChangeCipherSpec: Hashable, Sendable {
    let configuration: Server.Configuration
    let agreement: Agreement
}

/// The client's proof is due. In a resumed session the server's has gone before it.
struct ServerExpectFinished: Hashable, Sendable {
    let configuration: Server.Configuration
    let agreement: Agreement

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let schedule = agreement.schedule
        let proof = try FinishedVerified(message, of: .client, schedule, &session)
        session.received(message)
        var kept: ResumableSession?
        if agreement.resumed == nil {
            // RFC 5077 section 3.3: after the client's Finished and before the change of keys.
            try configuration.sendTicket(for: agreement, &session, using: &random)
            try session.sendChangeCipherSpec(.server, schedule.serverProtection)
            try session.sendFinished(.server, schedule)
            if !agreement.negotiated.sessionID.isEmpty { kept = agreement.session(at: configuration.now) }
        }
        session.establish(agreement, keeping: kept)
        return .traffic(Traffic(suite: agreement.suite, finished: proof))
    }
}
