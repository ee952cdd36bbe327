import TCPSim
import Trace

/// The calls of a host's users. Each is answered at once: a call that would have to wait fails with EAGAIN.
///
/// Sockets have numbers, which the caller chooses.
extension Host {
    /// The number by which the host knows the connection behind a socket number; nil if the socket number stands for no connection.
    private func connection(_ socket: Int) -> Int? {
        if case .connection(let id) = sockets[socket] { id } else { nil }
    }

    /// As ``connection(_:)``, for a connection that the host still keeps.
    ///
    /// - Throws: ``SocketError/badSocket`` or ``SocketError/notConnected`` for a number without a connection.
    private func kept(_ socket: Int) throws(SocketError) -> Int {
        guard let id = connection(socket), slots.index(forKey: id) != nil else {
            throw sockets[socket] == nil ? .badSocket : .notConnected
        }
        return id
    }

    /// Whether a number may be given to a new socket: it is unused, or its connection is CLOSED and has no data and no error left for the
    /// user.
    private func isFree(_ socket: Int) -> Bool {
        switch sockets[socket] {
        case nil: return true
        case .listener: return false
        case .connection(let id):
            guard let slot = slots[id] else { return true }
            return slot.connection.state == .closed && slot.connection.available == 0 && slot.pendingError == nil
        }
    }

    /// Gives a free number to a new socket. The host forgets the connection that had the number.
    private mutating func assign(_ socket: Int, to entry: Entry) {
        if case .connection(let id) = sockets[socket] { slots[id] = nil }
        sockets[socket] = entry
    }

    // MARK: OPEN

    /// Passive OPEN: listens on `port`; as many as `backlog` connections may wait to be accepted.
    ///
    /// - Throws: ``SocketError/invalid`` for a number in use; ``SocketError/addressInUse`` where another socket listens
    ///   on the port.
    public mutating func listen(_ socket: Int, port: UInt16, backlog: Int) throws(SocketError) {
        guard isFree(socket) else { throw .invalid }
        guard listeners[port] == nil else { throw .addressInUse }
        var listener = Listener(
            local: Socket(settings.local, port), backlog: backlog, configuration: settings.passive)
        let actions = listener.open(at: now)
        assign(socket, to: .listener(listener))
        listeners[port] = socket
        perform(actions, for: .listener(socket, answering: nil))
    }

    /// Hands over the oldest open connection of a listening socket as socket `new`.
    ///
    /// - Returns: the state of the connection.
    /// - Throws: ``SocketError/badSocket``; ``SocketError/invalid`` for a socket that does not listen, or a number
    ///   `new` in use; ``SocketError/wouldBlock`` where no connection waits.
    @discardableResult
    public mutating func accept(_ socket: Int, as new: Int) throws(SocketError) -> State {
        guard isListening(socket) else { throw sockets[socket] == nil ? .badSocket : .invalid }
        guard isFree(new) else { throw .invalid }
        let taken = sockets[socket]?.updateListener { (remote: $0.accept(), local: $0.connection.local) }
        guard let taken, let remote = taken.remote else { throw .wouldBlock }
        let route = Route(local: taken.local, remote: remote)
        guard let id = nextUnaccepted(of: route) else { throw .wouldBlock }
        slots[id]?.socket = new
        slots[id]?.listener = nil
        assign(new, to: .connection(id))
        return slots[id]?.connection.state ?? .closed
    }

    /// Takes the oldest connection of `route` that waits to be accepted.
    private mutating func nextUnaccepted(of route: Route) -> Int? {
        guard let id = unaccepted[route]?.first else { return nil }
        withdraw(id, of: route)
        return id
    }

    /// Active OPEN from `port`, 0 for any that is free. It returns when the SYN is sent.
    ///
    /// - Throws: ``SocketError/invalid`` for a number in use, or an address that is not one host's;
    ///   ``SocketError/addressInUse`` where no port is free, or a connection between these sockets is there.
    public mutating func connect(_ socket: Int, port: UInt16, to remote: Socket) throws(SocketError) {
        // No connection can be opened to an address that is not one host's (RFC 9293 3.9.1.1, MUST-46).
        guard isFree(socket), remote.address.isOrdinary else { throw .invalid }
        guard let port = port == 0 ? choosePort(to: remote) : port else { throw .addressInUse }
        let route = Route(local: Socket(settings.local, port), remote: remote)
        guard routes[route] == nil else { throw .addressInUse }
        let connection = Connection(local: route.local, remote: remote, configuration: settings.connection)
        let id = adopt(connection, route: route, socket: socket)
        assign(socket, to: .connection(id))
        handle(.activeOpen, by: id)
    }

    // MARK: SEND and RECEIVE

    /// SEND: takes as much of `data` as fits into the send buffer.
    ///
    /// - Returns: how many octets were taken.
    /// - Throws: ``SocketError/badSocket`` or ``SocketError/notConnected`` for a number without a connection;
    ///   ``SocketError/closedForSending`` after CLOSE; ``SocketError/wouldBlock`` where the buffer is full; and once
    ///   the error that has ended the connection.
    public mutating func write(_ socket: Int, _ data: [UInt8]) throws(SocketError) -> Int {
        let id = try kept(socket)
        if let error = takeError(socket) { throw error }
        guard slots[id]?.connection.isSendable ?? false else { throw .closedForSending }
        let count = min(data.count, slots[id]?.connection.sendSpace ?? 0)
        guard count > 0 || data.isEmpty else { throw .wouldBlock }
        if count > 0 { handle(.send(Array(data.prefix(count)), push: true), by: id) }
        return count
    }

