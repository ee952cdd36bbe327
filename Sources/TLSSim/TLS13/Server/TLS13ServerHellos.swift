import Crypto
import PKI
import Trace

extension TLS13 {
    /// The state before ClientHello.
    struct ExpectClientHello: Hashable, Sendable {
        let configuration: ServerConfiguration

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            let hello = try session.read(message, ClientHello.read)
            try hello.checkOffer()
            session.trace(.learned(Knowledge.clientRandom, .received, hello.random))
            if let key = configuration.cookieKey, hello.extensions.cookie != nil {
                // The cookie has all that is needed of the first hello: another endpoint may have sent the HelloRetryRequest.
                return try ExpectCookie(configuration: configuration, key: key).answer(
                    hello, in: message, &session, using: &random)
            }
            let accepted = try configuration.acceptedPSK(of: hello, in: message, session)
            session.tell(opened: accepted, by: configuration.ticketKey, beforeEarlyData: hello.offersEarlyData)
            session.transcript.add(message)
            let choice = try OfferedChoice(of: hello, by: configuration, accepting: accepted)
            guard choice.needsRetry || configuration.cookieKey != nil else {
                return try choice.answer(hello, as: configuration, &session, using: &random)
            }
            if hello.offersEarlyData {
                // Section 4.2.10: the data is lost. Until the second hello comes, it is recognized by its record type.
                session.skip(configuration.skippedOctets)
                session.emit(.earlyData(.rejected))
            }
            return try sendRetryRequest(answering: hello, with: choice, &session)
        }

