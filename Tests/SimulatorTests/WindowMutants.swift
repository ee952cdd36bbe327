import Simulator
import Trace

@testable import TCPSim

extension Mutant {
    /// Windows that close.
    static let windows = [
        Mutant(
            name: "The octet of a window's probe is not counted as sent", rule: .received, steps: 11,
            bounds: .init(timeouts: 1), scope: ExplorerCount.slow, machine: notCountingProbes),
        Mutant(
            name: "The octet of a window's probe is not counted as sent", rule: .progress, steps: 15,
            bounds: .init(timeouts: 2), scope: ExplorerCount.slow, excused: [.received, .acknowledgmentTaken],
            machine: notCountingProbes),
        Mutant(
            name: "A closed window is not probed", rule: .waiting, steps: 8, scope: ExplorerCount.slow,
            machine: afterwards { $0.after.tcb.persist = Persist() }),
        Mutant(
            name: "An octet that finds no room is not answered", rule: .answer, steps: 8, bounds: .init(timeouts: 1),
            scope: ExplorerCount.slow,
            machine: afterwards { outcome in
                guard outcome.segment?.payload.isEmpty == false, outcome.before.receiving.window == 0 else { return }
                outcome.changeSent { _ in nil }
            }),
        Mutant(
            name: "An octet that finds no room is acknowledged", rule: .received, steps: 11, bounds: .init(timeouts: 1),
            scope: ExplorerCount.slow,
            machine: afterwards { outcome in
                guard let segment = outcome.segment, !segment.payload.isEmpty, outcome.before.receiving.window == 0
                else { return }
                outcome.changeSent { sent in
                    var acknowledgment = sent
                    acknowledgment.acknowledgment = segment.end
                    return acknowledgment
                }
            }),
        Mutant(
            name: "The side that opens actively sends without regard to the window", rule: .sendWindow, steps: 6,
            scope: ExplorerCount.slow,
            machine: { connection, event, now in
                guard case .send = event, connection.state == .established, !connection.openedPassively else {
                    return connection.handle(event, at: now)
                }
                let window = connection.sending.window
                connection.tcb.sending.window = 65_535
                let actions = connection.handle(event, at: now)
                connection.tcb.sending.window = window
                return actions
            }),
        Mutant(
            name: "An acknowledgment of data takes back half of the window", rule: .windowEdge, steps: 6,
            machine: afterwards { outcome in
                guard outcome.segment?.payload.isEmpty == false else { return }
                outcome.changeSent { sent in
                    var small = sent
                    small.window /= 2
                    return small
                }
            }),
        Mutant(
            name: "An octet that finds no room is taken", rule: .receiveWindow, steps: 10, bounds: .init(timeouts: 1),
            scope: ExplorerCount.slow,
            machine: beforehand { connection, event in
                guard case .segmentArrives(let segment, _) = event, !segment.payload.isEmpty,
                    segment.sequence == connection.receiving.next
                else { return }
                connection.tcb.receiving.window = max(1, connection.receiving.window)
            }),
        Mutant(
            name: "The window of an old segment counts", rule: .windowTaken, steps: 8, bounds: .init(reorder: 1),
            machine: beforehand { connection, event in
                guard case .segmentArrives(let segment, _) = event, connection.state.isSynchronized,
                    connection.receiving.accepts(segment), segment.sequence < connection.sending.windowSequence
                else { return }
                connection.tcb.sending.windowSequence = segment.sequence - 1
            }),
        Mutant(
            name: "The window of a segment with the numbers of the last one does not count", rule: .windowTaken,
            steps: 9, scope: ExplorerCount.slow,
            machine: beforehand { connection, event in
                guard case .segmentArrives(let segment, _) = event, connection.state.isSynchronized,
                    segment.sequence == connection.sending.windowSequence,
                    segment.acknowledgment == connection.sending.windowAcknowledgment
                else { return }
                connection.tcb.sending.windowAcknowledgment = segment.acknowledgment + 1
            }),
    ]
}
