import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// A server that says what a test tells it to say, and a client to say it to.
struct RogueServer: RoguePeer {
    var client: TLSEndpoint
    var parts = RogueParts()
    let side = Role.server
    var verdict: Verdict?
    let suite: CipherSuite
    var identity: Identity
    var random: SeededRandomSource
    /// Whether the extended master secret is computed where it was agreed on.
    var keepsItsWord = true
    private var clientRandom: SeededRandomSource
    private(set) var hello: ClientHello?
    private(set) var answer: ServerHello?
    private(set) var clientFinished: HandshakeMessage?
    private var key: EphemeralKey?
    /// Other parameters to offer than those that were drawn.
    var params: ServerKeyExchange.Params?

    /// A server that faces a client in the setting; the client has sent its hello.
    static func facing(
        _ setting: Setting, seed: UInt64 = 1, extended: Bool = false,
        groupPolicy: DHEKeyExchange.GroupPolicy = .init()
    ) async throws -> RogueServer {
        let fixture = try await Fixture.shared.get()
        var identity = fixture.pki.identity
        var verdict = fixture.verdict
        if setting.suite.keyExchange == .ecdheECDSA {
            (identity, verdict) = try await Fixture.shared.onCurve()
        }
        var server = RogueServer(setting, seed, identity, verdict, extended, groupPolicy)
        try server.take(server.hand(.start))
        return server
    }

    static func facing(
        _ suite: CipherSuite, seed: UInt64 = 1, extended: Bool = false,
        groupPolicy: DHEKeyExchange.GroupPolicy = .init()
    ) async throws -> RogueServer {
        try await facing(Setting(suite: suite), seed: seed, extended: extended, groupPolicy: groupPolicy)
    }

    private init(
        _ setting: Setting, _ seed: UInt64, _ identity: Identity, _ verdict: Verdict, _ extended: Bool,
        _ groupPolicy: DHEKeyExchange.GroupPolicy
    ) {
        client = TLSEndpoint(
            Client.Configuration(
                hostName: Fixture.hostName, cipherSuites: [setting.suite], groupPolicy: groupPolicy,
                extendedMasterSecret: extended, encryptThenMAC: setting.encryptThenMAC, arithmetic: .live,
                tracing: false))
        suite = setting.suite
        self.identity = identity
        self.verdict = verdict
        random = SeededRandomSource(seed: seed).fork("server")
        clientRandom = SeededRandomSource(seed: seed).fork("client")
    }

    mutating func hand(_ input: Input) -> [Output] {
        client.handle(input, using: &clientRandom)
    }

    mutating func heard(_ message: HandshakeMessage) throws {
        var reader = ByteReader(message.body)
        switch message.type {
        case .clientHello:
            hello = try ClientHello.read(from: &reader)
            parts.transcript.add(message)
            parts.transcript.select(suite.hash)
        case .clientKeyExchange:
            parts.transcript.add(message)
            try conclude(try ClientKeyExchange.read(from: &reader, kind: suite.keyExchange).value)
        case .finished:
            clientFinished = message
            parts.transcript.add(message)
        default: parts.transcript.add(message)
        }
    }

    private mutating func conclude(_ value: [UInt8]) throws {
        let hello = try needed(hello)
        let answer = try needed(answer)
        let premaster: PremasterSecret
        switch key {
        case .finiteField(let key)?:
            premaster = try DHEKeyExchange.conclude(value, remembering: key)
        case .curve(let key)?:
            premaster = try ECDHEKeyExchange.conclude(value, remembering: key)
        case nil:
            premaster = RSAKeyExchange.conclude(
                value, remembering: try needed(identity.privateKey.rsa), offeredVersion: hello.version, using: &random)
        }
        let extended = keepsItsWord && answer.extensions.contains(.extendedMasterSecret)
        parts.schedule = KeySchedule(
            premasterSecret: premaster.octets, clientRandom: hello.random, serverRandom: answer.random, suite: suite,
            sessionHash: extended ? parts.transcript.digest : nil,
            encryptThenMAC: answer.extensions.contains(.encryptThenMAC))
    }

    // MARK: What it says

    mutating func sayHello(_ change: (inout ServerHello) -> Void = { _ in }) throws {
        let offered = try needed(hello).extensions
        var extensions: [HelloExtension] = [.renegotiationInfo([])]
        for item in [HelloExtension.extendedMasterSecret, .encryptThenMAC] where offered.contains(item) {
            extensions.append(item)
        }
        var answer = ServerHello(
            random: random.octets(32), cipherSuite: suite.codePoint, extensions: extensions)
        change(&answer)
        self.answer = answer
        try say(answer.message)
    }

    mutating func showCertificate(_ change: (inout [UInt8]) -> Void = { _ in }) throws {
        var body = CertificateMessage(chain: identity.chain).message.body
        change(&body)
        try say(HandshakeMessage(.certificate, body: body))
    }

    /// Sends ServerKeyExchange, where the suite has one: `change` is made after the signature, ``params`` before.
    mutating func offerKey(_ change: (inout ServerKeyExchange) -> Void = { _ in }) throws {
        guard suite.keyExchange != .rsa else { return }
        var message = try keyExchange()
        change(&message)
        try say(message.message)
    }

    /// A signed ServerKeyExchange.
    mutating func keyExchange(scheme: SignatureScheme? = nil) throws -> ServerKeyExchange {
        let fitting: SignatureScheme = identity.privateKey.rsa == nil ? .ecdsaSHA256 : .rsaPSSSHA256
        let signer = try needed(Signer(identity.privateKey, by: scheme ?? fitting, arithmetic: .live))
        let chosen: ServerKeyExchange.Params
        if let params {
            chosen = params
        } else if suite.keyExchange == .dheRSA {
            let (params, key) = DHEKeyExchange.offer(in: .ffdhe2048, using: &random)
            self.key = .finiteField(key)
            chosen = .finiteField(params)
        } else {
            let (params, key) = ECDHEKeyExchange.offer(on: .x25519, arithmetic: .live, using: &random)
            self.key = .curve(key)
            chosen = .curve(params)
        }
        return try ServerKeyExchange(
            signing: chosen, by: signer, clientRandom: try needed(hello).random,
            serverRandom: try needed(answer).random, using: &random)
    }

    mutating func endFlight() throws {
        try say(ServerHelloDone().message)
    }

    /// The first flight, after which the client has sent its Finished.
    mutating func agreeOnKeys() throws {
        try sayHello()
        try showCertificate()
        try offerKey()
        try endFlight()
    }

    /// A whole handshake without a fault.
    mutating func connect() throws {
        try agreeOnKeys()
        try changeCipherSpec()
        try finish()
        #expect(parts.established && error == nil)
    }

    /// Whether the client is still there: it reads data and writes some.
    mutating func converse() throws -> Bool {
        let before = parts.data.count
        try send(.applicationData, Array("pong".utf8))
        try take(hand(.send(Array("ping".utf8))))
        return error == nil && parts.accepted.suffix(4) == Array("pong".utf8)
            && parts.data.dropFirst(before) == [Array("ping".utf8)]
    }
}