        /// Sends a HelloRetryRequest: it asks for a share of the group, or for the cookie, or for both (section 4.1.4).
        private func sendRetryRequest(
            answering hello: ClientHello, with choice: OfferedChoice, _ session: inout Session
        ) throws(TLSError) -> ServerState {
            let group = choice.needsRetry ? choice.group : nil
            let cookie = configuration.cookieKey.map { key in
                RetryCookie(
                    suite: choice.suite, group: group, helloHash: session.transcript.digest(by: choice.suite.hash),
                    lastingHash: choice.suite.hash.hash(
                        Retry.lastingPart(of: hello, afterCookie: true).message.bytes)
                ).sealed(by: key)
            }
            let retry = Retry(suite: choice.suite, group: group, cookie: cookie)
            session.tellRetry()
            session.transcript.replaceFirstHello(choice.suite.hash)
            try session.send(retry.request(echoing: hello.sessionID))
            session.wasRetried = true
            if configuration.isCompatible, !hello.sessionID.isEmpty { session.sendChangeCipherSpec() }
            if let key = configuration.cookieKey {
                // The client's cookie has all that the server has to remember.
                session.transcript = Transcript()
                return .expectCookie(ExpectCookie(configuration: configuration, key: key))
            }
            return .expectSecondClientHello(
                ExpectSecondClientHello(configuration: configuration, first: hello, retry: retry))
        }
    }

    /// The state after a HelloRetryRequest with a cookie. Nothing of the first hello is kept.
    struct ExpectCookie: Hashable, Sendable {
        let configuration: ServerConfiguration
        let key: [UInt8]

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            let hello = try session.read(message, ClientHello.read)
            try hello.checkOffer()
            return try answer(hello, in: message, &session, using: &random)
        }

        /// Answers a second hello by what its cookie says of the first.
        ///
        /// - Throws: ``TLSError``: missing_extension without a cookie, illegal_parameter for one that does not fit.
        func answer<R: RandomSource>(
            _ hello: ClientHello, in message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            guard let octets = hello.extensions.cookie else {
                throw .tls13(.missingExtension(ExtensionType.cookie.rawValue, in: .clientHello))
            }
            guard let cookie = RetryCookie(octets, sealedBy: key) else { throw .tls13(.changedAfterRetry(.cookie)) }
            let retry = cookie.retry(with: octets)
            try retry.check(hello, after: cookie)
            session.wasRetried = true
            session.transcript = Transcript(afterHello: cookie.helloHash, by: cookie.suite.hash)
            session.transcript.add(retry.request(echoing: hello.sessionID).message)
            return try configuration.answer(hello, in: message, after: retry, &session, using: &random)
        }
    }

    /// The state after a HelloRetryRequest without a cookie.
    struct ExpectSecondClientHello: Hashable, Sendable {
        let configuration: ServerConfiguration
        let first: ClientHello
        let retry: Retry

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            let hello = try session.read(message, ClientHello.read)
            try hello.checkOffer()
            try retry.check(hello, after: first)
            return try configuration.answer(hello, in: message, after: retry, &session, using: &random)
        }
    }

    /// A server's choice from the offers of a hello.
    struct OfferedChoice: Hashable, Sendable {
        let suite: CipherSuite
        /// The group of the exchange; nil without an exchange (psk_ke).
        let group: NamedGroup?
        /// The client's share of that group; nil if a HelloRetryRequest has to ask for one, and without an exchange.
        let share: KeyShareEntry?
        /// The key and the scheme that sign the handshake; nil if none fits, which is allowed only if a PSK replaces the certificate.
        let signer: Signer?
        /// The pre-shared secret that is accepted; nil for a full handshake.
        let accepted: AcceptedPSK?
        let applicationProtocol: String?

        var needsRetry: Bool { share == nil && accepted?.hasExchange != false }

        /// Chooses of each kind the first value in the server's order that the client offers.
        ///
        /// - Throws: ``TLSError`` with handshake_failure where there is nothing in common (section 4.1.1); no_application_protocol.
        init(
            of hello: ClientHello, by configuration: ServerConfiguration, accepting accepted: AcceptedPSK?
        ) throws(TLSError) {
            // RFC 6066 section 3: refuse, or go on and say nothing.
            if configuration.strictServerName, let name = hello.serverName, !configuration.identity.isFor(name) {
                throw .unrecognizedName(name)
            }
            let common = configuration.cipherSuites.first { hello.cipherSuites.contains($0.codePoint) }
            // Without an accepted secret, the hello needs all extensions of a full handshake.
            if accepted == nil { try hello.checkFullOffer() }
            guard let suite = accepted?.suite ?? common else { throw .noCommonSuite }
            let group = accepted?.hasExchange == false ? nil : try Self.group(of: hello, configuration.groups)
            let signer = Signer(
                configuration.identity.privateKey, for: hello.extensions.signatureSchemes ?? [],
                arithmetic: configuration.common.arithmetic)
            guard signer != nil || accepted != nil else { throw .noCommonSignatureScheme }
            self.accepted = accepted
            self.suite = suite
            self.group = group
            self.signer = signer
            share = group.flatMap { group in hello.keyShares?.first { $0.group == group } }
            applicationProtocol = try Self.applicationProtocol(of: hello, configuration.applicationProtocols)
        }

        /// The first of our groups of which the client has sent a share, else the first that the client supports.
        private static func group(of hello: ClientHello, _ ours: [NamedGroup]) throws(TLSError) -> NamedGroup {
            let offered = hello.supportedGroups ?? []
            let groups = ours.filter(offered.contains)
            let shares = hello.keyShares ?? []
            let sent = groups.first { group in shares.contains { $0.group == group } }
            guard let group = sent ?? groups.first else { throw .tls13(.noCommonGroup) }
            return group
        }

        /// RFC 7301 section 3.2: without a protocol in common the handshake fails.
        private static func applicationProtocol(
            of hello: ClientHello, _ ours: [String]
        ) throws(TLSError) -> String? {
            guard !ours.isEmpty, let names = hello.applicationProtocols else { return nil }
            guard let name = ours.first(where: { names.contains(Array($0.utf8)) }) else { throw .noApplicationProtocol }
            return name
        }

        /// Sends the server's flight, ServerHello to Finished, and returns the state that awaits the client's. The dummy ChangeCipherSpec
        /// follows the server's first message, ServerHello or HelloRetryRequest (section D.4).
        func answer<R: RandomSource>(
            _ hello: ClientHello, as configuration: ServerConfiguration, isFirstAnswer: Bool = true,
            _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            guard share != nil || accepted?.hasExchange == false else { throw .tls13(.noKeyExchange) }
            let early = earlyData(of: hello, configuration, &session)
            let earlyTraffic = early == .accepted ? accepted?.secret.earlyTraffic(&session) : nil
            let serverRandom = random.octets(32)
            var exchange: ShareKey.Exchange?
            if let share {
                let made = try ShareKey.answer(to: share, configuration.common.arithmetic, using: &random)
                session.tell(made, with: share)
                exchange = made
            }
            let answers = (exchange.map { [.keyShare($0.share)] } ?? []) + [.selectedVersion(.tls13)] + selectedIdentity
            try session.send(
                ServerHello(
                    random: serverRandom, sessionID: hello.sessionID, cipherSuite: suite.codePoint, extensions: answers)
            )
            session.transcript.select(suite.hash)
            if configuration.isCompatible, isFirstAnswer, !hello.sessionID.isEmpty { session.sendChangeCipherSpec() }
            let keys = HandshakeKeys(suite, psk: accepted?.secret, shared: exchange?.secret, &session)
            session.startWriting(suite, keys.server)
            session.startReading(suite, earlyTraffic ?? keys.client)
            if early == .rejected { session.skip(configuration.skippedOctets) }
            // EncryptedExtensions settles the limit, so it does not hold for early data (RFC 8449 section 4).
            let limit = hello.extensions.recordSizeLimit == nil ? nil : configuration.common.recordSizeLimit
            if let limit, let peers = hello.extensions.recordSizeLimit {
                session.limitWriting(to: peers)
                if early != .accepted { session.incoming.limitPlaintext(to: limit) }
            }
            session.tell(applicationProtocol: applicationProtocol)
            try session.send(EncryptedExtensions(extensions: self.answers(to: hello, early, limit)))
            let request = accepted == nil ? configuration.request : nil
            if let request { try session.send(request) }
            if accepted == nil, let signer {
                try Credential(
                    chain: configuration.identity.chain, signer: signer, stapled: configuration.stapled(for: hello)
                ).prove(keys, &session, using: &random)
            }
            try session.send(keys.finished(of: .server, session))
            let application = keys.application(&session)
            session.startWriting(suite, application.server)
            let agreed = ServerAgreement(
                configuration: configuration, keys: keys, application: application, group: group,
                applicationProtocol: applicationProtocol, serverName: hello.serverName,
                psk: accepted?.secret.kind, early: early,
                readingLimit: limit, takesLateRequests: hello.offersPostHandshakeAuth)
            if let request {
                return .expectCertificate(ExpectClientCertificate(agreed: agreed, request: request))
            }
            let peer = accepted?.secret.peer ?? .anonymous
            if early == .accepted, let accepted {
                return .expectEndOfEarlyData(
                    ExpectEndOfEarlyData(agreed: agreed, peer: peer, limit: accepted.secret.maxEarlyData))
            }
            return .expectFinished(ServerExpectFinished(agreed: agreed, peer: peer))
        }

        /// Whether early data is accepted: all of it, or nothing. The secret has to be the first one, suite and protocol must be those of
        /// its connection (section 4.2.10), and the hello must not be a copy (section 8). A refusal does not change the rest of the
        /// handshake.
        private func earlyData(
            of hello: ClientHello, _ configuration: ServerConfiguration, _ session: inout Session
        ) -> EarlyDataOutcome {
            guard hello.offersEarlyData else { return .none }
            var isAccepted = false
            if let accepted, accepted.index == 0, configuration.maxEarlyData > 0, accepted.secret.maxEarlyData > 0,
                accepted.secret.suite == suite, accepted.secret.applicationProtocol == applicationProtocol
            {
                isAccepted = session.replays?.admits(accepted.early, at: session.now) ?? false
            }
            session.emit(.earlyData(isAccepted ? .accepted : .rejected))
            return isAccepted ? .accepted : .rejected
        }

        private var selectedIdentity: [HelloExtension] {
            accepted.map { [.selectedIdentity(UInt16(truncatingIfNeeded: $0.index))] } ?? []
        }

        private func answers(
            to hello: ClientHello, _ early: EarlyDataOutcome, _ limit: UInt16?
        ) -> [HelloExtension] {
            var answers: [HelloExtension] = []
            if hello.serverName != nil { answers.append(.serverName(nil)) }
            if let applicationProtocol { answers.append(.applicationProtocols([Array(applicationProtocol.utf8)])) }
            if let limit { answers.append(.recordSizeLimit(limit)) }
            if early == .accepted { answers.append(.earlyData) }
            return answers
        }
    }
}

