import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The two ends with their certificates and configurations, and the attacker.
///
/// All cryptography is real, and a signature is the same each time: an end is a function of its draws. Certificates are made once.
struct Casting: Sendable {
    let her: Adversary
    /// How each end judges the other's chain.
    private let judges: (client: ChainJudge, server: ChainJudge, otherClient: ChainJudge)
    /// How the ends are configured, apart from what they have kept of earlier connections.
    private var ends: Configurations
    private let scope: TLSScope
    /// The chain and the key of another host: the one that the client visits in the second connection where tickets do not name the host, or
    /// the client's own host, where that is a server as well; else nil.
    private let otherHost: Identity?
    /// What the ends have kept of the connection before the first one.
    private var legacy: Legacy

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
    private static let seed: UInt64 = 1
    /// The name of the other host (RFC 2606).
    private static let otherHostName = "other.example.org"

    /// The ends of a space.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    init(_ scope: TLSScope) throws(TrustError) {
        var options = Visit.Options(seed: Self.seed, suite: .ecdheECDSAAES128GCM)
        if scope.clientCertificate { options.clientCertificate = .good }
        let cast = try Visit.Cast(options)
        let seeds = SeededRandomSource(seed: Self.seed).fork("tls explorer")
        let ca = cast.pki.intermediate

        var random = seeds.fork("ticket key")
        let resumes = scope.resumes || scope.earlyData
        let ticketKey = resumes || scope.habits.contains(.tickets) ? TicketKey(using: &random) : nil
        var ends = Configurations(scope, cast, ticketKey)
        for mistake in scope.mistakes { mistake.configure(&ends) }
        if scope.hasBothRoles {
            random = seeds.fork("pre-shared key")
            ends.client13.externalPSK = TLS13.ExternalPSK(identity: Array("shared".utf8), key: random.octets(32))
            ends.server13.externalPSK = ends.client13.externalPSK
        }
        random = seeds.fork("attacker")
        // Her key is of RSA where her visitor encrypts to it; else she signs.
        let hers =
            scope.visitsHer
            ? try ca.issueServer(hostName: Adversary.host, at: Visit.epoch, using: &random).identity
            : try ca.issueServer(
                hostName: Adversary.host, key: .ecdsa(Adversary.signing), at: Visit.epoch, using: &random)
        her = Adversary(identity: hers, among: ends)
        random = seeds.fork("other host")
        otherHost =
            scope.mistakes.contains(.ticketsUnbound) || scope.hasBothRoles
            ? try ca.issueServer(
                hostName: Self.otherHostName, key: .ecdsa(.generate(using: &random)), at: Visit.epoch, using: &random)
            : nil
        let evaluator = Evaluator(store: cast.pki.trustStore)
        judges = (
            ChainJudge(by: evaluator, asking: ChainQuestion(hostName: ends.client12.hostName, time: Visit.epoch)),
            cast.judges.server,
            ChainJudge(by: evaluator, asking: ChainQuestion(hostName: Self.otherHostName, time: Visit.epoch))
        )

