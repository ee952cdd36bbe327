import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

extension DowngradeAttack {
    /// A connection of a run as two hosts make it, over TCP and a wire: what captures and pages are made from.
    ///
    /// Mallory ends TCP on both sides, because a hello that she has changed is shorter. TLS goes through her from end to end.
    public typealias Connection = AttackConnection<Part>

    /// Which connection it is.
    public enum Part: String, Sendable, CaseIterable {
        /// The one between the client and Mallory.
        case client
        /// The one between Mallory and the server.
        case server
    }

    /// The two connections of this run. TLS has the same octets in them as in the run; TCP comes on top, and how the two sides close.
    ///
    /// - Parameter seed: the one from which the run follows.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    public func connections(seed: UInt64) throws(TrustError) -> [Connection] {
        legs(seed: seed, try Visit.Cast(Visit.Options(seed: seed))).connections
    }

    /// The two connections when nothing happens any more.
    func legs(seed: UInt64, _ cast: Visit.Cast) -> DowngradeLegs {
        var legs = DowngradeLegs(
            self, seed: seed, DowngradeStage(seed: seed, cast, exchange, change, victim))
        legs.run()
        return legs
    }
}

/// Both connections, and Mallory, who reads in one what she writes into the other.
struct DowngradeLegs {
    /// Where a run that does not come to an end is cut off.
    private static let mostHappenings = 20_000

    private let attack: DowngradeAttack
    private let seed: UInt64
    private let stage: DowngradeStage
    /// What Mallory has seen and made.
    private(set) var path: DowngradingPath
    /// Between the client and Mallory.
    private(set) var near: World
    /// Between Mallory and the server, once she has a hello for it.
    private(set) var far: World?
    private var read: [Role: RelayedMessages] = [:]
    private var written: [Role: RelayedMessages] = [:]
    private var hasClosed: Set<Role> = []

    init(_ attack: DowngradeAttack, seed: UInt64, _ stage: DowngradeStage) {
        self.attack = attack
        self.seed = seed
        self.stage = stage
        path = stage.path
        near = Self.world(.client, of: attack, seed: seed, stage, from: .zero)
        for side in [Role.client, .server] {
            let suite = attack.change == .nothing ? nil : attack.exchange.suite
            read[side] = RelayedMessages(suite: suite)
            written[side] = RelayedMessages(suite: suite)
        }
    }

    /// The journals.
    var connections: [DowngradeAttack.Connection] {
        [DowngradeAttack.Connection(part: .client, journal: near.journal)]
            + (far.map { [DowngradeAttack.Connection(part: .server, journal: $0.journal)] } ?? [])
    }

    /// Lets happen what is going to, in the order of time.
    mutating func run() {
        near.open()
        for _ in 0..<Self.mostHappenings {
            switch (near.next, far?.next) {
            case (nil, nil): return
            case (nil, _?): happen(on: .server)
            case (let first?, let other?) where other < first: happen(on: .server)
            case (_?, _): happen(on: .client)
            }
        }
    }

    /// Something happens on the leg of that side, and Mallory carries over what she has read there.
    private mutating func happen(on side: Role) {
        if side == .client { near.happenNext() } else { far?.happenNext() }
        let octets = side == .client ? near.takeRead(by: .server) : far?.takeRead(by: .client) ?? []
        let now = (side == .client ? near : far)?.journal.events.last?.at ?? .zero
        if !octets.isEmpty { carry(octets, from: side, at: now) }
        let hasEnded = side == .client ? near.server.relay?.hasEnded : far?.client.relay?.hasEnded
        if hasEnded == true, hasClosed.insert(side).inserted {
            if side == .client { far?.close(by: .client, at: now) } else { near.close(by: .server, at: now) }
        }
    }

    private mutating func carry(_ octets: [UInt8], from side: Role, at now: Instant) {
        let before = path
        let onward = path.carry(octets, from: side)
        read[side]?.protection = path.protection(of: side, on: side)
        written[side]?.protection = path.protection(of: side, on: side.peer)
        let found = read[side]?.messages(in: octets) ?? []
        let facts = before.keys == nil ? path.facts(on: side) : []
        let tell = { (journal: inout Journal, now: Instant) in
            // She is the server of the client, and the client of the server.
            let mallory: Principal = side == .client ? .server : .client
            let cause = journal.events.last { event in
                if case .received = event.kind { event.who == mallory } else { false }
            }
            for message in found {
                journal.record(at: now, who: mallory, cause: cause?.number, step: message.step, .read(message))
            }
            for fact in facts { fact.record(in: &journal, at: now, who: mallory, cause: cause?.number) }
        }
        if side == .client { near.record(tell) } else { far?.record(tell) }
        guard !onward.isEmpty else { return }
        let passage = Relay.Passage(
            path.findings(since: before, from: side, octets: onward.count), step: "attack.relay",
            facts: before.keys == nil ? path.facts(on: side.peer) : [],
            messages: written[side]?.messages(in: onward) ?? [], octets: onward)
        guard side == .client else { return near.pass(passage, by: .server, at: now) }
        if far == nil {
            far = Self.world(.server, of: attack, seed: seed, stage, from: now)
            far?.open()
        }
        far?.pass(passage, by: .client, at: now)
    }

    // MARK: Hosts

