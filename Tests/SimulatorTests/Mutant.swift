import Simulator
import Trace

@testable import TCPSim

/// A TCP with one mistake in it, and the space in which the mistake shows.
///
/// The connection is the real one, which knows nothing of mistakes: what happens to it is changed on the way, or what it makes of it.
struct Mutant: Sendable, CustomStringConvertible {
    /// The mistake, as docs/explorer.md has it.
    let name: String
    /// The rule that finds it out.
    let rule: TCPSpace.Rule
    /// The length of the shortest way to break that rule.
    let steps: Int
    var bounds = TCPSpace.Bounds()
    var data = 1
    var initial: (a: UInt32, b: UInt32) = (100, 300)
    let machine: TCPSpace.Machine

    var description: String { name }

    /// The space with this mistake in it, or with another machine.
    func space(_ other: TCPSpace.Machine? = nil, initial numbers: (a: UInt32, b: UInt32)? = nil) -> TCPSpace {
        TCPSpace(
            bounds: bounds, data: data, initial: numbers ?? initial, machine: other ?? machine)
    }

    // MARK: Ways to make a mistake

    /// Changes a segment that arrives, knowing the connection it arrives at.
    static func arriving(_ change: @escaping @Sendable (inout Segment, Connection) -> Void) -> TCPSpace.Machine {
        { connection, event in
            guard case .segmentArrives(var segment, let source) = event else {
                return connection.handle(event, at: .zero)
            }
            change(&segment, connection)
            return connection.handle(.segmentArrives(segment, from: source), at: .zero)
        }
    }

    /// What an event has led to.
    struct Outcome {
        let event: Connection.Event
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
        mutating func also(_ event: Connection.Event) { actions += after.handle(event, at: .zero) }
    }

    /// Changes what an event has led to.
    static func afterwards(_ change: @escaping @Sendable (inout Outcome) -> Void) -> TCPSpace.Machine {
        { connection, event in
            var copy = connection
            let actions = copy.handle(event, at: .zero)
            var outcome = Outcome(event: event, before: connection, after: copy, actions: actions)
            change(&outcome)
            connection = outcome.after
            return outcome.actions
        }
    }

    /// Changes the connection before it handles an event.
    static func beforehand(
        _ change: @escaping @Sendable (inout Connection, Connection.Event) -> Void
    ) -> TCPSpace.Machine {
        { connection, event in
            change(&connection, event)
            return connection.handle(event, at: .zero)
        }
    }
}
