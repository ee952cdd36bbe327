import Crypto
import Explain
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

extension DowngradeAttack {
    /// A connection of a run.
    ///
    /// Mallory is an endpoint of both TCP connections, because a hello that she has changed is shorter. The TLS connection goes from the
    /// client to the server, through her.
    package typealias Connection = CaseConnection<Part>

    /// The names of the two connections.
    package enum Part: String, Sendable, CaseIterable {
        /// The one between the client and Mallory.
        case client
        /// The one between Mallory and the server.
        case server

        /// The end of the connection that is not Mallory.
        fileprivate var side: Role { self == .client ? .client : .server }
    }
}

/// Both connections, with Mallory between them. She reads from one connection and writes into the other.
struct DowngradeLegs {
    /// The number of events after which a run that does not end is stopped.
    private static let mostHappenings = 20_000

    private let stage: DowngradeStage
    /// Mallory, who changes what she carries over.
    private(set) var path: DowngradingPath
    /// The two connections by the end that is not Mallory. The one to the server is missing until she has a ClientHello to send.
    private(set) var worlds: [Role: World] = [:]
    private var read: [Role: RelayedMessages] = [:]
    private var written: [Role: RelayedMessages] = [:]
    /// The number of octets that she has carried over, by the side that sent them.
    private var carried: [Role: Int] = [:]
    private var hasClosed: Set<Role> = []

    /// Runs both connections until no event is due.
    init(_ stage: DowngradeStage) {
        self.stage = stage
        path = stage.path
        worlds[.client] = Self.world(.client, stage, from: .zero)
        for side in [Role.client, .server] {
            let suite = stage.change == .nothing ? nil : stage.exchange.suite
            read[side] = RelayedMessages(suite: suite)
            written[side] = RelayedMessages(suite: suite)
        }
        run()
    }

    /// The journals of the connections that were made.
    var connections: [DowngradeAttack.Connection] {
        DowngradeAttack.Part.allCases.compactMap { part in
            worlds[part.side].map { DowngradeAttack.Connection(part: part, journal: $0.journal) }
        }
    }

    /// Runs the events of both connections in the order of time.
    private mutating func run() {
        worlds[.client]?.open()
        for _ in 0..<Self.mostHappenings {
            let due = [Role.client, .server].compactMap { side in worlds[side]?.next.map { (side: side, at: $0) } }
            guard let first = due.min(by: { $0.at < $1.at }) else { return }
            happen(on: first.side)
        }
    }

    /// Runs the next event on the connection with `side`, and carries over what Mallory has read there. Towards the client Mallory is the
    /// server, and towards the server she is the client.
    private mutating func happen(on side: Role) {
        worlds[side]?.happenNext()
        guard let world = worlds[side], let relay = world[Principal(side.peer)]?.application as? Relay else { return }
        let octets = Array(relay.read.dropFirst(carried[side, default: 0]))
        carried[side, default: 0] += octets.count
        let now = world.journal.events.last?.at ?? .zero
        if !octets.isEmpty { carry(octets, from: side, at: now) }
        if relay.hasEnded, hasClosed.insert(side).inserted {
            worlds[side.peer]?.prompt(Principal(side), .close, at: now)
        }
    }

    private mutating func carry(_ octets: [UInt8], from side: Role, at now: Instant) {
        let before = path
        let onward = path.carry(octets, from: side)
        read[side]?.captured.protection = path.protection(of: side, on: side)
        written[side]?.captured.protection = path.protection(of: side, on: side.peer)
        let found = read[side]?.messages(in: octets) ?? []
        let facts = before.keys == nil ? path.facts(on: side) : []
        worlds[side]?.record { journal, now in
            let mallory = Principal(side.peer)
            let cause = journal.events.last { event in
                if case .received = event.kind { event.who == mallory } else { false }
            }
            for message in found {
                journal.record(at: now, who: mallory, cause: cause?.number, step: message.step, .read(message))
            }
            for fact in facts { journal.record(at: now, who: mallory, cause: cause?.number, step: "tls.learned", fact) }
        }
        guard !onward.isEmpty else { return }
        let passage = Relay.Passage(
            path.findings(since: before, from: side, octets: onward.count), step: "attack.relay",
            facts: before.keys == nil ? path.facts(on: side.peer) : [],
            messages: written[side]?.messages(in: onward) ?? [], octets: onward)
        if worlds[side.peer] == nil {
            worlds[side.peer] = Self.world(.server, stage, from: now)
            worlds[side.peer]?.open()
        }
        worlds[side.peer]?.prompt(Principal(side), .pass(passage), at: now)
    }

    // MARK: Hosts

