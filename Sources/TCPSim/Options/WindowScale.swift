/// How far the window fields of a connection are shifted (RFC 7323 2).
///
/// The field has 16 bits, so that without scaling no more than 65,535 octets can be in flight: over a path of 100 ms that is five
/// megabits a second, however fast the path. Each side offers its own shift on its SYN; scaling is in use only if both do. The
/// windows of the SYNs themselves are never shifted.
public struct WindowScale: Hashable, Sendable {
    /// Snd.Wind.Shift: how far the windows that arrive are shifted left.
    public let send: Int
    /// Rcv.Wind.Shift: how far the windows that we announce are shifted right.
    public let receive: Int

    /// The largest shift: with more, a window could not be told from old numbers (RFC 7323 2.3). A larger offer counts as this.
    static let maximum: UInt8 = 14
}

extension Connection {
    /// Our offer, if we make one.
    ///
    /// A unit of the window is half the receive buffer at most. With a larger one the field would be 0 for a buffer that is half empty,
    /// or even empty, and the window would stay closed.
    var offeredShift: UInt8? {
        configuration.windowScale.map { shift in
            let widest = max(1, configuration.receiveBuffer / 2)
            return min(shift, WindowScale.maximum, UInt8(Int.bitWidth - 1 - widest.leadingZeroBitCount))
        }
    }

    /// The part of the receive buffer that is neither read nor taken up by data in order, as far as a window field can express it.
    @inline(__always)  // See `segment(_:payload:at:)`.
    func freeReceiveBuffer() -> Int {
        min(65_535 &<< tcb.options.receiveShift, max(0, configuration.receiveBuffer - unread.count))
    }

    /// The window field of a segment: unscaled in a SYN, scaled in all others.
    ///
    /// The right edge must not move left (SHLD-14). Shifting rounds, though, so it would by less than a unit whenever an odd
    /// number of octets is acknowledged. As long as that oversteps the buffer by an eighth at most, we round up to what was
    /// promised. Beyond that the edge does move, by less than a unit, as RFC 7323 2.4 foresees; what was promised is taken all
    /// the same.
    @inline(__always)  // See `segment(_:payload:at:)`.
    func windowField(_ control: ControlBits) -> UInt16 {
        if control.contains(.rst) { return 0 }
        if control.contains(.syn) { return UInt16(clamping: freeReceiveBuffer()) }
        let free = freeReceiveBuffer()
        let offered = tcb.receiving.windowToOffer(
            free: free, of: configuration.receiveBuffer, mss: tcb.effectiveSendMSS, shift: tcb.options.receiveShift)
        return windowField(offering: offered, of: free)
    }

    /// The field that offers `offered` octets, as far as `free` octets of buffer afford it.
    @inline(__always)
    private func windowField(offering offered: Int, of free: Int) -> UInt16 {
        let shift = tcb.options.receiveShift
        let affordable = (free + configuration.receiveBuffer / 8) &>> shift
        return UInt16(clamping: min((offered + (1 &<< shift) - 1) &>> shift, affordable))
    }

    /// Sets RCV.WND, to what a segment would offer now, after the buffer has changed. Since what arrives takes from the buffer exactly
    /// what RCV.NXT moves forward, the right edge RCV.NXT + RCV.WND never moves left.
    @inline(__always)  // See `segment(_:payload:at:)`.
    mutating func updateReceiveWindow() {
        tcb.receiving.window = tcb.receiving.windowToOffer(
            free: freeReceiveBuffer(), of: configuration.receiveBuffer, mss: tcb.effectiveSendMSS,
            shift: tcb.options.receiveShift)
    }

    /// After a read: tells the other side of the new room, once it is worth a segment of its own.
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
