import Trace

/// The settings of the wire between two hosts, and of their TCP for that wire. They are the same in both directions.
package struct Wire: Hashable, Sendable {
    /// The room for datagrams that wait while the line is busy. A datagram that finds no room is dropped (drop-tail).
    package enum Queue: Hashable, Sendable {
        /// Room for that many datagrams.
        case packets(Int)
        /// Room for that many octets of datagrams.
        case octets(Int)
    }

    /// How long an octet takes from one end to the other after it has left.
    package var latency = TimeSpan.milliseconds(10)
    /// The largest random addition to the latency, drawn anew for each datagram. The jitter alone does not change the order of datagrams.
    package var jitter = TimeSpan.microseconds(0)
    /// Bits that can leave a host in a second, headers of IPv4 included; nil if a datagram leaves at once.
    package var bandwidth: Int?
    /// The room for datagrams that wait to leave; nil for no limit.
    package var queue: Queue?
    /// The largest datagram that is carried, in octets (RFC 791: at least 68).
    package var mtu = 1_500
    /// The MSS that the hosts announce, in octets; nil for the MSS that fits into the MTU.
    package var mss: UInt16?
    /// The receive buffer of both hosts in octets, which is also their largest window; nil for 65,535.
    package var window: UInt16?
    /// Whether both hosts avoid the silly window syndrome as senders (RFC 9293 section 3.8.6.2.1, MUST-38).
    package var avoidsSillyWindows = false
    /// Whether both hosts offer timestamps (RFC 7323 section 3).
    package var hasTimestamps = false
    /// The faults that happen by chance.
    package var faults = Faults()
    /// The faults that are ordered.
    package var rules: [LinkRule] = []

    /// A wire without faults and limits, with a latency of 10 ms.
    package init() {}

    /// Whether every segment of the hosts comes out once, undamaged and in its order.
    package var isPerfect: Bool { faults.isPerfect && rules.isEmpty && queue == nil && mss == nil }

    /// The MSS that the hosts announce: the MTU less 40 octets of headers without options (RFC 9293 3.7.1, RFC 6691).
    package var announcedMSS: UInt16 { mss ?? UInt16(clamping: max(1, mtu - 40)) }

    /// Each setting that is not the default, with its name in the settings of a journal.
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

    /// The values of settings that are words made of a number.
    var names: Glossary {
        Glossary(names: queue.map { [Words(english: $0.measure, chinese: $0.chineseMeasure)] } ?? [])
    }
}
