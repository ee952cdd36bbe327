import Crypto
import PKI
import Synchronization
import Trace

@testable import TLSSim

/// A certificate chain that all tests of this target share: making keys is the slow part.
actor Fixture {
    static let shared = Fixture()
    static let hostName = "www.example.com"
    static let time: Int64 = 1_767_225_600

    private var made: (pki: LessonPKI, verdict: Verdict)?
    private var madeOnCurve: (identity: Identity, verdict: Verdict)?
    private var madeForEd25519: (identity: Identity, verdict: Verdict)?
    private var madeClients: [KeyAlgorithm: Identity] = [:]

    /// The chain, and what the judge says of it.
    func get() async throws -> (pki: LessonPKI, verdict: Verdict) {
        if let made { return made }
        var random = SeededRandomSource(seed: 1).fork("tests")
        let pki = try LessonPKI.make(hostName: Self.hostName, at: Self.time, using: &random)
        let verdict = await Self.judge(pki.identity.chain, pki)
        made = (pki, verdict)
        return (pki, verdict)
    }

    /// A server of the same authority with a key on P-256, and what the judge says of it.
    func onCurve() async throws -> (identity: Identity, verdict: Verdict) {
        if let madeOnCurve { return madeOnCurve }
        let pki = try await get().pki
        var random = SeededRandomSource(seed: 1).fork("on a curve")
        let identity = try pki.intermediate.issueServer(
            hostName: Self.hostName, key: .ecdsa(EllipticCurvePrivateKey.generate(using: &random)), at: Self.time,
            using: &random)
        let made = (identity, await Self.judge(identity.chain, pki))
        madeOnCurve = made
        return made
    }

    /// A server of the same authority with a key for Ed25519.
    func edwards() async throws -> (identity: Identity, verdict: Verdict) {
        if let madeForEd25519 { return madeForEd25519 }
        let pki = try await get().pki
        var random = SeededRandomSource(seed: 1).fork("for Ed25519")
        let identity = try pki.intermediate.issueServer(
            hostName: Self.hostName, key: .ed25519(Ed25519PrivateKey.generate(using: &random)), at: Self.time,
            using: &random)
        let made = (identity, await Self.judge(identity.chain, pki))
        madeForEd25519 = made
        return made
    }

    /// A client of the same authority with a key of that kind.
    func client(_ kind: KeyAlgorithm) async throws -> Identity {
        if let made = madeClients[kind] { return made }
        let pki = try await get().pki
        var random = SeededRandomSource(seed: 1).fork("client \(kind)")
        let key: PrivateKey =
            switch kind {
            case .rsa: .rsa(try RSAPrivateKey.generate(bits: 2048, using: &random))
            case .ecdsa: .ecdsa(EllipticCurvePrivateKey.generate(using: &random))
            case .ed25519: .ed25519(Ed25519PrivateKey.generate(using: &random))
            }
        let identity = try pki.intermediate.issueClient(named: "alice", key: key, at: Self.time, using: &random)
        madeClients[kind] = identity
        return identity
    }

    /// A question to the judge, as far as questions differ here.
    private struct Asked: Hashable {
        let purpose: Purpose
        let anchor: [UInt8]
        let chain: [[UInt8]]

        enum Purpose { case client, server }
    }

    /// What has been judged: the same chain, whole or with the same octet changed, comes up in many runs.
    private static let verdicts = Mutex<[Asked: Verdict]>([:])

    /// What a server that trusts the same authority says of a client's chain.
    static func judge(client chain: [[UInt8]], _ pki: LessonPKI) async -> Verdict {
        judge(chain, pki, .client, ChainQuestion(.client, time: time))
    }

    static func judge(_ chain: [[UInt8]], _ pki: LessonPKI) async -> Verdict {
        judge(chain, pki, .server, ChainQuestion(hostName: hostName, time: time))
    }

    private static func judge(
        _ chain: [[UInt8]], _ pki: LessonPKI, _ purpose: Asked.Purpose, _ question: ChainQuestion
    ) -> Verdict {
        let asked = Asked(purpose: purpose, anchor: pki.root.certificate, chain: chain)
        if let known = verdicts.withLock({ $0[asked] }) { return known }
        let verdict = Evaluator(store: pki.trustStore).judge(chain: chain, question: question)
        verdicts.withLock { $0[asked] = verdict }
        return verdict
    }
}

/// A client and a server with nothing between them but arrays: what one writes the other is handed, whole or tampered with.
struct Pair {
    var client: TLSEndpoint
    var server: TLSEndpoint
    var clientRandom: SeededRandomSource
    var serverRandom: SeededRandomSource
    let pki: LessonPKI
    let verdict: Verdict
    /// What the server is told of the client's chain, instead of what the authority's own judge says.
    var clientVerdict: Verdict?

