import Trace

extension Connection.Event {
    /// The event for the connection whose segment a router's message quotes. The message says that a datagram was too large.
    public static func packetTooBig(_ message: UnreachableMessage) -> Connection.Event {
        .packetTooBig(
            mtu: Int(message.nextHopMTU), length: Int(message.quoted.totalLength), sequence: message.sequence)
    }
}

/// The handling of a router's message that a datagram of ours was too large: ICMP "fragmentation needed" (RFC 1191).
///
/// Any host can send such a message, and a false one would make us send tiny segments. So it must quote a number that is in
/// flight, and a message that contradicts the acknowledgments must wait for a timeout (RFC 5927 7).
extension Connection {
    /// A router says that it has dropped the segment at `sequence`.
    ///
    /// - Parameters:
    ///   - mtu: the largest datagram that the next network takes, in octets; 0 if the router does not say.
    ///   - length: the length of the dropped datagram in octets, from its header.
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
        // This is not a sign of congestion: slow start is due, but no smaller threshold (RFC 1191 6.4).
        tcb.congestion?.startSlowly()
        tcb.retransmission.retries = 0
        guard let index = tcb.outstanding.nextDue() else { return }
        let oldest = tcb.outstanding.resend(index).segment
        let note = Note.PathMTU.cutAnew(sequence: oldest.sequence, count: oldest.payload.count)
        resend(oldest, explained: .pathMTU(note), &turn)
        startRetransmission(&turn)
    }

    /// Lowers the limit of datagrams to `mtu` octets. Segments in flight that need larger datagrams have been dropped, so they are
    /// cut.
    private mutating func lowerPathMTU(to mtu: Int, because reason: Note.PathMTU.Reason, _ turn: inout Turn) {
        tcb.pathMTU.lower(to: mtu, at: turn.now)
        adaptSegmentSize()
        let size = effectiveSendMSS
        turn.note(.pathMTU(.lowered(to: mtu, segmentSize: size, reason)))
        // Segments that arrive behind the dropped ones make the other side repeat its acknowledgment. That is not a sign of another
        // loss.
        tcb.recovery = LossRecovery(point: sending.next, isOfCutting: true)
        tcb.outstanding.cut(to: size)
    }

    /// An acknowledgment covers data that was sent in a datagram of `octets` octets at most.
    mutating func pathCarried(_ octets: Int, _ turn: inout Turn) {
        tcb.pathMTU.acknowledged(octets)
        guard let report = tcb.pathMTU.doubted, report.sequence < sending.unacknowledged else { return }
        // The segment that the router is said to have dropped has arrived.
        tcb.pathMTU.doubt(nil)
        turn.note(.pathMTU(.disproved(mtu: report.mtu)))
    }

    /// The retransmission timer has run out for a segment with `count` octets of data, which was sent again `retries` times. Perhaps
    /// the segment is too large for the path.
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

    /// How many times the same segment is sent again before its size is suspected. A few losses in a row are normal. The RFCs do not
    /// give a number. This is the least value of R1 (RFC 9293 3.8.3), the number of retransmissions after which a TCP doubts the
    /// path.
    private static let patience = 3
}
