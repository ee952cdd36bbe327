import ArgumentParser
import Simulator
import Trace

/// The options for the properties of the wire. ``FaultOptions`` and ``RuleOptions`` are about faults on it.
struct WireOptions: ParsableArguments {
    @Option(
        help: .text("The time from one host to the other, one way. Default: 10ms.", for: "time"),
        transform: WireOptions.time)
    var latency: TimeSpan = Wire().latency

    @Option(
        help: .text("The most that is added to the latency, drawn for each datagram. Default: 0s.", for: "time"),
        transform: WireOptions.time)
    var jitter: TimeSpan = Wire().jitter

    @Option(
        help: .text("The bits that leave a host in one second: 56k, 10M. Default: no limit.", for: "rate"),
        transform: WireOptions.bandwidth)
    var bandwidth: Int?

    @Option(
        help: .text(
            "The queue before a busy line: 10 for datagrams, 15000B for octets. A datagram that does not fit is dropped.",
            for: "size"),
        transform: WireOptions.queue)
    var queue: Wire.Queue?

    @Option(help: .text("The largest datagram that is carried, 68 to 65535.", for: "octets"))
    var mtu = Wire().mtu

    @Option(help: .text("The MSS that both hosts announce. Default: what fits into the MTU.", for: "octets"))
    var mss: UInt16?

    @Option(
        help: .text(
            "The room that both hosts have for data, and so their largest window. Default: 65535.", for: "octets"))
    var window: UInt16?

    @Flag(help: "Both hosts wait for a window that is worth a segment, as RFC 9293 wants it (MUST-38).")
    var avoidSillyWindows = false

    @Flag(help: "Both hosts offer timestamps (RFC 7323).")
    var timestamps = false

    func validate() throws {
        guard (68...65_535).contains(mtu) else {
            throw ValidationError("--mtu \(mtu): an MTU is 68 to 65535 octets (RFC 791).")
        }
        if mss == 0 { throw ValidationError("--mss 0: a segment carries at least one octet.") }
        if window == 0 { throw ValidationError("--window 0: a host without any room can take no octet.") }
        if queue != nil, bandwidth == nil {
            throw ValidationError("--queue needs --bandwidth: without it a datagram leaves at once and never waits.")
        }
    }

    /// The wire that the options describe, with these faults and rules.
    func wire(with faults: Faults, rules: [LinkRule]) -> Wire {
        var wire = Wire()
        wire.latency = latency
        wire.jitter = jitter
        wire.bandwidth = bandwidth
        wire.queue = queue
        wire.mtu = mtu
        wire.mss = mss
        wire.window = window
        wire.avoidsSillyWindows = avoidSillyWindows
        wire.hasTimestamps = timestamps
        wire.faults = faults
        wire.rules = rules
        return wire
    }

    // MARK: Values

    static func time(_ text: String) throws -> TimeSpan {
        guard let span = TimeSpan(measure: text) else {
            throw ValidationError("\(text) is no time: write a number with us, ms, s or min behind it, such as 1.5s.")
        }
        return span
    }

    private static func bandwidth(_ text: String) throws -> Int {
        guard let rate = Wire.bandwidth(measure: text) else {
            throw ValidationError("\(text) is no bandwidth: write bits per second, 1 at least, such as 56k or 10M.")
        }
        return rate
    }

    private static func queue(_ text: String) throws -> Wire.Queue {
        guard let queue = Wire.Queue(measure: text) else {
            throw ValidationError("\(text) is no size: write 10 for datagrams or 15000B for octets.")
        }
        return queue
    }
}

/// The option for rules about single packets.
struct RuleOptions: ParsableArguments {
    @Option(
        help: .text(
            "A rule for single packets: \"drop server SYN,ACK 1\". May be repeated. docs/wire.md has the grammar.",
            for: "rule"),
        transform: RuleOptions.rule)
    var rule: [LinkRule] = []

    private static func rule(_ text: String) throws -> LinkRule {
        do {
            return try LinkRule(text)
        } catch {
            throw ValidationError("\(error).")
        }
    }
}
