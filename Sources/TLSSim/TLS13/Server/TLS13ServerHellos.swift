import Crypto
import PKI
import Trace

extension TLS13 {
    /// Nothing has arrived yet.
    struct ExpectClientHello: Hashable, Sendable {
        let configuration: ServerConfiguration

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            let hello = try message.parsed(ClientHello.read)
            try hello.checkOffer()
            let accepted = try configuration.accepted(hello, message, session.transcript)
            session.transcript.add(message)
            let choice = try OfferedChoice(of: hello, configuration, accepted)
            session.skippable = hello.offersEarlyData ? Session.skippableOctets : 0
            guard choice.needsRetry else {
                return try choice.answer(hello, configuration, &session, using: &random)
            }
            return try askAgain(hello, choice, &session)
        }

        /// Section 4.1.4: the client is to come again with a share of the group.
        private func askAgain(
            _ hello: ClientHello, _ choice: OfferedChoice, _ session: inout Session
        ) throws(TLSError) -> ServerState {
            session.tellRetry()
            session.transcript.replaceFirstHello(choice.suite.hash)
            try session.send(
                ServerHello(
                    random: ServerHello.helloRetryRequestRandom, sessionID: hello.sessionID,
                    cipherSuite: choice.suite.codePoint,
                    extensions: [.selectedVersion(.tls13), .selectedGroup(choice.group)]))
            if !hello.sessionID.isEmpty { session.sendChangeCipherSpec() }
            return .expectSecondClientHello(
                ExpectSecondClientHello(
                    configuration: configuration, first: hello,
                    retry: Retry(suite: choice.suite, group: choice.group, cookie: nil)))
        }
    }

    /// The client is to come again.
    struct ExpectSecondClientHello: Hashable, Sendable {
        let configuration: ServerConfiguration
        let first: ClientHello
        let retry: Retry

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            let hello = try message.parsed(ClientHello.read)
            try hello.checkOffer()
            try retry.check(hello, after: first)
            let accepted = try configuration.accepted(hello, message, session.transcript)
            session.transcript.add(message)
            session.skippable = 0
            let choice = try OfferedChoice(of: hello, configuration, accepted)
            guard !choice.needsRetry, choice.suite == retry.suite else { throw .tls13(.changedAfterRetry(.shares)) }
            return try choice.answer(hello, configuration, isFirstAnswer: false, &session, using: &random)
        }
    }

    /// What a server chooses from a hello.
    struct OfferedChoice: Hashable, Sendable {
        let suite: CipherSuite
        let group: NamedGroup
        /// The client's share of that group; nil where it has to come again with one.
        let share: KeyShareEntry?
        /// What signs; nil where a ticket stands for the certificate.
        let signer: Signer?
        /// The ticket that is taken.
        let accepted: ServerConfiguration.Accepted?
        let applicationProtocol: String?

        var needsRetry: Bool { share == nil }

        /// The first of ours that the client offers, of each kind.
        ///
        /// - Throws: ``TLSError`` with handshake_failure where there is nothing in common (section 4.1.1); no_application_protocol.
        init(
            of hello: ClientHello, _ configuration: ServerConfiguration, _ accepted: ServerConfiguration.Accepted?
        ) throws(TLSError) {
            let common = configuration.cipherSuites.first { hello.cipherSuites.contains($0.codePoint) }
            guard let suite = accepted?.suite ?? common else { throw .noCommonSuite }
            let offered = hello.supportedGroups ?? []
            let groups = configuration.groups.filter(offered.contains)
            let shares = hello.keyShares ?? []
            let sent = groups.first { group in shares.contains { $0.group == group } }
            guard let group = sent ?? groups.first else { throw .tls13(.noCommonGroup) }
            let signer = Signer(
                configuration.identity.privateKey, for: hello.extensions.signatureSchemes ?? [],
                arithmetic: configuration.common.arithmetic)
            guard signer != nil || accepted != nil else { throw .noCommonSignatureScheme }
            self.accepted = accepted
            self.suite = suite
            self.group = group
            self.signer = signer
            share = shares.first { $0.group == group }
            applicationProtocol = try Self.applicationProtocol(of: hello, configuration.applicationProtocols)
        }

        /// RFC 7301 section 3.2: none in common ends it.
        private static func applicationProtocol(
            of hello: ClientHello, _ ours: [String]
        ) throws(TLSError) -> String? {
            guard !ours.isEmpty, let names = hello.applicationProtocols else { return nil }
            guard let name = ours.first(where: { names.contains(Array($0.utf8)) }) else { throw .noApplicationProtocol }
            return name
        }

        /// Sends the server's flight, ServerHello to Finished, and awaits the client's. The dummy ChangeCipherSpec goes behind the server's
        /// first answer, whichever that is (section D.4).
        func answer<R: RandomSource>(
            _ hello: ClientHello, _ configuration: ServerConfiguration, isFirstAnswer: Bool = true,
            _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            guard let share else { throw .tls13(.noKeyExchange) }
            let serverRandom = random.octets(32)
            let exchange = try ShareKey.answer(to: share, configuration.common.arithmetic, using: &random)
            session.tell(exchange, with: share)
            try session.send(
                ServerHello(
                    random: serverRandom, sessionID: hello.sessionID, cipherSuite: suite.codePoint,
                    extensions: [.keyShare(exchange.share), .selectedVersion(.tls13)] + selectedIdentity))
            session.transcript.select(suite.hash)
            if isFirstAnswer, !hello.sessionID.isEmpty { session.sendChangeCipherSpec() }
            let keys = HandshakeKeys(suite, psk: accepted?.state.psk, shared: exchange.secret, &session)
            session.startWriting(suite, keys.server)
            session.startReading(suite, keys.client)
            try session.send(EncryptedExtensions(extensions: answers(to: hello)))
            let request = accepted == nil ? configuration.request : nil
            if let request { try session.send(request) }
            if accepted == nil, let signer {
                try Credential(chain: configuration.identity.chain, signer: signer).prove(
                    keys, &session, using: &random)
            }
            try session.send(keys.finished(of: .server, session))
            let application = keys.application(&session)
            session.startWriting(suite, application.server)
            let agreed = ServerAgreement(
                configuration: configuration, keys: keys, application: application, group: group,
                applicationProtocol: applicationProtocol, serverName: hello.serverName)
            guard let request else {
                return .expectFinished(
                    ServerExpectFinished(
                        agreed: agreed, peer: accepted?.state.peer ?? .anonymous, isResumed: accepted != nil))
            }
            return .expectCertificate(ExpectClientCertificate(agreed: agreed, request: request))
        }

        private var selectedIdentity: [HelloExtension] {
            accepted.map { [.selectedIdentity(UInt16(truncatingIfNeeded: $0.index))] } ?? []
        }

        private func answers(to hello: ClientHello) -> [HelloExtension] {
            var answers: [HelloExtension] = []
            if hello.serverName != nil { answers.append(.serverName(nil)) }
            if let applicationProtocol { answers.append(.applicationProtocols([Array(applicationProtocol.utf8)])) }
            return answers
        }
    }
}

