import JSONLines
import TCPSim
import Trace

/// The errors of calls, by the names that POSIX gives them.
enum ErrorName: String, Sendable {
    case wouldBlock = "EAGAIN"
    case badSocket = "EBADF"
    case invalid = "EINVAL"
    case addressInUse = "EADDRINUSE"
    case notConnected = "ENOTCONN"
    case closedForSending = "EPIPE"
    case connectionRefused = "ECONNREFUSED"
    case connectionReset = "ECONNRESET"
    case timedOut = "ETIMEDOUT"
}

/// The calls of a host's users. Each is answered at once: a call that would have to wait fails with EAGAIN.
extension Host {
    mutating func perform(_ command: Command) {
        switch command {
        case .config, .advance: break
        case .packet(let octets): arrive(octets)
        case .listen(let socket, let port, let backlog): listen(socket, port: port, backlog: backlog)
        case .accept(let socket, let new): accept(socket, as: new)
        case .connect(let socket, let port, let remote): connect(socket, port: port, to: remote)
        case .write(let socket, let data): write(socket, data)
        case .read(let socket, let count, let peek): read(socket, count, peek: peek)
        case .shutdown(let socket): shutdown(socket)
        case .close(let socket): close(socket)
        case .abort(let socket): abort(socket)
        case .setOption(let socket, let name, let value): setOption(socket, name, value)
        case .status(let socket): status(socket)
        case .unknown(let operation): emit("unsupported") { $0.add("what", .string("op \(operation)")) }
        }
    }

    private mutating func succeed(_ operation: String, _ fill: (inout JSONObject) -> Void = { _ in }) {
        emit("ret") { event in
            event.add("op", .string(operation))
            event.add("ok", .boolean(true))
            fill(&event)
        }
    }

    private mutating func fail(_ operation: String, _ error: ErrorName) {
        emit("ret") { event in
            event.add("op", .string(operation))
            event.add("ok", .boolean(false))
            event.add("err", .string(error.rawValue))
        }
    }

    /// The connection behind a socket number, if it stands for one.
    private func connection(_ socket: Int) -> Int? {
        if case .connection(let id) = sockets[socket] { id } else { nil }
    }

    /// Whether a number may be given to a new socket: it is unused, or what it stood for is gone.
    private mutating func isFree(_ socket: Int) -> Bool {
        switch sockets[socket] {
        case nil: return true
        case .listener: return false
        case .connection(let id):
            guard slots[id]?.connection.state ?? .closed == .closed else { return false }
            slots[id] = nil
            sockets[socket] = nil
            return true
        }
    }

    // MARK: OPEN

    private mutating func listen(_ socket: Int, port: UInt16, backlog: Int) {
        guard isFree(socket) else { return fail("listen", .invalid) }
        guard listeners[port] == nil else { return fail("listen", .addressInUse) }
        var listener = Listener(
            local: Socket(settings.local, port), backlog: backlog, configuration: settings.passive)
        let actions = listener.open(at: now)
        sockets[socket] = .listener(listener)
        listeners[port] = socket
        perform(actions, ofListener: socket, to: nil)
        succeed("listen")
    }

    private mutating func accept(_ socket: Int, as new: Int) {
        guard case .listener(var listener) = sockets[socket] else {
            return fail("accept", sockets[socket] == nil ? .badSocket : .invalid)
        }
        guard isFree(new) else { return fail("accept", .invalid) }
        guard let remote = listener.accept() else { return fail("accept", .wouldBlock) }
        sockets[socket] = .listener(listener)
        let route = Route(local: listener.connection.local, remote: remote)
        guard let id = unaccepted.removeValue(forKey: route) else { return fail("accept", .wouldBlock) }
        slots[id]?.socket = new
        slots[id]?.listener = nil
        sockets[new] = .connection(id)
        let state = slots[id]?.connection.state ?? .closed
        succeed("accept") { $0.add("state", .string(state.rawValue)) }
    }

    private mutating func connect(_ socket: Int, port: UInt16, to remote: Socket) {
        guard isFree(socket) else { return fail("connect", .invalid) }
        guard let port = port == 0 ? choosePort(to: remote) : port else { return fail("connect", .addressInUse) }
        let route = Route(local: Socket(settings.local, port), remote: remote)
        guard routes[route] == nil else { return fail("connect", .addressInUse) }
        let connection = Connection(local: route.local, remote: remote, configuration: settings.connection)
        let id = adopt(connection, route: route, socket: socket)
        sockets[socket] = .connection(id)
        handle(.activeOpen, by: id)
        succeed("connect")
    }

    // MARK: SEND and RECEIVE