extension TLS13.ServerConfiguration {
    /// The OCSP response; nil for a client that has not asked for one.
    fileprivate func stapled(for hello: ClientHello) -> [UInt8]? {
        hello.extensions.contains { $0.type == ExtensionType.statusRequest.rawValue } ? ocspResponse : nil
    }

    /// Answers a second hello. The transcript goes as far as the HelloRetryRequest.
    fileprivate func answer<R: RandomSource>(
        _ hello: ClientHello, in message: HandshakeMessage, after retry: Retry, _ session: inout TLS13.Session,
        using random: inout R
    ) throws(TLSError) -> TLS13.ServerState {
        let accepted = try acceptedPSK(of: hello, in: message, session)
        session.tell(opened: accepted, by: ticketKey, beforeEarlyData: false)
        session.transcript.add(message)
        session.skip(nil)
        let choice = try TLS13.OfferedChoice(of: hello, by: self, accepting: accepted)
        guard !choice.needsRetry, choice.suite == retry.suite else { throw .tls13(.changedAfterRetry(.shares)) }
        return try choice.answer(hello, as: self, isFirstAnswer: false, &session, using: &random)
    }

    /// How many octets of rejected early data are skipped: the limit of a ticket, and room for padding. Padding cannot be told from data in
    /// a record that does not open (section 4.6.1).
    fileprivate var skippedOctets: Int { RecordLimits.plaintext + Int(maxEarlyData) }

    /// The request for the client's certificate in the handshake; nil if the server does not ask for one.
    fileprivate var request: TLS13.CertificateRequest? {
        clientAuthentication.authorities == nil ? nil : TLS13.CertificateRequest(extensions: requestExtensions)
    }

    /// The extensions of a CertificateRequest, in the handshake or after it (RFC 8446 section 4.3.2).
    var requestExtensions: [HelloExtension] {
        let names = clientAuthentication.authorities ?? []
        return [.signatureAlgorithms(signatureSchemes)] + (names.isEmpty ? [] : [.certificateAuthorities(names)])
    }
}

extension ShareKey {
    /// The result of a server's answer to a share.
    struct Exchange: Hashable, Sendable {
        let share: KeyShareEntry
        let secret: [UInt8]
        /// The server's key; nil in the hybrid group, where the server has none.
        let key: ShareKey?
        /// All random octets that were drawn.
        let drawn: [UInt8]
    }

    /// The server's answer to a client's share: its own share and the shared secret. ``Exchange/key`` and ``Exchange/drawn`` are only for
    /// the trace.
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
