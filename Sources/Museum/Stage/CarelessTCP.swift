import Synchronization
import TCPHost
import TCPSim
import Trace

/// TCPs that break one rule. Each uses the real ``Connection``, and changes, drops or handles what arrives before the connection gets it.
/// No command that speaks with a real network can select them.
package enum CarelessTCP {
    /// WRONG: a reset anywhere in the receive window ends the connection (RFC 793; against RFC 9293 section 3.10.7.4).
    ///
    /// - Parameter isHalf: whether the rule is half in place: a reset with ACK must have the exact sequence number.
    static func resetInWindow(isHalf: Bool) -> Machine {
        { connection, event, now in
            guard case .segmentArrives(var segment, let source) = event, segment.control.contains(.rst),
                !isHalf || !segment.control.contains(.ack),
                connection.state != .listen, connection.state != .synSent,
                connection.receiving.holds(segment.sequence)
            else { return connection.handle(event, at: now) }
            segment.sequence = connection.receiving.next
            return connection.handle(.segmentArrives(segment, from: source), at: now)
        }
    }

    /// WRONG: a host counts the challenge ACKs of all its connections together, and the count starts at zero in each second of its clock, as
    /// in Linux 3.6 to 4.6 (CVE-2016-5696; RFC 5961 section 7 does not say whether the limit is for a connection or for a host). The
    /// connections must have no limit of their own.
    package static func sharedChallengeLimit(_ limit: Int) -> Machine {
        let tally = HostTally()
        return { connection, event, now in
            guard case .segmentArrives(let segment, _) = event, connection.isChallenged(by: segment),
                !tally.admits(limit, at: now)
            else { return connection.handle(event, at: now) }
            return []
        }
    }

    /// WRONG: a segment with an old acknowledgment number is accepted, however old the number is (RFC 793; against RFC 5961 section 5.2).
    ///
    /// - Parameter isHalf: whether the rule is half in place: a segment at RCV.NXT needs an acceptable acknowledgment number.
    static func anyOldAcknowledgment(isHalf: Bool) -> Machine {
        { connection, event, now in
            guard case .segmentArrives(var segment, let source) = event, connection.state == .established,
                segment.control.contains(.ack), segment.acknowledgment < connection.sending.unacknowledged,
                !isHalf || segment.sequence != connection.receiving.next
            else { return connection.handle(event, at: now) }
            segment.acknowledgment = connection.sending.unacknowledged
            return connection.handle(.segmentArrives(segment, from: source), at: now)
        }
    }

    /// WRONG: a message "destination unreachable" with a hard error ends the connection that it quotes, in every state and whatever
    /// sequence number it quotes (RFC 1122 section 4.2.3.9; against RFC 5927 sections 4 and 5). For ``StageHost/datagramFilter``.
    ///
    /// - Parameter isHalf: whether the rule is half in place: the host ignores "protocol unreachable", and believes "port unreachable".
    static func believesUnreachable(isHalf: Bool) -> ([UInt8], inout TCPHost.Host) -> Bool {
        { datagram, host in
            guard UnreachableMessage.mayBe(datagram),
                let message = try? UnreachableMessage(from: datagram, recording: false),
                message.isHard, !isHalf || message.code == 3
            else { return false }
            host.abort(Route(local: message.source, remote: message.destination))
            return true
        }
    }
}

/// A count of a host for all its connections, which starts at zero in each second of the host's clock.
private final class HostTally: Sendable {
    private let state = Mutex<(second: Int64, count: Int)>((.min, 0))

    /// Adds one to the count. False if the count of this second is then above `limit`.
    func admits(_ limit: Int, at now: Instant) -> Bool {
        state.withLock { state in
            let second = now.microseconds / 1_000_000
            if state.second != second { state = (second, 0) }
            state.count += 1
            return state.count <= limit
        }
    }
}

extension Connection {
    /// Whether the connection answers a segment with a challenge ACK: a SYN, or a reset in the window that is not at RCV.NXT (RFC 5961
    /// sections 3 and 4).
    fileprivate func isChallenged(by segment: Segment) -> Bool {
        guard state.isSynchronized else { return false }
        return segment.control.contains(.syn)
            || (segment.control.contains(.rst) && receiving.holds(segment.sequence)
                && segment.sequence != receiving.next)
    }
}

extension ReceiveSequenceSpace {
    /// Whether a sequence number is in the window: RCV.NXT =< SEG.SEQ < RCV.NXT+RCV.WND (RFC 9293 section 3.4).
    func holds(_ number: SequenceNumber) -> Bool { number - next >= 0 && number - next < Int(window) }
}
