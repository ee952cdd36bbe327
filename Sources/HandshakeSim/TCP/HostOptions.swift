import ArgumentParser
import LiveIO
import Simulator
import TCPHost
import TCPSim
import Trace

/// The options for the program's own TCP on a network device, and for the wire before it. ``FaultOptions`` belong to them.
struct HostOptions: ParsableArguments {
    @Option(help: .text("The number from which the faults follow, 0 to 2^64 - 1. Default: 1.", for: "n"))
    var seed: UInt64?

    @Option(
        help: .text(
            "The time of a datagram in each direction, at most 10s. Default: 0ms without faults, else 2ms.", for: "time"
        ),
        transform: WireOptions.time)
    var latency: TimeSpan?

    @Option(
        help: .text(
            "The maximum segment lifetime, 0 to 600. TIME-WAIT lasts twice as long. Default: 1. The RFC's 120 are for networks with longer "
                + "paths.", for: "seconds"))
    var msl: Double?

    @Option(
        help: .text(
            "If the other side is silent for this time, send a keep-alive probe, and then one every 75s. Give up after nine probes. "
                + "0s: never. Default: 7200s, the least default that the RFC allows.", for: "time"),
        transform: WireOptions.time)
    var keepAlive: TimeSpan?

    @Option(
        help: .text(
            "How often a SYN or data is sent again before the connection is given up, 0 to 15. Default: a SYN 7 times and data 15 "
                + "times, which takes as long as the RFC demands.", for: "n"))
    var retries: Int?

    @Option(
        help: .text(
            "The most connections of our TCP at one time, 1 to 10000. Default: 64, or as many as --max-connections.",
            for: "n"))
    var limit: Int?

    func validate() throws {
        guard (latency ?? .seconds(0)) <= .seconds(10) else { throw ValidationError("--latency: 10s at most.") }
        guard (0...600).contains(msl ?? 0) else { throw ValidationError("--msl: 0 to 600 seconds.") }
        guard (0...15).contains(retries ?? 0) else { throw ValidationError("--retries: 0 to 15.") }
        guard (1...10_000).contains(limit ?? 1) else { throw ValidationError("--limit: 1 to 10000 connections.") }
    }

    /// The name of the first option that is used, without dashes; nil if none is used.
    var given: String? {
        let options: [(String, Bool)] = [
            ("seed", seed != nil), ("latency", latency != nil), ("msl", msl != nil), ("keep-alive", keepAlive != nil),
            ("retries", retries != nil), ("limit", limit != nil),
        ]
        return options.first { $0.1 }?.0
    }

    /// The wire before the device, with these faults.
    func wire(_ faults: Faults) -> FaultyWire {
        FaultyWire(latency: latency ?? .milliseconds(faults.isPerfect ? 0 : 2), faults: faults, seed: seed ?? 1)
    }

    /// The settings of a host that behaves like current systems. Its initial sequence numbers cannot be guessed (RFC 6528).
    ///
    /// - Parameters:
    ///   - mtu: the longest datagram of the device, in octets.
    ///   - tracing: whether the host reports the reasons of its steps.
    func host(at address: IPv4Address, mtu: Int, tracing: Bool) -> TCPHost.Host.Settings {
        let secret = SipHash.Key(low: .random(in: .min ... .max), high: .random(in: .min ... .max))
        var connection = Connection.Configuration.modern(isn: .generated(secret: secret))
        connection.timestamps = TimestampClock(offset: .random(in: 1 ... .max))
        // The MTU less the headers of IPv4 and TCP, without options. An MTU is at least 68 (RFC 791 section 3.2), which leaves 28.
        connection.mss = UInt16(clamping: max(28, mtu - 40))
        connection.msl = .microseconds(Int64((msl ?? 1) * 1_000_000))
        // RFC 6298 (2.4) asks for a minimum of one second. Linux uses a fifth of it.
        connection.minimumRTO = .milliseconds(200)
        connection.synRetries = retries ?? connection.synRetries
        connection.dataRetries = retries ?? connection.dataRetries
        let idle = keepAlive ?? .seconds(7_200)
        connection.keepAlive = idle > .seconds(0) ? KeepAlive(idle: idle) : nil
        connection.tracing = tracing
        return TCPHost.Host.Settings(local: address, connection: connection)
    }

    /// The address of `--local`.
    ///
    /// - Throws: `ValidationError` if the text is not an IPv4 address.
    static func address(_ text: String) throws -> IPv4Address {
        guard let address = IPv4Address(text) else {
            throw ValidationError("--local \(text): an IPv4 address has four numbers, such as 10.9.0.2.")
        }
        return address
    }
}

extension FaultOptions {
    /// The name of the first option with another value than its default, without dashes; nil if there is none.
    var given: String? {
        let options: [(String, Bool)] = [
            ("loss", loss > 0), ("corrupt", corrupt > 0), ("duplicate", duplicate > 0), ("reorder", reorder > 0),
            ("delay", delay > 0), ("delay-by", delayBy != Faults().hold),
        ]
        return options.first { $0.1 }?.0
    }
}
