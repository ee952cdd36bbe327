import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The two ends with their certificates and configurations, and the attacker.
///
/// All cryptography is real. The curves are those of swift-crypto, which are fast, and certificates are made once.
struct Casting: Sendable {
    let her: Adversary
    /// How each end judges the other's chain.
    let judges: (client: ChainJudge, server: ChainJudge)
    /// Both ends before their first input.
    let client: Party
    let server: Party

    /// The suites of both ends of TLS 1.2, preferred first.
    static let suites: [CipherSuite] = [.ecdheECDSAAES128GCM, .ecdheECDSAChaCha20]
    /// The octet that each program sends.
    static func says(_ role: Role) -> [UInt8] { role == .client ? [0x3f] : [0x21] }

    /// The early data of the client.
    static let early: [UInt8] = [0x65]

    /// The suites of both ends of TLS 1.3, preferred first.
    static let suites13 = Array(TLS13.CipherSuite.all.prefix(2))
    private static let protocols = ["h2", "http/1.1"]
    /// An OCSPResponse that says "try later" (RFC 6960 section 4.2.1): it proves nothing.
    private static let stapled: [UInt8] = [0x30, 3, 0x0a, 1, 3]

    /// The ends of a space.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    init(_ scope: TLSScope) throws(TrustError) {
        var options = Visit.Options(seed: Self.seed, suite: .ecdheECDSAAES128GCM)
        if scope.clientCertificate { options.clientCertificate = .good }
        let cast = try Visit.Cast(options)
        let seeds = SeededRandomSource(seed: Self.seed).fork("tls explorer")
        judges = (cast.judges.client, cast.judges.server)

        var random = seeds.fork("ticket key")
        let resumes = scope.resumes || scope.earlyData
        let ticketKey = resumes || scope.habits.contains(.tickets) ? TicketKey(using: &random) : nil
        var ends = Configurations(scope, cast, ticketKey)
        for mistake in scope.mistakes { mistake.configure(&ends) }
        random = seeds.fork("attacker")
        let hers = try cast.pki.intermediate.issueServer(
            hostName: Adversary.host, key: .ecdsa(Adversary.signing), at: Visit.epoch, using: &random)
        her = Adversary(identity: hers, among: ends)

