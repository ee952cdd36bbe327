import TCPHost
import TCPSim
import Trace

/// Connections of our TCP on a network device.
///
/// ``LiveTCP`` drives the TCP. Each request of TLS is a call on the host. It is settled immediately: segments leave before anything
/// else is done.
package final class TCPCarrier: Carrier {
    /// An observation of our TCP.
    package typealias Sight = LiveTCP.Sight

    /// The clock of the run.
    package let stopwatch: Stopwatch
    /// Is called with every observation, and the time since the start.
    package var watch: (Sight, Instant) throws -> Void = { _, _ in }
    /// Is called before each wait, when everything has been done.
    package var rest: (Instant) throws -> Void = { _ in }
    /// The connection of a client, from its opening to the first wait: its link takes it in between.
    private(set) var stream: TCPStream?
    private(set) var isListening = false

    private var live: LiveTCP
    /// The most open connections.
    private let limit: Int
    let address: IPv4Address
    /// How many connections there have been. It is also the number of the last connection, and of its socket.
    private var count = 0
    /// The routes of the connections whose end has not been reported, by their numbers.
    private var numbers: [Int: Route] = [:]
    /// The figures of connections.
    private var counted: [Route: TCPFigures] = [:]
    /// The error of a call that cannot throw. It is thrown when the run waits next.
    private var failure: (any Error)?

    /// The number of the listening socket.
    private static let port = 0
    /// The most connections that wait to be accepted.
    private static let backlog = 512

    /// Attaches `host` to a device by way of a wire. At most `limit` connections are open at once.
    package init(
        _ host: Host, on device: consuming TUNDevice, by wire: FaultyWire, limit: Int, stopwatch: Stopwatch
    ) {
        live = LiveTCP(host, on: device, by: wire, stopwatch: stopwatch)
        address = host.settings.local
        self.limit = limit
        self.stopwatch = stopwatch
    }

    // MARK: Opening

    /// Listens on a port; 0 for any port.
    ///
    /// - Returns: the address and the port.
    /// - Throws: ``SocketError`` if the port is in use.
    package func listen(on port: UInt16) throws -> Endpoint {
        let port = port == 0 ? UInt16.random(in: 49_152...65_535) : port
        try live.host.listen(Self.port, port: port, backlog: Self.backlog)
        isListening = true
        return Socket(address, port).endpoint
    }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - name: the name of the host and port in an error.
    ///   - span: the time that the other side has to answer.
    /// - Throws: ``NetworkError`` if there is no connection, ``TUNError`` if the device fails, and what ``watch`` and ``rest`` throw.
    package func connect(
        to remote: Socket, name: String, within span: TimeSpan, until stop: borrowing StopSignal
    ) throws {
        count = 1
        live.host.advance(to: stopwatch.now)
        do throws(SocketError) {
            try live.host.connect(count, port: 0, to: remote)
        } catch {
            throw NetworkError.cannotConnect(name, code: error.code)
        }
        numbers[count] = live.host.route(of: count)
        let stream = TCPStream(count, self)
        let end = stopwatch.now + span
        while live.host.state(of: count) == .synSent || live.host.state(of: count) == .synReceived {
            try settle()
            guard !stop.isRaised, stopwatch.now < end else {
                try? live.host.abort(count)
                try settle()
                throw stop.isRaised ? NetworkError.interrupted : .connectingTakesTooLong(name)
            }
            try rest(stopwatch.now)
            live.wait(for: end - stopwatch.now, orUntil: stop.descriptor)
            try live.exchange(see, batch: batch)
        }
        if let error = live.host.takeError(count) {
            try rest(stopwatch.now)
            throw NetworkError.cannotConnect(name, code: error.code)
        }
        self.stream = stream
    }

    /// Reports the beginning and the end of a connection that has failed, with the figures of TCP.
    package func tell(of failure: NetworkError, to watch: (TLSSight, Instant) throws -> Void) rethrows {
        guard let route = numbers[count] else { return }
        let now = stopwatch.now
        let ending: TLSEnding =
            switch failure {
            case .cannotConnect(_, let code): .broken(code)
            case .interrupted: .stopped
            case .unknownHost, .connectingTakesTooLong, .cannotListen: .gaveUp(.slowHandshake)
            }
        try watch(.opened(count, local: route.local.endpoint, remote: route.remote.endpoint), now)
        try watch(.ended(count, ending, untaken: 0, figures(of: count)), now)
    }

    // MARK: A carrier

    var hasWaitingConnection: Bool { live.host.hasConnectionToAccept(Self.port) }

    func accept() -> Acceptance<any OctetStream> {
        guard isListening, (try? live.host.accept(Self.port, as: count + 1)) != nil else { return .nothing }
        count += 1
        numbers[count] = live.host.route(of: count)
        return .connection(TCPStream(count, self))
    }

    func replenish() -> Bool { numbers.count < limit || numbers.keys.count { !hasLeft($0) } < limit }

    func ready(_ wishes: [LinkWish]) -> Set<Int> {
        var numbers: Set<Int> = []
        for wish in wishes
        where wish.wants.input && live.host.isReadable(wish.number)
            || wish.wants.output && live.host.writableCount(wish.number) > 0
        { numbers.insert(wish.number) }
        return numbers
    }

    func wait(
        for wishes: [LinkWish], orConnections: Bool, span: TimeSpan?, until stop: borrowing StopSignal
    ) throws -> Set<Int> {
        stream = nil
        try settle()
        try rest(stopwatch.now)
        // A timer that has expired just now may have ended the last connection; then there is nothing to wait for.
        let isBusy =
            orConnections && hasWaitingConnection || !ready(wishes).isEmpty || !isListening && wishes.isEmpty && isIdle
        live.wait(for: isBusy ? .seconds(0) : span, orUntil: stop.descriptor)
        try live.exchange(see, batch: batch)
        return ready(wishes)
    }

    var isIdle: Bool { live.host.connections.isEmpty && live.isClear }

    func isLeaving(_ number: Int) -> Bool { !hasLeft(number) }

    private func hasLeft(_ number: Int) -> Bool { numbers[number].flatMap { counted[$0] }?.isOver ?? true }

    func drop(_ number: Int) throws {
        guard let route = numbers[number] else { return }
        live.host.abort(route)
        try settle()
    }

    func conclude() throws { try rest(stopwatch.now) }

    func figures(of number: Int) -> TCPFigures? {
        numbers.removeValue(forKey: number).flatMap { counted.removeValue(forKey: $0) }
    }

    func drain(within span: TimeSpan, meanwhile: () -> Void) throws {
        live.host.stopListening(Self.port)
        let end = stopwatch.now + span
        while true {
            meanwhile()
            // Octets that still arrive are read and discarded: if they stayed unread, our end would become a reset.
            for number in numbers.keys {
                while let octets = try? live.host.read(number, 1 << 16), !octets.isEmpty {}
            }
            try settle()
            let now = stopwatch.now
            guard now < end, numbers.keys.contains(where: { !hasLeft($0) }) || !live.isClear else { break }
            live.wait(for: end - now)
            try live.exchange(see, batch: batch)
        }
        let figures = counted
        live.host.abortAll()
        try settle()
        // The resets of the last connections belong to the end of the program. The figures do not count them.
        counted = figures
    }

    // MARK: A stream's calls

    /// Reads from a connection; if `acknowledging`, an acknowledgment is sent immediately.
    fileprivate func read(_ number: Int, _ most: Int, acknowledging: Bool) throws -> [UInt8] {
        advance()
        let octets = try live.host.read(number, most)
        if acknowledging { live.host.acknowledge(number) }
        note(number)
        return octets
    }

    fileprivate func write(_ number: Int, _ octets: ArraySlice<UInt8>) throws(SocketError) -> Int {
        advance()
        let count = try live.host.write(number, Array(octets.prefix(live.host.writableCount(number))))
        note(number)
        return count
    }

    fileprivate func unacknowledged(_ number: Int) -> Int? { live.host.unacknowledgedCount(number) }

    /// A call whose error is ignored: it only says that the connection is gone already.
    fileprivate func call(_ number: Int, _ body: (inout Host, Int) throws -> Void) {
        advance()
        try? body(&live.host, number)
        note(number)
    }

    fileprivate func route(of number: Int) -> Route? { numbers[number] }

    /// The most datagrams that are read before TLS has its turn: one in a run that is told, so that its steps stand in order.
    private var batch: Int { live.host.settings.connection.tracing ? 1 : 64 }

    private func advance() { live.host.advance(to: stopwatch.now) }

    /// Settles a call, and measures the round-trip time. An error is thrown when the run waits next.
    private func note(_ number: Int) {
        if let route = numbers[number], let span = live.host.roundTrip(of: route) { counted[route]?.roundTrip = span }
        do { try live.settle(see) } catch { failure = failure ?? error }
    }

    private func settle() throws {
        if let failure {
            self.failure = nil
            throw failure
        }
        try live.settle(see)
    }

    // MARK: Counting

    private func see(_ sight: Sight, at now: Instant) throws {
        switch sight {
        case .passed(let datagram): pass(datagram)
        case .arrived(_, let read, let events): for (event, _) in events { take(event, upon: read?.segment) }
        case .happened(let events): for (event, _) in events { take(event, upon: nil) }
        case .stands, .lost: break
        }
        try watch(sight, now)
    }

    /// Counts a datagram that crosses the device, by the sockets that its octets name.
    private func pass(_ datagram: [UInt8]) {
        guard let (source, destination) = DatagramGlance(datagram)?.sockets else { return }
        if source.address == address {
            counted[Route(local: source, remote: destination)]?.segments.sent += 1
        } else {
            counted[Route(local: destination, remote: source)]?.segments.received += 1
        }
    }

    private func take(_ event: Host.Event, upon segment: Segment?) {
        guard let route = event.route else { return }
        if case .entered(let state, let from, let socket) = event.kind {
            switch state {
            case .synSent: counted[route] = TCPFigures()
            case .synReceived where from == .listen:
                counted[route] = TCPFigures()
                counted[route]?.segments.received = 1
            // The connection was never open, so its figures are not needed.
            case .closed, .listen:
                if from == .synReceived, socket == nil { counted[route] = nil }
            default: break
            }
        }
        counted[route]?.take(event.kind, upon: segment)
    }
}

