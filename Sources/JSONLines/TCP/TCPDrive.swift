import TCPHost
import TCPSim
import Trace

/// The interface of `tcp drive`: another program drives the TCP of one host in virtual time. Each line is a command and gets
/// lines of events.
///
/// ``TCPHost/Host`` is the host. This type only translates lines and events.
package struct TCPDrive: Sendable {
    private var host = Host(.documentedDefaults)
    /// The lines of output for the current line of input.
    private var lines: [String] = []
    /// Whether `config` can no longer come: a command was carried out.
    private var isSetUp = false

    /// A host with the default settings, at time 0.
    package init() {}

    /// Carries out one line of input and returns the lines of output, the last of which is always "done".
    package mutating func handle(line: some Sequence<UInt8>) -> [String] {
        lines.removeAll(keepingCapacity: true)
        do {
            try take(Fields(try JSON(line, .flat).members ?? [], at: .drive))
        } catch let error as JSONError {
            emit("error", ("what", .string("the line is not a flat JSON object: \(error)")))
        } catch {
            emit("error", ("what", .string("the line cannot be carried out: \(error)")))
        }
        let next = host.nextDeadline()
        emit("done", ("next", next.map { .integer($0.microseconds) } ?? .null))
        return lines
    }

    private mutating func take(_ fields: Fields) throws(RequestError) {
        let at: Int64 = try fields.integer("at", 0 ... .max)
        guard host.now.microseconds <= at else {
            throw fields.error("at", "\(at) is before \(host.now.microseconds), where the clock stands")
        }
        host.advance(to: Instant(microseconds: at))
        tell()
        let command = try DriveCommand(fields)
        if case .config(let fields) = command {
            guard !isSetUp else {
                throw fields.error("op", "config comes once, before anything else")
            }
            isSetUp = true
            var settings = host.settings
            for name in settings.take(fields) {
                emit("unsupported", ("what", .string("config \(name)")))
            }
            host = Host(settings, at: host.now)
        } else {
            isSetUp = true
            perform(command)
            // The command may have set a timer to this very instant.
            host.advance(to: host.now)
            tell()
        }
    }

    // MARK: Events

    private typealias Member = (name: String, value: JSON)

    private mutating func emit(_ event: String, _ members: Member...) { emit(event, members) }

    private mutating func emit(_ event: String, _ members: [Member]) {
        let all = [JSON.Member("ev", .string(event))] + members.map { JSON.Member($0.name, $0.value) }
        lines.append(JSON.object(all).compact)
    }

    /// Emits the events of the host since the last call.
    private mutating func tell() {
        for event in host.takeEvents() {
            switch event.kind {
            case .transmit(_, let datagram):
                emit("packet", ("at", .integer(event.at.microseconds)), ("ip", .string(Hex.string(datagram))))
            case .entered(let state, let from, let socket):
                emit(
                    "state", ("at", .integer(event.at.microseconds)),
                    ("conn", event.route.map { .string($0.description) } ?? .null),
                    ("sock", socket.map { .integer(Int64($0)) } ?? .null), ("from", .string(from.rawValue)),
                    ("to", .string(state.rawValue)))
            case .note: break
            }
        }
    }

    // MARK: Operations

    private mutating func perform(_ command: DriveCommand) {
        switch command {
        case .config, .advance: break
        case .packet(let octets):
            host.arrive(octets)
            tell()
        case .listen(let socket, let port, let backlog):
            run("listen") { host throws(SocketError) in try host.listen(socket, port: port, backlog: backlog) }
        case .accept(let socket, let new):
            call("accept") { host throws(SocketError) in
                [("state", .string(try host.accept(socket, as: new).rawValue))]
            }
        case .connect(let socket, let port, let remote):
            run("connect") { host throws(SocketError) in try host.connect(socket, port: port, to: remote) }
        case .write(let socket, let data):
            call("write") { host throws(SocketError) in [("n", .integer(Int64(try host.write(socket, data))))] }
        case .read(let socket, let count, let peek):
            call("read") { host throws(SocketError) in
                let data = try host.read(socket, count, peek: peek)
                return [("n", .integer(Int64(data.count))), ("data", .string(Hex.string(data)))]
            }
        case .shutdown(let socket):
            run("shutdown") { host throws(SocketError) in try host.shutdown(socket) }
        case .close(let socket):
            run("close") { host throws(SocketError) in try host.close(socket) }
        case .abort(let socket):
            run("abort") { host throws(SocketError) in try host.abort(socket) }
        case .setOption(let socket, let name, let value):
            run("setopt") { host throws(SocketError) in
                guard name == "nodelay" else { throw .invalid }
                try host.setNagle(socket, !value)
            }
        case .status(let socket): status(socket)
        case .unknown(let operation): emit("unsupported", ("what", .string("op \(operation)")))
        }
    }

    /// Calls the host as ``call(_:_:)`` does. The call has no results but success and failure.
    private mutating func run(_ operation: String, _ body: (inout Host) throws(SocketError) -> Void) {
        call(operation) { host throws(SocketError) in
            try body(&host)
            return []
        }
    }

    /// Calls the host, emits the events that the call caused, and then the result of the call.
    private mutating func call(_ operation: String, _ body: (inout Host) throws(SocketError) -> [Member]) {
        let result: Result<[Member], SocketError>
        do throws(SocketError) { result = .success(try body(&host)) } catch { result = .failure(error) }
        tell()
        let members: [Member] =
            switch result {
            case .success(let members): [("ok", .bool(true))] + members
            case .failure(let error): [("ok", .bool(false)), ("err", .string(error.rawValue))]
            }
        emit("ret", [("op", .string(operation))] + members)
    }

    private mutating func status(_ socket: Int) {
        let error = host.takeError(socket)
        let connection = host.connection(at: socket)
        let state = connection?.state ?? (host.isListening(socket) ? .listen : .closed)
        let figures = (connection?.figures ?? []).map { (name: $0.0, value: JSON.integer($0.1)) }
        emit(
            "status",
            [("state", .string(state.rawValue)), ("err", error.map { .string($0.rawValue) } ?? .null)] + figures)
    }
}

extension Connection {
    /// The names and values that `status` shows of an open connection; empty for another connection.
    fileprivate var figures: [(String, Int64)] {
        guard state != .closed, state != .listen else { return [] }
        var figures: [(String, Int64)] = [
            ("snd_una", Int64(sending.unacknowledged.rawValue)), ("snd_nxt", Int64(sending.next.rawValue)),
            ("snd_wnd", Int64(sending.window)), ("rcv_nxt", Int64(receiving.next.rawValue)),
            ("rcv_wnd", Int64(receiving.window)),
        ]
        if let congestion {
            figures += [("cwnd", Int64(congestion.window)), ("ssthresh", Int64(congestion.threshold))]
        }
        if let smoothed = retransmissionTimeout.smoothed { figures.append(("srtt_us", smoothed.microseconds)) }
        figures += [
            ("rto_us", retransmissionTimeout.value.microseconds), ("mss", Int64(effectiveSendMSS)),
            ("rcvq", Int64(available)),
        ]
        return figures
    }
}
