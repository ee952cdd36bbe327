import PKI
import TLSSim
import Trace

/// An observation of a run of ``LiveTLS``. Connections are numbered from 1.
package enum TLSSight: Sendable {
    /// A connection is open.
    case opened(Int, local: Endpoint, remote: Endpoint)
    /// An endpoint has taken a step. `received` are the octets from the peer that caused the step, if any did. The outputs are what the
    /// endpoint wants done.
    case stepped(Int, received: [UInt8], [Output])
    /// A connection has ended. The other side has not acknowledged so many octets of data. The figures are those of our TCP; nil if TCP is
    /// the operating system's.
    case ended(Int, TLSEnding, untaken: Int, TCPFigures?)
}

/// The limits on the time, the octets and the memory that a peer may take.
package struct TLSLimits: Hashable, Sendable {
    /// The time for the handshake, from the beginning of the connection.
    package var handshake = TimeSpan.seconds(10)
    /// The time in which the peer must take at least one of the octets that wait to be sent.
    package var idle = TimeSpan.seconds(30)
    /// The time for the peer's close_notify, or the end of its stream, after we have sent close_notify.
    package var closing = TimeSpan.seconds(2)
    /// The time for the first step of a connection while others wait for room. It is short: the first flight of an honest client is on
    /// the way when its connection is accepted.
    package var grace = TimeSpan.milliseconds(200)
    /// The time for each further step while others wait for room: a flight of the handshake, a whole request. A step takes a round trip,
    /// which is more than half a second over a satellite.
    package var nextGrace = TimeSpan.seconds(1)
    /// The most octets from the peer before the handshake is complete. A certificate list alone may have 2^24 - 1, but no client in use
    /// sends that many.
    package var handshakeOctets = 1 << 18
    /// The most octets from the peer in all.
    package var octets = 1 << 32
    /// The most octets that wait to be sent. While there are more, nothing is read. Nil for no limit.
    package var unsent: Int? = 1 << 20
    /// The most connections at once.
    package var connections = 256
    /// The most octets of one read.
    package var reading = 1 << 16

    /// The limits of a careful server.
    package init() {}
}

/// The register of early data that all connections of a server share.
final class ReplayMemory {
    var register: TLS13.ReplayRegister

    init(_ register: TLS13.ReplayRegister) { self.register = register }
}

