import Crypto
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// An attack of the museum: its card and its performance.
///
/// An exhibit sets up the victims, performs the attacker's actions and returns the outcome. The code around the exhibits does everything that
/// is the same for all: it chooses whether the rule is in place, writes the files, the story and the page, and compares the count with the
/// theory.
package protocol Exhibit: Sendable {
    /// The description of the exhibit.
    static var card: Card { get }
    /// Performs the attack on a stage of `show`.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made; an exhibit may throw errors of its own as well.
    static func perform(_ show: Performance) throws -> Outcome
    /// What stands beside the story of both performances: a table of further cases; nil if the exhibit has none.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made; ``AttackFailure`` for a fault of this program.
    static func table(seed: UInt64) throws -> Report?
}

extension Exhibit {
    /// No table: the default.
    package static func table(seed: UInt64) throws -> Report? { nil }
}

/// One performance of an exhibit: its options, and its stages.
package final class Performance {
    /// The name of the variant, which is one of the card's.
    package let variant: String
    /// Whether the rule is in place.
    package let isDefended: Bool
    /// Whether only half of the rule is in place. Only tests set it, to show that half of the rule does not prevent the attack.
    let isHalf: Bool
    /// The seed of all randomness of the performance.
    package let seed: UInt64
    /// The random source of the performance. It is forked for each part.
    package let seeds: SeededRandomSource
    private let card: Card
    private let wants: Wants
    private(set) var records: [StageRecord] = []

    /// The captures and the journal that a performance shall write.
    package struct Wants {
        /// Takes the octets of the captures; nil for no captures.
        package var sink: ((Leg, [UInt8]) -> Void)?
        /// Whether the performance writes a journal.
        package var journal = false
        /// Whether the journal contains a connection, by its number; nil for all. Connections are counted from 0 in the order of opening.
        var told: (@Sendable (Int) -> Bool)?
        /// The numbers of the attacker's frames that the journal contains; nil for all.
        var frames: [ClosedRange<Int>]?
        /// For each stage in turn the packets that its journal contains of those that remain; nil or none for all that have room.
        var selections: [JournalSelection?] = []

        /// No capture and no journal.
        package init() {}
    }

    init(_ card: Card, variant: String, isDefended: Bool, isHalf: Bool = false, seed: UInt64, _ wants: Wants) {
        self.card = card
        self.variant = variant
        self.isDefended = isDefended
        self.isHalf = isHalf
        self.seed = seed
        self.wants = wants
        seeds = SeededRandomSource(seed: seed).fork("museum \(card.name) \(variant)")
    }

    /// Whether the whole rule is in place.
    var isWhole: Bool { isDefended && !isHalf }
    /// How much of the rule is in place.
    var extent: RuleCoverage { isWhole ? .whole : isDefended ? .half : .nothing }

    /// Whether the machines shall record secrets and notes. They take time, and only a capture or a journal needs them.
    package var isDetailed: Bool { wants.journal || wants.sink != nil }

    /// A stage without hosts. The machines draw the same random octets with and without the rule.
    ///
    /// - Parameters:
    ///   - client: the client's socket, for the journal.
    ///   - server: the server's socket, for the journal.
    ///   - start: the time at the beginning.
    package func stage(
        client: Socket = Socket(.client, 50_000), server: Socket = Socket(.server, 443), from start: Instant = .zero
    ) -> Stage {
        let title = Words(StoryNote.title(card, isDefended: isDefended))
        var journal: Journal?
        if wants.journal {
            journal = Journal(
                title: title,
                settings: [
                    ("seed", String(seed)), ("variant", variant), ("defence", isDefended ? "on" : "off"),
                ], epoch: Visit.epoch, client: client.endpoint, server: server.endpoint, glossary: .tcp + .attacks)
            journal?.join(
                .attacker, at: Endpoint(address: IPv4Address.attacker.description, port: 0),
                overhears: card.position != .offPath)
        }
        let record = StageRecord(
            title.english, journal: journal, told: (wants.told, wants.frames),
            selection: records.count < wants.selections.count ? wants.selections[records.count] : nil, sink: wants.sink)
        records.append(record)
        return Stage(seeds, card.position, record: record, from: start)
    }

    /// The attacker, with a machine of her own on each of some wires.
    ///
    /// - Parameters:
    ///   - places: the wires, and the address of her machine on each.
    ///   - configuration: the configuration of her TCP; nil for ``tcp(_:)``.
    ///   - hasTCP: false if no TCP of hers shall answer the datagrams that reach her.
    package func attacker(
        on stage: Stage, at places: [Leg: IPv4Address] = [.wire: .attacker],
        _ configuration: Connection.Configuration? = nil, hasTCP: Bool = true
    ) -> Attacker {
        var hosts: [Leg: Int] = [:]
        for (leg, address) in places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            hosts[leg] = stage.add(
                StageHost(
                    .attacker, at: address, on: leg, configuration ?? tcp("attacker \(leg.rawValue)"), isForged: true,
                    isSilent: !hasTCP))
        }
        return Attacker(stage, hosts: hosts, random: seeds.fork("attacker"))
    }

    /// The configuration of a TCP without mistakes, with initial sequence numbers by RFC 9293 section 3.4.1.
    ///
    /// - Parameter name: the name of the host, from which its secret key follows.
    package func tcp(_ name: String) -> Connection.Configuration {
        var random = seeds.fork("isn of \(name)")
        let secret = SipHash.Key(random.octets(16)) ?? SipHash.Key(low: 0, high: 0)
        var configuration = Connection.Configuration(isn: .generated(secret: secret))
        configuration.congestionControl = CongestionControl.Settings()
        configuration.tracing = wants.journal
        return configuration
    }

    /// Writes into the journal what the attacker has stolen and found up to now: the thefts and the loot of `outcome` that the journal does
    /// not have yet. An exhibit that goes on after a theft or a finding calls it at that moment. At the end it is called for all.
    func find(_ outcome: Outcome) {
        for finding in FoundValue.all(in: outcome, of: card.name) { records.last?.found(finding) }
    }

    /// Writes into the journal that the attacker has found a value now, if the value is new. It comes after the other values of `outcome`.
    func find(_ name: String, _ value: [UInt8], _ outcome: inout Outcome) {
        guard !value.isEmpty, !outcome.loot.contains(where: { $0.name == name && $0.value == value }) else { return }
        outcome.loot.removeAll { $0.name == name }
        outcome.loot.append((name, value))
        find(outcome)
    }

    /// Writes the rest of the captures and journals. It is called once, at the end.
    func finish(_ outcome: Outcome) {
        find(outcome)
        for record in records { record.finish() }
    }

    /// The packets of the journal that show a step, in its order; empty if the journal has none of them, or if there are several journals.
    func packets(of step: AttackStep) -> [Int] {
        guard let record = records.first, records.count == 1 else { return [] }
        return step.frames.compactMap { record.numbers[step.leg ?? .wire]?[$0] }
    }

    /// The journals of the performance's stages.
    package var journals: [Journal] { records.compactMap(\.journal) }
}

