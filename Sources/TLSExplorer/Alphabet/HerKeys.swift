import Crypto
import TLSSim
import Trace

/// The keys of a connection that the attacker has computed, from what an end has taken and from what she has of her own.
enum HerKeys: Sendable {
    case tls12(KeySchedule)
    case tls13(HandshakeSecret, TLS13.CipherSuite)

    /// The first secret that both ends have in common: the master secret, in TLS 1.3 the handshake secret.
    var secret: [UInt8] {
        switch self {
        case .tls12(let schedule): schedule.masterSecret
        case .tls13(let secret, _): secret.octets
        }
    }

    /// The Finished of the peer of `end`, over the messages that `end` has seen.
    func finished(for end: Account) -> HandshakeMessage? {
        switch self {
        case .tls12(let schedule):
            guard let suite = CipherSuite.withCodePoint(end.hellos.suite) else { return nil }
            let hash = suite.hash.hash(end.messages.flatMap { $0 })
            return Finished(verifyData: schedule.verifyData(of: end.role.peer, transcriptHash: hash)).message
        case .tls13(_, let suite):
            guard let secret = handshakeTraffic(of: end.role.peer, end) else { return nil }
            let hash = TranscriptHash.of(end.messages.flatMap { $0 }, by: suite.hash)
            return HandshakeMessage(.finished, body: secret.verifyData(hash))
        }
    }

    /// A record under the keys that `end` reads with.
    func sealed(_ type: ContentType, _ octets: [UInt8], for end: Account) -> Parcel? {
        switch self {
        case .tls12(let schedule):
            var layer = RecordLayer()
            layer.startWriting(with: end.role == .client ? schedule.serverProtection : schedule.clientProtection)
            // The records before it have taken the numbers below its own.
            for _ in 0..<end.opened { _ = try? layer.seal(.applicationData, [0]) }
            guard let record = try? layer.seal(type, octets) else { return nil }
            return .hers(record.flatMap(\.wire), type, octets, isProtected: true)
        case .tls13(_, let suite):
            let reading = end.peerHasFinished ? dataTraffic(to: end) : handshakeTraffic(of: end.role.peer, end)
            guard var secret = reading else { return nil }
            for _ in 0..<end.updates { secret = secret.next }
            var protection = TrafficProtection(suite, secret, sequenceNumber: UInt64(max(0, end.opened)))
            guard let wire = try? protection.seal(InnerPlaintext(octets, typeCode: type.rawValue)) else { return nil }
            return .hers(wire, type, octets, isProtected: true)
        }
    }

    /// The secret of a side's handshake messages of TLS 1.3: over the messages up to ServerHello.
    private func handshakeTraffic(of side: Role, _ end: Account) -> TrafficSecret? {
        guard case .tls13(let secret, let suite) = self, let last = end.index(ofLast: .serverHello) else { return nil }
        return secret.traffic(of: side, TranscriptHash.of(end.messages[...last].flatMap { $0 }, by: suite.hash))
    }

    /// The secret of the data that `end` reads in TLS 1.3: over the messages up to the server's Finished.
    private func dataTraffic(to end: Account) -> TrafficSecret? {
        guard case .tls13(let secret, let suite) = self,
            let last = end.messages.firstIndex(where: { $0.first == HandshakeType.finished.rawValue })
        else { return nil }
        let hash = TranscriptHash.of(end.messages[...last].flatMap { $0 }, by: suite.hash)
        return secret.mainSecret.traffic(of: end.role.peer, hash)
    }
}

extension Account {
    /// The place of the last message of that type in the transcript; nil if there is none.
    func index(ofLast type: HandshakeType) -> Int? { messages.lastIndex { $0.first == type.rawValue } }

    /// The last message of that type, read with `read`; nil if there is none, or if it cannot be read.
    func last<Body: HandshakeBody>(
        _ type: HandshakeType, _ read: (inout ByteReader) throws(ParseError) -> Body
    ) -> Body? {
        index(ofLast: type).flatMap { Adversary.message(messages[$0]) }.flatMap { try? $0.parsed(read) }
    }
}

extension Adversary {
    /// The keys of an end, where she can compute them: the end has taken a public value of hers, or the group is so weak that she finds the
    /// server's exponent. Nil if she cannot.
    func keys(of end: Account) -> HerKeys? { end.version == .tls13 ? keys13(of: end) : keys12(of: end) }

