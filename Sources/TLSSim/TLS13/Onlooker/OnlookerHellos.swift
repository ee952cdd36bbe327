import Crypto
import Trace

/// The hellos: what is offered, what is chosen, and the secrets that follow (RFC 8446 sections 4.1 and 7.1).
extension Onlooker {
    /// Processes a whole message.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` for a message that may not come now, and what is wrong with any other.
    mutating func take(_ message: HandshakeMessage, from side: Role) throws(TLSError) {
        let isEnd = directions[side]?.joiner.isEmpty ?? true
        let unexpected = TLSError.unexpected(message: message.nameInTLS13, awaiting: awaiting.rawValue)
        guard let type = message.type else { throw unexpected }
        tell(.message(from: side, message.nameInTLS13, message.bytes))
        guard isEnd || !type.endsItsRecord else { throw .tls13(.octetsBehind(message.nameInTLS13)) }
        switch (awaiting, side, type) {
        case (.clientHello, .client, .clientHello): try takeFirstHello(message)
        case (.secondClientHello, .client, .clientHello): try takeSecondHello(message)
        case (.serverHello, .server, .serverHello), (.secondServerHello, .server, .serverHello):
            let answer = try message.parsed(ServerHello.read)
            if answer.isHelloRetryRequest {
                try takeRetry(answer, message)
            } else {
                try takeServerHello(answer, message)
            }
        default:
            if try takeAuthentication(message, from: side) { return }
            guard try takeTraffic(message, from: side) else { throw unexpected }
        }
    }

    // MARK: ClientHello

    private mutating func takeFirstHello(_ message: HandshakeMessage) throws(TLSError) {
        let hello = try message.parsed(ClientHello.read)
        try hello.checkOffer()
        self.hello = hello
        awaiting = .serverHello
        try checkBinder(of: hello, message)
        transcript.add(message)
        guard hello.offersEarlyData else { return }
        skipsEarlyData = true
        guard let early else { return }
        let suites = hello.suites(of: early.hash)
        guard let first = suites.first else { return }
        let hash = transcript.digest(by: early.hash)
        let traffic = early.clientTraffic(hash)
        tell(.secret(.clientEarlyTraffic, traffic.octets))
        tell(.secret(.earlyExporter, early.exporter(hash).octets))
        if suites.count == 1 {
            startReading(from: .client, traffic, first, as: .clientEarly)
        } else {
            earlyOffer = EarlyOffer(secret: traffic, suites: suites)
        }
        skipsEarlyData = false
    }

    /// Finds the suite of the early data by the client's first protected record. If no suite opens the record, the first one is kept, and
    /// the record fails under it.
    mutating func settleEarlySuite(by record: [UInt8]) {
        guard let offer = earlyOffer, record.first == ContentType.applicationData.rawValue,
            let suite = offer.suites.first(where: { suite in
                (try? TrafficProtection(suite, offer.secret).reading(record)) != nil
            }) ?? offer.suites.first
        else { return }
        startReading(from: .client, offer.secret, suite, as: .clientEarly)
    }

    private mutating func takeSecondHello(_ message: HandshakeMessage) throws(TLSError) {
        let second = try message.parsed(ClientHello.read)
        guard let first = hello, let retry else { throw .internalFault("no first hello") }
        try second.checkOffer()
        try retry.check(second, after: first)
        hello = second
        awaiting = .secondServerHello
        skipsEarlyData = false
        try checkBinder(of: second, message)
        transcript.add(message)
    }

    /// Checks the first binder, if the secret behind it is known. The length of the binder tells the hash.
    private mutating func checkBinder(of hello: ClientHello, _ message: HandshakeMessage) throws(TLSError) {
        guard let psk, let binder = hello.preSharedKeys?.binders.first,
            let hash = TLS13.CipherSuite.all.map(\.hash).first(where: { $0.outputLength == binder.count })
        else { return }
        let early = EarlySecret(psk: psk.octets, hash: hash)
        if self.early != early { tell(.secret(.early, early.octets)) }
        self.early = early
        let transcriptHash = transcript.digest(adding: hello.octetsBeforeBinders(of: message), by: hash)
        let expected = PSKBinder.make(early, psk.kind, transcriptHash: transcriptHash)
        let isGood = ConstantTime.areEqual(binder, expected)
        tell(.check(.binder, isGood: isGood))
        guard isGood else { throw .tls13(.binderMismatch) }
    }

    // MARK: ServerHello

