import Trace

/// What the wire between two hosts is like, the same in both directions.
package struct Wire: Hashable, Sendable {
    /// How much waits in front of a line that is busy. What comes when it is full is dropped (drop-tail).
    package enum Queue: Hashable, Sendable {
        /// So many datagrams.
        case packets(Int)
        /// So many octets of datagrams.
        case octets(Int)
    }

    /// From one end to the other, for an octet that has left.
    package var latency = TimeSpan.milliseconds(10)
    /// At most so much more than the latency, drawn anew for each datagram. It alone does not change their order.
    package var jitter = TimeSpan.microseconds(0)
    /// Bits that leave a host in a second; nil if a datagram leaves at once. Octets are those of the IPv4 datagram.
    package var bandwidth: Int?
    /// What may wait for its turn to leave; nil for no limit.
    package var queue: Queue?
    /// The largest datagram that is carried, in octets (RFC 791: 68 at least).
    package var mtu = 1_500
    /// What the hosts announce as the largest segment they take; nil for what fits into the MTU.
    package var mss: UInt16?
    /// Octets of room that both hosts have for data that has arrived: the largest window; nil for 65,535.
    package var window: UInt16?
    /// Whether both hosts wait for a window that is worth a segment (RFC 9293 section 3.8.6.2.1, MUST-38).
    package var avoidsSillyWindows = false
    /// Whether both hosts offer timestamps (RFC 7323 section 3).
    package var hasTimestamps = false
    /// What goes wrong at random.
    package var faults = Faults()
    /// What goes wrong by order.
    package var rules: [LinkRule] = []

    /// A wire that carries everything in its order, 10 ms one way.
    package init() {}

    /// Whether everything that is put in comes out once, whole and in its order.
    package var isPerfect: Bool { faults.isPerfect && rules.isEmpty && queue == nil && mss == nil }

    /// The MSS that the hosts announce: the MTU less 40 octets of headers without options (RFC 9293 3.7.1, RFC 6691).
    package var announcedMSS: UInt16 { mss ?? UInt16(clamping: max(1, mtu - 40)) }

    /// Each setting that is not a default, with its name on the command line.
    var settings: [(name: String, value: String)] {
        let plain = Wire()
        var list: [(String, String)] = []
        if latency != plain.latency { list.append(("latency", latency.measure)) }
        if jitter != plain.jitter { list.append(("jitter", jitter.measure)) }
        if let bandwidth { list.append(("bandwidth", "\(bandwidth) bit/s")) }
        if let queue { list.append(("queue", queue.measure)) }
        if mtu != plain.mtu { list.append(("mtu", String(mtu))) }
        if let mss { list.append(("mss", String(mss))) }
        if let window { list.append(("window", String(window))) }
        if avoidsSillyWindows { list.append(("silly windows", "avoided")) }
        if hasTimestamps { list.append(("timestamps", "yes")) }
        for (name, rate) in [
            ("loss", faults.loss), ("corrupt", faults.corrupt), ("duplicate", faults.duplicate),
            ("reorder", faults.reorder), ("delay", faults.delay),
        ] where rate > 0 { list.append((name, String(rate))) }
        if faults.delay > 0 { list.append(("delay by", faults.hold.measure)) }
        return list + rules.map { ("rule", $0.text) }
    }
}