/// A connection of our TCP.
final class TCPStream: OctetStream {
    private let number: Int
    private let carrier: TCPCarrier
    private(set) var breakage: Int32 = 0
    /// How often octets were read.
    private var reads = 0

    fileprivate init(_ number: Int, _ carrier: TCPCarrier) {
        self.number = number
        self.carrier = carrier
    }

    deinit { carrier.call(number) { try $0.close($1) } }

    var localEnd: Endpoint? { carrier.route(of: number)?.local.endpoint }
    var remoteEnd: Endpoint? { carrier.route(of: number)?.remote.endpoint }

    func receive(most: Int) -> Reception {
        do {
            // A handshake has long calculations, and a delayed acknowledgment would wait for them. The other side would take that for
            // a loss, and send again. Linux also acknowledges the first segments immediately.
            let octets = try carrier.read(number, most, acknowledging: reads < 16)
            reads += 1
            return octets.isEmpty ? breakage == 0 ? .end : .broken(breakage) : .octets(octets)
        } catch {
            return fail(error) ? .broken(breakage) : .nothing
        }
    }

    func send(_ octets: ArraySlice<UInt8>) -> Int? {
        do {
            return try carrier.write(number, octets)
        } catch {
            return fail(error) ? nil : 0
        }
    }

    var unacknowledged: Int? { carrier.unacknowledged(number) }
    func endSending() { carrier.call(number) { try $0.shutdown($1) } }
    func abort() { carrier.call(number) { try $0.abort($1) } }

    /// Whether a call has failed for good. TCP reports an error once, so the error is kept.
    private func fail(_ error: any Error) -> Bool {
        guard let error = error as? SocketError, error != .wouldBlock else { return false }
        if breakage == 0 { breakage = error.code }
        return true
    }
}

extension SocketError {
    /// The operating system's number (errno) for the error.
    var code: Int32 {
        switch self {
        case .wouldBlock: EAGAIN
        case .badSocket: EBADF
        case .invalid: EINVAL
        case .addressInUse: EADDRINUSE
        case .notConnected: ENOTCONN
        case .closedForSending: EPIPE
        case .connectionRefused: ECONNREFUSED
        case .connectionReset: ECONNRESET
        case .timedOut: ETIMEDOUT
        }
    }
}
