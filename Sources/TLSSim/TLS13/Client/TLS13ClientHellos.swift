import Crypto
import PKI
import Trace

extension TLS13 {
    /// Nothing has happened yet.
    struct ClientStart: Hashable, Sendable {
        let configuration: ClientConfiguration

        func start<R: RandomSource>(
            _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            let hello = ClientHello(
                random: random.octets(32), sessionID: configuration.sessionID(using: &random),
                cipherSuites: configuration.offeredSuites, extensions: [])
            var keys: [ShareKey] = []
            for group in configuration.shares {
                keys.append(try ShareKey.generate(in: group, configuration.common.arithmetic, using: &random))
            }
            session.tell(keys)
            var whole = hello.adding(configuration.withFallback(extensions(keys.map(\.share))))
            if let ticket = configuration.offerableTicket {
                session.story.offered = ticket.psk
                whole = whole.offering(ticket, at: configuration.common.now, session.transcript)
            }
            return .expectServerHello(
                try ExpectServerHello(sending: whole, keys: keys, configuration: configuration, &session))
        }

        private func extensions(_ shares: [KeyShareEntry]) -> [HelloExtension] {
            var extensions: [HelloExtension] = []
            if !configuration.hostName.isEmpty, !ServerNameExtension.isAddress(configuration.hostName) {
                extensions.append(.serverName(configuration.hostName))
            }
            extensions += [
                .supportedGroups(configuration.groups), .signatureAlgorithms(configuration.signatureSchemes),
                .supportedVersions(configuration.offeredVersions), .pskKeyExchangeModes([.pskWithDHE]),
                .keyShares(shares),
            ]
            if !configuration.applicationProtocols.isEmpty {
                extensions.append(.applicationProtocols(configuration.applicationProtocols.map { Array($0.utf8) }))
            }
            return extensions
        }
    }

    /// The hello is out. An answer without supported_versions belongs to TLS 1.2, and is refused here: where TLS 1.2 was offered, too,
    /// ``VersionParting`` has handed it to the other machine.
    struct ExpectServerHello: Hashable, Sendable {
        let configuration: ClientConfiguration
        let hello: ClientHello
        /// The private values behind its shares.
        let keys: [ShareKey]
        /// What a HelloRetryRequest has settled, if one came.
        var retry: Retry?

        /// Sends a hello and awaits its answer.
        init(
            sending hello: ClientHello, keys: [ShareKey], configuration: ClientConfiguration,
            retry: Retry? = nil, _ session: inout Session
        ) throws(TLSError) {
            self.configuration = configuration
            self.hello = hello
            self.keys = keys
            self.retry = retry
            try session.send(hello)
        }

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            let answer = try message.parsed(ServerHello.read)
            guard answer.isHelloRetryRequest else { return try receive(answer, message, &session) }
            guard retry == nil else { throw .tls13(.secondRetry) }
            return try comeAgain(try Retry(answer, to: hello), message, &session, using: &random)
        }

        /// Section 4.1.2: the same hello again, with the share that was asked for and with the cookie.
        private func comeAgain<R: RandomSource>(
            _ retry: Retry, _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            session.tellRetry()
            session.transcript.replaceFirstHello(retry.suite.hash)
            session.transcript.add(message)
            var keys = keys
            if let group = retry.group {
                keys = [try ShareKey.generate(in: group, configuration.common.arithmetic, using: &random)]
                session.tell(keys)
            }
            if configuration.isCompatible { session.sendChangeCipherSpec() }
            var second = hello.repeated(keys.map(\.share), cookie: retry.cookie)
            // Section 4.1.4: a secret of another hash than the suite's may go.
            if let ticket = configuration.offerableTicket, ticket.suite.hash == retry.suite.hash {
                second = second.offering(ticket, at: configuration.common.now, session.transcript)
            }
            return .expectServerHello(
                try ExpectServerHello(
                    sending: second, keys: keys, configuration: configuration, retry: retry, &session))
        }

        private func receive(
            _ answer: ServerHello, _ message: HandshakeMessage, _ session: inout Session
        ) throws(TLSError) -> ClientState {
            let choice = try ServerChoice(answer, to: hello, after: retry)
            // A PSK alone was not offered: there has to be a share, of a group of which there is a key.
            guard let share = choice.share, let key = keys.first(where: { $0.group == share.group }) else {
                throw .tls13(.noKeyExchange)
            }
            session.transcript.select(choice.suite.hash)
            session.transcript.add(message)
            let shared = try key.sharedSecret(with: share, of: .server)
            session.tell(shared: shared, of: key, with: share)
            let resumed = choice.identity == nil ? nil : configuration.offerableTicket
            if let resumed, resumed.suite.hash != choice.suite.hash {
                throw .tls13(.suiteUnlikePSK(choice.suite.codePoint))
            }
            let secrets = HandshakeKeys(choice.suite, psk: resumed?.psk, shared: shared, &session)
            session.startReading(choice.suite, secrets.server)
            if configuration.isCompatible, retry == nil { session.sendChangeCipherSpec() }
            session.startWriting(choice.suite, secrets.client)
            return .expectEncryptedExtensions(
                ExpectEncryptedExtensions(
                    configuration: configuration, hello: hello, choice: choice, keys: secrets,
                    group: share.group, resumed: resumed))
        }
    }
}

extension ClientHello {
    /// The same hello with these extensions behind its own.
    fileprivate func adding(_ extensions: [HelloExtension]) -> ClientHello {
        var hello = self
        hello.extensions += extensions
        return hello
    }

    /// The hello that answers a HelloRetryRequest: each extension in its place, early data gone, the cookie at the end.
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

extension TLS13.ClientConfiguration {
    /// The ticket, if it may be offered now.
    fileprivate var offerableTicket: TLS13.Ticket? {
        let host = ServerNameExtension.isAddress(hostName) || hostName.isEmpty ? nil : hostName
        return ticket.flatMap { $0.isFresh(at: common.now, for: host) ? $0 : nil }
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
        guard let curve = group.agreement else { throw .tls13(.groupNotOffered(group)) }
        return .curve(KeyAgreementKey.generate(in: curve, arithmetic: arithmetic, using: &random))
    }
}
