import PKI
import TLSSim
import Trace

/// What there is to see of a run of ``LiveTLS``. Connections are numbered from 1.
package enum TLSSight: Sendable {
    /// A connection is there.
    case opened(Int, local: Endpoint, remote: Endpoint)
    /// An endpoint has taken a step: the octets that have arrived for it, if it was they that brought it about, and what it
    /// wants done.
    case stepped(Int, received: [UInt8], [Output])
    /// A connection has ended; what our TCP has counted, where it is ours.
    case ended(Int, TLSEnding, TCPFigures?)
}

/// What a peer is given: time, octets, room.
package struct TLSLimits: Hashable, Sendable {
    /// For the handshake, from the connection on.
    package var handshake = TimeSpan.seconds(10)
    /// For taking something of what is sent.
    package var idle = TimeSpan.seconds(30)
    /// For its close_notify or the end of its stream after we have said ours.
    package var closing = TimeSpan.seconds(2)
    /// For the first step of a connection while others wait for room: its first flight is on the way when it is accepted.
    package var grace = TimeSpan.milliseconds(200)
    /// For each further step while others wait: a flight of its handshake, a whole request. It takes a round trip, which is more than
    /// half a second over a satellite.
    package var nextGrace = TimeSpan.seconds(1)
    /// Octets before the handshake is complete. A certificate list alone may have 2^24 - 1, but no client in use sends that many.
    package var handshakeOctets = 1 << 18
    /// Octets in all.
    package var octets = 1 << 32
    /// Octets that may wait to be sent before nothing more is read; nil for any number.
    package var unsent: Int? = 1 << 20
    /// Connections at once.
    package var connections = 256
    /// Octets read at once.
    package var reading = 1 << 16

    /// The limits of a careful server.
    package init() {}
}

/// The register that all connections of a server share.
final class ReplayMemory {
    var register: TLS13.ReplayRegister

    init(_ register: TLS13.ReplayRegister) { self.register = register }
}