    private mutating func takeRetry(_ answer: ServerHello, _ message: HandshakeMessage) throws(TLSError) {
        guard retry == nil else { throw .tls13(.secondRetry) }
        guard let hello else { throw .internalFault("no hello") }
        let retry = try Retry(answer, to: hello)
        self.retry = retry
        transcript.replaceFirstHello(retry.suite.hash)
        transcript.add(message)
        awaiting = .secondClientHello
        // Section 4.2.10: the early data is lost, and its keys with it.
        directions[.client]?.records = IncomingRecords(of: .client)
        earlyOffer = nil
        skipsEarlyData = hello.offersEarlyData
    }

    private mutating func takeServerHello(_ answer: ServerHello, _ message: HandshakeMessage) throws(TLSError) {
        guard let hello else { throw .internalFault("no hello") }
        let choice = try ServerChoice(answer, to: hello, after: retry)
        self.choice = choice
        transcript.select(choice.suite.hash)
        transcript.add(message)
        guard let early = try earlySecret(of: choice, hello) else {
            return fail(nil, because: "the secret behind identity \(choice.identity ?? 0) is not known")
        }
        var shared: [UInt8]?
        if let share = choice.share {
            shared = try sharedSecret(share, hello.keyShares?.first { $0.group == share.group })
            guard shared != nil else {
                return fail(nil, because: "no private value belongs to the shares of \(share.group.name)")
            }
        }
        derive(early.handshakeSecret(shared: shared), choice.suite)
        awaiting = .encryptedExtensions
    }

    /// The early secret; nil if it needs a PSK that is not known.
    private mutating func earlySecret(of choice: ServerChoice, _ hello: ClientHello) throws(TLSError) -> EarlySecret? {
        guard let identity = choice.identity else {
            let none = EarlySecret(psk: nil, hash: choice.suite.hash)
            early = none
            tell(.secret(.early, none.octets))
            return none
        }
        // A binder is as long as the hash that its secret goes with.
        guard hello.preSharedKeys?.binders[identity].count == choice.suite.hash.outputLength else {
            throw .tls13(.suiteUnlikePSK(choice.suite.codePoint))
        }
        return identity == 0 ? early : nil
    }

    /// The shared secret of the exchange, from the private value of either side; nil if neither is known.
    private func sharedSecret(_ server: KeyShareEntry, _ client: KeyShareEntry?) throws(TLSError) -> [UInt8]? {
        if let client { try client.check(of: .client) }
        try server.check(of: .server)
        for key in privateKeys where key.group == server.group {
            if key.share == client { return try key.sharedSecret(with: server, of: .server) }
            if key.share == server, let client { return try key.sharedSecret(with: client, of: .client) }
        }
        return nil
    }

    private mutating func derive(_ secret: HandshakeSecret, _ suite: TLS13.CipherSuite) {
        let hash = transcript.digest(by: suite.hash)
        let traffic = HandshakeTraffic(
            client: secret.traffic(of: .client, hash), server: secret.traffic(of: .server, hash))
        handshake = traffic
        let main = secret.mainSecret
        self.main = main
        tell(.secret(.handshake, secret.octets))
        tell(.secret(.clientHandshakeTraffic, traffic.client.octets))
        tell(.secret(.serverHandshakeTraffic, traffic.server.octets))
        tell(.secret(.main, main.octets))
        startReading(from: .server, traffic.server, suite, as: .serverHandshake)
        // A client that sends early data goes on under its early keys; whether they are accepted is not known yet.
        if hello?.offersEarlyData == true, retry == nil, choice?.identity == 0 {
            tell(.keys(.clientHandshake, traffic.client.keys(for: suite)))
        } else {
            startReading(from: .client, traffic.client, suite, as: .clientHandshake)
            skipsEarlyData = hello?.offersEarlyData == true || (retry != nil && skipsEarlyData)
        }
    }

    /// Starts to read a side's records under new keys. Tells the keys if `stretch` is not nil.
    mutating func startReading(
        from side: Role, _ secret: TrafficSecret, _ suite: TLS13.CipherSuite, as stretch: TrafficStretch?
    ) {
        if side == .client { earlyOffer = nil }
        let protection = TrafficProtection(suite, secret)
        if let stretch { tell(.keys(stretch, protection.keys)) }
        directions[side]?.records.startReading(with: protection)
    }
}

extension ClientHello {
    /// The offered suites whose hash is `hash`.
    fileprivate func suites(of hash: HashAlgorithm) -> [TLS13.CipherSuite] {
        cipherSuites.compactMap(TLS13.CipherSuite.withCodePoint).filter { $0.hash == hash }
    }
}
