/// The variables of the receiving direction (RFC 9293 3.3.1, table 3 and figure 4).
///
/// ```
///      1          2          3
/// ----------|----------|----------
///        RCV.NXT    RCV.NXT
///                  +RCV.WND
/// ```
/// 1 received and acknowledged; 2 may be received: the receive window; 3 may not be received yet.
public struct ReceiveSequenceSpace: Hashable, Sendable {
    /// IRS: the number of the other side's SYN.
    public internal(set) var initial = SequenceNumber(0)
    /// RCV.NXT: the next number that we expect, which every segment of ours acknowledges.
    public internal(set) var next = SequenceNumber(0)
    /// RCV.WND: how many octets we accept, counted from RCV.NXT.
    public internal(set) var window = 0
    /// RCV.UP: where urgent data ends.
    public internal(set) var urgentPointer = SequenceNumber(0)
    /// The furthest right edge that we have announced to the other side.
    var announcedEdge = SequenceNumber(0)
    /// The right edge that we announced last. Because of rounding it can lie before the furthest.
    var toldEdge = SequenceNumber(0)
    /// Last.ACK.sent: the number that we last acknowledged (RFC 7323 4.3).
    var lastAcknowledged = SequenceNumber(0)

    /// The last range that has arrived twice; nil after an acknowledgment has reported it (RFC 2883).
    var duplicate: SegmentOption.Block?

    init() {}

    /// The space of a connection on which a SYN with the number `initial` has arrived.
    init(initial: SequenceNumber, window: Int) {
        self.initial = initial
        next = initial + 1
        urgentPointer = next
        self.window = window
        announcedEdge = next + min(window, 65_535)
        toldEdge = announcedEdge
        lastAcknowledged = next
    }

    /// The part of the announced window that is still ahead of RCV.NXT, in octets.
    var promisedWindow: Int { next < announcedEdge ? announcedEdge - next : 0 }

    /// The window to offer, in octets from RCV.NXT on, if `free` octets of the buffer are free.
    ///
    /// The right edge stays until it can move by a full segment or by half the buffer, whichever is less. Then all free octets are
    /// offered. If the edge moved with every few octets that are read, the other side would send tiny segments: the silly window
    /// syndrome (RFC 9293 3.8.6.2.2, MUST-39).
    func windowToOffer(free: Int, of buffer: Int, mss: Int, shift: Int) -> Int {
        // The part that a window field can express.
        let free = (free &>> shift) &<< shift
        return free - promisedWindow >= max(1, min(mss, buffer / 2)) ? free : max(promisedWindow, window)
    }

    /// Whether a segment lies in the window, at least in part (RFC 9293 3.10.7.4, table 6).
    func accepts(_ segment: Segment) -> Bool {
        let first = segment.sequence
        switch (segment.length, window) {
        case (0, 0): return first == next
        case (0, _): return first.isWithin(window, from: next)
        case (_, 0): return false
        case (let length, _):
            return first.isWithin(window, from: next) || (first + (length - 1)).isWithin(window, from: next)
        }
    }
}
