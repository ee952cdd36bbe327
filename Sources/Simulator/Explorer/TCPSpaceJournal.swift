import TCPSim
import Trace

extension TCPSpace {
    /// What a run through the space cannot say by itself.
    private enum Caption: Remark {
        /// The title of the run.
        case title
        /// The rule that the last step breaks.
        case broken(rule: String, steps: Int)
        /// That the record's times mean nothing.
        case datedApart

        func sentence(in language: Language) -> String {
            switch language {
            case .english: english
            }
        }

        private var english: String {
            switch self {
            case .title: "A counterexample"
            case .broken(let rule, let steps): "After \(steps) steps, and no fewer, a rule is broken: \(rule)."
            case .datedApart: "Time stands still while exploring: the steps are dated ten milliseconds apart."
            }
        }
    }

    /// How long a step takes in the record of a run. While exploring, time stands still.
    private static let pace = TimeSpan.milliseconds(10)

    /// The run to `counterexample` as a record, from which captures and the like are made.
    public func journal(_ counterexample: Exploration<TCPSpace>.Counterexample) -> Journal {
        var tape = Tape(
            Journal(
                title: "explore: \(counterexample.rule)", settings: [(name: "bounds", value: bounds.description)],
                epoch: Visit.epoch, client: Self.socketA.endpoint, server: Self.socketB.endpoint),
            oldSYN: oldSYN)
        tape.begin(Caption.broken(rule: counterexample.rule, steps: counterexample.actions.count))
        var (space, state) = (self, start)
        for action in counterexample.actions {
            let next = space.step(action, in: state)
            tape.now = tape.now + Self.pace
            tape.record(action, from: state, to: next)
            state = next.state
        }
        tape.journal.record(
            at: tape.now, who: .network, step: "explore.rule", .checked(what: counterexample.rule, passed: false))
        tape.journal.limit(Caption.datedApart)
        return tape.journal
    }

    /// A journal that is being written, and the datagrams that are under way.
    private struct Tape {
        var journal: Journal
        var now = Instant.zero
        private let oldSYN: Segment?
        private var packets = 0
        /// For each segment in the queues of the state, its datagram and the event at which it left.
        private var toA: [(packet: Packet, event: Int)] = []
        private var toB: [(packet: Packet, event: Int)] = []

        init(_ journal: Journal, oldSYN: Segment?) {
            self.journal = journal
            self.oldSYN = oldSYN
        }

        mutating func begin(_ caption: Caption) {
            journal.record(
                at: now, who: .client, step: "chapter.counterexample", .chapter(Caption.title), remark: caption)
        }

        private mutating func change<Result>(
            to peer: Peer, _ body: (inout [(packet: Packet, event: Int)]) -> Result
        ) -> Result {
            peer == .a ? body(&toA) : body(&toB)
        }

        private mutating func take(to peer: Peer, at place: Int) -> (packet: Packet, event: Int)? {
            change(to: peer) { $0.indices.contains(place) ? $0.remove(at: place) : nil }
        }

        mutating func record(_ action: Action, from before: State, to step: Exploration<TCPSpace>.Step) {
            var cause: Int?
            var mover: Peer?
            switch action {
            case .open(let peer):
                (mover, cause) = (peer, call("OPEN", peer == .a ? "active" : "passive", by: peer))
            case .send(let peer): (mover, cause) = (peer, call("SEND", "1 octet", by: peer))
            case .close(let peer): (mover, cause) = (peer, call("CLOSE", "", by: peer))
            case .deliver(let peer, let place):
                guard let flight = take(to: peer, at: place) else { return }
                (mover, cause) = (peer, receive(flight, by: peer))
            case .oldArrives:
                guard let segment = oldSYN else { return }
                let packet = packet(segment, to: .b)
                let event = journal.record(
                    at: now, who: .network, step: "network.old", .sent(packet, to: .server),
                    remark: ScenarioCaption.stranger)
                (mover, cause) = (.b, receive((packet, event), by: .b))
            case .lose(let peer, let place):
                guard let flight = take(to: peer, at: place) else { return }
                journal.record(
                    at: now, who: .network, cause: flight.event, step: "network.lost",
                    .lost(flight.packet, why: ScenarioLoss.searched))
            case .duplicate(let peer, let place):
                let queue = before.queue(to: peer)
                guard queue.indices.contains(place) else { return }
                let packet = packet(queue[place], to: peer)
                let event = journal.record(
                    at: now, who: .network, step: "network.duplicate", .sent(packet, to: peer.principal),
                    remark: ScenarioCaption.duplicate)
                change(to: peer) { $0.append((packet, event)) }
            case .timeout(let peer, let timer):
                mover = peer
                cause = journal.recordExpiry(of: timer, of: peer.principal, at: now)
            }
            guard let mover else { return }
            for arrow in step.landmarks {
                journal.record(
                    at: now, who: mover.principal, cause: cause, step: "tcp.state",
                    .transition(machine: "TCP", from: arrow.from.rawValue, to: arrow.to.rawValue))
            }
            let known = change(to: mover.other) { $0.count }
            for segment in step.state.queue(to: mover.other).dropFirst(known) {
                let packet = packet(segment, to: mover.other)
                let event = journal.record(
                    at: now, who: mover.principal, cause: cause, step: "tcp.segment",
                    .sent(packet, to: mover.other.principal))
                change(to: mover.other) { $0.append((packet, event)) }
            }
        }

        private mutating func call(_ name: String, _ arguments: String, by peer: Peer) -> Int {
            journal.recordCall(name, arguments, by: peer.principal, at: now)
        }

        private mutating func receive(_ flight: (packet: Packet, event: Int), by peer: Peer) -> Int {
            journal.recordArrival(
                of: flight.packet, sentIn: flight.event, from: peer.other.principal, at: peer.principal, at: now,
                step: "tcp.segment")
        }

        /// A segment as a datagram, numbered in the order in which datagrams are put on the wire.
        private mutating func packet(_ segment: Segment, to peer: Peer) -> Packet {
            packets += 1
            return Packet(
                segment, from: socket(of: peer.other), to: socket(of: peer), number: packets,
                identification: UInt16(truncatingIfNeeded: packets))
        }
    }
}

extension TCPSpace.Bounds: CustomStringConvertible {
    /// "loss 1, duplicate 0, reorder 0, timeouts 1".
    public var description: String {
        "loss \(loss), duplicate \(duplicate), reorder \(reorder), timeouts \(timeouts)"
    }
}
