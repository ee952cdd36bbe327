import Crypto
import PKI
import Trace

/// The client's hello comes next.
struct ExpectClientHello: Hashable, Sendable {
    let configuration: Server.Configuration

    /// The suite and the key exchange that the server chooses.
    private struct Choice {
        let suite: CipherSuite
        let keyExchange: ChosenKeyExchange
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let hello = try session.read(message, ClientHello.read)
        session.explain(hello)
        try configuration.checkVersion(of: hello)
        guard hello.compressionMethods.contains(0) else { throw .noNullCompression }
        for case .renegotiationInfo(let data) in hello.extensions where !data.isEmpty {
            throw .renegotiationInfoNotEmpty
        }
        if hello.extensions.lackUncompressedPoints, hello.extensions.nameCurves {
            throw .noUncompressedPoints(.client)
        }
        let protocolName = try agreeOnExtensions(of: hello)
        if let found = try resumption(for: hello, &session) {
            session.transcript.add(message)
            session.tell(received: hello.random)
            return try resume(found, for: hello, protocolName: protocolName, &session, using: &random)
        }
        let choice = try choose(for: hello)
        let authentication = configuration.clientAuthentication
        let request = authentication.request(schemes: configuration.signatureSchemes)
        if request != nil { session.transcript.keepMessages() }
        session.transcript.add(message)
        session.tell(received: hello.random)

        let serverRandom = configuration.serverRandom(using: &random)
        let answer = ServerHello(
            random: serverRandom, sessionID: newSessionID(for: hello, using: &random),
            cipherSuite: choice.suite.codePoint, compressionMethod: compression(for: hello),
            extensions: extensions(for: hello, suite: choice.suite, resuming: nil, protocolName: protocolName))
        let negotiated = negotiated(by: hello, and: answer, suite: choice.suite, protocolName: protocolName)
        session.settle(negotiated)
        session.tell(drawn: answer.random)
        try session.send(answer)
        if choice.suite.keyExchange != .dhAnon {
            try session.send(CertificateMessage(chain: configuration.identity.chain))
        }
        if let response = configuration.ocspResponse, answer.extensions.contains(.statusRequest(nil)) {
            try session.send(CertificateStatus(response: response))
        }

        let memory = try offer(choice.keyExchange, in: negotiated, &session, using: &random)
        if let request { try session.send(request) }
        try session.send(ServerHelloDone())
        let next = ExpectClientKeyExchange(
            configuration: configuration, negotiated: negotiated, memory: memory)
        guard let request else { return .expectClientKeyExchange(next) }
        return .expectClientCertificate(
            ExpectClientCertificate(request: request, isRequired: authentication.isRequired, next: next))
    }

