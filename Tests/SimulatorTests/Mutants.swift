import Simulator
import Trace

@testable import TCPSim

/// Mistakes that have been made in real TCPs, or that a rule of RFC 9293 is there to prevent.
extension Mutant {
    static let all = numbers + acknowledgments + timers + resets + endings

    /// The circle of numbers, and what takes a number.
    private static let numbers = [
        Mutant(
            name: "Numbers are compared as plain integers", rule: .timer, steps: 5, initial: (.max - 1, 300),
            machine: afterwards { outcome in
                guard let segment = outcome.segment, segment.control.contains(.ack) else { return }
                while let head = outcome.after.tcb.outstanding.segments.first?.segment,
                    head.end.rawValue <= segment.acknowledgment.rawValue
                { outcome.clear(upTo: head.end) }
            }),
        Mutant(
            name: "A SYN takes no sequence number", rule: .received, steps: 3,
            machine: afterwards { outcome in
                let hasOpened = outcome.before.sending.next == outcome.before.sending.initial
                if hasOpened, outcome.sends(.syn) { outcome.after.tcb.sending.next = outcome.after.sending.initial }
            }),
        Mutant(
            name: "A FIN takes no sequence number", rule: .received, steps: 6,
            machine: afterwards { outcome in
                guard outcome.before.tcb.finSequence == nil, let number = outcome.after.tcb.finSequence else { return }
                outcome.after.tcb.sending.next = number
            }),
        Mutant(
            name: "No acceptability check: whatever arrives is taken to be what was expected", rule: .inOrder, steps: 8,
            bounds: .init(duplicate: 1),
            machine: arriving { segment, connection in
                if connection.state.isSynchronized, !segment.control.contains(.syn) {
                    segment.sequence = connection.receiving.next
                }
            }),
        Mutant(
            name: "Data that was delivered is delivered again", rule: .inOrder, steps: 8, bounds: .init(duplicate: 1),
            machine: afterwards { outcome in
                guard let segment = outcome.segment, !segment.payload.isEmpty, outcome.before.state.receivesData,
                    segment.dataSequence < outcome.before.receiving.next
                else { return }
                outcome.actions.append(.deliver(segment.payload))
            }),
        Mutant(
            name: "Data is delivered before its turn", rule: .inOrder, steps: 8, bounds: .init(reorder: 1), data: 2,
            machine: beforehand { connection, event in
                guard case .segmentArrives(let segment, _) = event, connection.state.receivesData,
                    !segment.payload.isEmpty, connection.receiving.next < segment.sequence
                else { return }
                connection.tcb.receiving.next = segment.sequence
            }),
        Mutant(
            name: "A FIN is acknowledged before the data that precedes it", rule: .complete, steps: 8,
            bounds: .init(reorder: 1),
            machine: beforehand { connection, event in
                guard case .segmentArrives(let segment, _) = event, connection.state.receivesData,
                    segment.control.contains(.fin), connection.receiving.next < segment.sequence
                else { return }
                connection.tcb.receiving.next = segment.sequence
            }),
    ]

    /// What an acknowledgment covers.
    private static let acknowledgments = [
        Mutant(
            name: "Any acknowledgment empties the retransmission queue", rule: .timer, steps: 6,
            machine: afterwards { outcome in
                guard let segment = outcome.segment, segment.control.contains(.ack), outcome.before.state.isSynchronized
                else { return }
                outcome.clear(upTo: outcome.before.sending.next)
            }),
        Mutant(
            name: "Any acknowledgment acknowledges everything", rule: .received, steps: 6,
            machine: arriving { segment, connection in
                if connection.state.isSynchronized { segment.acknowledgment = connection.sending.next }
            }),
        Mutant(
            name: "An acknowledgment is counted with the data it comes with", rule: .sendSpace, steps: 6,
            machine: afterwards { outcome in
                guard let segment = outcome.segment else { return }
                if outcome.after.state.isSynchronized {
                    outcome.after.tcb.sending.unacknowledged += segment.payload.count
                }
            }),
        Mutant(
            name: "A FIN is taken to acknowledge ours", rule: .received, steps: 7,
            machine: arriving { segment, connection in
                if connection.state == .finWait1, segment.control.contains(.fin) {
                    segment.acknowledgment = connection.sending.next
                }
            }),
        Mutant(
            name: "SYN-SENT takes any acknowledgment", rule: .agreement, steps: 6, bounds: .init(loss: 1),
            machine: arriving { segment, connection in
                if connection.state == .synSent, !segment.control.contains(.rst) {
                    segment.acknowledgment = connection.sending.next
                }
            }),
        Mutant(
            name: "A listener does not wait for the third segment", rule: .ghost, steps: 2,
            machine: TCPSpace.machine(.twoWay)),
        Mutant(
            name: "A segment that is not acceptable gets no answer", rule: .answer, steps: 5,
            machine: afterwards { outcome in
                guard let segment = outcome.segment, outcome.before.state.isSynchronized,
                    !outcome.before.receiving.accepts(segment)
                else { return }
                outcome.actions.removeAll { if case .transmit = $0 { true } else { false } }
            }),
    ]

