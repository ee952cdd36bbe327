import Simulator
import TCPHost
import Trace

@testable import TCPSim

/// A TCP with one mistake in it, and the space in which the mistake shows.
///
/// The connection is the real one, which knows nothing of mistakes: what happens to it is changed on the way, or what it makes of it.
struct Mutant: Mutation {
    /// The mistake, as docs/explorer.md has it.
    let name: String
    /// The rule that finds it out.
    let rule: TCPSpace.Rule
    /// The length of the shortest way to break that rule.
    let steps: Int
    var bounds = TCPSpace.Bounds()
    var scope = TCPSpace.Scope()
    /// Rules that are left out, so that another one shows what else the mistake does.
    var excused: Set<TCPSpace.Rule> = []
    var machine: Machine = Variant.standard.machine
    /// How a connection in TIME-WAIT gives way, if that is the mistake.
    var giveWay = TCPSpace.Machines().giveWay

    static let rules = TCPSpace.Rule.ofConnections

    func space() -> TCPSpace {
        TCPSpace(
            bounds: bounds, scope: scope, excusing: excused,
            machines: TCPSpace.Machines(connection: machine, giveWay: giveWay))
    }

    var soundSpace: TCPSpace { TCPSpace(bounds: bounds, scope: scope, excusing: excused) }

    // MARK: Ways to make a mistake

    /// Changes a segment that arrives, knowing the connection it arrives at.
    static func arriving(_ change: @escaping @Sendable (inout Segment, Connection) -> Void) -> Machine {
        { connection, event, now in
            guard case .segmentArrives(var segment, let source) = event else {
                return connection.handle(event, at: now)
            }
            change(&segment, connection)
            return connection.handle(.segmentArrives(segment, from: source), at: now)
        }
    }

    /// What an event has led to.
    struct Outcome {
        let event: Connection.Event
        let now: Instant
        let before: Connection
        var after: Connection
        var actions: [Connection.Action]

        /// The segment, if one has arrived.
        var segment: Segment? { if case .segmentArrives(let segment, _) = event { segment } else { nil } }

        func sends(_ bits: ControlBits) -> Bool {
            actions.contains { if case .transmit(let segment) = $0 { segment.control.contains(bits) } else { false } }
        }

        /// Clears the retransmission queue up to `number`, and stops the timer if nothing is left.
        mutating func clear(upTo number: SequenceNumber) {
            _ = after.tcb.outstanding.acknowledge(number)
            if after.tcb.outstanding.isEmpty { after.tcb.retransmission.isArmed = false }
        }

        /// Another event, at once.
        mutating func also(_ event: Connection.Event) { actions += after.handle(event, at: now) }

        /// Changes the segments that are sent; nil for none.
        mutating func changeSent(_ change: (Segment) -> Segment?) {
            actions = actions.compactMap { action in
                guard case .transmit(let segment) = action else { return action }
                return change(segment).map { .transmit($0) }
            }
        }
    }

    /// Changes what an event has led to.
    static func afterwards(_ change: @escaping @Sendable (inout Outcome) -> Void) -> Machine {
        { connection, event, now in
            var copy = connection
            let actions = copy.handle(event, at: now)
            var outcome = Outcome(event: event, now: now, before: connection, after: copy, actions: actions)
            change(&outcome)
            connection = outcome.after
            return outcome.actions
        }
    }

    /// Changes the connection before it handles an event.
    static func beforehand(
        _ change: @escaping @Sendable (inout Connection, Connection.Event) -> Void
    ) -> Machine {
        { connection, event, now in
            change(&connection, event)
            return connection.handle(event, at: now)
        }
    }

    // MARK: Mistakes with probes

    /// The octet of a probe keeps its number for what comes next, until it is acknowledged.
    static let notCountingProbes: Machine = { connection, event, now in
        // It was taken after all.
        if case .segmentArrives(let segment, _) = event, connection.state.isSynchronized,
            segment.acknowledgment == connection.sending.next + 1, connection.tcb.persist.unanswered > 0
        {
            connection.tcb.sending.next += 1
            connection.tcb.sending.probe = .underWay
        }
        let actions = connection.handle(event, at: now)
        if connection.sending.probe != .none { connection.recallProbe() }
        return actions
    }

    // MARK: Mistakes with acknowledgments

    static let takingAnyAcknowledgment = arriving { segment, connection in
        if connection.state == .synSent, !segment.control.contains(.rst) {
            segment.acknowledgment = connection.sending.next
        }
    }
}
