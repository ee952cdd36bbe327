import Crypto
import PKI
import Trace

extension TLS13 {
    /// The state before ClientHello.
    struct ClientStart: Hashable, Sendable {
        let configuration: ClientConfiguration

        func start<R: RandomSource>(
            _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            // The age of a ticket is taken at the time of the offer.
            var configuration = configuration
            configuration.common.now = session.now
            var hello = ClientHello(
                random: random.octets(32), sessionID: configuration.sessionID(using: &random),
                cipherSuites: configuration.offeredSuites, extensions: [])
            session.trace(.learned(Knowledge.clientRandom, .generated, hello.random))
            var keys: [ShareKey] = []
            for group in configuration.shares {
                keys.append(try ShareKey.generate(in: group, configuration.common.arithmetic, using: &random))
            }
            let offered = configuration.offeredSecrets
            session.tell(keys, areSpare: !offered.isEmpty && !configuration.pskModes.contains(.pskWithDHE))
            session.story.offered = offered.first?.secret
            let early = configuration.earlySecret
            hello.extensions = configuration.withFallback(extensions(keys.map(\.share)))
            if early != nil { hello.extensions.append(.earlyData) }
            if configuration.sendsGREASE { hello = GREASE(using: &random).added(to: hello) }
            hello = hello.offering(offered, session.transcript)
            try session.send(hello)
            let state = ExpectServerHello(
                configuration: configuration, hello: hello, keys: keys, offered: offered,
                early: early == nil ? .none : .underWay)
            if let early {
                // Section D.4: with early data the dummy ChangeCipherSpec stands directly behind the hello.
                if configuration.isCompatible { session.sendChangeCipherSpec() }
                session.startWriting(early.suite, early.earlyTraffic(&session))
                try session.send(data: configuration.earlyData)
            }
            return .expectServerHello(state)
        }

        private func extensions(_ shares: [KeyShareEntry]) -> [HelloExtension] {
            var extensions: [HelloExtension] = []
            if let name = configuration.serverName { extensions.append(.serverName(name)) }
            extensions += [
                .supportedGroups(configuration.groups), .signatureAlgorithms(configuration.signatureSchemes),
                .supportedVersions(configuration.offeredVersions), .pskKeyExchangeModes(configuration.pskModes),
                .keyShares(shares),
            ]
            if !configuration.applicationProtocols.isEmpty {
                extensions.append(.applicationProtocols(configuration.applicationProtocols.map { Array($0.utf8) }))
            }
            if let limit = configuration.common.recordSizeLimit { extensions.append(.recordSizeLimit(limit)) }
            // With a fallback, the extensions of TLS 1.2 have status_request.
            if configuration.requestsStatus, configuration.fallback == nil {
                extensions.append(.statusRequest(StatusRequest()))
            }
            if configuration.requestsTimestamps { extensions.append(.timestampRequest) }
            if configuration.offersPostHandshakeAuth { extensions.append(.postHandshakeAuth) }
            return extensions
        }
    }

    /// The progress of a client's early data.
    enum EarlyDataProgress: Hashable, Sendable {
        /// It has none.
        case none
        /// It is sent, and the server has not said whether it accepts it.
        case underWay
        /// The server has said so.
        case settled(EarlyDataOutcome)

        /// The outcome as far as it is known.
        var outcome: EarlyDataOutcome {
            if case .settled(let outcome) = self { outcome } else { .none }
        }
    }

    /// The hello is out. An answer without supported_versions belongs to TLS 1.2, and is refused here: where TLS 1.2 was offered, too,
    /// ``VersionNegotiation`` has handed it to the other machine.
    struct ExpectServerHello: Hashable, Sendable {
        let configuration: ClientConfiguration
        let hello: ClientHello
        /// The private values behind its shares.
        let keys: [ShareKey]
        /// The secrets that it offers.
        let offered: [OfferedSecret]
        let early: EarlyDataProgress
        /// The content of the HelloRetryRequest; nil if none came.
        var retry: Retry?

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            let answer = try session.read(message, ServerHello.read)
            guard answer.isHelloRetryRequest else { return try receive(answer, in: message, &session) }
            guard retry == nil || session.missingRules.contains(.refusingSecondRetry) else {
                throw .tls13(.secondRetry)
            }
            let retry = try Retry(answer, to: hello)
            return try sendSecondHello(after: retry, in: message, &session, using: &random)
        }