    private mutating func write(_ socket: Int, _ data: [UInt8]) {
        guard let id = connection(socket), let slot = slots[id] else {
            return fail("write", sockets[socket] == nil ? .badSocket : .notConnected)
        }
        if let error = slot.pendingError {
            slots[id]?.pendingError = nil
            return fail("write", error)
        }
        guard slot.connection.isSendable else { return fail("write", .closedForSending) }
        let count = min(data.count, slot.connection.sendSpace)
        guard count > 0 || data.isEmpty else { return fail("write", .wouldBlock) }
        if count > 0 { handle(.send(Array(data.prefix(count)), push: true), by: id) }
        succeed("write") { $0.add("n", .integer(Int64(count))) }
    }

    private mutating func read(_ socket: Int, _ count: Int, peek: Bool) {
        guard let id = connection(socket), let slot = slots[id] else {
            return fail("read", sockets[socket] == nil ? .badSocket : .notConnected)
        }
        let connection = slot.connection
        guard connection.available > 0 else {
            if let error = slot.pendingError {
                slots[id]?.pendingError = nil
                return fail("read", error)
            }
            guard connection.isAtEnd || connection.state == .closed else { return fail("read", .wouldBlock) }
            return answer(read: [])
        }
        let data = connection.peek(count)
        if !peek { handle(.receive(max: count), by: id) }
        answer(read: data)
    }

    private mutating func answer(read data: [UInt8]) {
        succeed("read") { event in
            event.add("n", .integer(Int64(data.count)))
            event.add("data", .string(Hex.string(data)))
        }
    }

    // MARK: CLOSE and ABORT

    private mutating func shutdown(_ socket: Int) {
        guard let id = connection(socket), let slot = slots[id] else {
            return fail("shutdown", sockets[socket] == nil ? .badSocket : .notConnected)
        }
        guard slot.connection.state != .closed else { return fail("shutdown", .notConnected) }
        // Saying twice that there is no more to send changes nothing.
        if slot.connection.isSendable { handle(.close, by: id) }
        succeed("shutdown")
    }

    private mutating func close(_ socket: Int) {
        switch sockets[socket] {
        case nil: return fail("close", .badSocket)
        case .connection(let id):
            sockets[socket] = nil
            handle(.release, by: id)
            leave(id)
        case .listener(let listener): close(listener, socket)
        }
        succeed("close")
    }

    /// The user is gone: the connection ends on its own, without a socket number.
    private mutating func leave(_ id: Int) {
        slots[id]?.socket = nil
        if slots[id]?.connection.state == .closed { slots[id] = nil }
    }

    /// Stops listening, and resets the connections that nobody will accept any more.
    private mutating func close(_ listener: Listener, _ socket: Int) {
        var listener = listener
        listeners[listener.connection.local.port] = nil
        let actions = listener.close(at: now)
        perform(actions, ofListener: socket, to: nil)
        sockets[socket] = nil
        for remote in listener.acceptable + listener.halfOpen {
            let route = Route(local: listener.connection.local, remote: remote)
            guard let id = unaccepted.removeValue(forKey: route) else { continue }
            slots[id]?.listener = nil
            slots[id]?.predecessor = nil
            handle(.abort, by: id)
            leave(id)
        }
    }

    private mutating func abort(_ socket: Int) {
        switch sockets[socket] {
        case nil: return fail("abort", .badSocket)
        case .connection(let id): handle(.abort, by: id)
        case .listener(let listener): close(listener, socket)
        }
        succeed("abort")
    }

    // MARK: Options and STATUS

    private mutating func setOption(_ socket: Int, _ name: String, _ value: Bool) {
        guard name == "nodelay" else { return fail("setopt", .invalid) }
        switch sockets[socket] {
        case nil: return fail("setopt", .badSocket)
        case .connection(let id): handle(.nagle(!value), by: id)
        case .listener(var listener):
            listener.setNagle(!value, at: now)
            sockets[socket] = .listener(listener)
        }
        succeed("setopt")
    }

    private mutating func status(_ socket: Int) {
        guard let id = connection(socket), let slot = slots[id] else {
            let state: State = sockets[socket] == nil ? .closed : .listen
            return emit("status") { event in
                event.add("state", .string(state.rawValue))
                event.add("err", .null)
            }
        }
        slots[id]?.pendingError = nil
        let connection = slot.connection
        emit("status") { event in
            event.add("state", .string(connection.state.rawValue))
            event.add("err", slot.pendingError.map { .string($0.rawValue) } ?? .null)
            for (name, value) in connection.figures { event.add(name, .integer(value)) }
        }
    }
}

extension Connection {
    /// The numbers that the status of an open connection shows.
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