    /// What runs while something is unacknowledged.
    private static let timers = [
        Mutant(
            name: "The retransmission timer is never started", rule: .timer, steps: 1,
            machine: afterwards { $0.after.tcb.retransmission.isArmed = false }),
        Mutant(
            name: "The retransmission timer is not started again when it has run out", rule: .timer, steps: 2,
            bounds: .init(timeouts: 1),
            machine: afterwards { outcome in
                if outcome.event == .timeout(.retransmission) { outcome.after.tcb.retransmission.isArmed = false }
            }),
        Mutant(
            name: "The retransmission timer stops at an acknowledgment of a part", rule: .timer, steps: 6,
            machine: afterwards { outcome in
                let (before, after) = (outcome.before.sending, outcome.after.sending)
                let isPart = before.unacknowledged < after.unacknowledged && after.unacknowledged < before.next
                if outcome.segment != nil, isPart { outcome.after.tcb.retransmission.isArmed = false }
            }),
        Mutant(
            name: "What is sent waits for something else to happen", rule: .waiting, steps: 5,
            machine: { connection, event in
                guard case .send(let octets, _) = event, connection.state == .established else {
                    return connection.handle(event, at: .zero)
                }
                connection.tcb.unsent.append(octets)
                return []
            }),
    ]

    /// Who may end a connection.
    private static let resets = [
        Mutant(
            name: "A reset counts whatever its number", rule: .reset, steps: 6, bounds: .init(reorder: 1),
            machine: arriving { segment, connection in
                if segment.control.contains(.rst), connection.state != .closed, connection.state != .synSent {
                    segment.sequence = connection.receiving.next
                }
            }),
        Mutant(
            name: "TIME-WAIT is skipped", rule: .reset, steps: 14, bounds: .init(loss: 1, timeouts: 1), data: 0,
            machine: afterwards { if $0.after.state == .timeWait { $0.also(.timeout(.timeWait)) } }),
    ]

    /// How a connection is closed.
    private static let endings = [
        Mutant(
            name: "CLOSE forgets what is queued", rule: .complete, steps: 7,
            machine: beforehand { connection, event in if event == .close { connection.tcb.unsent = OctetQueue() } }),
        Mutant(
            name: "CLOSE in SYN-SENT goes to FIN-WAIT-1", rule: .arrows, steps: 2,
            machine: { connection, event in
                guard event == .close, connection.state == .synSent else { return connection.handle(event, at: .zero) }
                var turn = Connection.Turn(now: .zero, isTold: false)
                connection.tcb.finQueued = true
                connection.enter(.finWait1, &turn)
                return turn.actions
            }),
        Mutant(
            name: "A FIN is answered with a FIN, whether the user has closed or not", rule: .ownClose, steps: 6,
            machine: afterwards { outcome in
                if outcome.before.state != .closeWait, outcome.after.state == .closeWait { outcome.also(.close) }
            }),
        Mutant(
            name: "The user is not told that the connection is gone", rule: .deadlock, steps: 8, data: 0,
            machine: afterwards { $0.actions.removeAll { $0 == .signal(.closed) } }),
    ]
}
