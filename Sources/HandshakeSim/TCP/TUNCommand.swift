import ArgumentParser
import LiveIO
import Simulator
import TCPHost
import TCPSim
import Trace

extension TCPCommand {
    /// The command that attaches the program's TCP to a network device. The kernel's TCP is on the other side.
    struct Tun: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tun",
            abstract: "Attach the TCP to a Linux TUN device, in real time: serve, or connect to, real programs.",
            discussion: """
                The kernel gives this program all datagrams that it routes to the device. The program's own TCP answers as the host \
                ADDR: an address in the device's network, but not the device's own. Each segment is shown on standard error, in the form \
                of RFC 9293's figures. Ctrl-C resets open connections and ends the program. docs/tcp-tun.md shows it step by step, \
                without root.

                EXIT STATUS
                  0  everything is done, or Ctrl-C was pressed
                  1  the device fails, or the client's connection was refused or reset
                  4  the wire was too bad: a connection was given up, because the other side did not answer
                 64  an option is wrong

                EXAMPLES
                  HandshakeSim tcp tun --device tun0 --local 10.9.0.2 --echo 7 --http 80
                      an echo server and a web page about your own connection
                  HandshakeSim tcp tun --device tun0 --local 10.9.0.2 --connect 10.9.0.1:8000 --send hello
                      a client of the server that listens there
                """)

        @Option(help: .text("The TUN device. It has to exist and to be up.", for: "name"))
        var device: String

        @Option(help: .text("The address of our TCP.", for: "address"))
        var local: String

        @Option(help: .text("Send back what arrives on this port (RFC 862).", for: "port"))
        var echo: UInt16?

        @Option(help: .text("Discard what arrives on this port (RFC 863).", for: "port"))
        var discard: UInt16?

        @Option(help: .text("Serve a page about the connection on this port.", for: "port"))
        var http: UInt16?

        @Option(
            help: .text(
                "Connect to this server. Received data goes to standard output, until the end of the stream.",
                for: "address:port"))
        var connect: String?

        @Option(help: .text("What to send on that connection.", for: "text"))
        var send: String?

        @Option(help: .text("A file to send on that connection.", for: "file"))
        var sendfile: InputPath?

        @Flag(help: "Close that connection only after the other side has closed, not when all data is sent.")
        var closeLast = false

        @OptionGroup
        var faultOptions: FaultOptions

        @OptionGroup
        var hostOptions: HostOptions

        @Option(help: .text("End after this number of connections.", for: "n"))
        var connections: Int?

        @Option(help: .text("Write a capture of all datagrams (pcapng).", for: "file"))
        var pcap: FilePath?

        @Flag(help: "Also tell the reason for each step.")
        var explain = false

        @Flag(help: "Do not show the segments.")
        var quiet = false

        @OptionGroup var page: PageOptions

        /// The largest file that can be sent, in octets.
        private static let fileLimit = 1 << 30

        func validate() throws {
            _ = try HostOptions.address(local)
            let ports = ports.map(\.port)
            guard !ports.isEmpty || connect != nil else {
                throw ValidationError("Nothing to do. Give --echo, --discard, --http or --connect.")
            }
            guard ports.isEmpty || connect == nil else {
                throw ValidationError("--connect makes a client, --echo, --discard and --http a server: choose one.")
            }
            guard !ports.contains(0), Set(ports).count == ports.count else {
                throw ValidationError("A port is a number from 1 to 65535, and serves one purpose.")
            }
            if connect == nil, send != nil || sendfile != nil || closeLast {
                throw ValidationError("--send, --sendfile and --close-last are for a client: they need --connect.")
            }
            if send != nil, sendfile != nil { throw ValidationError("--send or --sendfile: choose one.") }
            if connect != nil { _ = try remote() }
            guard connections ?? 1 > 0 else { throw ValidationError("--connections: at least 1.") }
        }

        func run() throws {
            let stop = try StopSignal()
            let octets =
                try sendfile.map { try InputFile.read($0.path, limit: Self.fileLimit) } ?? Array((send ?? "").utf8)
            let device = try TUNDevice(self.device)
            let host = TCPHost.Host(
                hostOptions.host(at: try HostOptions.address(local), mtu: device.mtu, tracing: explain && !quiet))
            let began = WallClock.microseconds
            var trace = TUNTrace(isExplained: explain, style: page.style(on: .standardError))
            let capture = try DatagramCapture(pcap?.path, began: began)
            tell("\(local) on \(self.device), MTU \(device.mtu): \(purpose). Ctrl-C ends.")
            var live = LiveTCP(host, on: device, by: hostOptions.wire(faultOptions.faults))

            let watch = { (sight: LiveTCP.Sight, now: Instant) in
                if case .passed(let datagram) = sight { try capture.append(datagram, at: now) }
                if !quiet { trace.lines(sight, at: now).forEach(tell) }
            }
            if let connect {
                var client = TCPClient(to: try remote(), sending: octets, closesLast: closeLast) { octets throws in
                    try StreamedFile.standardOutput().append(octets)
                }
                try live.run(&client, until: stop, watch: watch)
                report(client.tally, live.host)
                if let failure = client.tally.firstFailure {
                    let what = ConnectionFailure(remote: connect, why: failure)
                    guard client.tally.hasTimedOut else { throw what }
                    tell("Error: \(what)")
                }
                if client.tally.hasTimedOut { throw ExitCode(4) }
            } else {
                var server = TCPServer(
                    ports: ports, limit: hostOptions.limit ?? 64, quota: connections, in: page.spoken)
                try live.run(&server, until: stop, watch: watch)
                report(server.tally, live.host)
                if server.tally.hasTimedOut { throw ExitCode(4) }
            }
        }
    }
}

/// The error of a client whose connection has failed.
private struct ConnectionFailure: Error, CustomStringConvertible {
    let remote: String
    let why: SocketError

    var description: String { "\(remote): \(why)" }
}

extension TCPCommand.Tun {
    private var ports: [(service: TCPService, port: UInt16)] {
        [(TCPService.echo, echo), (.discard, discard), (.http, http)].compactMap { service, port in
            port.map { (service, $0) }
        }
    }

    private var purpose: String {
        guard let connect else {
            return ports.map { "\($0.service.rawValue) on port \($0.port)" }.joined(separator: ", ")
        }
        return "to \(connect)"
    }

    private func remote() throws -> Socket {
        guard let socket = Socket(connect ?? "") else {
            throw ValidationError("--connect \(connect ?? ""): an address and a port, such as 10.9.0.1:8000.")
        }
        return socket
    }

    /// Writes one line to standard error. If this fails, the program goes on.
    private func tell(_ line: String) { StreamedFile.warn(line + "\n") }

    private func report(_ tally: ConnectionTally, _ host: TCPHost.Host) {
        tell(tally.text)
        let left = host.connections.map { "\($0.route) in \($0.state)" }
        tell("Left over: \(left.isEmpty ? "none" : left.joined(separator: ", ")).")
    }
}
