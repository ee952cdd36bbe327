import Synchronization
import Trace

/// A server of web pages on the loopback interface: one thread that waits for all connections, and tasks that compute.
///
/// It uses the same sockets as the other live runs, and no library. A library reads a request before its application can refuse it,
/// accepts what is refused here (two lengths, bare line feeds, a missing Host), and has other limits of time and size.
package struct WebServer {
    /// The most connections at once. A further connection takes the place of one that has its answer, or else of one whose request is
    /// not whole.
    private static let mostConnections = 64
    /// The time that a head may take to arrive.
    private static let headPatience = TimeSpan.seconds(10)
    /// The time that a body may take to arrive, and the answer to be taken.
    private static let bodyPatience = TimeSpan.seconds(30)
    /// How long the server reads and discards octets of a client that has its answer. If it closed immediately, the reset could
    /// destroy the answer before the client has read it.
    private static let lingering = TimeSpan.seconds(5)

    private let listeners: [ListeningSocket]
    private let mailbox: Mailbox
    private var connections: [Int: Connection] = [:]
    private var lastConnection = 0
    /// The port on which it listens.
    package let port: UInt16

    /// A server on 127.0.0.1, and on ::1 if the port is free there.
    ///
    /// - Parameter port: 0 for any port that is free.
    /// - Throws: ``NetworkError`` if it cannot listen, ``FileError`` if the program may open no more descriptors.
    package init(port: UInt16) throws {
        let first = try ListeningSocket(try Self.loopback("127.0.0.1", port))
        let second = try? ListeningSocket(try Self.loopback("::1", first.local.port))
        listeners = [first] + (second.map { [$0] } ?? [])
        self.port = first.local.port
        mailbox = try Mailbox()
    }

    private static func loopback(_ host: String, _ port: UInt16) throws(NetworkError) -> InternetAddress {
        guard let address = try InternetAddress.resolve(host, port: port).first else {
            throw .unknownHost(host, why: .noAddress)
        }
        return address
    }

    /// Serves until `stop` is raised.
    package mutating func run(_ application: some WebApplication, until stop: borrowing StopSignal) {
        serve(application, until: stop.descriptor)
    }

    /// Serves until `stop` can be read.
    mutating func serve(_ application: some WebApplication, until stop: Int32) {
        while true {
            let now = WallClock.microseconds
            expire(at: now, application)
            let waiting = connections.sorted { $0.key < $1.key }
            var polled =
                [stop, mailbox.reader].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                + listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
                + waiting.map { pollfd(fd: $0.value.socket.descriptor, events: $0.value.interest, revents: 0) }
            let nearest = connections.values.compactMap(\.deadline).min()
            let pause = nearest.map { Int32(clamping: max(0, ($0 - now) / 1_000 + 1)) } ?? -1
            _ = poll(&polled, nfds_t(polled.count), pause)
            if polled[0].revents != 0 { return }
            if polled[1].revents != 0 {
                for (id, response) in mailbox.open() { connections[id]?.answer(response, at: WallClock.microseconds) }
            }
            for (index, listener) in listeners.enumerated() where polled[2 + index].revents != 0 {
                accept(from: listener)
            }
            for (index, entry) in waiting.enumerated() where polled[2 + listeners.count + index].revents != 0 {
                advance(entry.key, application)
            }
        }
    }

    private mutating func accept(from listener: ListeningSocket) {
        guard case .connection(let socket) = listener.accept() else { return }
        if connections.count >= Self.mostConnections {
            // A connection that has its answer is closed first, then one whose request is not whole; among equals the oldest.
            let places = connections.compactMap { id, connection in connection.rank.map { ($0, id) } }
            guard let (_, oldest) = places.min(by: <) else { return }
            connections[oldest] = nil
        }
        lastConnection += 1
        connections[lastConnection] = Connection(
            socket: socket, deadline: WallClock.microseconds + Self.headPatience.microseconds)
    }

    private mutating func expire(at now: Int64, _ application: some WebApplication) {
        for (id, connection) in connections where connection.deadline.map({ $0 <= now }) == true {
            guard connection.isReading, !connection.reader.isEmpty else {
                connections[id] = nil
                continue
            }
            let problem = HTTPRequestHead.Problem(kind: .late, message: "The request did not arrive in time.")
            connections[id]?.answer(application.answer(to: problem), at: now)
        }
    }

    private mutating func advance(_ id: Int, _ application: some WebApplication) {
        guard var connection = connections.removeValue(forKey: id) else { return }
        let now = WallClock.microseconds
        let isAlive: Bool
        switch connection.phase {
        case .reading: isAlive = read(&connection, id: id, application, at: now)
        case .writing: isAlive = connection.write(at: now)
        case .lingering: isAlive = connection.drain()
        case .computing:
            // A client that has closed its side does not wait for the answer. Further octets of a client are discarded: each
            // connection has one request.
            isAlive = connection.drain()
            if !isAlive { connection.computation?.cancel() }
        }
        if isAlive { connections[id] = connection }
    }

    /// Reads what has arrived of a request, and has it answered once it is whole. False if the connection is over.
    private func read(
        _ connection: inout Connection, id: Int, _ application: some WebApplication, at now: Int64
    ) -> Bool {
        guard case .octets(let octets) = connection.socket.receive(most: 1 << 16) else { return false }
        let hadHead = connection.reader.head != nil
        do throws(HTTPRequestHead.Problem) {
            try connection.reader.append(octets)
        } catch {
            connection.answer(application.answer(to: error), at: now)
            return true
        }
        if !hadHead, let head = connection.reader.head {
            connection.isHead = head.method == "HEAD"
            if let refusal = application.refusal(of: head, port: port) {
                connection.answer(refusal, at: now)
                return true
            }
            connection.deadline = now + Self.bodyPatience.microseconds
            // A client may wait for the permission to send its body (RFC 9110 section 10.1.1).
            if connection.reader.request == nil,
                head.values(of: "expect").contains(where: { $0.lowercased() == "100-continue" })
            {
                _ = connection.socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
            }
        }
        guard let request = connection.reader.request else { return true }
        switch application.answer(to: request) {
        case .now(let response): connection.answer(response, at: now)
        case .later(let compute):
            connection.phase = .computing
            connection.deadline = nil
            let mailbox = mailbox
            connection.computation = Task.detached { mailbox.put(await compute(), for: id) }
        }
        return true
    }

    /// One client.
    private struct Connection {
        enum Phase { case reading, computing, writing, lingering }

        let socket: StreamSocket
        var reader = HTTPRequestReader()
        var phase = Phase.reading
        var isHead = false
        /// The task that computes the answer.
        var computation: Task<Void, Never>?
        /// When the connection is given up, in microseconds since 1970; nil while the server computes.
        var deadline: Int64?
        private var output: ArraySlice<UInt8> = []

        init(socket: StreamSocket, deadline: Int64) {
            self.socket = socket
            self.deadline = deadline
        }

        var isReading: Bool { phase == .reading }

        /// The rank of a connection that may be closed to make room: the smallest is closed first. Nil for a connection that must stay,
        /// because its request is whole and its answer is not sent yet.
        var rank: Int? {
            switch phase {
            case .lingering: 0
            case .reading: reader.head == nil ? 1 : 2
            case .computing, .writing: nil
            }
        }

        /// The events that poll(2) waits for.
        var interest: Int16 {
            switch phase {
            case .reading, .lingering, .computing: Int16(POLLIN)
            case .writing: Int16(POLLOUT)
            }
        }

        mutating func answer(_ response: HTTPResponse, at now: Int64) {
            output = response.octets(isHead: isHead)[...]
            reader = HTTPRequestReader()
            phase = .writing
            deadline = now + WebServer.bodyPatience.microseconds
        }

        /// Sends as many octets as the socket has room for; false if the connection is broken.
        mutating func write(at now: Int64) -> Bool {
            guard let count = socket.send(output) else { return false }
            output = output.dropFirst(count)
            guard output.isEmpty else { return true }
            socket.endSending()
            phase = .lingering
            deadline = now + WebServer.lingering.microseconds
            return true
        }

        /// Discards octets that the client sends behind its request; false if the client has ended its stream.
        func drain() -> Bool {
            switch socket.receive(most: 1 << 16) {
            case .octets, .nothing: true
            case .end, .broken: false
            }
        }
    }
}

/// The answers that tasks have computed, for the thread that sends them.
private final class Mailbox: Sendable {
    /// The numbers of connections, and their answers.
    private let answers = Mutex<[(Int, HTTPResponse)]>([])
    /// A descriptor that becomes readable when there is an answer.
    let reader: Int32
    private let writer: Int32

    init() throws(FileError) { (reader, writer) = try OperatingSystem.pipe() }

    deinit {
        close(reader)
        close(writer)
    }

    func put(_ response: HTTPResponse, for id: Int) {
        answers.withLock { $0.append((id, response)) }
        var octet: UInt8 = 0
        _ = write(writer, &octet, 1)
    }

    func open() -> [(Int, HTTPResponse)] {
        var octets = [UInt8](repeating: 0, count: 64)
        _ = read(reader, &octets, octets.count)
        return answers.withLock { all in
            defer { all = [] }
            return all
        }
    }
}
