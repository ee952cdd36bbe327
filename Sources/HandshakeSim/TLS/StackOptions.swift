import ArgumentParser
import LiveIO
import TCPHost
import TCPSim
import Trace

/// The options to run TLS on the program's own TCP, on a network device. Both live commands have them, with ``FaultOptions`` and
/// ``HostOptions``.
struct StackOptions: ParsableArguments {
    @Option(
        help: .text(
            "Use the program's own TCP on this TUN device, and not the system's. It has to exist and to be up. docs/whole-stack.md.",
            for: "device"))
    var tun: String?

    @Option(help: .text("The address of our TCP on that device.", for: "address"))
    var local: String?

    func validate() throws {
        guard (tun == nil) == (local == nil) else { throw ValidationError("--tun and --local belong together.") }
        if let local { _ = try HostOptions.address(local) }
    }

    /// Checks the options for the program's own TCP.
    ///
    /// - Throws: `ValidationError` if one of them is used without `--tun`.
    func validate(_ faults: FaultOptions, _ options: HostOptions) throws {
        guard tun == nil, let name = faults.given ?? options.given else { return }
        throw ValidationError("--\(name) is about our own TCP: it needs --tun and --local.")
    }

    /// The program's own TCP for TLS; nil if TLS uses the system's TCP.
    ///
    /// - Parameters:
    ///   - limit: the largest number of open connections, unless `--limit` is less.
    ///   - outputs: how the run is shown and where it is written.
    ///   - closing: how long a closed connection waits for the other side's FIN.
    /// - Throws: ``TUNError`` if the device cannot be used; `ValidationError` if `--local` is not an IPv4 address.
    func carrier(
        _ faults: FaultOptions, _ options: HostOptions, limit: Int, outputs: TLSTrace.Outputs, closing: TimeSpan
    ) throws -> TCPCarrier? {
        guard let tun, let local else { return nil }
        let device = try TUNDevice(tun)
        var settings = options.host(at: try HostOptions.address(local), mtu: device.mtu, tracing: outputs.tellsRun)
        settings.connection.nagle = false
        settings.connection.orphanLimit = closing
        return TCPCarrier(
            TCPHost.Host(settings), on: device, by: options.wire(faults.faults),
            limit: min(limit, options.limit ?? limit), stopwatch: Stopwatch())
    }
}