    private func keys12(of end: Account) -> HerKeys? {
        guard let suite = CipherSuite.withCodePoint(end.hellos.suite), let last = end.index(ofLast: .clientKeyExchange)
        else { return nil }
        let kind = suite.keyExchange
        let offer = end.last(.serverKeyExchange) { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
        let answer = end.last(.clientKeyExchange) { reader throws(ParseError) in
            try ClientKeyExchange.read(from: &reader, kind: kind)
        }
        guard let answer, let premaster = premaster(offer?.params, answer) else { return nil }
        let upToExchange = end.messages[...last].flatMap { $0 }
        return .tls12(
            KeySchedule(
                premasterSecret: premaster, clientRandom: end.hellos.clientRandom,
                serverRandom: end.hellos.serverRandom, suite: suite,
                sessionHash: end.hellos.bindsHandshake ? suite.hash.hash(upToExchange) : nil,
                encryptThenMAC: end.hellos.encryptsThenMACs))
    }

    /// The premaster secret of an offer and an answer; nil if she cannot compute it.
    private func premaster(_ offer: ServerKeyExchange.Params?, _ answer: ClientKeyExchange) -> [UInt8]? {
        switch (offer, answer) {
        case (nil, .encryptedPremasterSecret(let octets)): return octets == encrypted ? Self.premaster : nil
        case (.curve(let params)?, .point(let point)):
            let hers = Self.exchange.publicKey
            guard hers == params.point || hers == point else { return nil }
            return try? Self.exchange.sharedSecret(with: hers == params.point ? point : params.point)
        case (.finiteField(let params)?, .publicValue(let octets)):
            let p = Integer(bigEndian: params.p)
            let (value, offered) = (Integer(bigEndian: octets), Integer(bigEndian: params.ys))
            guard let group = FiniteFieldGroup.all.first(where: { $0.p == p }) else { return nil }
            let hers = Self.publicValue(in: group)
            // Leading zeros of Z are dropped (RFC 5246 section 8.1.2).
            if hers == offered { return value.power(Self.exponent, modulo: p)?.bigEndian }
            if hers == value { return offered.power(Self.exponent, modulo: p)?.bigEndian }
            // 0 and 1 are their own powers.
            if value <= 1 { return value == 0 ? [] : [1] }
            // She tries no group but those whose order has small factors alone: in others the search has no end.
            guard group.isToy, let found = try? DiscreteLogarithm.pohligHellman(of: offered, in: group) else {
                return nil
            }
            return value.power(found.exponent, modulo: p)?.bigEndian
        default: return nil
        }
    }

    private func keys13(of end: Account) -> HerKeys? {
        guard let suite = TLS13.CipherSuite.withCodePoint(end.hellos.suite), !end.hellos.isResumed,
            let theirs = end.last(.serverHello, ServerHello.read)?.keyShare,
            let offered = end.last(.clientHello, ClientHello.read)?.keyShares?.first(where: { $0.group == theirs.group }
            )
        else { return nil }
        let hers = Self.exchange.publicKey
        guard theirs.group == .x25519, theirs.value == hers || offered.value == hers,
            let shared = try? Self.exchange.sharedSecret(with: theirs.value == hers ? offered.value : theirs.value)
        else { return nil }
        return .tls13(EarlySecret(psk: nil, hash: suite.hash).handshakeSecret(shared: shared), suite)
    }

    /// The keys from a master secret of no octets, which anyone can compute from the hellos; nil before ServerHello.
    static func emptyKeys(of end: Account) -> HerKeys? {
        CipherSuite.withCodePoint(end.hellos.suite).map { suite in
            .tls12(
                KeySchedule(
                    resuming: [], clientRandom: end.hellos.clientRandom, serverRandom: end.hellos.serverRandom,
                    suite: suite, encryptThenMAC: end.hellos.encryptsThenMACs))
        }
    }

    /// The keys with which `end` reads, where she has them: those of its connection, or those from an empty master secret.
    func readingKeys(of end: Account) -> HerKeys? {
        if end.readsEmptyKeys { return Self.emptyKeys(of: end) }
        return end.isKnownToHer && end.readsProtected ? keys(of: end) : nil
    }
}