    /// What became of it.
    struct Outcome {
        var established: Set<Principal> = []
        var errors: [Principal: TLSError] = [:]
        var alerts: [Principal: AlertDescription] = [:]
        var plaintext: [Principal: [UInt8]] = [:]
        var outputs: [Principal: [Output]] = [:]
        /// Every flight in order, with who sent it.
        var flights: [(from: Principal, octets: [UInt8])] = []

        var isComplete: Bool { established.count == 2 && errors.isEmpty }
    }

    init(
        seed: UInt64 = 1, suites: [CipherSuite] = CipherSuite.all, serverSuites: [CipherSuite]? = nil,
        group: FiniteFieldGroup = .ffdhe2048, extended: Bool = false, encryptThenMAC: Bool = false,
        identity: Identity? = nil, schemes: [SignatureScheme] = SignatureScheme.usual,
        clientSchemes: [SignatureScheme] = SignatureScheme.usual,
        authentication: ClientAuthentication = .none, clientIdentity: Identity? = nil, requestsStatus: Bool = false,
        ocspResponse: [UInt8]? = nil, now: Int64 = 0, arithmetic: CurveArithmetic = .live, tracing: Bool = false,
        _ fixture: (pki: LessonPKI, verdict: Verdict)
    ) {
        pki = fixture.pki
        verdict = fixture.verdict
        let isToy = group.isToy
        client = TLSEndpoint(
            Client.Configuration(
                hostName: Fixture.hostName, cipherSuites: suites, signatureSchemes: clientSchemes,
                groups: isToy ? [] : NamedGroup.all, groupPolicy: .init(acceptsToys: isToy),
                extendedMasterSecret: extended, encryptThenMAC: encryptThenMAC, identity: clientIdentity,
                requestsStatus: requestsStatus, now: now, arithmetic: arithmetic, tracing: tracing))
        server = TLSEndpoint(
            Server.Configuration(
                identity: identity ?? fixture.pki.identity, cipherSuites: serverSuites ?? suites,
                signatureSchemes: schemes, groups: [group], extendedMasterSecret: extended,
                encryptThenMAC: encryptThenMAC, clientAuthentication: authentication, ocspResponse: ocspResponse,
                arithmetic: arithmetic, tracing: tracing))
        let seeds = SeededRandomSource(seed: seed)
        clientRandom = seeds.fork("client")
        serverRandom = seeds.fork("server")
    }

    /// A pair that can do `suite`, whatever key that takes.
    ///
    /// - Parameter arithmetic: ``CurveArithmetic/live`` is quick; its ECDSA signatures differ from run to run.
    static func able(
        _ suite: CipherSuite, seed: UInt64 = 1, extended: Bool = false, encryptThenMAC: Bool = false,
        arithmetic: CurveArithmetic = .live, tracing: Bool = false
    ) async throws -> Pair {
        let fixture = try await Fixture.shared.get()
        guard suite.keyExchange == .ecdheECDSA else {
            return Pair(
                seed: seed, suites: [suite], extended: extended, encryptThenMAC: encryptThenMAC,
                arithmetic: arithmetic, tracing: tracing, fixture)
        }
        let made = try await Fixture.shared.onCurve()
        return Pair(
            seed: seed, suites: [suite], extended: extended, encryptThenMAC: encryptThenMAC, identity: made.identity,
            arithmetic: arithmetic, tracing: tracing, (fixture.pki, made.verdict))
    }

    /// The handshake, a word each way, the close; `tamper` may change any flight before it is delivered.
    mutating func run(
        _ tamper: Exchange.Tamper = { _, _, octets in octets }
    ) async -> Outcome {
        var exchange = Exchange(self)
        await exchange.finish(tamper)
        self = exchange.pair
        return exchange.outcome
    }

    mutating func handle(_ input: Input, by principal: Principal) -> [Output] {
        principal == .client
            ? client.handle(input, using: &clientRandom) : server.handle(input, using: &serverRandom)
    }
}

/// The records in a run of octets, cut by their headers alone.
func records(in octets: [UInt8]) -> [[UInt8]] {
    var list: [[UInt8]] = []
    var start = 0
    while octets.count - start >= 5 {
        let end = start + 5 + (Int(octets[start + 3]) << 8 | Int(octets[start + 4]))
        guard end <= octets.count else { break }
        list.append(Array(octets[start..<end]))
        start = end
    }
    return list
}

/// A record around `content`.
func record(_ type: UInt8, _ content: [UInt8], version: UInt16 = 0x0303) -> [UInt8] {
    [type, UInt8(version >> 8), UInt8(version & 0xff), UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
}
