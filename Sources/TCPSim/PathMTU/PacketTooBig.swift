import Trace

extension Connection.Event {
    /// The meaning of a router's message for the connection whose segment it quotes. The message says that a datagram was too large.
    public static func packetTooBig(_ message: UnreachableMessage) -> Connection.Event {
        .packetTooBig(
            mtu: Int(message.nextHopMTU), length: Int(message.quoted.totalLength), sequence: message.sequence)
    }
}

/// What becomes of a router's word that a datagram of ours was too large: ICMP "fragmentation needed" (RFC 1191).
///
/// Any host can send such a message. A false one would make us send tiny segments, so it has to quote a number that is
/// in flight, and what contradicts the acknowledgments has to wait for a timeout (RFC 5927 7).
extension Connection {
    /// A router says that it has dropped the segment at `sequence`.
    ///
    /// - Parameters:
    ///   - mtu: octets that the next network takes; 0 from a router that does not say.
    ///   - length: octets of the datagram that was dropped, by its header.
    mutating func packetTooBig(mtu: Int, length: Int, sequence: SequenceNumber, _ turn: inout Turn) {
        guard configuration.discoversPathMTU, state.isSynchronized else { return }
        guard sending.unacknowledged <= sequence, sequence < sending.next else {
            let (first, next) = (sending.unacknowledged, sending.next)
            return turn.note(.pathMTU(.ignored(.notInFlight(sequence, first: first, next: next))))
        }
        let largest = min(length, datagramLength(of: effectiveSendMSS))
        let claimed = mtu == 0 ? PathMTU.plateau(below: largest) : max(mtu, PathMTU.minimum)
        guard claimed < tcb.pathMTU.largestSent else {
            return turn.note(.pathMTU(.ignored(.nothingThatLarge(claimed))))
        }
        guard tcb.pathMTU.largestAcknowledged <= claimed else {
            let acknowledged = tcb.pathMTU.largestAcknowledged
            tcb.pathMTU.doubt(PathMTU.Report(mtu: claimed, sequence: sequence))
            return turn.note(.pathMTU(.doubted(mtu: claimed, acknowledged: acknowledged)))
        }
        lowerPathMTU(to: claimed, because: .reported(length: length, isGuess: mtu == 0), &turn)
        // It is no sign of congestion: only the slow start is due, not a smaller threshold (RFC 1191 6.4).
        tcb.congestion?.startSlowly()
        tcb.retransmission.retries = 0
        guard let index = tcb.outstanding.nextDue() else { return }
        let oldest = tcb.outstanding.resend(index).segment
        let note = Note.PathMTU.cutAnew(sequence: oldest.sequence, count: oldest.payload.count)
        resend(oldest, explained: .pathMTU(note), &turn)
        startRetransmission(&turn)
    }

    /// Sends no larger datagram any more, and cuts anew what is in flight: all of it that is larger has been dropped.
    private mutating func lowerPathMTU(to mtu: Int, because reason: Note.PathMTU.Reason, _ turn: inout Turn) {
        tcb.pathMTU.lower(to: mtu, at: turn.now)
        adaptSegmentSize()
        let size = effectiveSendMSS
        turn.note(.pathMTU(.lowered(to: mtu, segmentSize: size, reason)))
        // What arrives besides makes the other side repeat its acknowledgment; that is no sign of another loss.
        tcb.recovery = LossRecovery(point: sending.next)
        tcb.outstanding.cut(to: size)
    }

    /// An acknowledgment covers data that was sent in a datagram of `octets` octets at most.
    mutating func pathCarried(_ octets: Int, _ turn: inout Turn) {
        tcb.pathMTU.acknowledged(octets)
        guard let report = tcb.pathMTU.doubted, report.sequence < sending.unacknowledged else { return }
        // What the router is said to have dropped has arrived.
        tcb.pathMTU.doubt(nil)
        turn.note(.pathMTU(.disproved(mtu: report.mtu)))
    }

    /// The retransmission timer has run out on a segment with `count` octets of data that was sent again `retries` times.
    /// Perhaps it is its size that keeps it from arriving.
    mutating func suspectSize(of count: Int, retries: Int, _ turn: inout Turn) {
        guard configuration.discoversPathMTU, state.isSynchronized, count > 0 else { return }
        let length = datagramLength(of: count)
        if let report = tcb.pathMTU.doubted, report.mtu < length {
            lowerPathMTU(to: report.mtu, because: .confirmed, &turn)
        } else if let fallback = tcb.pathMTU.fallback, fallback < length {
            lowerPathMTU(to: fallback, because: .failedTrial(length: length), &turn)
        } else if retries >= Self.patience, PathMTU.harmless < length || tcb.pathMTU.limit != nil,
            let smaller = PathMTU.safe(below: length)
        {
            lowerPathMTU(to: smaller, because: .silence(length: length, timeouts: retries + 1), &turn)
        }
    }

    /// So often the same segment is sent again in vain before its size is suspected. A few losses in a row are nothing special.
    /// The RFCs leave the number open; it is R1 (RFC 9293 3.8.3), which is at least 3 and at which a path is to be doubted.
    private static let patience = 3
}
