import TCPHost
import TCPSim

/// A client that opens one connection, sends what it has and receives until the end of the stream.
package struct TCPClient: TCPUser {
    private let remote: Socket
    /// Whether to close only after the other side has closed, and not as soon as everything is sent.
    private let closesLast: Bool

    /// How the connection has ended, if it has.
    package private(set) var tally = ConnectionTally()
    private var received: [UInt8] = []
    private let output: ([UInt8]) throws -> Void
    private var pending: ArraySlice<UInt8>
    private var hasOpened = false
    private var hasClosed = false
    private var hasEnded = false

    private static let socket = 1
    private static let chunk = 65_536

    /// A client of `remote` that sends `octets` and hands what it receives to `output`.
    ///
    /// - Parameters:
    ///   - closesLast: whether to close only after the other side has closed, and not as soon as everything is sent.
    ///   - output: takes the octets that are received. What it throws ends the run.
    package init(
        to remote: Socket, sending octets: [UInt8], closesLast: Bool, output: @escaping ([UInt8]) throws -> Void
    ) {
        self.output = output
        self.remote = remote
        self.closesLast = closesLast
        pending = octets[...]
    }

    /// Opens the connection in the first call. Reads and writes as much as is possible without waiting.
    ///
    /// - Throws: ``SocketError`` if the connection cannot be opened, and what the output throws. An error of the open connection is
    ///   not thrown: it is counted in ``tally``.
    package mutating func act(on host: inout Host) throws {
        if !hasOpened {
            hasOpened = true
            try host.connect(Self.socket, port: 0, to: remote)
        }
        guard !hasEnded || !hasClosed else { return }
        do throws(SocketError) {
            try receive(on: &host)
            try send(on: &host)
        } catch .wouldBlock {
            // The send buffer is full.
        } catch {
            tally.fail(error)
            (hasEnded, hasClosed) = (true, true)
            try? host.close(Self.socket)
        }
        if !received.isEmpty {
            try output(received)
            received.removeAll(keepingCapacity: true)
        }
        guard hasEnded, hasClosed, tally.count == 0 else { return }
        tally.orderly += 1
        try host.close(Self.socket)
    }

    private mutating func receive(on host: inout Host) throws(SocketError) {
        while !hasEnded {
            let octets: [UInt8]
            do throws(SocketError) {
                octets = try host.read(Self.socket, Self.chunk)
            } catch .wouldBlock {
                return
            }
            tally.received += octets.count
            received += octets
            hasEnded = octets.isEmpty
        }
    }

    private mutating func send(on host: inout Host) throws(SocketError) {
        // CLOSE in SYN-SENT would give the connection up, with all that is queued (RFC 9293 3.10.4).
        guard let state = host.connection(at: Self.socket)?.state, state != .synSent, state != .synReceived else {
            return
        }
        while !pending.isEmpty {
            let count = try host.write(Self.socket, Array(pending.prefix(Self.chunk)))
            tally.sent += count
            pending = pending.dropFirst(count)
        }
        guard !hasClosed, hasEnded || !closesLast else { return }
        hasClosed = true
        try host.shutdown(Self.socket)
    }

    /// Aborts the connection, and whatever else is open on `host`.
    package mutating func stop(on host: inout Host) {
        try? host.abort(Self.socket)
        host.abortAll()
    }

    /// Whether the connection was opened and `host` has no connection any more: TIME-WAIT is also over.
    package func isDone(_ host: Host) -> Bool { hasOpened && host.connections.isEmpty }
}