extension TLS13.ServerConfiguration {
    /// What clients are asked for; nil if they are not.
    fileprivate var request: TLS13.CertificateRequest? {
        guard let authorities = clientAuthentication.authorities else { return nil }
        var extensions: [HelloExtension] = [.signatureAlgorithms(signatureSchemes)]
        if !authorities.isEmpty { extensions.append(.certificateAuthorities(authorities)) }
        return TLS13.CertificateRequest(extensions: extensions)
    }
}

extension ShareKey {
    /// What a server has after it has answered a share.
    struct Exchange: Hashable, Sendable {
        let share: KeyShareEntry
        let secret: [UInt8]
        /// Its key; nil in the hybrid group, where it has none.
        let key: ShareKey?
        /// Everything that was drawn.
        let drawn: [UInt8]
    }

    /// The server's answer to a client's share: its own share, and what the exchange results in. The private value is
    /// for the trace alone; the hybrid group gives none.
    ///
    /// - Throws: ``TLS13Violation/badShare(_:of:)`` for a share that cannot be used.
    static func answer<R: RandomSource>(
        to client: KeyShareEntry, _ arithmetic: CurveArithmetic, using random: inout R
    ) throws(TLSError) -> Exchange {
        guard client.group == .x25519MLKEM768 else {
            let key = try generate(in: client.group, arithmetic, using: &random)
            return Exchange(
                share: key.share, secret: try key.sharedSecret(with: client, of: .client), key: key,
                drawn: key.privateValue)
        }
        do throws(HybridKeyExchangeError) {
            let answer = try X25519MLKEM768.answer(to: client.value, arithmetic: arithmetic, using: &random)
            return Exchange(
                share: KeyShareEntry(group: client.group, value: answer.share), secret: answer.sharedSecret, key: nil,
                drawn: answer.drawn)
        } catch {
            throw .tls13(.badShare(client.group, of: .client))
        }
    }
}