        if resumes {
            let before = Party(ends.client(scope.version), scope.version, random: seeds.fork("earlier client"))
            ends.remember(EarlierConnection(before, ends.server(scope.version), scope.version, seeds, judges))
        }
        // A ticket is renewed when it has passed half of its lifetime (RFC 5077 section 3.3).
        if resumes, scope.habits.contains(.tickets) { ends.age(by: 3_700) }
        server = Party(
            ends.server(scope.version), scope.version, random: seeds.fork("server"),
            replays: scope.earlyData ? TLS13.ReplayRegister(.singleUse, start: 0) : nil)
        client = Party(ends.client(scope.version), scope.version, random: seeds.fork("client"))
    }

    private static let seed: UInt64 = 1

    /// The end of that role before its first input.
    subscript(role: Role) -> Party { role == .client ? client : server }

    /// The verdict of an end on a chain.
    func verdict(of role: Role, on chain: [[UInt8]]) -> Verdict {
        (role == .client ? judges.client : judges.server).verdict(on: chain)
    }

    /// The configurations of both ends, for each version. A mistake changes them.
    struct Configurations {
        var client12: Client.Configuration
        var server12: Server.Configuration
        var client13: TLS13.ClientConfiguration
        var server13: TLS13.ServerConfiguration

        fileprivate init(_ scope: TLSScope, _ cast: Visit.Cast, _ ticketKey: TicketKey?) {
            let chosen = scope.suite.flatMap { CipherSuite.withCodePoint($0) }.map { [$0] }
            let chosen13 = scope.suite.flatMap { TLS13.CipherSuite.withCodePoint($0) }.map { [$0] }
            let isOnCurve = (chosen ?? Casting.suites).contains { $0.keyExchange == .ecdheECDSA }
            // DHE and RSA key transport need an RSA key.
            let needsRSA = !isOnCurve || scope.mistakes.contains { $0.needsRSA }
            let habits = scope.habits
            let asked: ClientAuthentication =
                scope.clientCertificate ? .required() : habits.contains(.noCertificate) ? .requested() : .none
            client12 = Client.Configuration(
                hostName: Visit.hostName, cipherSuites: chosen ?? Casting.suites, groups: [.x25519, .secp256r1],
                extendedMasterSecret: true, encryptThenMAC: true, identity: cast.client,
                requestsStatus: habits.contains(.stapling), offersTickets: ticketKey != nil,
                applicationProtocols: Casting.protocols, now: Visit.epoch, arithmetic: .repeatable)
            server12 = Server.Configuration(
                identity: needsRSA ? cast.pki.identity : cast.server, cipherSuites: chosen ?? Casting.suites,
                curves: [.x25519, .secp256r1], extendedMasterSecret: true, encryptThenMAC: true,
                clientAuthentication: asked, ocspResponse: habits.contains(.stapling) ? Casting.stapled : nil,
                sessions: habits.contains(.sessionIDs) ? SessionCache() : nil,
                ticketKey: habits.contains(.sessionIDs) ? nil : ticketKey, applicationProtocols: Casting.protocols,
                now: Visit.epoch, arithmetic: .repeatable)
            if habits.contains(.sessionIDs) { client12.offersTickets = false }

            let common = TLS13.CommonConfiguration(now: Visit.epoch * 1_000, arithmetic: .repeatable)
            client13 = TLS13.ClientConfiguration(
                hostName: Visit.hostName, cipherSuites: chosen13 ?? Casting.suites13, identity: cast.client,
                applicationProtocols: Casting.protocols, common: common)
            client13.signatureSchemes = [.ecdsaSHA256]
            server13 = TLS13.ServerConfiguration(
                identity: cast.server, cipherSuites: chosen13 ?? Casting.suites13, clientAuthentication: asked,
                applicationProtocols: Casting.protocols, ticketKey: ticketKey, tickets: 1, common: common)
            server13.signatureSchemes = [.ecdsaSHA256]
            if habits.contains(.retry) { server13.groups = [.secp256r1] }
            if scope.earlyData { (client13.earlyData, server13.maxEarlyData) = (Casting.early, 16) }
        }

        /// A client of `version`.
        fileprivate func client(_ version: TLSScope.Version) -> TLSEndpoint {
            switch version {
            case .tls12: TLSEndpoint(client12)
            case .tls13: TLSEndpoint(client: .tls13(client13))
            case .both: TLSEndpoint(client: .both(client12, client13))
            }
        }

        /// A server of `version`.
        fileprivate func server(_ version: TLSScope.Version) -> TLSEndpoint {
            switch version {
            case .tls12: TLSEndpoint(server12)
            case .tls13: TLSEndpoint(server: .tls13(server13))
            case .both: TLSEndpoint(server: .both(server12, server13))
            }
        }

        /// Lets both ends keep what they have of an earlier connection.
        fileprivate mutating func remember(_ earlier: EarlierConnection) {
            (client12.session, client13.ticket) = (earlier.session, earlier.ticket)
            if let stored = earlier.stored { server12.sessions?.insert(stored) }
        }

        /// Sets the time of both ends forward, in seconds.
        fileprivate mutating func age(by seconds: Int64) {
            client12.now += seconds
            server12.now += seconds
            client13.common.now += seconds * 1_000
            server13.common.now += seconds * 1_000
        }
    }
}

/// The connection before the one that is explored. The attacker leaves it alone, and its session can be resumed.
private struct EarlierConnection {
    /// What the client has kept of it: the session of TLS 1.2, or the ticket of TLS 1.3.
    private(set) var session: ResumableSession?
    private(set) var ticket: TLS13.Ticket?
    /// The session that the server has kept.
    private(set) var stored: ResumableSession?

    init(
        _ client: Party, _ server: TLSEndpoint, _ version: TLSScope.Version, _ seeds: SeededRandomSource,
        _ judges: (client: ChainJudge, server: ChainJudge)
    ) {
        var ends: [Role: Party] = [
            .client: client, .server: Party(server, version, random: seeds.fork("earlier server")),
        ]
        var inputs: [(to: Role, Input)] = [(.client, .start)]
        while let (role, input) = inputs.popFirst() {
            for output in ends[role]?.take(input) ?? [] {
                switch output {
                case .bytes(let octets): inputs.append((role.peer, .bytes(octets)))
                case .judge(let chain):
                    let judge = role == .client ? judges.client : judges.server
                    inputs.insert((role, .verdict(judge.verdict(on: chain))), at: 0)
                case .resumable(let kept): if role == .client { session = kept } else { stored = kept }
                case .ticket(let kept): ticket = kept
                default: break
                }
            }
        }
    }
}
