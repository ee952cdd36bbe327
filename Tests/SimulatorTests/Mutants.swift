import Simulator
import TCPHost
import Trace

@testable import TCPSim

/// Mistakes that have been made in real TCPs, or that a rule of RFC 9293 is there to prevent.
extension Mutant {
    static let all =
        numbers + acknowledgments + timers + retransmissions + windows + resets + forgeries + endings

    /// A begins just before the numbers wrap.
    private static let wrapping = {
        var scope = TCPSpace.Scope()
        scope.initial.a = .max - 1
        return scope
    }()

    /// The circle of numbers, and what takes a number.
    private static let numbers = [
        Mutant(
            name: "Numbers are compared as plain integers", rule: .timer, steps: 5, scope: wrapping,
            machine: afterwards { outcome in
                guard let segment = outcome.segment, segment.control.contains(.ack) else { return }
                while let head = outcome.after.tcb.outstanding.segments.first?.segment,
                    head.end.rawValue <= segment.acknowledgment.rawValue
                { outcome.clear(upTo: head.end) }
            }),
        Mutant(
            name: "A SYN takes no sequence number", rule: .idle, steps: 1,
            machine: afterwards { outcome in
                let hasOpened = outcome.before.sending.next == outcome.before.sending.initial
                if hasOpened, outcome.sends(.syn) { outcome.after.tcb.sending.next = outcome.after.sending.initial }
            }),
        Mutant(
            name: "A FIN takes no sequence number", rule: .idle, steps: 5,
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
            name: "Data is delivered before its turn", rule: .inOrder, steps: 8, bounds: .init(reorder: 1),
            scope: .init(data: 2),
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
            name: "SYN-SENT takes any acknowledgment", rule: .resetSent, steps: 4, bounds: .init(loss: 1),
            machine: takingAnyAcknowledgment),
        Mutant(
            name: "SYN-SENT takes any acknowledgment", rule: .agreement, steps: 6, bounds: .init(loss: 1),
            excused: [.resetSent, .progress], machine: takingAnyAcknowledgment),
        Mutant(
            name: "A listener does not wait for the third segment", rule: .ghost, steps: 2,
            machine: Variant.twoWay.machine),
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
            machine: { connection, event, now in
                guard case .send(let octets, _) = event, connection.state == .established else {
                    return connection.handle(event, at: now)
                }
                connection.tcb.unsent.append(octets)
                return []
            }),
    ]

    /// What is sent again.
    private static let retransmissions = [
        Mutant(
            name: "A timeout sends nothing again", rule: .resent, steps: 2, bounds: .init(timeouts: 1),
            machine: afterwards { outcome in
                if outcome.event == .timeout(.retransmission) { outcome.changeSent { _ in nil } }
            }),
        Mutant(
            name: "A timeout sends the newest segment again, not the oldest", rule: .resent, steps: 4,
            bounds: .init(timeouts: 1),
            machine: afterwards { outcome in
                guard outcome.event == .timeout(.retransmission),
                    let newest = outcome.after.tcb.outstanding.segments.last?.segment
                else { return }
                outcome.changeSent { $0.control.contains(.rst) ? $0 : newest }
            }),
        Mutant(
            name: "A FIN that is sent again is none", rule: .resent, steps: 6, bounds: .init(timeouts: 1),
            scope: .init(data: 0),
            machine: afterwards { outcome in
                guard outcome.event == .timeout(.retransmission) else { return }
                outcome.changeSent { segment in
                    var bare = segment
                    bare.control.remove(.fin)
                    return bare
                }
            }),
        Mutant(
            name: "An octet that is sent again is another one", rule: .contents, steps: 6, bounds: .init(timeouts: 1),
            machine: afterwards { outcome in
                guard outcome.event == .timeout(.retransmission) else { return }
                outcome.changeSent { segment in
                    var other = segment
                    other.payload = segment.payload.map { $0 ^ 1 }
                    return other
                }
            }),
        Mutant(
            name: "The retransmission timer runs on when all is acknowledged", rule: .idle, steps: 4,
            machine: afterwards { outcome in
                if outcome.before.armedTimers.contains(.retransmission), outcome.after.state == .established {
                    outcome.after.tcb.retransmission.isArmed = true
                }
            }),
        Mutant(
            name: "The acknowledgments that carry nothing else are one too low", rule: .progress, steps: 2,
            machine: afterwards { outcome in
                outcome.changeSent { segment in
                    guard segment.control == .ack, segment.payload.isEmpty else { return segment }
                    var low = segment
                    low.acknowledgment = segment.acknowledgment - 1
                    return low
                }
            }),
        Mutant(
            name: "A side gives up without having sent anything again", rule: .progress, steps: 2,
            bounds: .init(loss: 1),
            machine: beforehand { connection, event in
                if event == .timeout(.retransmission) { connection.tcb.retransmission.retries = 9 }
            }),
        Mutant(
            name: "An acknowledgment is acknowledged", rule: .progress, steps: 4,
            machine: afterwards { outcome in
                guard let segment = outcome.segment, segment.control == .ack, segment.payload.isEmpty,
                    outcome.after.state == .established, outcome.actions.isEmpty
                else { return }
                outcome.actions.append(.transmit(outcome.after.segment(.ack, at: outcome.now)))
            }),
    ]

    /// Who may end a connection.
    private static let resets = [
        Mutant(
            name: "A reset counts whatever its number", rule: .resetTaken, steps: 6, bounds: .init(reorder: 1),
            machine: arriving { segment, connection in
                if segment.control.contains(.rst), connection.state != .closed, connection.state != .synSent {
                    segment.sequence = connection.receiving.next
                }
            }),
        Mutant(
            name: "CLOSED answers nothing", rule: .resetSent, steps: 1, machine: silent(in: .closed)),
        Mutant(
            name: "LISTEN does not reset an acknowledgment", rule: .resetSent, steps: 2, bounds: .init(forged: 1),
            machine: silent(in: .listen)),
        Mutant(
            name: "SYN-SENT does not reset an acknowledgment of something else", rule: .resetSent, steps: 4,
            machine: silent(in: .synSent)),
        Mutant(
            name: "A reset that answers a segment without ACK acknowledges its first number", rule: .resetSent,
            steps: 1,
            machine: resetting { reset, segment in
                if reset.control.contains(.ack) { reset.acknowledgment = segment.sequence }
            }),
        Mutant(
            name: "A reset that answers a segment with ACK has the number 0", rule: .resetSent, steps: 3,
            machine: resetting { reset, _ in
                if !reset.control.contains(.ack) { reset.sequence = SequenceNumber(0) }
            }),
        Mutant(
            name: "SYN-SENT believes a reset that acknowledges nothing of its own", rule: .resetTaken, steps: 2,
            bounds: .init(forged: 1),
            machine: arriving { segment, connection in
                if connection.state == .synSent, segment.control.contains(.rst) {
                    segment.control.insert(.ack)
                    segment.acknowledgment = connection.sending.next
                }
            }),
        Mutant(
            name: "A reset is ignored", rule: .resetTaken, steps: 3,
            machine: { connection, event, now in
                if case .segmentArrives(let segment, _) = event, segment.control.contains(.rst) { return [] }
                return connection.handle(event, at: now)
            }),
        Mutant(
            name: "A passive open that is reset in SYN-RECEIVED is over", rule: .listensAgain, steps: 4,
            machine: afterwards { outcome in
                if outcome.before.state == .synReceived, outcome.after.state == .listen { outcome.also(.close) }
            }),
        Mutant(
            name: "ABORT sends no reset", rule: .resetSent, steps: 4, scope: ExplorerCount.aborting,
            machine: afterwards { if $0.event == .abort { $0.changeSent { _ in nil } } }),
        Mutant(
            name: "A connection in TIME-WAIT that gives way to a SYN loses what its user has not read", rule: .unread,
            steps: 15, scope: ExplorerCount.unread, giveWay: { $0.handle(.abort, at: .zero) }),
        Mutant(
            name: "TIME-WAIT is skipped", rule: .reset, steps: 14, bounds: .init(loss: 1, timeouts: 1),
            scope: .init(data: 0),
            machine: afterwards { if $0.after.state == .timeWait { $0.also(.timeout(.timeWait)) } }),
    ]

    /// What a stranger can do.
    private static let forgeries = [
        Mutant(
            name: "A reset anywhere in the window ends the connection", rule: .resetTaken, steps: 4,
            bounds: .init(forged: 1),
            machine: arriving { segment, connection in
                let isInWindow = segment.sequence.isWithin(connection.receiving.window, from: connection.receiving.next)
                if segment.control.contains(.rst), connection.state.isSynchronized, isInWindow {
                    segment.sequence = connection.receiving.next
                }
            }),
        Mutant(
            name: "A SYN in the window ends the connection", rule: .resetSent, steps: 4, bounds: .init(forged: 1),
            machine: { connection, event, now in
                guard case .segmentArrives(let segment, _) = event, segment.control.contains(.syn),
                    connection.state.isSynchronized,
                    segment.sequence.isWithin(connection.receiving.window, from: connection.receiving.next)
                else { return connection.handle(event, at: now) }
                return connection.handle(.abort, at: now) + [.signal(.reset)]
            }),
        Mutant(
            name: "A SYN before the window begins the connection anew", rule: .synTaken, steps: 4,
            bounds: .init(forged: 1),
            machine: beforehand { connection, event in
                guard case .segmentArrives(let segment, _) = event, segment.control == .syn,
                    connection.state.isSynchronized
                else { return }
                connection.tcb.receiving.next = segment.sequence + 1
            }),
        Mutant(
            name: "An acknowledgment of what was never sent is taken for one of all", rule: .acknowledgmentTaken,
            steps: 4, bounds: .init(forged: 1),
            machine: arriving { segment, connection in
                if connection.state.isSynchronized, connection.sending.next < segment.acknowledgment {
                    segment.acknowledgment = connection.sending.next
                }
            }),
    ]

    /// How a connection is closed.
    private static let endings = [
        Mutant(
            name: "CLOSE forgets what is queued", rule: .contents, steps: 4,
            machine: beforehand { connection, event in if event == .close { connection.tcb.unsent = OctetQueue() } }),
        Mutant(
            name: "CLOSE in SYN-SENT goes to FIN-WAIT-1", rule: .arrows, steps: 2,
            machine: { connection, event, now in
                guard event == .close, connection.state == .synSent else { return connection.handle(event, at: now) }
                var turn = Connection.Turn(now: now, isTracing: false)
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
            name: "The user is not told that the connection is gone", rule: .progress, steps: 1, scope: .init(data: 0),
            machine: afterwards { $0.actions.removeAll { $0 == .signal(.closed) } }),
        Mutant(
            name: "The user is not told that the connection is gone", rule: .deadlock, steps: 8, scope: .init(data: 0),
            excused: [.progress], machine: afterwards { $0.actions.removeAll { $0 == .signal(.closed) } }),
    ]

    // MARK: Mistakes with resets

    /// In `state` nothing is sent in answer to a segment.
    private static func silent(in state: State) -> Machine {
        afterwards { outcome in
            guard outcome.segment != nil, outcome.before.state == state, outcome.after.state == state else { return }
            outcome.changeSent { _ in nil }
        }
    }

    /// Changes the resets that answer a segment.
    private static func resetting(_ change: @escaping @Sendable (inout Segment, Segment) -> Void) -> Machine {
        afterwards { outcome in
            guard let segment = outcome.segment else { return }
            outcome.changeSent { sent in
                var changed = sent
                if sent.control.contains(.rst) { change(&changed, segment) }
                return changed
            }
        }
    }
}
