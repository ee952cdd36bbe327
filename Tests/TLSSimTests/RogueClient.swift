import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// A client that says what a test tells it to say, and a server to say it to.
struct RogueClient: RoguePeer {
    var server: TLSEndpoint
    var parts = RogueParts()
    let side = Role.client
    let verdict: Verdict? = nil
    let suite: CipherSuite
    /// The key in the server's certificate.
    let leaf: PublicKey
    var random: SeededRandomSource
    private var serverRandom: SeededRandomSource
    private let extended: Bool
    private let encryptThenMAC: Bool
    private(set) var hello: ClientHello?
    private(set) var answer: ServerHello?
    private(set) var exchange: ServerKeyExchange?

    /// A client that faces a server with one suite; with all of them where none is named.
    static func facing(
        _ suite: CipherSuite? = nil, seed: UInt64 = 1, extended: Bool = false, encryptThenMAC: Bool = false
    ) async throws -> RogueClient {
        let identity =
            suite?.keyExchange == .ecdheECDSA
            ? try await Fixture.shared.onCurve().identity : try await Fixture.shared.get().pki.identity
        return RogueClient(identity, suite, seed, extended, encryptThenMAC)
    }

    /// A client that faces a server in the setting.
    static func facing(_ setting: Setting, seed: UInt64 = 1) async throws -> RogueClient {
        try await facing(setting.suite, seed: seed, encryptThenMAC: setting.encryptThenMAC)
    }

    private init(
        _ identity: Identity, _ suite: CipherSuite?, _ seed: UInt64, _ extended: Bool, _ encryptThenMAC: Bool
    ) {
        server = TLSEndpoint(
            Server.Configuration(
                identity: identity, cipherSuites: suite.map { [$0] } ?? CipherSuite.all, extendedMasterSecret: extended,
                encryptThenMAC: encryptThenMAC, arithmetic: .live, tracing: false))
        leaf = identity.privateKey.publicKey
        self.suite = suite ?? .ecdheRSAAES128GCM
        self.extended = extended
        self.encryptThenMAC = encryptThenMAC
        random = SeededRandomSource(seed: seed).fork("client")
        serverRandom = SeededRandomSource(seed: seed).fork("server")
    }

    mutating func hand(_ input: Input) -> [Output] {
        server.handle(input, using: &serverRandom)
    }

    mutating func heard(_ message: HandshakeMessage) throws {
        parts.transcript.add(message)
        var reader = ByteReader(message.body)
        switch message.type {
        case .serverHello:
            let hello = try ServerHello.read(from: &reader)
            parts.transcript.select(try needed(CipherSuite.withCodePoint(hello.cipherSuite)).hash)
            answer = hello
        case .serverKeyExchange:
            let agreed = answer.flatMap { CipherSuite.withCodePoint($0.cipherSuite) } ?? suite
            exchange = try ServerKeyExchange.read(from: &reader, kind: agreed.keyExchange)
        default: break
        }
    }

    // MARK: What it says

    /// A hello that is in order.
    mutating func goodHello() -> ClientHello {
        var extensions: [HelloExtension] = [
            .serverName(Fixture.hostName), .supportedGroups(NamedGroup.all), .ecPointFormats([0]),
            .signatureAlgorithms(SignatureScheme.usual), .renegotiationInfo([]),
        ]
        if extended { extensions.append(.extendedMasterSecret) }
        if encryptThenMAC { extensions.append(.encryptThenMAC) }
        return ClientHello(
            random: random.octets(32), cipherSuites: CipherSuite.all.map(\.codePoint), extensions: extensions)
    }

    mutating func sayHello(_ change: (inout ClientHello) -> Void = { _ in }) throws {
        var hello = goodHello()
        change(&hello)
        self.hello = hello
        try say(hello.message)
    }

    /// A ClientHello whose body is given octet by octet.
    mutating func sayHello(body: [UInt8]) throws {
        try say(HandshakeMessage(.clientHello, body: body))
    }

    /// Sends ClientKeyExchange with a body that `change` has had in hand, and computes the keys as if it had not.
    mutating func exchangeKeys(_ change: (inout [UInt8]) -> Void = { _ in }) throws {
        let hello = try needed(hello)
        let answer = try needed(answer)
        let (message, premaster) = try keyExchange(hello)
        var body = message.message.body
        change(&body)
        let sent = HandshakeMessage(.clientKeyExchange, body: body)
        try say(sent)
        parts.schedule = KeySchedule(
            premasterSecret: premaster, clientRandom: hello.random, serverRandom: answer.random, suite: suite,
            sessionHash: answer.extensions.contains(.extendedMasterSecret) ? parts.transcript.digest : nil,
            encryptThenMAC: answer.extensions.contains(.encryptThenMAC))
    }

    private mutating func keyExchange(_ hello: ClientHello) throws -> (ClientKeyExchange, premaster: [UInt8]) {
        switch (suite.keyExchange, exchange?.params) {
        case (.rsa, _):
            let premaster = hello.version.octets + random.octets(46)
            let key = try needed(leaf.rsa)
            return (.encryptedPremasterSecret(try PKCS1v15.encrypt(premaster, to: key, using: &random)), premaster)
        case (.dheRSA, .finiteField(let params)?):
            let group = try FiniteFieldGroup(
                custom: Integer(bigEndian: params.p), generator: Integer(bigEndian: params.g))
            let key = DiffieHellmanKey.generate(in: group, using: &random)
            let shared = try key.sharedSecret(with: Integer(bigEndian: params.ys))
            return (.publicValue(key.publicValue.bigEndian), shared.stripped)
        case (.ecdheRSA, .curve(let params)?), (.ecdheECDSA, .curve(let params)?):
            let group = try needed(params.curve.keyAgreement)
            let key = KeyAgreementKey.generate(in: group, arithmetic: .live, using: &random)
            return (.point(key.publicKey), try key.sharedSecret(with: params.point))
        default: throw TLSError.unexpected(message: "no parameters", awaiting: "ServerKeyExchange")
        }
    }

    /// Everything up to the server's ServerHelloDone and the client's answer to it.
    mutating func agreeOnKeys() throws {
        try sayHello()
        try exchangeKeys()
    }

    /// A whole handshake without a fault.
    mutating func connect() throws {
        try agreeOnKeys()
        try changeCipherSpec()
        try finish()
        #expect(parts.established && error == nil)
    }

    /// Whether the server is still there: it reads data and writes some.
    mutating func converse() throws -> Bool {
        let before = parts.data.count
        try send(.applicationData, Array("ping".utf8))
        try take(hand(.send(Array("pong".utf8))))
        return error == nil && parts.accepted.suffix(4) == Array("ping".utf8)
            && parts.data.dropFirst(before) == [Array("pong".utf8)]
    }
}