    private static func world(
        _ part: DowngradeAttack.Part, _ stage: DowngradeStage, from start: Instant
    ) -> World {
        let (seeds, identity) = (stage.seeds, stage.cast.server)
        let options = Visit.Options(seed: stage.seed, suite: stage.exchange.suite)
        let isNear = part == .client
        let exchange = Exchange(request: stage.request, response: [InterceptedExchange.answer])
        let client: any Application =
            isNear
            ? HTTPSEnd(
                tls: TLSEnd(stage.client, seeds.fork("client")), judge: stage.cast.judges.client,
                exchange: exchange)
            : Relay(.client)
        let server: any Application =
            isNear
            ? Relay(.server)
            : HTTPSEnd(
                tls: TLSEnd(stage.server, seeds.fork("server")), judge: stage.cast.judges.server,
                exchange: exchange)
        let group = stage.exchange == .weakGroup ? DowngradeAttack.Exchange.group.name : nil
        let tls13 = Visit.TLS13Options()
        let isOlder = stage.change != .nothing
        let older = Chapter.handshake(options.suite.keyExchange, client: nil)
        let hosts = seeds.fork("hosts \(part)")
        var world = World(
            title: Words(
                english: "A downgrade: between \(isNear ? "the client and Mallory" : "Mallory and the server")",
                chinese: "降级：\(isNear ? "客户端与 Mallory 之间" : "Mallory 与服务器之间")"),
            settings: [
                ("TLS 1.2 with", stage.exchange.rawValue), ("changed", stage.change.rawValue),
                ("client", stage.victim.rawValue), ("connection", part.rawValue),
            ], names: isNear ? [.server: "Mallory"] : [.client: "Mallory"], glossary: .attacks,
            rules: isOlder
                ? Knowledge.derivations(suite: options.suite, extendedMasterSecret: false, group: group)
                : Knowledge.derivations(
                    tls13: tls13.suite, group: tls13.group, resumes: false, sendsEarlyData: false),
            client: (
                client, isNear ? .client : .attacker,
                isOlder ? group.map { .inToyGroup($0, older) } ?? older : .tls13(.handshake(tls13, nil))
            ), server: server, options: options, seeds: (hosts, hosts, seeds.fork("wire \(part)")),
            key: isNear ? nil : identity, from: start)
        if isOlder, stage.exchange == .stolenKey {
            world.record { journal, now in
                journal.record(
                    at: now, who: isNear ? .server : .client, step: "attack.theft",
                    .learned(
                        Knowledge.privateKey(of: identity),
                        .stolen(how: Words(english: "a copy of the server's key", chinese: "服务器密钥的拷贝")),
                        value: identity.privateKey.secret))
            }
        }
        return world
    }
}

/// The records of one direction of one connection, decoded into messages.
private struct RelayedMessages {
    var captured = CapturedMessages()

    init(suite: CipherSuite?) { captured.suite = suite }

    /// The messages that these octets complete.
    mutating func messages(in octets: [UInt8]) -> [Message] {
        let known = captured.messages.count
        captured.add(octets)
        return Array(captured.messages.dropFirst(known))
    }
}

extension DowngradingPath {
    /// The findings about octets that Mallory passes on.
    ///
    /// - Parameters:
    ///   - before: Mallory before she read the octets.
    ///   - side: the side that sent the octets.
    ///   - octets: the number of octets that she sends on.
    package func findings(since before: DowngradingPath, from side: Role, octets: Int) -> [DowngradeFinding] {
        if let hellos, before.hellos == nil {
            let counts = [hellos.sent, hellos.delivered].map(\.message.bytes.count)
            return [.helloChanged(before: counts[0], after: counts[1])]
        }
        if answers != nil, before.answers == nil { return [change == .random ? .signRemoved : .signKept] }
        if let keys, before.keys == nil {
            return [
                exponent == nil ? .premasterDecrypted : .exponentFound(bits: DowngradeAttack.Exchange.group.p.bitWidth),
                .masterSecrets(same: keys.client.masterSecret == keys.server.masterSecret), .forged,
            ]
        }
        guard keys != nil else { return [.passedOn(octets: octets)] }
        if side == .client, let request = read[.client], before.read[.client] == nil {
            return [.reads(octets: request.count)]
        }
        return [.sealedAnew]
    }

    /// The secrets that Mallory has computed, as they are on the connection with `leg`; empty if she has no keys.
    fileprivate func facts(on leg: Role) -> [Event.Kind] {
        guard let keys, let premasterSecret else { return [] }
        let schedule = leg == .client ? keys.client : keys.server
        let start: [Event.Kind] =
            exponent.map {
                [
                    .learned(
                        Knowledge.serverExponent,
                        .broken(by: Words(english: "a logarithm in a group of small factors", chinese: "在因子很小的群中求对数")),
                        value: $0.bigEndian),
                    .learned(
                        Knowledge.premasterSecret,
                        .derived(
                            from: [Knowledge.serverExponent, Knowledge.clientPublicValue, Knowledge.group],
                            by: "dh_Yc^x mod p"), value: premasterSecret),
                ]
            } ?? [
                .learned(
                    Knowledge.premasterSecret,
                    .derived(from: [Knowledge.encryptedPremaster, Knowledge.serverPrivateKey], by: "RSA decryption"),
                    value: premasterSecret)
            ]
        return start + [
            .learned(
                Knowledge.masterSecret,
                .derived(
                    from: [Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom],
                    by: "PRF \"master secret\""), value: schedule.masterSecret)
        ]
    }
}

extension DowngradeLegs {
    /// How the run ended. The side that detects an error sends an alert. The other side only reads this alert.
    var end: DowngradeAttack.End {
        if let refusal = refusal(of: .client) ?? refusal(of: .server) {
            return .refused(refusal)
        }
        guard let version = worlds[.client]?.client?.version, version == worlds[.server]?.server?.version else {
            return .stuck
        }
        return .completed(version)
    }

    /// The error that a side has detected; nil if there is no error, or if the peer has detected it.
    private func refusal(of side: Role) -> DowngradeAttack.Refusal? {
        guard let world = worlds[side], let error = (world[Principal(side)]?.application as? HTTPSEnd)?.failure else {
            return nil
        }
        if case .peerAlert = error { return nil }
        // The name of the last state before the end names the message that the side waited for: "ExpectServerHello".
        let states = world.journal.events.compactMap { event -> String? in
            if case .transition("TLS", let from, _) = event.kind, event.who == Principal(side) { from } else { nil }
        }
        let state = states.last ?? ""
        let awaited = state.hasPrefix("Expect") ? String(state.dropFirst("Expect".count)) : state
        return DowngradeAttack.Refusal(side: side, message: awaited, error: error, alert: error.alert)
    }
}
