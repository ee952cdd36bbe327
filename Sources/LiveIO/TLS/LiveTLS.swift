import PKI
import TLSSim
import Trace

/// What there is to see of a run of ``LiveTLS``. Connections are numbered from 1.
package enum TLSSight: Sendable {
    /// A connection is there.
    case opened(Int, local: InternetAddress, remote: InternetAddress)
    /// An endpoint has taken a step: the octets that have arrived for it, if it was they that brought it about, and what it
    /// wants done.
    case stepped(Int, received: [UInt8], [Output])
    /// A connection has ended.
    case ended(Int, TLSEnding)
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

/// TLS on the operating system's TCP, in real time: the machines of the simulator with real sockets below them.
///
/// A driver is a loop over actions. One thread serves all connections, none of which can make the others wait for it; what a
/// peer may take of time and room is limited.
package struct LiveTLS<Application: TLSApplication>: ~Copyable {
    private let listener: ListeningSocket?
    private let limits: TLSLimits
    private let replays: ReplayMemory?
    private var links: [TLSLink<Application>] = []
    private var count = 0
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// When accepting is tried again after the system had no descriptor left.
    private var pause: Instant?

    /// A server on `listener`.
    ///
    /// - Parameter replays: what its connections know of early data that has been taken; nil for a server that takes none.
    package init(on listener: ListeningSocket, limits: TLSLimits, replays: TLS13.ReplayRegister? = nil) {
        self.replays = replays.map { ReplayMemory($0) }
        self.listener = listener
        self.limits = limits
        start = clock.now
    }

    /// A client on a connection that is there.
    package init(
        on socket: StreamSocket, endpoint: TLSEndpoint, application: Application, limits: TLSLimits
    ) {
        listener = nil
        replays = nil
        self.limits = limits
        start = clock.now
        count = 1
        links = [
            TLSLink(
                number: 1, socket: socket, endpoint: endpoint, application: application, limits: limits, at: .zero)
        ]
    }

    private var now: Instant {
        let elapsed = (clock.now - start).components
        return Instant(microseconds: elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)
    }

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
            if listener == nil, links.isEmpty { return }
            ready = wait(until: stop)
        }
        for index in links.indices { try await links[index].stop(company, at: now) }
        try removeEnded(watch)
    }

    /// What a link needs of others; the time is the time at which something is seen.
    private func company(
        _ judge: @escaping (Role, [[UInt8]]) async -> Verdict,
        _ watch: @escaping (TLSSight, Instant) throws -> Void
    ) -> TLSLink<Application>.Company {
        let (clock, start) = (clock, start)
        return TLSLink<Application>.Company(
            judge: judge,
            watch: { sight in
                let elapsed = (clock.now - start).components
                try watch(
                    sight,
                    Instant(microseconds: elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000))
            }, replays: replays)
    }

    private func open(_ index: Int, _ watch: (TLSSight, Instant) throws -> Void) throws {
        let link = links[index]
        // A connection that is reset already has no remote address any more; the first read will tell.
        guard let local = link.socket.local else { return }
        try watch(.opened(link.number, local: local, remote: link.socket.remote ?? local), now)
    }

    /// Accepts connections, as far as there is room or some can be made.
    private mutating func admit(
        _ accept: () -> (TLSEndpoint, Application)?, _ watch: (TLSSight, Instant) throws -> Void
    ) throws {
        guard let listener, pause.map({ $0 <= now }) ?? true else { return }
        pause = nil
        for _ in 0..<limits.connections {
            if isFull {
                guard listener.isKnockedAt, try makeRoom(watch) else { return }
            }
            switch listener.accept() {
            case .nothing: return
            case .exhausted: return pause = now + .milliseconds(100)
            case .connection(let socket):
                guard let (endpoint, application) = accept() else { return }
                count += 1
                links.append(
                    TLSLink(
                        number: count, socket: socket, endpoint: endpoint, application: application, limits: limits,
                        at: now))
                try open(links.count - 1, watch)
            }
        }
    }

    /// Whether there is room for no other connection: as many are there as may be, or the last descriptor is in use.
    private var isFull: Bool { links.count >= limits.connections || !(listener?.replenish() ?? true) }

    /// Gives up connections until there is room for another, in the order of ``LinkStanding``.
    ///
    /// - Returns: whether there is room. None of those that are there may be old enough.
    private mutating func makeRoom(_ watch: (TLSSight, Instant) throws -> Void) throws -> Bool {
        while isFull {
            let now = now
            let unread = unread
            let standings = links.map { $0.standing(hasUnread: unread.contains($0.number)) }
            guard let victim = LinkStanding.first(toGoOf: standings, at: now) else { return false }
            let end = (links[victim].number, links[victim].ending ?? .gaveUp(.crowded))
            links.remove(at: victim)
            try say([end], watch)
        }
        return true
    }

    /// The numbers of the connections from which there is something to read.
    private var unread: Set<Int> {
        var descriptors = links.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&descriptors, nfds_t(descriptors.count), 0) > 0 else { return [] }
        return Set(zip(links, descriptors).filter { $1.revents != 0 }.map { link, _ in link.number })
    }

    private mutating func removeEnded(_ watch: (TLSSight, Instant) throws -> Void) throws {
        let ended = links.compactMap { link in link.ending.map { (link.number, $0) } }
        guard !ended.isEmpty else { return }
        // Their sockets are closed before they are told of: a file that is written about them needs a descriptor.
        links.removeAll { $0.ending != nil }
        try say(ended, watch)
    }

    private func say(_ ended: [(Int, TLSEnding)], _ watch: (TLSSight, Instant) throws -> Void) throws {
        for (number, ending) in ended { try watch(.ended(number, ending), now) }
    }

    /// Waits until something can be done.
    ///
    /// - Returns: the numbers of the connections that have something to read or room to write.
    private func wait(until stop: borrowing StopSignal) -> Set<Int> {
        var descriptors = [pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)]
        let moment = now
        var next: Instant? = pause
        if let listener, pause == nil {
            // With no room there is some when the connection that may go first has had its grace; without any, when another
            // program gives descriptors back.
            let room =
                isFull
                ? links.map { $0.standing(hasUnread: false).isExpendableFrom }.min() ?? moment + .milliseconds(100)
                : moment
            if room > moment { next = room }
            if room <= moment { descriptors.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)) }
        }
        let first = descriptors.count
        for link in links {
            let events = (link.wantsInput ? POLLIN : 0) | (link.wantsOutput ? POLLOUT : 0)
            // A descriptor below zero is passed over: one that has ended would be ready all the time.
            descriptors.append(
                pollfd(fd: events == 0 ? -1 : link.socket.descriptor, events: Int16(events), revents: 0))
            next = next.map { min($0, link.deadline) } ?? link.deadline
        }
        let span = next.map { max(0, min(($0 - moment).microseconds, 1 << 40)) }
        // Rounded up: waking before a deadline would only mean to wait again.
        let milliseconds = span.map { Int32(clamping: ($0 + 999) / 1_000) } ?? -1
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
        return Set(zip(links, descriptors[first...]).filter { $1.revents != 0 }.map { link, _ in link.number })
    }
}
