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
    /// SND.UNA: the oldest number that is not acknowledged.
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

    init() {}

    /// The space of a connection whose SYN will take the number `initial`.
    init(initial: SequenceNumber) {
        self.initial = initial
        unacknowledged = initial
        next = initial
    }

    /// How many sequence numbers are sent and not acknowledged.
    public var inFlight: Int { next - unacknowledged }

    /// How many more sequence numbers may be sent now: the window less what is in flight.
    public var usable: Int { max(0, window - inFlight) }

    /// Whether `acknowledgment` covers something new: SND.UNA < SEG.ACK =< SND.NXT.
    func isNew(_ acknowledgment: SequenceNumber) -> Bool {
        unacknowledged < acknowledgment && acknowledgment <= next
    }

    /// SND.UNA + SND.WND: the first number that the other side does not take.
    var edge: SequenceNumber { unacknowledged + window }

    /// Takes over the window of `segment`, shifted left by `shift`.
    mutating func takeWindow(of segment: Segment, shift: Int) {
        window = Int(segment.window) &<< shift
        windowSequence = segment.sequence
        windowAcknowledgment = segment.acknowledgment
        maximumWindow = max(maximumWindow, window)
    }
}
