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

    /// The suites of both ends, preferred first.
    static let suites: [CipherSuite] = [.ecdheECDSAAES128GCM, .ecdheECDSAChaCha20]
    /// The octet that each program sends.
    static func says(_ role: Role) -> [UInt8] { role == .client ? [0x3f] : [0x21] }

    /// The early data of the client.
    static let early: [UInt8] = [0x65]

    /// The last suite of those that the client of a space offers with `suite`.
    static func lastSuite(beside suite: UInt16) -> UInt16 {
        if TLS13.CipherSuite.all.contains(where: { $0.codePoint == suite }) {
            return tls13Suites.last?.codePoint ?? suite
        }
        return suites.last?.codePoint ?? suite
    }

    private static let tls13Suites = Array(TLS13.CipherSuite.all.prefix(2))
    private static let protocols = ["h2", "http/1.1"]

    /// The ends of a space.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    init(_ scope: TLSScope) throws(TrustError) {
        var options = Visit.Options(seed: Self.seed, suite: .ecdheECDSAAES128GCM)
        if scope.clientCertificate { options.clientCertificate = .good }
        let cast = try Visit.Cast(options)
        let seeds = SeededRandomSource(seed: Self.seed).fork("tls explorer")
        var random = seeds.fork("attacker")
        let identity = try cast.pki.intermediate.issueServer(
            hostName: Adversary.host, key: .ecdsa(Adversary.signing), at: Visit.epoch, using: &random)
        her = Adversary(identity: identity)
        judges = (cast.judges.client, cast.judges.server)

        var wrong = Client.Configuration(
            hostName: Visit.hostName, cipherSuites: Self.suites, groups: [.x25519, .secp256r1],
            extendedMasterSecret: true,
            identity: cast.client, applicationProtocols: Self.protocols, now: Visit.epoch, arithmetic: .live)
        // DHE is signed with RSA here.
        let identityOfServer = scope.mistakes.contains(.groupUnchecked) ? cast.pki.identity : cast.server
        var other = Server.Configuration(
            identity: identityOfServer, cipherSuites: Self.suites, curves: [.x25519, .secp256r1],
            extendedMasterSecret: true,
            clientAuthentication: scope.clientCertificate ? .required() : .none, applicationProtocols: Self.protocols,
            now: Visit.epoch, arithmetic: .live)
        for mistake in scope.mistakes { mistake.configure(&wrong, &other) }
        var ticketRandom = seeds.fork("ticket key")
        let resumes = scope.resumes || scope.earlyData
        let ticketKey = resumes ? TicketKey(using: &ticketRandom) : nil
        switch scope.version {
        case .tls12:
            wrong.offersTickets = resumes
            other.ticketKey = ticketKey
            server = Party(TLSEndpoint(other), random: seeds.fork("server"))
            if resumes {
                let before = Party(TLSEndpoint(wrong), random: seeds.fork("earlier client"))
                wrong.session = EarlierConnection(before, TLSEndpoint(other), seeds, judges).session
            }
            client = Party(TLSEndpoint(wrong), random: seeds.fork("client"))
        case .tls13:
            let common = TLS13.CommonConfiguration(now: Visit.epoch * 1_000, arithmetic: .live)
            var client = TLS13.ClientConfiguration(
                hostName: Visit.hostName, cipherSuites: Self.tls13Suites, identity: cast.client,
                applicationProtocols: Self.protocols, common: common)
            client.signatureSchemes = [.ecdsaSHA256]
            var server = TLS13.ServerConfiguration(
                identity: cast.server, cipherSuites: Self.tls13Suites,
                clientAuthentication: scope.clientCertificate ? .required() : .none,
                applicationProtocols: Self.protocols, ticketKey: ticketKey, tickets: 1, common: common)
            server.signatureSchemes = [.ecdsaSHA256]
            if scope.earlyData { (client.earlyData, server.maxEarlyData) = (Self.early, 16) }
            self.server = Party(
                TLSEndpoint(server: .tls13(server)), random: seeds.fork("server"),
                replays: scope.earlyData ? TLS13.ReplayRegister(.singleUse, start: 0) : nil)
            if resumes {
                let before = Party(TLSEndpoint(client: .tls13(client)), random: seeds.fork("earlier client"))
                client.ticket = EarlierConnection(before, TLSEndpoint(server: .tls13(server)), seeds, judges).ticket
            }
            self.client = Party(TLSEndpoint(client: .tls13(client)), random: seeds.fork("client"))
        }
    }

    private static let seed: UInt64 = 1

    /// The end of that role before its first input.
    subscript(role: Role) -> Party { role == .client ? client : server }

    /// The verdict of an end on a chain.
    func verdict(of role: Role, on chain: [[UInt8]]) -> Verdict {
        (role == .client ? judges.client : judges.server).verdict(on: chain)
    }
}

/// The connection before the one that is explored. The attacker leaves it alone, and its session can be resumed.
private struct EarlierConnection {
    /// What the client has kept of it: the session of TLS 1.2, or the ticket of TLS 1.3.
    private(set) var session: ResumableSession?
    private(set) var ticket: TLS13.Ticket?

    init(
        _ client: Party, _ server: TLSEndpoint, _ seeds: SeededRandomSource,
        _ judges: (client: ChainJudge, server: ChainJudge)
    ) {
        var ends: [Role: Party] = [.client: client, .server: Party(server, random: seeds.fork("earlier server"))]
        var inputs: [(to: Role, Input)] = [(.client, .start)]
        while let (role, input) = inputs.popFirst() {
            for output in ends[role]?.take(input) ?? [] {
                switch output {
                case .bytes(let octets): inputs.append((role.peer, .bytes(octets)))
                case .judge(let chain):
                    let judge = role == .client ? judges.client : judges.server
                    inputs.insert((role, .verdict(judge.verdict(on: chain))), at: 0)
                case .resumable(let kept) where role == .client: session = kept
                case .ticket(let kept): ticket = kept
                default: break
                }
            }
        }
    }
}
