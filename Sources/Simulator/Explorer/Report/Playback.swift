import TCPSim
import Trace

/// A run through a space once more, with connections that explain what they do, and written down as a scenario is.
protocol Playback {
    /// Where the run leads through.
    associatedtype Space: ExploredSpace where Space.Action: Equatable

    /// What has been written down.
    var journal: Journal { get set }
    /// When the present step happens.
    var now: Instant { get set }
    /// How many packets there have been.
    var packets: Int { get set }

    /// The run before its first step.
    init(_ space: Space, _ counterexample: Exploration<Space>.Counterexample)
    /// Plays one step.
    mutating func play(_ stride: Stride<Space>, in space: Space)
}

extension Playback {
    /// The run to `counterexample` as a record. If the counterexample is about what comes of the last state, that follows.
    static func journal(_ counterexample: Exploration<Space>.Counterexample, in space: Space) -> Journal {
        var space = space
        var playback = Self(space, counterexample)
        let strides = space.strides(counterexample.actions)
        playback.play(strides, in: space)
        playback.journal.record(
            at: playback.now, who: .network, step: "explore.rule",
            .checked(what: counterexample.rule.sentence(in: .english), passed: false))
        if counterexample.rule.rawValue == space.endless {
            let rest = space.strides(after: strides.last?.after ?? space.start)
            playback.begin("chapter.sequel", .titleOfSequel, .sequel)
            playback.play(rest.strides, in: space)
        }
        playback.journal.limit(ExplorationCaption.datedApart)
        return playback.journal
    }

    /// Time stands still while exploring. In the record a step takes ten milliseconds.
    private mutating func play(_ strides: [Stride<Space>], in space: Space) {
        for stride in strides {
            now = now + .milliseconds(10)
            play(stride, in: space)
        }
    }

    /// Begins the record of `counterexample`.
    mutating func begin(_ counterexample: Exploration<Space>.Counterexample) {
        begin(
            "chapter.counterexample", .title,
            .broken(counterexample.rule, steps: counterexample.actions.count))
    }

    private mutating func begin(_ step: String, _ title: ExplorationCaption, _ caption: ExplorationCaption) {
        journal.record(at: now, who: .client, step: step, .chapter(title), remark: caption)
    }

    // MARK: The network

    /// A segment is lost.
    mutating func lose(_ flight: Flight, why: ScenarioLoss = .searched) {
        journal.recordLoss(of: flight.packet, sentIn: flight.event, at: now, why: why)
    }

    /// The network makes a copy of a segment.
    mutating func copy(_ flight: Flight, to receiver: Principal) -> Flight {
        packets += 1
        let packet = flight.packet.copy(number: packets)
        let event = journal.recordCopy(packet, sentIn: flight.event, to: receiver, at: now)
        return Flight(segment: flight.segment, packet: packet, event: event, left: now)
    }

    /// A segment turns up that neither side has sent in this run.
    mutating func inject(
        _ segment: Segment, as packet: Packet, to receiver: Principal, _ caption: ScenarioCaption
    ) -> Flight {
        let event = journal.record(
            at: now, who: .network, step: "network.old", .sent(packet, to: receiver), remark: caption)
        return Flight(segment: segment, packet: packet, event: event, left: now)
    }
}