    private static func world(
        _ part: DowngradeAttack.Part, of run: DowngradeAttack, seed: UInt64, _ stage: DowngradeStage,
        from start: Instant
    ) -> World {
        let (seeds, identity) = (stage.seeds, stage.cast.server)
        let options = Visit.Options(seed: seed, suite: run.exchange.suite)
        let isNear = part == .client
        var client = Visit.clientHost(
            options, seeds.fork("hosts \(part)"), identity: nil, nil,
            address: isNear ? IPv4Address(10, 0, 0, 1) : IPv4Address(10, 0, 0, 3))
        var server = Visit.serverHost(
            options, seeds.fork("hosts \(part)"), identity: identity, authorities: [], nil)
        if isNear {
            client.tls = stage.client
            client.random = seeds.fork("client")
            server.relay = Relay()
        } else {
            server.tls = stage.server
            server.random = seeds.fork("server")
            client.relay = Relay()
        }
        var journal = Journal(
            title: "A downgrade: between \(isNear ? "the client and Mallory" : "Mallory and the server")",
            settings: [
                ("seed", String(seed)), ("TLS 1.2 with", run.exchange.rawValue), ("changed", run.change.rawValue),
                ("client", run.victim.rawValue), ("connection", part.rawValue),
            ], epoch: Visit.epoch, client: client.connection.local.endpoint,
            server: server.connection.local.endpoint, names: isNear ? [.server: "Mallory"] : [.client: "Mallory"],
            glossary: .tcp + .tls)
        let group = run.exchange == .weakGroup ? DowngradeAttack.Exchange.group.name : nil
        let newer = Visit.Newer()
        let isOlder = run.change != .nothing
        journal.add(
            isOlder
                ? Knowledge.derivations(suite: options.suite, extendedMasterSecret: false, group: group)
                : Knowledge.derivations(tls13: newer.suite, group: newer.group, resumes: false, sendsEarlyData: false))
        let key = Knowledge.privateKey(of: identity)
        if !isNear {
            journal.record(
                at: start, who: .server, step: "tls.configured",
                .learned(key, .configured, value: identity.privateKey.secret))
        }
        if isOlder, run.exchange == .stolenKey {
            journal.record(
                at: start, who: isNear ? .server : .client, step: "attack.theft",
                .learned(key, .stolen(how: "a copy of the server's key"), value: identity.privateKey.secret))
        }
        let older = Chapter.handshake(options.suite.keyExchange, client: nil)
        return World(
            journal: journal, client: client, server: server, judges: stage.cast.judges,
            handshake: isOlder ? group.map { .inToyGroup($0, older) } ?? older : .tls13(.handshake(newer, nil)),
            exchange: World.Exchange(request: stage.request, response: [InterceptedExchange.answer]),
            closingDelay: Visit.closingDelay, wire: Wire(), random: seeds.fork("wire \(part)"), from: start)
    }
}

/// The records that go one way on one leg, as messages.
private struct RelayedMessages {
    private var captured = CapturedMessages()
    private var count = 0

    init(suite: CipherSuite?) { captured.suite = suite }

    /// The keys, for who has them.
    var protection: RecordProtection? {
        get { captured.protection }
        set { captured.protection = newValue }
    }

    /// The records that are whole with these octets.
    mutating func messages(in octets: [UInt8]) -> [Message] {
        let known = captured.placed.count
        captured.add(octets, at: count..<(count + octets.count), packet: 0)
        count += octets.count
        return captured.placed.dropFirst(known).map(\.message)
    }
}

extension DowngradingPath {
    /// What is said of octets that she passes on.
    fileprivate func findings(since before: DowngradingPath, from side: Role, octets: Int) -> [DowngradeFinding] {
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

    /// What she has computed when she has the keys, as it is on the leg of that side.
    fileprivate func facts(on leg: Role) -> [Relay.Fact] {
        guard let keys, let premasterSecret else { return [] }
        let schedule = leg == .client ? keys.client : keys.server
        let start =
            exponent.map {
                [
                    Relay.Fact(
                        Knowledge.serverExponent, .broken(by: "a logarithm in a group of small factors"), $0.bigEndian),
                    Relay.Fact(
                        Knowledge.premasterSecret,
                        .derived(
                            from: [Knowledge.serverExponent, Knowledge.clientPublicValue, Knowledge.group],
                            by: "dh_Yc^x mod p"), premasterSecret),
                ]
            } ?? [
                Relay.Fact(
                    Knowledge.premasterSecret,
                    .derived(from: [Knowledge.encryptedPremaster, Knowledge.serverPrivateKey], by: "RSA decryption"),
                    premasterSecret)
            ]
        return start + [
            Relay.Fact(
                Knowledge.masterSecret,
                .derived(
                    from: [Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom],
                    by: "PRF \"master secret\""), schedule.masterSecret)
        ]
    }
}

extension DowngradeLegs {
    /// What has come of it, as the two ends have it.
    var end: DowngradeAttack.End {
        if let refusal = Self.refusal(of: near.client, .client, in: near)
            ?? far.flatMap({ Self.refusal(of: $0.server, .server, in: $0) })
        {
            return .refused(refusal)
        }
        guard near.client.isEstablished, far?.server.isEstablished == true else { return .stuck }
        let isNewer = Ledger(near.journal).holds(.client, SecretID(SecretName.clientHandshakeTraffic.rawValue))
        return .completed(isNewer ? .tls13 : .tls12)
    }

    /// What a side has noticed; nil where nothing is wrong or the peer has noticed it.
    private static func refusal(of host: Host, _ role: Role, in world: World) -> DowngradeAttack.Refusal? {
        guard let error = host.failure else { return nil }
        if case .peerAlert = error { return nil }
        let who: Principal = role == .client ? .client : .server
        let states = world.journal.events.compactMap { event -> String? in
            if case .transition("TLS", let from, _) = event.kind, event.who == who { from } else { nil }
        }
        return DowngradeAttack.Refusal(side: role, message: "", error: error, alert: error.alert)
            .at(states.last ?? "")
    }
}