        /// Section 4.1.2: the same hello again, with the share that was asked for and with the cookie.
        private func sendSecondHello<R: RandomSource>(
            after retry: Retry, in message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            session.tellRetry()
            session.transcript.replaceFirstHello(retry.suite.hash)
            session.transcript.add(message)
            session.wasRetried = true
            var keys = keys
            if let group = retry.group {
                keys = [try ShareKey.generate(in: group, configuration.common.arithmetic, using: &random)]
                session.tell(keys)
            }
            if early == .underWay {
                // Section 4.2.10: the early data is lost, and its keys are not used any more.
                session.stopWriting()
                session.emit(.earlyData(.rejected))
            } else if configuration.isCompatible {
                session.sendChangeCipherSpec()
            }
            // Section 4.1.4: secrets with another hash than the suite's are left out.
            let fitting = offered.filter { $0.secret.suite.hash == retry.suite.hash }
            let second = hello.repeated(keys.map(\.share), cookie: retry.cookie).offering(fitting, session.transcript)
            try session.send(second)
            return .expectServerHello(
                ExpectServerHello(
                    configuration: configuration, hello: second, keys: keys, offered: fitting,
                    early: early == .none ? .none : .settled(.rejected), retry: retry))
        }

        private func receive(
            _ answer: ServerHello, in message: HandshakeMessage, _ session: inout Session
        ) throws(TLSError) -> ClientState {
            let choice = try ServerChoice(answer, to: hello, after: retry)
            session.transcript.select(choice.suite.hash)
            session.transcript.add(message)
            // Without a share the mode is psk_ke. ServerChoice has checked that the client offers it.
            let shared = try choice.share.map { share throws(TLSError) in try sharedSecret(share, &session) }
            // ServerChoice has checked that an identity of that index was offered.
            let secret = choice.identity.flatMap { offered.indices.contains($0) ? offered[$0].secret : nil }
            if let secret, secret.suite.hash != choice.suite.hash {
                throw .tls13(.suiteUnlikePSK(choice.suite.codePoint))
            }
            let secrets = HandshakeKeys(choice.suite, psk: secret, shared: shared, &session)
            session.startReading(choice.suite, secrets.server)
            if configuration.isCompatible, retry == nil, early == .none { session.sendChangeCipherSpec() }
            var early = early
            if early == .underWay, choice.identity != 0 {
                early = .settled(.rejected)
                session.emit(.earlyData(.rejected))
            }
            // The keys of early data stay in use until EncryptedExtensions says whether it is accepted.
            if early != .underWay { session.startWriting(choice.suite, secrets.client) }
            return .expectEncryptedExtensions(
                ExpectEncryptedExtensions(
                    configuration: configuration, hello: hello, choice: choice, keys: secrets,
                    group: choice.share?.group,
                    secret: secret, early: early))
        }

        /// The shared secret of the exchange.
        ///
        /// - Throws: ``TLS13Violation/groupNotOffered(_:)`` if this client has no key of the group, ``TLS13Violation/badShare(_:of:)``.
        private func sharedSecret(_ share: KeyShareEntry, _ session: inout Session) throws(TLSError) -> [UInt8] {
            guard let key = keys.first(where: { $0.group == share.group }) else {
                throw .tls13(.groupNotOffered(share.group))
            }
            let shared = try key.sharedSecret(with: share, of: .server)
            session.tell(shared: shared, of: key, with: share)
            return shared
        }
    }
}

extension ClientHello {
    /// The hello that answers a HelloRetryRequest: each extension in its place, without early data and PSKs, the cookie at the end.
    fileprivate func repeated(_ shares: [KeyShareEntry], cookie: [UInt8]?) -> ClientHello {
        var hello = self
        hello.extensions = extensions.compactMap { item -> HelloExtension? in
            switch item {
            case .keyShares: .keyShares(shares)
            case .earlyData, .preSharedKeys: nil
            default: item
            }
        }
        if let cookie { hello.extensions.append(.cookie(cookie)) }
        return hello
    }
}

extension ShareKey {
    /// Draws a key.
    ///
    /// - Throws: ``TLS13Violation/groupNotOffered(_:)`` for a group that is not implemented.
    static func generate<R: RandomSource>(
        in group: NamedGroup, _ arithmetic: CurveArithmetic, using random: inout R
    ) throws(TLSError) -> ShareKey {
        if group == .x25519MLKEM768 {
            return .hybrid(X25519MLKEM768.ClientKey.generate(arithmetic: arithmetic, using: &random))
        }
        if let field = group.finiteField {
            return .finiteField(DiffieHellmanKey.generate(in: field, using: &random), group)
        }
        guard let curve = group.keyAgreement else { throw .tls13(.groupNotOffered(group)) }
        return .curve(KeyAgreementKey.generate(in: curve, arithmetic: arithmetic, using: &random))
    }
}