        self.scope = scope
        var nothing = Legacy()
        if scope.earlyData { nothing.replays = TLS13.ReplayRegister(.singleUse, start: 0) }
        let isKept = resumes && scope.sessions > 1 || scope.habits.contains(.sessionIDs)
        if isKept, scope.version != .tls13 { nothing.sessions = SessionCache() }
        legacy = nothing
        self.ends = ends
        // Without a second connection that resumes the first one, there is one before it. Early data needs a ticket in the first one.
        guard resumes, scope.sessions == 1 || scope.earlyData else { return }
        legacy = afterEarlier
        // A ticket is renewed when it has passed half of its lifetime (RFC 5077 section 3.3).
        if scope.habits.contains(.tickets) {
            ends.age(by: 3_700)
            self.ends = ends
        }
    }

    /// The end of a role in a connection, before its first input.
    ///
    /// - Parameter before: what the ends have kept of the connection before; nil for what they have at the beginning.
    func party(_ role: Role, in connection: Ordinal, after before: Legacy? = nil) -> Party {
        var kept = before ?? legacy
        let repeats = role == .server && connection == .second && scope.mistakes.contains(.randomsConstant)
        let source = (repeats ? Ordinal.first : connection).rawValue
        let random = SeededRandomSource(seed: Self.seed).fork("tls explorer").fork("\(source)\(role)")
        if scope.mistakes.contains(.earlyDataTwice) { kept.replays = legacy.replays }
        var ends = ends
        ends.remember(kept)
        if connection == .second || connection == .own, let otherHost {
            ends.move(to: otherHost, named: Self.otherHostName)
        }
        // The client's own host, as a server, takes a key for its own name alone.
        if connection == .own, !scope.mistakes.contains(.selfie) { ends.server13.externalPSK = nil }
        var party = Party(
            role == .client ? ends.client(scope.version) : ends.server(scope.version), scope.version, in: connection,
            random: random, host: ends.client12.hostName, leaves: ends.leaves(of: role, scope.version),
            replays: role == .server ? kept.replays : nil)
        guard connection == .earlier || connection == .first && scope.sessions > 1 else { return party }
        var own = role == .client ? Legacy(session: kept.session) : Legacy(sessions: kept.sessions)
        own.forgets = !scope.mistakes.contains(.sessionKept)
        party.legacy = own
        return party
    }

    /// What the ends have kept after a connection that the attacker leaves alone.
    private var afterEarlier: Legacy {
        var ends: [Role: Party] = [.client: party(.client, in: .earlier), .server: party(.server, in: .earlier)]
        var inputs: [(to: Role, Input)] = [(.client, .start)]
        while let (role, input) = inputs.popFirst() {
            for output in ends[role]?.take(input) ?? [] {
                switch output {
                case .bytes(let octets): inputs.append((role.peer, .bytes(octets)))
                case .judge(let chain):
                    inputs.insert((role, .verdict(verdict(of: role, in: .earlier, on: chain))), at: 0)
                default: break
                }
            }
        }
        guard let client = ends[.client], let server = ends[.server] else { return legacy }
        return Legacy.of(client: client, server: server)
    }

    /// The verdict of an end on a chain.
    func verdict(of end: Party, on chain: [[UInt8]]) -> Verdict {
        verdict(of: end.account.role, in: end.connection, on: chain)
    }

    private func verdict(of role: Role, in connection: Ordinal, on chain: [[UInt8]]) -> Verdict {
        guard role == .client else { return judges.server.verdict(on: chain) }
        let isOther = connection == .second && otherHost != nil
        return (isOther ? judges.otherClient : judges.client).verdict(on: chain)
    }

    /// The configurations of both ends, for each version. A mistake changes them.
    struct Configurations: Sendable {
        var client12: Client.Configuration
        var server12: Server.Configuration
        var client13: TLS13.ClientConfiguration
        var server13: TLS13.ServerConfiguration

        fileprivate init(_ scope: TLSScope, _ cast: Visit.Cast, _ ticketKey: TicketKey?) {
            let named = scope.suite.flatMap { CipherSuite.withCodePoint($0) }.map { [$0] }
            // A visitor of hers encrypts to her key.
            let chosen = scope.visitsHer ? [.rsaAES128GCM] : named
            let visited = scope.visitsHer ? Adversary.host : Visit.hostName
            let chosen13 = scope.suite.flatMap { TLS13.CipherSuite.withCodePoint($0) }.map { [$0] }
            let isOnCurve = (chosen ?? Casting.suites).contains { $0.keyExchange == .ecdheECDSA }
            // DHE and RSA key transport need an RSA key.
            let needsRSA = !isOnCurve || scope.mistakes.contains { $0.needsRSA }
            let habits = scope.habits
            let asked: ClientAuthentication =
                scope.clientCertificate ? .required() : habits.contains(.noCertificate) ? .requested() : .none
            client12 = Client.Configuration(
                hostName: visited, cipherSuites: chosen ?? Casting.suites, groups: [.x25519, .secp256r1],
                extendedMasterSecret: true, encryptThenMAC: true, identity: cast.client,
                requestsStatus: habits.contains(.stapling), offersTickets: ticketKey != nil,
                applicationProtocols: Casting.protocols, now: Visit.epoch, arithmetic: .repeatable)
            server12 = Server.Configuration(
                identity: needsRSA ? cast.pki.identity : cast.server, cipherSuites: chosen ?? Casting.suites,
                curves: [.x25519, .secp256r1], extendedMasterSecret: true, encryptThenMAC: true,
                clientAuthentication: asked, ocspResponse: habits.contains(.stapling) ? Casting.stapled : nil,
                ticketKey: habits.contains(.sessionIDs) ? nil : ticketKey, applicationProtocols: Casting.protocols,
                now: Visit.epoch, arithmetic: .repeatable)
            if habits.contains(.sessionIDs) { client12.offersTickets = false }
            // A server binds a ticket to the host that the client has named. Where none is named, it is good for every host with the same key.
            let names = !scope.mistakes.contains(.ticketsUnbound)
            client12.sendsServerName = names

            let common = TLS13.CommonConfiguration(now: Visit.epoch * 1_000, arithmetic: .repeatable)
            client13 = TLS13.ClientConfiguration(
                hostName: Visit.hostName, cipherSuites: chosen13 ?? Casting.suites13, identity: cast.client,
                applicationProtocols: Casting.protocols, common: common)
            client13.signatureSchemes = [.ecdsaSHA256]
            client13.sendsServerName = names
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

        /// Lets both ends have what they have kept of earlier connections.
        fileprivate mutating func remember(_ kept: Legacy) {
            (client12.session, client13.ticket, server12.sessions) = (kept.session, kept.ticket, kept.sessions)
        }

        /// Leads the client to another host, which has that chain and key.
        fileprivate mutating func move(to host: Identity, named name: String) {
            (client12.hostName, client13.hostName) = (name, name)
            (server12.identity, server13.identity) = (host, host)
        }

        /// The end's own certificates in DER: one for each version that it speaks.
        fileprivate func leaves(of role: Role, _ version: TLSScope.Version) -> Set<[UInt8]> {
            let chains =
                role == .client
                ? [client12.identity?.chain, client13.identity?.chain]
                : [server12.identity.chain, server13.identity.chain]
            let spoken = zip([TLSScope.Version.tls12, .tls13], chains).filter { version.speaks($0.0) }
            return Set(spoken.compactMap { $0.1?.first })
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
