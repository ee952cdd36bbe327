import TCPHost
import TCPSim
import Trace

/// The service of a server on a connection.
package enum TCPService: String, Sendable {
    /// Sends back what it receives (RFC 862).
    case echo
    /// Receives and discards (RFC 863).
    case discard
    /// Answers with ``ConnectionPage``.
    case http
}

/// A server on several ports that serves many connections at once.
package struct TCPServer: TCPUser {
    /// A connection being served.
    private struct Session {
        let socket: Int
        let service: TCPService
        /// The octets that wait to be sent: those that were received and are sent back, or the answer.
        var pending: ArraySlice<UInt8> = []
        var request = RequestHead()
        var hasAnswered = false
    }

    private let ports: [(service: TCPService, port: UInt16)]
    private let limit: Int
    private let quota: Int?
    /// The language of the page.
    private let language: Language

    /// How the connections have ended so far.
    package private(set) var tally = ConnectionTally()
    private var sessions: [Session] = []
    private var isListening = false
    private var nextSocket = 1_000

    /// The most octets of one read.
    private static let chunk = 65_536
    /// The most connections that wait on a port.
    private static let backlog = 128

    /// A server that has not begun to listen.
    ///
    /// - Parameters:
    ///   - ports: the ports, and the service on each.
    ///   - limit: the most connections that are served at once. Further connections wait.
    ///   - quota: after how many connections the server ends; nil for no end.
    ///   - language: the language of the page.
    package init(
        ports: [(service: TCPService, port: UInt16)], limit: Int, quota: Int?, in language: Language = .english
    ) {
        self.language = language
        self.ports = ports
        self.limit = limit
        self.quota = quota
    }

    /// Begins to listen in the first call. Accepts connections up to the limit, and serves each as far as is possible without waiting.
    ///
    /// - Throws: ``SocketError`` if a port cannot be listened on. An error of one connection ends only that connection, and is counted
    ///   in ``tally``.
    package mutating func act(on host: inout Host) throws {
        if !isListening {
            isListening = true
            for (number, entry) in ports.enumerated() {
                try host.listen(number, port: entry.port, backlog: Self.backlog)
            }
        }
        for (number, entry) in ports.enumerated() {
            while sessions.count < limit, (try? host.accept(number, as: nextSocket)) != nil {
                sessions.append(Session(socket: nextSocket, service: entry.service))
                nextSocket += 1
            }
        }
        var going: [Session] = []
        for var session in sessions {
            do throws(SocketError) {
                if try serve(&session, on: &host) {
                    going.append(session)
                } else {
                    tally.orderly += 1
                    try? host.close(session.socket)
                }
            } catch .wouldBlock {
                going.append(session)
            } catch {
                tally.fail(error)
                try? host.close(session.socket)
            }
        }
        sessions = going
    }

    /// Aborts every connection and closes every port.
    package mutating func stop(on host: inout Host) {
        for session in sessions { try? host.abort(session.socket) }
        for number in ports.indices { try? host.abort(number) }
        host.abortAll()
    }

    /// Whether the quota of connections is served and no connection is left. Without a quota it is never true.
    package func isDone(_ host: Host) -> Bool {
        guard let quota else { return false }
        return tally.count >= quota && sessions.isEmpty && host.connections.isEmpty
    }

    /// Serves a connection as far as is possible now.
    ///
    /// - Returns: false if the service is complete.
    /// - Throws: ``SocketError/wouldBlock`` if the connection has to wait, another ``SocketError`` if it has failed.
    private mutating func serve(_ session: inout Session, on host: inout Host) throws(SocketError) -> Bool {
        switch session.service {
        case .echo: return try echo(&session, on: &host)
        case .discard:
            while try !read(session, on: &host).isEmpty {}
            return false
        case .http: return try page(&session, on: &host)
        }
    }

    private mutating func echo(_ session: inout Session, on host: inout Host) throws(SocketError) -> Bool {
        while true {
            // The next octets are read only when all earlier ones are sent back. So a client that does not read is not read from.
            try send(&session, on: &host)
            let octets = try read(session, on: &host)
            if octets.isEmpty { return false }
            session.pending = octets[...]
        }
    }

    private mutating func page(_ session: inout Session, on host: inout Host) throws(SocketError) -> Bool {
        while !session.hasAnswered {
            let octets = try read(session, on: &host)
            session.request.append(octets)
            guard octets.isEmpty || session.request.progress != .unfinished else { continue }
            guard let connection = host.connection(at: session.socket) else { return false }
            session.pending = ConnectionPage.answer(to: session.request, over: connection, in: language)[...]
            session.hasAnswered = true
        }
        if !session.pending.isEmpty {
            try send(&session, on: &host)
            // In HTTP/1.0 the end of the stream is the end of the page, so the server closes first.
            try host.shutdown(session.socket)
        }
        while try !read(session, on: &host).isEmpty {}
        return false
    }

    private mutating func read(_ session: Session, on host: inout Host) throws(SocketError) -> [UInt8] {
        let octets = try host.read(session.socket, Self.chunk)
        tally.received += octets.count
        return octets
    }

    /// Sends the octets that wait.
    ///
    /// - Throws: ``SocketError/wouldBlock`` if not all of them fit into the send buffer.
    private mutating func send(_ session: inout Session, on host: inout Host) throws(SocketError) {
        while !session.pending.isEmpty {
            let count = try host.write(session.socket, Array(session.pending))
            tally.sent += count
            session.pending = session.pending.dropFirst(count)
        }
    }
}