/// TLS in real time: the machines of the simulator, with real sockets or our TCP below them.
///
/// A driver is a loop over actions. One thread serves all connections, none of which can make the others wait for it; what a
/// peer may take of time and room is limited.
package struct LiveTLS<Application: TLSApplication>: ~Copyable {
    private let carrier: any Carrier
    private let limits: TLSLimits
    private let replays: ReplayMemory?
    private var links: [TLSLink<Application>] = []
    private var count = 0
    /// Connections that are closed, of which our TCP is not yet done: how each has ended, and since when it is closed.
    private var leaving: [(number: Int, ending: TLSEnding, since: Instant)] = []
    /// When accepting is tried again after the system had no descriptor left.
    private var pause: Instant?

    /// What a server listens on, or what a client is connected by.
    package enum Ground {
        /// Sockets of the operating system.
        case sockets(ListeningSocket)
        /// A socket of the operating system.
        case socket(StreamSocket)
        /// Our TCP: on a port that it listens on, or on its connection.
        case device(TCPCarrier)
    }

    /// A server on `ground`.
    ///
    /// - Parameter replays: what its connections know of early data that has been taken; nil for a server that takes none.
    package init(on ground: Ground, limits: TLSLimits, replays: TLS13.ReplayRegister? = nil) {
        self.replays = replays.map { ReplayMemory($0) }
        self.limits = limits
        carrier =
            switch ground {
            case .sockets(let listener): SocketCarrier(listener)
            case .socket: SocketCarrier(nil)
            case .device(let carrier): carrier
            }
    }

    /// A client on a connection that is there.
    package init(
        on ground: Ground, endpoint: TLSEndpoint, application: Application, limits: TLSLimits
    ) {
        self.init(on: ground, limits: limits)
        let stream: (any OctetStream)? =
            switch ground {
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
    ///   - judge: answers about the chain of the other side.
    ///   - watch: is shown everything, with the time since the start.
    /// - Throws: what the application or `watch` throws. How the connection has ended is shown to `watch`.
    package mutating func run(
        until stop: borrowing StopSignal, judge: @escaping (Role, [[UInt8]]) async -> Verdict,
        watch: @escaping (TLSSight, Instant) throws -> Void
    ) async throws {
        for index in links.indices {
            try open(index, watch)
            try await links[index].start(company(judge, watch), at: now)
        }
        try await serve(until: stop, judge, watch) { nil }
    }

    /// Serves until `stop` is raised.
    ///
    /// - Parameters:
    ///   - accept: makes an endpoint and an application for a new connection.
    ///   - judge: answers about the chain of the other side.
    ///   - watch: is shown everything, with the time since the start.
    /// - Throws: what an application or `watch` throws. What goes wrong on one connection ends that connection alone.
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
        let company = company(judge, watch)
        var ready: Set<Int> = []
        do {
            while !stop.isRaised {
                for index in links.indices {
                    if ready.contains(links[index].number) {
                        // A round may be hundreds of handshakes. The end of the program does not wait for them.
                        guard !stop.isRaised else { break }
                        try await links[index].serve(company, at: now)
                    }
                    try await links[index].tick(company, at: now)
                }
                try removeEnded(watch)
                try admit(accept, watch)
                if !carrier.isListening, links.isEmpty, leaving.isEmpty, carrier.isIdle {
                    return try carrier.conclude()
                }
                ready = try wait(until: stop)
            }
            for index in links.indices { try await links[index].stop(company, at: now) }
            try carrier.drain(within: .seconds(1)) { for index in links.indices { links[index].finish() } }
        } catch let error as TUNError {
            // What there is of the connections is told before the run ends with the device.
            let ended = links.map { ($0.number, $0.ending ?? .broken(0)) } + leaving.map { ($0.number, $0.ending) }
            for (number, ending) in ended { try watch(.ended(number, ending, carrier.figures(of: number)), now) }
            try carrier.conclude()
            throw error
        }
        leaving += removed()
        for (number, ending, _) in leaving { try watch(.ended(number, ending, carrier.figures(of: number)), now) }
        try carrier.conclude()
    }

    /// What a link needs of others; the time is the time at which something is seen.
    private func company(
        _ judge: @escaping (Role, [[UInt8]]) async -> Verdict,
        _ watch: @escaping (TLSSight, Instant) throws -> Void
    ) -> TLSLink<Application>.Company {
        let stopwatch = carrier.stopwatch
        return TLSLink<Application>.Company(
            judge: judge, watch: { sight in try watch(sight, stopwatch.now) }, replays: replays)
    }

    private func open(_ index: Int, _ watch: (TLSSight, Instant) throws -> Void) throws {
        let link = links[index]
        // A connection that is reset already has no remote address any more; the first read will tell.
        guard let local = link.stream.localEnd else { return }
        try watch(.opened(link.number, local: local, remote: link.stream.remoteEnd ?? local), now)
    }

    /// Accepts connections, as far as there is room or some can be made.
    private mutating func admit(
        _ accept: () -> (TLSEndpoint, Application)?, _ watch: (TLSSight, Instant) throws -> Void
    ) throws {
        guard carrier.isListening, pause.map({ $0 <= now }) ?? true else { return }
        pause = nil
        for _ in 0..<limits.connections {
            if isFull {
                guard carrier.isKnockedAt, try makeRoom(watch) else { return }
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

    /// Whether there is room for no other connection: as many are there as may be, or the last descriptor is in use.
    private var isFull: Bool { links.count >= limits.connections || !carrier.replenish() }

    /// Gives up connections until there is room for another, in the order of ``LinkStanding``.
    ///
    /// - Returns: whether there is room. None of those that are there may be old enough.
    private mutating func makeRoom(_ watch: (TLSSight, Instant) throws -> Void) throws -> Bool {
        // Of what TCP still has to do for connections that are closed, the open ones are not to blame.
        while links.count >= limits.connections || leaving.isEmpty && isFull {
            let now = now
            let unread = unread
            let standings = links.map { $0.standing(hasUnread: unread.contains($0.number)) }
            guard let victim = LinkStanding.first(toGoOf: standings, at: now) else { return false }
            let end = (number: links[victim].number, ending: links[victim].ending ?? .gaveUp(.crowded), since: now)
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

    /// Takes out the connections that have ended. Their sockets are closed before they are told of: a file that is written about them
    /// needs a descriptor.
    private mutating func removed() -> [(number: Int, ending: TLSEnding, since: Instant)] {
        var ended: [(number: Int, ending: TLSEnding, since: Instant)] = []
        for link in links {
            guard let ending = link.ending else { continue }
            if ending.isAbrupt { link.stream.abort() }
            ended.append((link.number, ending, now))
        }
        if !ended.isEmpty { links.removeAll { $0.ending != nil } }
        return ended
    }

    /// Tells of the connections with which TCP is done, too. It is given no more time than a peer that takes nothing, and no more
    /// connections are kept for it than there may be.
    private mutating func tellEnds(_ watch: (TLSSight, Instant) throws -> Void) throws {
        guard !leaving.isEmpty else { return }
        let late = now
        for (place, end) in leaving.enumerated()
        where late - end.since >= limits.idle || leaving.count - place > limits.connections {
            try carrier.drop(end.number)
        }
        let gone = leaving.filter { !carrier.isLeaving($0.number) }
        leaving.removeAll { !carrier.isLeaving($0.number) }
        for (number, ending, _) in gone { try watch(.ended(number, ending, carrier.figures(of: number)), now) }
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
            // With no room there is some when the connection that may go first has had its grace; without any, when another
            // program gives descriptors back.
            let room =
                isFull
                ? links.map { $0.standing(hasUnread: false).isExpendableFrom }.min() ?? moment + .milliseconds(100)
                : moment
            if room > moment { deadlines.append(room) }
            awaitsConnections = room <= moment
        }
        let wishes = links.map { link in
            LinkWish(
                number: link.number, stream: link.stream, wants: (input: link.wantsInput, output: link.wantsOutput))
        }
        return try carrier.wait(
            for: wishes, orConnections: awaitsConnections, span: deadlines.min().map { $0 - moment }, until: stop)
    }
}
