/// The variables of the sending direction (RFC 9293 3.3.1, table 2 and figure 3).
///
/// ```
///      1         2          3          4
/// ----------|----------|----------|----------
///        SND.UNA    SND.NXT    SND.UNA
///                             +SND.WND
/// ```
/// 1 acknowledged; 2 sent and not acknowledged, "in flight"; 3 may be sent; 4 may not be sent yet.
public struct SendSequenceSpace: Hashable, Sendable {
    /// ISS: the number of our SYN.
    public internal(set) var initial = SequenceNumber(0)
    /// SND.UNA: the oldest number that is not yet acknowledged.
    public internal(set) var unacknowledged = SequenceNumber(0)
    /// SND.NXT: the number that the next octet will take.
    public internal(set) var next = SequenceNumber(0)
    /// SND.WND: how many octets the other side takes, counted from SND.UNA.
    public internal(set) var window = 0
    /// SND.WL1: SEG.SEQ of the segment that last set the window.
    public internal(set) var windowSequence = SequenceNumber(0)
    /// SND.WL2: SEG.ACK of the segment that last set the window.
    public internal(set) var windowAcknowledgment = SequenceNumber(0)
    /// MAX.SND.WND: the largest window the other side has ever offered (RFC 5961 5).
    public internal(set) var maximumWindow = 0
    /// The state of the octet before SND.NXT if it was sent as a window probe.
    var probe = Probe.none

    /// The state of an octet that is sent beyond the window to probe it (RFC 9293 3.8.6.1). Like every octet it takes a number (3.4),
    /// whether the other side has room for it or not. So SND.NXT lies after it.
    enum Probe: Hashable, Sendable {
        /// There is no probe, or it is acknowledged.
        case none
        /// The probe is sent and not yet acknowledged.
        case underWay
        /// Since the probe was sent, a segment has arrived that does not acknowledge it.
        case refused
    }

    init() {}

    /// The space of a connection whose SYN will take the number `initial`.
    init(initial: SequenceNumber) {
        self.initial = initial
        unacknowledged = initial
        next = initial
    }

    /// How many sequence numbers are sent and not acknowledged.
    public var inFlight: Int { next - unacknowledged }

    /// How many sequence numbers may be sent now: the window less the numbers in flight. The octet of a probe is sent again with them,
    /// so it does not count as in flight.
    public var usable: Int { max(0, window - (firstQueued - unacknowledged)) }

    /// The number of the first octet that waits to be sent: SND.NXT, or the number of a probe, because its octet waits to be sent
    /// again.
    var firstQueued: SequenceNumber { probe == .none ? next : next - 1 }

    /// SEG.SEQ of a segment that takes no number: SND.NXT. If the other side has refused the octet of a probe, it is the number of that
    /// octet, because with a closed window no other number is acceptable (RFC 9293 3.10.7.4, table 6).
    var acceptable: SequenceNumber { probe == .refused ? next - 1 : next }

    /// Whether `acknowledgment` covers something new: SND.UNA < SEG.ACK =< SND.NXT.
    func isNew(_ acknowledgment: SequenceNumber) -> Bool {
        unacknowledged < acknowledgment && acknowledgment <= next
    }

    /// SND.UNA + SND.WND: the first number beyond the other side's window.
    var edge: SequenceNumber { unacknowledged + window }

    /// Takes over the window of `segment`, shifted left by `shift`.
    mutating func takeWindow(of segment: Segment, shift: Int) {
        window = Int(segment.window) &<< shift
        windowSequence = segment.sequence
        windowAcknowledgment = segment.acknowledgment
        maximumWindow = max(maximumWindow, window)
    }
}
