/// By how many bits the window fields of a connection are shifted (RFC 7323 2).
///
/// The field has 16 bits, so without scaling at most 65,535 octets can be in flight. With a round-trip time of 100 ms that is five
/// megabits a second, even on the fastest path. Each side offers its own shift on its SYN. Scaling is in use only if both do. The
/// windows of the SYNs themselves are never shifted.
public struct WindowScale: Hashable, Sendable {
    /// Snd.Wind.Shift: by how many bits the windows that arrive are shifted left.
    public let send: Int
    /// Rcv.Wind.Shift: by how many bits the windows that we announce are shifted right.
    public let receive: Int

    /// The largest shift. With a larger window, old and new numbers could not be distinguished (RFC 7323 2.3). A larger offer counts as
    /// 14.
    static let maximum: UInt8 = 14
}

extension Connection {
    /// The shift that we offer; nil if we offer no scaling.
    ///
    /// A unit of the window is at most half of the receive buffer. With a larger unit the field would be 0 for a half empty or even an
    /// empty buffer, and the window would stay closed.
    var offeredShift: UInt8? {
        configuration.windowScale.map { shift in
            let widest = max(1, configuration.receiveBuffer / 2)
            return min(shift, WindowScale.maximum, UInt8(Int.bitWidth - 1 - widest.leadingZeroBitCount))
        }
    }

    /// The free part of the receive buffer, which unread data in order does not take up, as far as a window field can express it.
    @inline(__always)  // See `segment(_:payload:at:)`.
    func freeReceiveBuffer() -> Int {
        min(65_535 &<< tcb.options.receiveShift, max(0, configuration.receiveBuffer - unread.count))
    }

    /// The window field of a segment: unscaled in a SYN, scaled in all others.
    ///
    /// The right edge should not move left (SHLD-14). But the shift rounds down. So the edge would move by less than a unit when the
    /// acknowledged octets are not a multiple of the unit. Therefore we round up, as long as this exceeds the buffer by at most an
    /// eighth. Beyond that the edge does move, by less than a unit, as RFC 7323 2.4 foresees. Octets up to the old edge are still
    /// accepted.
    @inline(__always)  // See `segment(_:payload:at:)`.
    func windowField(_ control: ControlBits) -> UInt16 {
        if control.contains(.rst) { return 0 }
        if control.contains(.syn) { return UInt16(clamping: freeReceiveBuffer()) }
        let free = freeReceiveBuffer()
        let offered = tcb.receiving.windowToOffer(
            free: free, of: configuration.receiveBuffer, mss: tcb.effectiveSendMSS, shift: tcb.options.receiveShift)
        return windowField(offering: offered, of: free)
    }

    /// The field that offers `offered` octets, rounded up if `free` octets of buffer allow it.
    @inline(__always)
    private func windowField(offering offered: Int, of free: Int) -> UInt16 {
        let shift = tcb.options.receiveShift
        let affordable = (free + configuration.receiveBuffer / 8) &>> shift
        return UInt16(clamping: min((offered + (1 &<< shift) - 1) &>> shift, affordable))
    }

    /// After the buffer has changed, sets RCV.WND to the window that a segment would offer now. Octets that arrive reduce the free
    /// buffer by as much as RCV.NXT moves forward. So the right edge RCV.NXT + RCV.WND never moves left.
    @inline(__always)  // See `segment(_:payload:at:)`.
    mutating func updateReceiveWindow() {
        tcb.receiving.window = tcb.receiving.windowToOffer(
            free: freeReceiveBuffer(), of: configuration.receiveBuffer, mss: tcb.effectiveSendMSS,
            shift: tcb.options.receiveShift)
    }

    /// After a read: announces the new room to the other side, once it is large enough for a separate segment.
    mutating func openWindow(_ turn: inout Turn) {
        guard state.receivesData else { return }
        updateReceiveWindow()
        let field = windowField(offering: receiving.window, of: freeReceiveBuffer())
        let told = receiving.next < receiving.toldEdge ? receiving.toldEdge - receiving.next : 0
        let gained = Int(field) &<< tcb.options.receiveShift - told
        if gained >= max(1, min(2 * Int(configuration.mss), configuration.receiveBuffer / 2)) {
            turn.owe(.transfer(.windowUpdate(acknowledgment: receiving.next, window: receiving.window)))
        }
    }
}
