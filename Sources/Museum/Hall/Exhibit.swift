import Crypto
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// An attack of the museum: a card, and what is performed.
///
/// What is true of all exhibits stands once and around them: that a rule is missing or in place, files, the story, the page, theory beside
/// count. An exhibit says who is on the stage, what the attacker does, and what came of it.
package protocol Exhibit: Sendable {
    /// What a visitor reads first.
    static var card: Card { get }
    /// Performs it.
    static func perform(_ show: Performance) throws -> Outcome
}

/// One performance of an exhibit: what was chosen, and the stage.
package final class Performance {
    /// The variant's name, one of the card's.
    package let variant: String
    /// Whether the rule is in place.
    package let isDefended: Bool
    /// Whether the rule is only half in place. Tests alone perform so, to show that it takes the whole rule.
    let isHalf: Bool
    /// The number from which everything random follows.
    package let seed: UInt64
    /// What is drawn from.
    package let seeds: SeededRandomSource
    private let card: Card
    private let wants: Wants
    private(set) var records: [StageRecord] = []

    /// What is to be written of a performance.
    package struct Wants {
        /// Where the octets of captures go; nil for no capture.
        package var sink: ((Leg, [UInt8]) -> Void)?
        /// Whether there is a journal.
        package var journal = false
        /// Which connections the journal tells, counted from 0 in the order in which they are opened; nil for all.
        var told: (@Sendable (Int) -> Bool)?
        /// Which of her frames it tells; nil for all.
        var frames: [ClosedRange<Int>]?

        /// Nothing.
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
    var extent: Extent { isWhole ? .whole : isDefended ? .half : .nothing }

    /// Whether secrets and notes of the machines are of use: they cost time.
    package var isDetailed: Bool { wants.journal || wants.sink != nil }

    /// A stage with nothing on it. The machines draw the same whether the rule is missing or in place.
    package func stage(
        latency: TimeSpan = .milliseconds(10), client: Socket = Socket(.client, 50_000),
        server: Socket = Socket(.server, 443), from start: Instant = .zero
    ) -> Stage {
        let title = StoryNote.title(card, isDefended: isDefended).english
        var journal: Journal?
        if wants.journal {
            journal = Journal(
                title: title,
                settings: [
                    ("seed", String(seed)), ("variant", variant), ("defence", isDefended ? "on" : "off"),
                ], epoch: Visit.epoch, client: client.endpoint, server: server.endpoint, glossary: .tcp + .tls)
            journal?.join(.attacker, at: Endpoint(address: IPv4Address.attacker.description, port: 0))
        }
        let record = StageRecord(title, journal: journal, told: (wants.told, wants.frames), sink: wants.sink)
        records.append(record)
        return Stage(seeds, card.position, latency: latency, record: record, from: start)
    }

    /// The attacker, with a machine at an address of her own on each of these wires.
    ///
    /// - Parameters:
    ///   - configuration: of her TCP.
    ///   - hasTCP: false if she answers by hand all that reaches her.
    package func attacker(
        on stage: Stage, at places: [Leg: IPv4Address] = [.wire: .attacker],
        _ configuration: Connection.Configuration? = nil, hasTCP: Bool = true
    ) -> Attacker {
        var hosts: [Leg: Int] = [:]
        for (leg, address) in places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            hosts[leg] = stage.add(
                StageHost(
                    .attacker, at: address, on: leg, configuration ?? tcp("attacker \(leg.rawValue)"), isHers: true,
                    isSilent: !hasTCP))
        }
        return Attacker(stage, hosts: hosts, random: seeds.fork("attacker"))
    }

    /// A plain TCP, with initial sequence numbers as RFC 9293 section 3.4.1 wants them.
    package func tcp(_ name: String) -> Connection.Configuration {
        var random = seeds.fork("isn of \(name)")
        let secret = SipHash.Key(random.octets(16)) ?? SipHash.Key(low: 0, high: 0)
        var configuration = Connection.Configuration(isn: .generated(secret: secret))
        configuration.congestionControl = CongestionControl.Settings()
        configuration.tracing = wants.journal
        return configuration
    }

    /// The performance is over.
    func finish() { for record in records { record.finish() } }

    /// The journals of its stages.
    package var journals: [Journal] { records.compactMap(\.journal) }
}

/// What came of a performance.
package struct Outcome: Sendable {
    /// Whether she reached her goal.
    package var reached = false
    /// What she holds in the end, as she has computed it.
    package var loot: [(name: String, value: [UInt8])] = []
    /// The same from the victims' memory, after the end.
    package var truth: [(name: String, value: [UInt8])] = []
    /// What it cost her.
    package var tries = 0
    /// What it should cost; nil where there is nothing to reckon.
    package var theory: Theory?
    /// How often each answer came to what she tried, by its name; empty where the answers are not counted.
    package var answers: [(name: String, count: Int)] = []
    /// Further figures.
    package var figures: [Figure] = []
    /// Where the proof stands in the captures; the names are the contract's.
    package var evidence: [(name: String, value: JSON)] = []
    /// What she did and found, in order.
    package var steps: [Step] = []
    /// The connections of which a page tells, counted from 0 in the order in which they are opened; empty for all.
    package var connections: Set<Int> = []
    /// The frames of hers of which a page tells; empty for all. For a performance in which she sends thousands that are alike.
    package var frames: [ClosedRange<Int>] = []
    /// Commands of other programs that show the point from the capture. `FILE` stands for its name; with several wires `VICTIM` and `SERVER`.
    package var reproduce: [String] = []

    /// Nothing yet.
    package init() {}

    /// A step of it.
    package struct Step: Sendable {
        /// What is done or found.
        package let remark: any Remark
        /// The frames of the capture that show it.
        package let frames: [Int]
        /// The wire of the frames.
        package let leg: Leg?
        /// The rule.
        package let cite: Citation?
        /// Values that show it.
        package let quantities: [Calculation.Quantity]
    }

    /// Adds a step.
    package mutating func say(
        _ remark: any Remark, frames: [Int] = [], on leg: Leg? = nil, cite: Citation? = nil,
        _ quantities: [Calculation.Quantity] = []
    ) {
        steps.append(Step(remark: remark, frames: frames, leg: leg, cite: cite, quantities: quantities))
    }
}

/// A measured number.
package struct Figure: Sendable {
    /// Its name in JSON.
    package let name: String
    /// What is counted: "segments", "seconds".
    package let unit: String
    /// The number.
    package let measured: Double
    /// What it should be; nil where there is nothing to reckon.
    package let theory: Theory?

    /// A number.
    package init(_ name: String, _ unit: String, _ measured: Double, _ theory: Theory? = nil) {
        self.name = name
        self.unit = unit
        self.measured = measured
        self.theory = theory
    }
}
