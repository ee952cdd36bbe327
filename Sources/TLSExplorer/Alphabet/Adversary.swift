import Crypto
import PKI
import TLSSim
import Trace

/// What the attacker has of her own, and what she computes from it. She stands in the path, and has no key of the two ends.
///
/// Each of her values is one fixed value: another one would lead to states of the same form.
struct Adversary: Hashable, Sendable {
    /// Her chain, which is good for a name of hers, and its key.
    let identity: Identity
    /// The key in the server's certificate, to which anyone can encrypt; nil if it is no RSA key.
    var serverKey: RSAPublicKey?

    /// The name that is hers (RFC 2606).
    static let host = "mallory.example.net"
    /// Her key of the exchange on X25519.
    static let exchange = {
        var random = SeededRandomSource(seed: 0xbad).fork("exchange")
        return KeyAgreementKey.generate(in: .x25519, arithmetic: .live, using: &random)
    }()
    /// Her key for signatures.
    static let signing = {
        var random = SeededRandomSource(seed: 0xbad).fork("signature")
        return EllipticCurvePrivateKey.generate(using: &random)
    }()
    /// Her random, and her session id.
    static let random = [UInt8](repeating: 0x4d, count: 32)
    static let sessionID = [UInt8](repeating: 0x6d, count: 32)

    /// Whether a message has her public value of the exchange.
    static func owns(_ message: [UInt8]) -> Bool {
        let value = exchange.publicKey
        guard message.count >= value.count, let first = value.first else { return false }
        return message.indices.dropLast(value.count - 1).contains { start in
            message[start] == first && message[start..<(start + value.count)].elementsEqual(value)
        }
    }

    // MARK: What she computes

    /// A ClientKeyExchange with the premaster secret of another one, encrypted to the server; nil if the other one is not encrypted to her key.
    func passesOn(_ message: HandshakeMessage) -> HandshakeMessage? {
        guard let own = identity.privateKey.rsa, let serverKey else { return nil }
        var random = SeededRandomSource(seed: 0xbad).fork("padding")
        var reader = ByteReader(message.body, recording: false)
        guard case .encryptedPremasterSecret(let octets)? = try? ClientKeyExchange.read(from: &reader, kind: .rsa),
            let premaster = try? PKCS1v15.decrypt(octets, with: own, blindedBy: &random),
            let passed = try? PKCS1v15.encrypt(premaster, to: serverKey, using: &random)
        else { return nil }
        return ClientKeyExchange.encryptedPremasterSecret(passed).message
    }

    /// The keys of an end of TLS 1.2, where she can compute them: the end has taken her public value, or the group is so weak that she finds
    /// the server's exponent. Nil if she cannot.
    static func schedule(of end: Account) -> KeySchedule? {
        guard let suite = CipherSuite.withCodePoint(end.hellos.suite),
            let last = end.messages.firstIndex(where: { $0.first == HandshakeType.clientKeyExchange.rawValue }),
            let offer = end.messages.first(where: { $0.first == HandshakeType.serverKeyExchange.rawValue }),
            let premaster = premaster(offer, end.messages[last], suite.keyExchange)
        else { return nil }
        let upToExchange = end.messages[...last].flatMap { $0 }
        return KeySchedule(
            premasterSecret: premaster, clientRandom: end.hellos.clientRandom, serverRandom: end.hellos.serverRandom,
            suite: suite, sessionHash: end.hellos.bindsHandshake ? suite.hash.hash(upToExchange) : nil)
    }

    /// The premaster secret of an offer and an answer, given as whole messages; nil if she cannot compute it.
    private static func premaster(_ offer: [UInt8], _ answer: [UInt8], _ kind: KeyExchangeKind) -> [UInt8]? {
        var reader = ByteReader(Array(offer.dropFirst(HandshakeMessage.headerLength)), recording: false)
        guard let offered = try? ServerKeyExchange.read(from: &reader, kind: kind) else { return nil }
        var answerReader = ByteReader(Array(answer.dropFirst(HandshakeMessage.headerLength)), recording: false)
        guard let answered = try? ClientKeyExchange.read(from: &answerReader, kind: kind) else { return nil }
        switch (offered.params, answered) {
        case (.curve(let params), .point(let point)):
            let hers = exchange.publicKey
            guard hers == params.point || hers == point else { return nil }
            return try? exchange.sharedSecret(with: hers == params.point ? point : params.point)
        case (.finiteField(let params), .publicValue(let value)):
            // She tries no group but those whose order has small factors alone: in others the search has no end.
            let group = FiniteFieldGroup.all.first { $0.p == Integer(bigEndian: params.p) && $0.isToy }
            guard let group,
                let found = try? DiscreteLogarithm.pohligHellman(of: Integer(bigEndian: params.ys), in: group)
            else {
                return nil
            }
            // Leading zeros of Z are dropped (RFC 5246 section 8.1.2).
            return Integer(bigEndian: value).power(found.exponent, modulo: group.p)?.bigEndian
        case (.curve, _), (.finiteField, _): return nil
        }
    }

    /// The keys from a master secret of no octets, which anyone can compute from the hellos; nil before ServerHello.
    static func emptySchedule(of end: Account) -> KeySchedule? {
        guard let suite = CipherSuite.withCodePoint(end.hellos.suite) else { return nil }
        return KeySchedule(
            resuming: [], clientRandom: end.hellos.clientRandom, serverRandom: end.hellos.serverRandom, suite: suite)
    }

    /// The message with these octets; nil if they are no whole message.
    static func message(_ octets: [UInt8]) -> HandshakeMessage? {
        var joiner = HandshakeJoiner()
        joiner.append(octets)
        return try? joiner.next()
    }

    // MARK: Her records

    /// A record of hers in clear.
    static func clear(_ type: ContentType, _ octets: [UInt8], name: String? = nil) -> Parcel {
        var layer = RecordLayer()
        let wire = ((try? layer.seal(type, octets)) ?? []).flatMap(\.wire)
        return Parcel(hers: wire, Parcel.Content(type: type, octets: octets, isProtected: false), name: name)
    }

    /// A message of hers in a record in clear.
    static func clear(_ body: some HandshakeBody, name: String? = nil) -> Parcel {
        clear(.handshake, body.message.bytes, name: name)
    }

    /// A record of hers under keys that `end` reads with.
    static func sealed(_ type: ContentType, _ octets: [UInt8], for end: Account, _ schedule: KeySchedule) -> Parcel {
        var layer = RecordLayer()
        layer.startWriting(with: end.role == .client ? schedule.serverProtection : schedule.clientProtection)
        // The records before it have taken the numbers below its own.
        for _ in 0..<end.opened { _ = try? layer.seal(.applicationData, [0]) }
        let wire = ((try? layer.seal(type, octets)) ?? []).flatMap(\.wire)
        return Parcel(hers: wire, Parcel.Content(type: type, octets: octets, isProtected: true))
    }

    /// The Finished of the peer of `end`, under keys that she has, over the messages that `end` has seen.
    static func finished(for end: Account, _ schedule: KeySchedule) -> Finished? {
        guard let suite = CipherSuite.withCodePoint(end.hellos.suite) else { return nil }
        let hash = suite.hash.hash(end.messages.flatMap { $0 })
        return Finished(verifyData: schedule.verifyData(of: end.role.peer, transcriptHash: hash))
    }
}