    /// RECEIVE: up to `count` octets; with `peek` they stay queued.
    ///
    /// - Returns: the octets; empty at the end of the stream.
    /// - Throws: ``SocketError/badSocket`` or ``SocketError/notConnected`` for a number without a connection;
    ///   ``SocketError/wouldBlock`` where nothing has arrived yet; once the error that has ended the connection; and after that
    ///   ``SocketError/notConnected``, unless the other side had ended its stream (RFC 9293 3.10.3).
    public mutating func read(_ socket: Int, _ count: Int, peek: Bool = false) throws(SocketError) -> [UInt8] {
        let id = try kept(socket)
        guard slots[id]?.connection.available ?? 0 > 0 else {
            if let error = takeError(socket) { throw error }
            guard slots[id]?.connection.isAtEnd ?? false, slots[id]?.isAborted == false else {
                throw slots[id]?.connection.state == .closed ? .notConnected : .wouldBlock
            }
            return []
        }
        let data = slots[id]?.connection.peek(count) ?? []
        if !peek { handle(.receive(max: count), by: id) }
        return data
    }

    // MARK: CLOSE and ABORT

    /// CLOSE: no more data is sent; receiving goes on.
    ///
    /// - Throws: ``SocketError/badSocket`` or ``SocketError/notConnected`` for a number without an open connection.
    public mutating func shutdown(_ socket: Int) throws(SocketError) {
        let id = try kept(socket)
        guard slots[id]?.connection.state != .closed else { throw .notConnected }
        // A second call changes nothing.
        if slots[id]?.connection.isSendable ?? false { handle(.close, by: id) }
    }

    /// Half-duplex close (RFC 9293 3.6.1): the user neither sends nor reads any more, and the number is free. A listening socket stops
    /// listening.
    ///
    /// - Throws: ``SocketError/badSocket``; and the error of a connection that ends at once and loses octets that ``write(_:_:)`` has
    ///   taken: later there is no socket that could report it. The number is free all the same.
    public mutating func close(_ socket: Int) throws(SocketError) {
        switch sockets[socket] {
        case nil: throw .badSocket
        case .connection(let id):
            sockets[socket] = nil
            slots[id]?.pendingError = nil
            handle(.release, by: id)
            let loss = slots[id]?.pendingError
            leave(id)
            if let loss { throw loss }
        case .listener(let listener): close(listener, socket)
        }
    }

    /// Takes the socket number from a connection that its user has released. The connection ends on its own.
    private mutating func leave(_ id: Int) {
        slots[id]?.socket = nil
        if slots[id]?.connection.state == .closed { slots[id] = nil }
    }

    /// Stops listening, and resets the connections that have not been accepted.
    private mutating func close(_ listener: Listener, _ socket: Int) {
        stopListening(socket)
        abandon(Array(listener.acceptable) + Array(listener.halfOpen), of: listener)
    }

    /// Stops listening, and leaves the connections that have not been accepted as they are.
    package mutating func stopListening(_ socket: Int) {
        guard case .listener(var listener) = sockets[socket] else { return }
        listeners[listener.connection.local.port] = nil
        let actions = listener.close(at: now)
        perform(actions, for: .listener(socket, answering: nil))
        sockets[socket] = nil
    }

    /// Resets connections of a stopped listener that have not been accepted, one for each of these remote sockets.
    package mutating func abandon(_ remotes: [Socket], of listener: Listener) {
        for remote in remotes {
            let route = Route(local: listener.connection.local, remote: remote)
            guard let id = nextUnaccepted(of: route) else { continue }
            slots[id]?.listener = nil
            slots[id]?.predecessor = nil
            handle(.abort, by: id)
            leave(id)
        }
    }

    /// ABORT: a reset tells the other side. A listening socket stops listening, and its connections that wait are reset.
    ///
    /// - Throws: ``SocketError/badSocket``.
    public mutating func abort(_ socket: Int) throws(SocketError) {
        switch sockets[socket] {
        case nil: throw .badSocket
        case .connection(let id):
            handle(.abort, by: id)
            slots[id]?.isAborted = true
        case .listener(let listener): close(listener, socket)
        }
    }

    /// ABORTs every connection, also those that have not been accepted or have been released: the host is about to be switched off.
    public mutating func abortAll() {
        for id in slots.keys.sorted() { handle(.abort, by: id) }
    }

    // MARK: Options and STATUS

    /// Turns the Nagle algorithm on or off; on a listening socket, for the connections to come.
    ///
    /// - Throws: ``SocketError/badSocket``.
    public mutating func setNagle(_ socket: Int, _ isOn: Bool) throws(SocketError) {
        switch sockets[socket] {
        case nil: throw .badSocket
        case .connection(let id): handle(.nagle(isOn), by: id)
        case .listener:
            let now = now
            sockets[socket]?.updateListener { $0.setNagle(isOn, at: now) }
        }
    }

    /// STATUS: the connection behind a socket number as it is now; nil if the number stands for no connection.
    public func connection(at socket: Int) -> Connection? {
        guard let id = connection(socket) else { return nil }
        return slots[id]?.connection
    }

    /// Whether a socket number stands for a listening socket.
    public func isListening(_ socket: Int) -> Bool {
        if case .listener = sockets[socket] { true } else { false }
    }

    /// The error that the user of a socket has not been told of; it is told once.
    public mutating func takeError(_ socket: Int) -> SocketError? {
        guard let id = connection(socket), let error = slots[id]?.pendingError else { return nil }
        slots[id]?.pendingError = nil
        return error
    }
}