/// The outcome of a performance.
package struct Outcome: Sendable {
    /// Whether the attacker has reached her goal.
    package var reached = false
    /// The values that the attacker has computed or read.
    package var loot: [(name: String, value: [UInt8])] = []
    /// The values that the attacker has stolen: the quantity, and what the theft was.
    package var thefts: [(secret: SecretID, value: [UInt8], how: Words)] = []
    /// The values that the attacker owns or computes on her way to ``loot``.
    package var means: [Means] = []
    /// The true values of ``loot``, which the victims hold.
    package var truth: [(name: String, value: [UInt8])] = []
    /// The number of the attacker's tries, in the card's unit.
    package var tries = 0
    /// The expected number of tries; nil if there is no formula.
    package var theory: Theory?
    /// The number of the victim's answers of each kind, by the kind's name; empty if the exhibit does not count them.
    package var answers: [(name: String, count: Int)] = []
    /// Further measured numbers.
    package var figures: [Figure] = []
    /// The sockets and other places of the captures at which a program finds the proof. The names are part of the JSON format.
    package var evidence: [(name: String, value: JSON)] = []
    /// The attacker's actions and findings, in order.
    package var steps: [AttackStep] = []
    /// The connections that a page shows, counted from 0 in the order of opening; empty for all.
    package var connections: Set<Int> = []
    /// The numbers of the attacker's frames that a page shows; empty for all. It is for a performance with thousands of similar frames.
    package var frames: [ClosedRange<Int>] = []
    /// Commands of other programs that show the result from the capture. `FILE` stands for the capture's name; with several wires `VICTIM`
    /// and `SERVER` stand for the names.
    package var reproduce: [String] = []

    /// An outcome without results.
    package init() {}

    /// Adds a step. The arguments are the properties of ``AttackStep``.
    package mutating func say(
        _ remark: any Remark, frames: [Int] = [], on leg: Leg? = nil, cite: Citation? = nil,
        _ quantities: [Calculation.Quantity] = []
    ) {
        steps.append(AttackStep(remark: remark, frames: frames, leg: leg, cite: cite, quantities: quantities))
    }
}

/// A measured number.
package struct Figure: Sendable {
    /// The number's name in JSON.
    package let name: String
    /// The unit: "segments", "seconds".
    package let unit: String
    /// The measured value.
    package let measured: Double
    /// The expected value; nil if there is no formula.
    package let theory: Theory?

    /// A measured number.
    package init(_ name: String, unit: String, measured: Double, theory: Theory? = nil) {
        self.name = name
        self.unit = unit
        self.measured = measured
        self.theory = theory
    }
}
