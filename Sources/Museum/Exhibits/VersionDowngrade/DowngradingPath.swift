import Crypto
import TLSSim
import Trace

/// Mallory on the path. All octets between the two sides go through her, and she changes messages.
package struct DowngradingPath: Sendable {
    /// What she changes.
    let change: DowngradeAttack.Change
    private let exchange: DowngradeAttack.Exchange
    /// The server's private key, if she has a copy.
    private let stolen: RSAPrivateKey?

    /// The handshake messages in the order in which each side has sent or read them.
    private(set) var transcripts: [Role: [UInt8]] = [.client: [], .server: []]
    /// The client's hello as it was sent, and as the server has read it.
    private(set) var hellos: (sent: ClientHello, delivered: ClientHello)?
    /// The server's hello as it was sent, and as the client has read it.
    package private(set) var answers: (sent: ServerHello, delivered: ServerHello)?
    /// The server's Diffie–Hellman parameters, where she reads them.
    private(set) var params: ServerDHParams?
    /// The server's exponent, if she has found it.
    package private(set) var exponent: Integer?
    /// The premaster secret, if she knows it.
    package private(set) var premasterSecret: [UInt8]?
    /// The keys of each side, if she knows them: they differ where the two sides have read different randoms.
    package private(set) var keys: (client: KeySchedule, server: KeySchedule)?
    /// The verify_data of each side's Finished as it was sent, and as she has written it anew.
    private(set) var forged: [Role: (sent: [UInt8], written: [UInt8])] = [:]
    /// The application data of each side that she has read.
    package private(set) var read: [Role: [UInt8]] = [:]

    private var directions: [Role: RecordRelay] = [.client: RecordRelay(), .server: RecordRelay()]

    init(_ change: DowngradeAttack.Change, _ exchange: DowngradeAttack.Exchange, stolen: RSAPrivateKey?) {
        self.change = change
        self.exchange = exchange
        self.stolen = stolen
    }

    /// Takes octets that `side` has sent, and returns the octets that Mallory sends on.
    package mutating func carry(_ octets: [UInt8], from side: Role) -> [UInt8] {
        guard change != .nothing, var direction = directions[side] else { return octets }
        let onward = direction.pass(octets) { piece, relay in take(piece, from: side, &relay) }
        directions[side] = direction
        return onward
    }

    /// Returns the octets that Mallory sends for a piece. After ChangeCipherSpec she decrypts with the keys of the sender and encrypts
    /// with the keys of the reader.
    private mutating func take(_ piece: RecordRelay.Piece, from side: Role, _ relay: inout RecordRelay) -> [UInt8] {
        switch piece {
        case .message(let message):
            let changed = message.type == .finished ? forge(message, of: side) : take(message, from: side)
            transcripts[side]? += message.bytes
            transcripts[side.peer]? += changed.bytes
            return relay.write(changed)
        case .content(.changeCipherSpec, _):
            defer {
                if let keys {
                    let (hers, others) = side == .client ? (keys.client, keys.server) : (keys.server, keys.client)
                    relay.reading.startReading(with: hers.protection(of: side))
                    relay.writing.startWriting(with: others.protection(of: side))
                }
            }
            return relay.write(piece)
        case .content(let type, let content):
            if type == .applicationData, keys != nil { read[side, default: []] += content }
            return relay.write(piece)
        }
    }

    /// The protection of what a side sends, on the leg between her and the side `leg`; nil where she has no keys.
    func protection(of side: Role, on leg: Role) -> RecordProtection? {
        keys.map { (leg == .client ? $0.client : $0.server).protection(of: side) }
    }

    // MARK: In clear

    /// The message that Mallory sends in place of a message in clear.
    private mutating func take(_ message: HandshakeMessage, from side: Role) -> HandshakeMessage {
        var reader = ByteReader(message.body, recording: false)
        switch message.type {
        case .clientHello:
            guard let sent = try? ClientHello.read(from: &reader) else { return message }
            var delivered = sent
            delivered.extensions.removeAll(where: \.isOfferOfTLS13)
            hellos = (sent, delivered)
            return delivered.message
        case .serverHello:
            guard let sent = try? ServerHello.read(from: &reader) else { return message }
            var delivered = sent
            if change == .random { delivered.random = Self.repaired(sent.random) }
            answers = (sent, delivered)
            return delivered.message
        case .serverKeyExchange where exchange == .weakGroup:
            if let sent = try? ServerKeyExchange.read(from: &reader, kind: .dheRSA),
                case .finiteField(let found) = sent.params
            {
                params = found
            }
        case .clientKeyExchange: computeKeys(message)
        default: break
        }
        return message
    }

    /// The random with other octets in place of the sign. Any eight octets that are not the sign will do.
    static func repaired(_ random: [UInt8]) -> [UInt8] {
        random.dropLast(DowngradeAttack.sign.count) + random.prefix(DowngradeAttack.sign.count)
    }

    // MARK: Keys

    /// Computes the keys of both sides from ClientKeyExchange, if Mallory can compute the premaster secret.
    private mutating func computeKeys(_ message: HandshakeMessage) {
        var reader = ByteReader(message.body, recording: false)
        guard let sent = try? ClientKeyExchange.read(from: &reader, kind: exchange.suite.keyExchange) else { return }
        switch sent {
        case .encryptedPremasterSecret(let octets): premasterSecret = try? stolen?.decryptByThief(octets)
        case .publicValue(let octets): premasterSecret = search(octets)
        case .point: break
        }
        guard let premasterSecret, let hello = hellos?.sent, let answers else { return }
        func schedule(_ random: [UInt8]) -> KeySchedule {
            KeySchedule(
                premasterSecret: premasterSecret, clientRandom: hello.random, serverRandom: random,
                suite: exchange.suite)
        }
        keys = (schedule(answers.delivered.random), schedule(answers.sent.random))
    }

    /// The premaster secret from the server's exponent, which she finds from its public value: Z = dh_Yc^x, leading zeros dropped (RFC 5246
    /// section 8.1.2).
    private mutating func search(_ clientValue: [UInt8]) -> [UInt8]? {
        guard let params else { return nil }
        let group = DowngradeAttack.Exchange.group
        let found = try? DiscreteLogarithm.pohligHellman(of: Integer(bigEndian: params.ys), in: group)
        exponent = found?.exponent
        return exponent.flatMap { Integer(bigEndian: clientValue).power($0, modulo: group.p)?.bigEndian }
    }

    /// A Finished that covers the messages that its reader has seen.
    private mutating func forge(_ message: HandshakeMessage, of side: Role) -> HandshakeMessage {
        guard let keys, let seen = transcripts[side.peer] else { return message }
        let schedule = side == .client ? keys.server : keys.client
        let data = schedule.verifyData(of: side, transcriptHash: exchange.suite.hash.hash(seen))
        let written = Finished(verifyData: data).message
        forged[side] = (message.body, data)
        return written
    }
}

extension KeySchedule {
    /// The protection of the records that `side` sends.
    fileprivate func protection(of side: Role) -> RecordProtection {
        side == .client ? clientProtection : serverProtection
    }
}

extension HelloExtension {
    /// Whether only a client that offers TLS 1.3 sends this extension. In a ClientHello of TLS 1.2 it has no meaning.
    fileprivate var isOfferOfTLS13: Bool {
        switch self {
        case .supportedVersions, .keyShares, .pskKeyExchangeModes: true
        default: false
        }
    }
}