    /// Sends ServerKeyExchange if the suite has one, and returns the key that the server needs later.
    private func offer<R: RandomSource>(
        _ choice: ChosenKeyExchange, in negotiated: Negotiated, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerMemory {
        switch choice {
        case .rsa(let key): return .longTerm(key)
        case .dhe(let group, let signer):
            let (params, key) = DHEKeyExchange.offer(
                in: group, reused: configuration.reusedExponent, using: &random)
            try send(.finiteField(params), of: .finiteField(key), by: signer, negotiated, &session, using: &random)
            return .ephemeral(.finiteField(key))
        case .ecdhe(let group, let signer):
            let (params, key) = ECDHEKeyExchange.offer(
                on: group, arithmetic: configuration.arithmetic, reused: configuration.reusedExponent, using: &random)
            try send(.curve(params), of: .curve(key), by: signer, negotiated, &session, using: &random)
            return .ephemeral(.curve(key))
        }
    }

    /// Sends ServerKeyExchange with the parameters of a key. A server without a certificate has no signer.
    private func send<R: RandomSource>(
        _ params: ServerKeyExchange.Params, of key: EphemeralKey, by signer: Signer?, _ negotiated: Negotiated,
        _ session: inout Session, using random: inout R
    ) throws(TLSError) {
        session.tell(offered: key)
        guard let signer else { return try session.send(ServerKeyExchange(unsigned: params)) }
        let message = try ServerKeyExchange(
            signing: params, by: signer, clientRandom: negotiated.clientRandom,
            serverRandom: negotiated.serverRandom, using: &random)
        session.tell(signed: message, by: signer, negotiated)
        try session.send(message)
    }

    /// The server's first suite that the client offers, and that is possible with the client's extensions and the server's key.
    ///
    /// - Throws: ``TLSError/noCommonSuite``, or the reason why a common suite is not possible.
    private func choose(for hello: ClientHello) throws(TLSError) -> Choice {
        let key = configuration.identity.privateKey
        let group = commonGroup(hello)
        let curve = commonCurve(hello)
        let signer = signer(for: hello)
        var obstacle: TLSError?
        for suite in configuration.cipherSuites where hello.cipherSuites.contains(suite.codePoint) {
            switch suite.keyExchange {
            case .rsa:
                guard let key = key.rsa else { continue }
                return Choice(suite: suite, keyExchange: .rsa(key))
            case .dhAnon:
                guard let group else {
                    obstacle = obstacle ?? .noCommonGroup
                    continue
                }
                return Choice(suite: suite, keyExchange: .dhe(group, nil))
            case .dheRSA, .ecdheRSA, .ecdheECDSA:
                guard suite.keyExchange.certifiedAlgorithm == key.publicKey.algorithm.nameInTLS12 else { continue }
                guard let signer else {
                    obstacle = obstacle ?? .noCommonSignatureScheme
                    continue
                }
                if suite.keyExchange.usesCurve {
                    guard !hello.extensions.lackUncompressedPoints else {
                        obstacle = obstacle ?? .noUncompressedPoints(.client)
                        continue
                    }
                    guard let curve else { continue }
                    return Choice(suite: suite, keyExchange: .ecdhe(curve, signer))
                }
                guard let group = suite == .dheRSAExport ? configuration.exportGroup : group else {
                    obstacle = obstacle ?? .noCommonGroup
                    continue
                }
                return Choice(suite: suite, keyExchange: .dhe(group, signer))
            }
        }
        throw obstacle ?? .noCommonSuite
    }

    /// The curve for ECDHE. If the client lists its groups, it must be one of them (RFC 8422 section 4). If the client sends no list, the
    /// server may take any curve: it takes P-256 if it can, because a client that is too old for the extension may know no other.
    private func commonCurve(_ hello: ClientHello) -> KeyAgreementGroup? {
        let implemented = configuration.curves.compactMap(\.keyAgreement)
        for case .supportedGroups(let groups) in hello.extensions {
            return implemented.first { groups.contains($0.namedGroup) }
        }
        return implemented.first { $0.namedGroup == .secp256r1 } ?? implemented.first
    }

    /// The group for DHE. If the client lists finite-field groups, it must be one of them, else there is no DHE. If the client lists none,
    /// the server may take any group (RFC 7919 section 4).
    private func commonGroup(_ hello: ClientHello) -> FiniteFieldGroup? {
        for case .supportedGroups(let groups) in hello.extensions where groups.contains(where: \.isFiniteField) {
            return configuration.groups.first { group in
                group.codePoint.map { groups.contains(NamedGroup(rawValue: $0)) } ?? false
            }
        }
        return configuration.groups.first
    }

    /// A signer with the server's key and its first scheme that the client accepts. Nil if there is none, and also if the client does not
    /// send the extension: then only SHA-1 would be allowed (RFC 5246 section 7.4.1.4.1), which is not implemented here.
    private func signer(for hello: ClientHello) -> Signer? {
        let key = configuration.identity.privateKey
        for case .signatureAlgorithms(let schemes) in hello.extensions {
            return configuration.signatureSchemes.lazy.filter(schemes.contains)
                .compactMap { scheme -> Signer? in
                    var signer = Signer(key, by: scheme, arithmetic: configuration.arithmetic)
                    signer?.nonces = configuration.nonces
                    return signer
                }.first
        }
        return nil
    }
}

/// The server has sent its flight; ClientKeyExchange comes next.
struct ExpectClientKeyExchange: Hashable, Sendable {
    let configuration: Server.Configuration
    let negotiated: Negotiated
    let memory: ServerMemory
    /// The client whose chain was accepted, but which has not proved that it owns the key; nil for a client without a certificate.
    var client: UnprovedClient?

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let kind = negotiated.suite.keyExchange
        let answer = try session.read(message) { reader throws(ParseError) in
            try ClientKeyExchange.read(from: &reader, kind: kind)
        }
        session.explain(answer)
        session.transcript.add(message)
        let premaster: PremasterSecret
        switch memory {
        case .longTerm(let key):
            try RSAKeyExchange.check(answer.value, with: key, oracle: configuration.paddingOracle, using: &random)
            premaster = RSAKeyExchange.conclude(
                answer.value, remembering: key, offeredVersion: negotiated.offeredVersion, using: &random)
            session.tell(premaster, of: answer.value)
        case .ephemeral(.finiteField(let key)):
            premaster = try DHEKeyExchange.conclude(
                answer.value, remembering: key, checked: configuration.checksPublicValue)
            session.tell(premaster, of: answer.value, with: .finiteField(key))
        case .ephemeral(.curve(let key)):
            premaster = try ECDHEKeyExchange.conclude(
                answer.value, remembering: key, checked: configuration.checksPublicValue)
            session.tell(premaster, of: answer.value, with: .curve(key))
        }
        let schedule = negotiated.schedule(from: premaster, after: session.transcript)
        session.tell(schedule, extended: negotiated.extendedMasterSecret)
        let agreement = Agreement(
            negotiated: negotiated, schedule: schedule, group: memory.groupName, peer: .anonymous)
        guard let client else {
            return .expectChangeCipherSpec(
                ServerExpectChangeCipherSpec(configuration: configuration, agreement: agreement))
        }
        return .expectCertificateVerify(
            ExpectCertificateVerify(client: client, configuration: configuration, agreement: agreement))
    }
}

/// The keys are computed; the client's ChangeCipherSpec comes next.
struct ServerExpectChangeCipherSpec: Hashable, Sendable {
    let configuration: Server.Configuration
    let agreement: Agreement

    /// The state after the ChangeCipherSpec.
    var next: ServerExpectFinished { ServerExpectFinished(configuration: configuration, agreement: agreement) }
}

/// The client's Finished comes next. In a resumed session the server has sent its own Finished before.
struct ServerExpectFinished: Hashable, Sendable {
    let configuration: Server.Configuration
    let agreement: Agreement

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        let traffic = try session.receive(finished: message, under: agreement.schedule)
        session.transcript.add(message)
        // RFC 5077 section 3.3: the ticket is sent after the client's Finished and before the server's ChangeCipherSpec.
        if agreement.resumed == nil { try configuration.sendTicket(for: agreement, &session, using: &random) }
        return try open(traffic, &session)
    }

    /// Opens the connection. The server's own Finished goes out, if it has not gone before.
    func open(_ traffic: Traffic, _ session: inout Session) throws(TLSError) -> ServerState {
        var kept: ResumableSession?
        if agreement.resumed == nil {
            try session.sendChangeCipherSpec(agreement.schedule)
            try session.sendFinished(agreement.schedule)
            if !agreement.negotiated.sessionID.isEmpty { kept = agreement.session(at: session.now) }
        }
        session.establish(agreement, keeping: kept)
        return .traffic(traffic)
    }
}
