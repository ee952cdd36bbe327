import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The two ends with their certificates and configurations, and the attacker.
///
/// All cryptography is real. The curves are those of the lessons: a signature of swift-crypto is another one each time, and an end would not be
/// a function of its draws. Certificates are made once.
struct Casting: Sendable {
    let her: Adversary
    /// How each end judges the other's chain.
    private let judges: (client: ChainJudge, server: ChainJudge, otherClient: ChainJudge)
    /// How the ends are configured, apart from what they have kept of earlier connections.
    private let configurations: Configurations
    private let scope: TLSScope
    /// The host that the client visits in the first connection.
    private let visited: String
    /// The chain and the key of another host: the one that the client visits in the second connection where tickets do not name the host, or
    /// the client's own host, where that is a server as well; else nil.
    private let otherHost: Identity?
    /// What the ends have kept of the connection before the first one.
    private var legacy: Legacy

    /// The configurations of both ends, of either version.
    private enum Configurations: Sendable {
        case tls12(Client.Configuration, Server.Configuration)
        case tls13(TLS13.ClientConfiguration, TLS13.ServerConfiguration)
    }

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
        let ca = cast.pki.intermediate
        // RSA key transport, where her visitor encrypts to her key; else she signs.
        let identity =
            scope.visitsHer
            ? try ca.issueServer(hostName: Adversary.host, at: Visit.epoch, using: &random).identity
            : try ca.issueServer(
                hostName: Adversary.host, key: .ecdsa(Adversary.signing), at: Visit.epoch, using: &random)
        her = Adversary(identity: identity, serverKey: scope.visitsHer ? cast.pki.serverKey.publicKey : nil)
        let isUnbound = scope.mistakes.contains(.ticketsUnbound)
        var otherRandom = seeds.fork("other host")
        otherHost =
            isUnbound || scope.hasBothRoles
            ? try ca.issueServer(
                hostName: Self.otherHostName, key: .ecdsa(.generate(using: &otherRandom)), at: Visit.epoch,
                using: &otherRandom) : nil
        visited = scope.visitsHer ? Adversary.host : Visit.hostName
        let evaluator = Evaluator(store: cast.pki.trustStore)
        judges = (
            ChainJudge(by: evaluator, asking: ChainQuestion(hostName: visited, time: Visit.epoch)), cast.judges.server,
            ChainJudge(by: evaluator, asking: ChainQuestion(hostName: Self.otherHostName, time: Visit.epoch))
        )

        let suites = scope.visitsHer ? [.rsaAES128GCM] : Self.suites
        var wrong = Client.Configuration(
            hostName: visited, cipherSuites: suites, groups: [.x25519, .secp256r1],
            extendedMasterSecret: true,
            identity: cast.client, applicationProtocols: Self.protocols, now: Visit.epoch, arithmetic: .lesson)
        // DHE is signed with RSA here, and RSA key transport needs a key of RSA.
        let isRSA = scope.mistakes.contains(.groupUnchecked) || scope.visitsHer
        let identityOfServer = isRSA ? cast.pki.identity : cast.server
        var other = Server.Configuration(
            identity: identityOfServer, cipherSuites: suites, curves: [.x25519, .secp256r1],
            extendedMasterSecret: true,
            clientAuthentication: scope.clientCertificate ? .required() : .none, applicationProtocols: Self.protocols,
            now: Visit.epoch, arithmetic: .lesson)
        wrong.sendsServerName = !isUnbound
        for mistake in scope.mistakes { mistake.configure(&wrong, &other) }
        var ticketRandom = seeds.fork("ticket key")
        let resumes = scope.resumes || scope.earlyData
        let ticketKey = resumes ? TicketKey(using: &ticketRandom) : nil
        switch scope.version {
        case .tls12:
            wrong.offersTickets = resumes
            other.ticketKey = ticketKey
            configurations = .tls12(wrong, other)
        case .tls13:
            let common = TLS13.CommonConfiguration(now: Visit.epoch * 1_000, arithmetic: .lesson)
            var client = TLS13.ClientConfiguration(
                hostName: Visit.hostName, cipherSuites: Self.tls13Suites, identity: cast.client,
                applicationProtocols: Self.protocols, common: common)
            client.signatureSchemes = [.ecdsaSHA256]
            client.sendsServerName = !isUnbound
            var server = TLS13.ServerConfiguration(
                identity: cast.server, cipherSuites: Self.tls13Suites,
                clientAuthentication: scope.clientCertificate ? .required() : .none,
                applicationProtocols: Self.protocols, ticketKey: ticketKey, tickets: 1, common: common)
            server.signatureSchemes = [.ecdsaSHA256]
            if scope.hasBothRoles {
                var random = seeds.fork("pre-shared key")
                client.externalPSK = TLS13.ExternalPSK(identity: Array("shared".utf8), key: random.octets(32))
                server.externalPSK = client.externalPSK
            }
            if scope.earlyData { (client.earlyData, server.maxEarlyData) = (Self.early, 16) }
            configurations = .tls13(client, server)
        }
        self.scope = scope
        var nothing = Legacy()
        if scope.earlyData { nothing.replays = TLS13.ReplayRegister(.singleUse, start: 0) }
        if resumes, scope.sessions > 1, scope.version == .tls12 { nothing.sessions = SessionCache() }
        legacy = nothing
        // Without a second connection that resumes the first one, there is one before it. Early data needs a ticket in the first one.
        if resumes, scope.sessions == 1 || scope.earlyData { legacy = afterEarlier }
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
        let other = connection == .second || connection == .own ? otherHost : nil
        let host = other != nil ? Self.otherHostName : visited
        let tls: TLSEndpoint
        var leaf: [UInt8]?
        switch (configurations, role) {
        case (.tls12(var client, _), .client):
            client.session = kept.session
            if other != nil { client.hostName = Self.otherHostName }
            leaf = client.identity?.chain.first
            tls = TLSEndpoint(client)
        case (.tls12(_, var server), .server):
            server.sessions = kept.sessions
            if let other { server.identity = other }
            leaf = server.identity.chain.first
            tls = TLSEndpoint(server)
        case (.tls13(var client, _), .client):
            client.ticket = kept.ticket
            if other != nil { client.hostName = Self.otherHostName }
            leaf = client.identity?.chain.first
            tls = TLSEndpoint(client: .tls13(client))
        case (.tls13(_, var server), .server):
            if let other { server.identity = other }
            if connection == .own, !scope.mistakes.contains(.selfie) { server.externalPSK = nil }
            leaf = server.identity.chain.first
            tls = TLSEndpoint(server: .tls13(server))
        }
        var party = Party(
            tls, in: connection, random: random, host: host, leaf: leaf ?? [],
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

    private static let seed: UInt64 = 1
    /// The name of the other host (RFC 2606).
    private static let otherHostName = "other.example.org"

    /// The verdict of an end on a chain.
    func verdict(of end: Party, on chain: [[UInt8]]) -> Verdict {
        verdict(of: end.account.role, in: end.connection, on: chain)
    }

    private func verdict(of role: Role, in connection: Ordinal, on chain: [[UInt8]]) -> Verdict {
        guard role == .client else { return judges.server.verdict(on: chain) }
        let isOther = connection == .second && otherHost != nil
        return (isOther ? judges.otherClient : judges.client).verdict(on: chain)
    }
}
