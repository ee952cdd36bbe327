import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// Judges what one side has done about one cause: how its user's state changes, and whether the connection has kept the rules.
    struct Trial {
        /// The connection before the cause.
        let before: Connection
        /// The connection after the cause.
        let after: Connection
        let cause: Cause
        let actions: [Connection.Action]
        /// The side before the cause.
        let user: Side
        let scope: Scope
        /// How many octets had arrived on a connection that gave way, and can be read by no user any more.
        let unreadable: Int
        let sent: [Segment]

        /// The side after the cause, and the judgment on it.
        struct Outcome {
            /// The side after the cause. The number of its connection is still that of the connection before.
            var side: Side
            var verdict = Verdict()
        }

        /// The side after the cause, and the judgment on it with the first rule that is broken.
        var outcome: Outcome {
            var outcome = Outcome(side: user)
            switch cause {
            case .event(.activeOpen), .event(.passiveOpen):
                (outcome.side.hasOpened, outcome.side.isPassive) = (true, cause == .event(.passiveOpen))
            case .event(.send): outcome.side.sent += 1
            case .event(.close), .event(.release): outcome.side.hasClosed = true
            case .event(.abort):
                // The user has ended the connection, so TCP tells the user nothing.
                (outcome.side.isOver, outcome.side.hasFailed) = (true, true)
            case .reopening: outcome.side = user.reopened(from: before)
            case .arrival where hasGivenWay: outcome.side = user.reopened(from: before)
            case .event, .arrival, .forgery: break
            // These happen to hosts.
            case .listen, .falseCookie, .accept, .stopListening, .leave, .timeout, .pause: break
            }
            if unreadable > 0 { outcome.verdict.violation = .unread }
            switch after.state {
            case .closed, .listen, .synSent: outcome.side.offered = nil
            case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
                let next = scope.initial(of: user.end.other, 1)
                outcome.side.partner = scope.mayReopen && after.receiving.initial == next ? 1 : 0
                for edge in edges where outcome.side.offered.map({ $0 < edge }) != false {
                    outcome.side.offered = edge
                }
            }
            var hasEnded = false
            for action in actions { take(action, into: &outcome, hasEnded: &hasEnded) }
            guard !scope.isListening else {
                let verdict = Verdict(hasTimedOut: outcome.verdict.hasTimedOut)
                return Outcome(side: outcome.side.unjudged, verdict: verdict)
            }
            if hasEnded { outcome.verdict.total = outcome.side.received &+ UInt8(clamping: after.available) }
            outcome.verdict.violation = outcome.verdict.violation ?? broken(with: outcome.side)
            return outcome
        }

        /// Adds what an action means to the outcome. `hasEnded` becomes true if the user is told of the end of the stream.
        private func take(_ action: Connection.Action, into outcome: inout Outcome, hasEnded: inout Bool) {
            switch action {
            case .deliver(let octets):
                for octet in octets {
                    let side = outcome.side
                    if octet != scope.octet(Int(side.received), of: side.end.other, side.partner) {
                        outcome.verdict.violation = .inOrder
                    }
                    outcome.side.received &+= 1
                }
                outcome.verdict.needed = max(outcome.verdict.needed, outcome.side.received)
            case .entered(let state, let previous):
                let arrow = Arrow(from: previous, to: state)
                if let place = Arrow.known.firstIndex(of: arrow) {
                    outcome.verdict.landmarks |= 1 << UInt64(place)
                } else {
                    outcome.verdict.violation = .arrows
                }
                // Data that was queued for this connection is discarded with it.
                if arrow == Arrow(from: .synReceived, to: .listen) { outcome.side.sent = 0 }
                if state == .synSent { outcome.side.isPassive = false }
            case .signal(.closed): outcome.side.isOver = true
            case .signal(.endOfStream): hasEnded = true
            case .signal(.reset):
                outcome.verdict.isReset = true
                (outcome.side.isOver, outcome.side.hasFailed) = (true, true)
            case .signal(.refused): (outcome.side.isOver, outcome.side.hasFailed) = (true, true)
            case .signal(.timedOut):
                outcome.verdict.hasTimedOut = true
                (outcome.side.isOver, outcome.side.hasFailed) = (true, true)
            case .transmit, .signal, .arm, .disarm, .note: break
            }
        }

        /// Whether the connection was in TIME-WAIT, and a new connection has taken its place.
        private var hasGivenWay: Bool {
            before.state == .timeWait && before.configuration.isn != after.configuration.isn
        }

        /// The right edge of the receive window that each sent segment offers: SEG.ACK + SEG.WND.
        var edges: [SequenceNumber] {
            sent.filter { $0.control.contains(.ack) && !$0.control.contains(.rst) }
                .map { $0.acknowledgment + Int($0.window) }
        }

        /// The segment that has arrived; nil if the cause is no arrival.
        var segment: Segment? {
            switch cause {
            case .arrival(let segment): segment
            case .forgery(let forgery): forgery.segment(for: before, of: user.end.peer)
            case .event, .reopening, .listen, .falseCookie, .accept, .stopListening, .leave, .timeout, .pause: nil
            }
        }
    }
}