/// TLS in real time: the machines of the simulator, with real sockets or our TCP below them.
///
/// It is a loop on one thread, which serves all connections. No connection can make the others wait, and ``TLSLimits`` bound the time
/// and the memory that a peer may take.
package struct LiveTLS<Application: TLSApplication>: ~Copyable {
    private let carrier: any Carrier
    private let limits: TLSLimits
    private let replays: ReplayMemory?
    private var links: [TLSLink<Application>] = []
    /// How many connections there have been.
    private var count = 0
    /// Closed connections on which TCP still works.
    private var leaving: [Ended] = []
    /// When the run tries to accept again, after the system had no descriptor left; nil if it need not wait.
    private var pause: Instant?

    /// The end of a connection.
    private struct Ended {
        let number: Int
        let ending: TLSEnding
        /// How many octets of data the other side has not acknowledged.
        let untaken: Int
        /// When the connection was closed.
        let since: Instant

        /// The observation of the end.
        func sight(_ figures: TCPFigures?) -> TLSSight { .ended(number, ending, untaken: untaken, figures) }
    }

    /// The transport below TLS.
    package enum Transport {
        /// The operating system's TCP: a port on which a server listens.
        case sockets(ListeningSocket)
        /// The operating system's TCP: the connection of a client.
        case socket(StreamSocket)
        /// Our TCP: a port on which it listens, or its connection.
        case device(TCPCarrier)
    }

    /// A server on `transport`.
    ///
    /// - Parameter replays: the register of early data that has been accepted; nil for a server that accepts none.
    package init(on transport: Transport, limits: TLSLimits, replays: TLS13.ReplayRegister? = nil) {
        self.replays = replays.map { ReplayMemory($0) }
        self.limits = limits
        carrier =
            switch transport {
            case .sockets(let listener): SocketCarrier(listener)
            case .socket: SocketCarrier(nil)
            case .device(let carrier): carrier
            }
    }

    /// A client on an open connection.
    package init(
        on transport: Transport, endpoint: TLSEndpoint, application: Application, limits: TLSLimits
    ) {
        self.init(on: transport, limits: limits)
        let stream: (any OctetStream)? =
            switch transport {
            case .socket(let socket): socket
            case .device(let carrier): carrier.stream
            case .sockets: nil
            }
        guard let stream else { return }
        count = 1
        links = [
            TLSLink(
                number: 1, stream: stream, endpoint: endpoint, application: application, limits: limits, at: now)
        ]
    }

    private var now: Instant { carrier.stopwatch.now }

    /// Runs a client until its connection has ended.
    ///
    /// - Parameters:
    ///   - judge: judges the chain of the other side.
    ///   - watch: is called with every observation, and the time since the start. Its last observation is the end of the connection.
    /// - Throws: what the application or `watch` throws, and ``TUNError`` if the device fails.
    package mutating func run(
        until stop: borrowing StopSignal, judge: @escaping (Role, [[UInt8]]) async -> Verdict,
        watch: @escaping (TLSSight, Instant) throws -> Void
    ) async throws {
        for index in links.indices {
            try open(index, watch)
            try await links[index].start(context(judge, watch), at: now)
        }
        try await serve(until: stop, judge, watch) { nil }
    }

    /// Serves until `stop` is raised.
    ///
    /// - Parameters:
    ///   - accept: makes an endpoint and an application for a new connection.
    ///   - judge: judges the chain of the other side.
    ///   - watch: is called with every observation, and the time since the start.
    /// - Throws: what an application or `watch` throws, and ``TUNError`` if the device fails. An error of one connection ends only that
    ///   connection.
    package mutating func run(
        until stop: borrowing StopSignal, accept: () -> (TLSEndpoint, Application),
        judge: @escaping (Role, [[UInt8]]) async -> Verdict, watch: @escaping (TLSSight, Instant) throws -> Void
    ) async throws {
        try await serve(until: stop, judge, watch) { accept() }
    }

    private mutating func serve(
        until stop: borrowing StopSignal, _ judge: @escaping (Role, [[UInt8]]) async -> Verdict,
        _ watch: @escaping (TLSSight, Instant) throws -> Void, accept: () -> (TLSEndpoint, Application)?
    ) async throws {
        let context = context(judge, watch)
        var ready: Set<Int> = []
        do {
            while !stop.isRaised {
                for index in links.indices {
                    if ready.contains(links[index].number) {
                        // A round may be hundreds of handshakes. The end of the program does not wait for them.
                        guard !stop.isRaised else { break }
                        try await links[index].serve(context, at: now)
                    }
                    try await links[index].tick(context, at: now)
                }
                try removeEnded(watch)
                try admit(accept, watch)
                if !carrier.isListening, links.isEmpty, leaving.isEmpty, carrier.isIdle {
                    return try carrier.conclude()
                }
                ready = try wait(until: stop)
            }
            for index in links.indices { try await links[index].stop(context, at: now) }
            try carrier.drain(within: .seconds(1)) { for index in links.indices { links[index].finish() } }
        } catch let error as TUNError {
            // The ends of all connections are reported before the run ends with the error of the device.
            let now = now
            let ended = links.map {
                Ended(number: $0.number, ending: $0.ending ?? .broken(0), untaken: $0.untaken, since: now)
            }
            for end in ended + leaving { try watch(end.sight(carrier.figures(of: end.number)), now) }
            try carrier.conclude()
            throw error
        }
        leaving += removed()
        for end in leaving { try watch(end.sight(carrier.figures(of: end.number)), now) }
        try carrier.conclude()
    }

    /// The context of the links. An observation has the time at which it is made.
    private func context(
        _ judge: @escaping (Role, [[UInt8]]) async -> Verdict,
        _ watch: @escaping (TLSSight, Instant) throws -> Void
    ) -> TLSLink<Application>.Context {
        let stopwatch = carrier.stopwatch
        return TLSLink<Application>.Context(
            judge: judge, watch: { sight in try watch(sight, stopwatch.now) }, replays: replays)
    }

    private func open(_ index: Int, _ watch: (TLSSight, Instant) throws -> Void) throws {
        let link = links[index]
        // A connection that is reset already has no remote address any more. The first read will report the reset.
        guard let local = link.stream.localEnd else { return }
        try watch(.opened(link.number, local: local, remote: link.stream.remoteEnd ?? local), now)
    }

    /// Accepts connections while there is room, or room can be made.
    private mutating func admit(
        _ accept: () -> (TLSEndpoint, Application)?, _ watch: (TLSSight, Instant) throws -> Void
    ) throws {
        guard carrier.isListening, pause.map({ $0 <= now }) ?? true else { return }
        pause = nil
        for _ in 0..<limits.connections {
            if isFull {
                guard carrier.hasWaitingConnection, try makeRoom(watch) else { return }
            }
            switch carrier.accept() {
            case .nothing: return
            case .exhausted: return pause = now + .milliseconds(100)
            case .connection(let stream):
                guard let (endpoint, application) = accept() else { return }
                count += 1
                links.append(
                    TLSLink(
                        number: count, stream: stream, endpoint: endpoint, application: application, limits: limits,
                        at: now))
                try open(links.count - 1, watch)
            }
        }
    }

    /// Whether there is no room for another connection: the number of connections is at its limit, or the last descriptor is in use.
    private var isFull: Bool { links.count >= limits.connections || !carrier.replenish() }

    /// Closes connections until there is room for another, in the order of ``LinkStanding``.
    ///
    /// - Returns: whether there is room. There may be none, because no connection may be closed yet.
    private mutating func makeRoom(_ watch: (TLSSight, Instant) throws -> Void) throws -> Bool {
        // If TCP only lacks room because it still works on closed connections, no open connection is closed for that.
        while links.count >= limits.connections || leaving.isEmpty && isFull {
            let now = now
            let unread = unread
            let standings = links.map { $0.standing(hasUnread: unread.contains($0.number)) }
            guard let victim = LinkStanding.first(toGoOf: standings, at: now) else { return false }
            let end = Ended(
                number: links[victim].number, ending: links[victim].ending ?? .gaveUp(.crowded),
                untaken: links[victim].untaken, since: now)
            if end.ending.isAbrupt { links[victim].stream.abort() }
            links.remove(at: victim)
            leaving.append(end)
            try tellEnds(watch)
        }
        return !isFull
    }

    /// The numbers of the connections from which there is something to read.
    private var unread: Set<Int> {
        carrier.ready(links.map { LinkWish(number: $0.number, stream: $0.stream, wants: (input: true, output: false)) })
    }

    private mutating func removeEnded(_ watch: (TLSSight, Instant) throws -> Void) throws {
        leaving += removed()
        try tellEnds(watch)
    }

    /// Removes the connections that have ended. Their sockets are closed before the ends are reported, because a file that is written
    /// about them needs a descriptor.
    private mutating func removed() -> [Ended] {
        var ended: [Ended] = []
        for link in links {
            guard let ending = link.ending else { continue }
            if ending.isAbrupt { link.stream.abort() }
            ended.append(Ended(number: link.number, ending: ending, untaken: link.untaken, since: now))
        }
        if !ended.isEmpty { links.removeAll { $0.ending != nil } }
        return ended
    }

    /// Reports the ends of closed connections with which TCP has finished. TCP gets as much time as a peer that takes nothing, and at most
    /// as many closed connections are kept for it as there may be open ones.
    private mutating func tellEnds(_ watch: (TLSSight, Instant) throws -> Void) throws {
        guard !leaving.isEmpty else { return }
        let late = now
        for (place, end) in leaving.enumerated()
        where late - end.since >= limits.idle || leaving.count - place > limits.connections {
            try carrier.drop(end.number)
        }
        let gone = leaving.filter { !carrier.isLeaving($0.number) }
        leaving.removeAll { !carrier.isLeaving($0.number) }
        for end in gone { try watch(end.sight(carrier.figures(of: end.number)), now) }
    }

    /// Waits until something can be done.
    ///
    /// - Returns: the numbers of the connections that have something to read or room to write.
    private func wait(until stop: borrowing StopSignal) throws -> Set<Int> {
        let moment = now
        var deadlines = links.map(\.deadline) + leaving.map { $0.since + limits.idle }
        if let pause { deadlines.append(pause) }
        var awaitsConnections = false
        if carrier.isListening, pause == nil {
            // If there is no room, there will be some when the first of the connections may be closed. If there are no connections, another
            // program may release descriptors.
            let room =
                isFull
                ? links.map { $0.standing(hasUnread: false).isExpendableFrom }.min() ?? moment + .milliseconds(100)
                : moment
            if room > moment { deadlines.append(room) }
            awaitsConnections = room <= moment
        }
        let wishes = links.map { link in
            LinkWish(
                number: link.number, stream: link.stream, wants: (input: link.wantsInput, output: link.hasUnsent))
        }
        return try carrier.wait(
            for: wishes, orConnections: awaitsConnections, span: deadlines.min().map { $0 - moment }, until: stop)
    }
}
