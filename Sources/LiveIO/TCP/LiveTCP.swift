import TCPHost
import TCPSim
import Trace

/// A program that has sockets on a host: a server, a client.
package protocol TCPUser {
    /// Something may have happened: does what can be done now, with calls that do not wait.
    ///
    /// - Throws: what ends the whole run, such as an output whose reader is gone.
    mutating func act(on host: inout Host) throws
    /// Drops everything: the run is to end.
    mutating func stop(on host: inout Host)
    /// Whether nothing is left to be done.
    func isDone(_ host: Host) -> Bool
}

/// Our TCP on a network device, in real time.
///
/// A driver is a loop over actions: it tells the host the time and what has arrived, lets the user make its calls, and does
/// what the host wants done.
package struct LiveTCP<Between: Medium>: ~Copyable {
    /// What there is to see of a run.
    package enum Sight: Sendable {
        /// A datagram passes the device, in either direction.
        case passed([UInt8])
        /// A datagram from the device has got no further.
        case lost([UInt8])
        /// A datagram has reached our TCP; these are the events it has led to, and what the medium did with what they sent.
        case arrived([UInt8], [(event: Host.Event, fate: Fate)])
        /// Events of timers and of calls.
        case happened([(event: Host.Event, fate: Fate)])
        /// What the variables of a connection are when the next events have happened; only where connections tell their notes.
        case stands(Route, Connection.Variables)
    }

    /// Our TCP.
    package internal(set) var host: Host
    private let device: TUNDevice
    private var medium: Between
    private var transit = Transit()
    private let stopwatch: Stopwatch

    /// Attaches `host` to `device` by way of `medium`; the host's time is that of `stopwatch`.
    package init(
        _ host: Host, on device: consuming TUNDevice, by medium: Between, stopwatch: Stopwatch = Stopwatch()
    ) {
        self.host = host
        self.device = device
        self.medium = medium
        self.stopwatch = stopwatch
    }

    /// The time on the host's clock.
    private var now: Instant { stopwatch.now }

    /// Runs until the user is done or `stop` is raised, in which case the user drops everything first.
    ///
    /// - Parameter watch: is shown everything, with the time on the host's clock.
    /// - Throws: ``TUNError``, and what the user or `watch` throws.
    package mutating func run(
        _ user: inout some TCPUser, until stop: borrowing StopSignal, watch: (Sight, Instant) throws -> Void
    ) throws {
        var isStopping = false
        // A segment may wait in the device already. It is not read before the user has had a chance to listen: it would be refused.
        host.advance(to: now)
        try user.act(on: &host)
        while true {
            try exchange(watch)
            if !isStopping, stop.isRaised {
                isStopping = true
                user.stop(on: &host)
            } else if !isStopping {
                try user.act(on: &host)
            }
            try settle(watch)
            if isStopping || user.isDone(host), isClear { return }
            wait(for: nil, orUntil: stop.descriptor)
        }
    }

    /// Lets the host have what its time and the device bring.
    ///
    /// - Parameter batch: how many datagrams are read before anything else has its turn.
    mutating func exchange(_ watch: (Sight, Instant) throws -> Void, batch: Int = 64) throws {
        host.advance(to: now)
        try tell(watch)
        for _ in 0..<batch {
            guard let datagram = try device.receive() else { break }
            try watch(.passed(datagram), host.now)
            let copies = medium.carry(datagram, .inward, at: host.now)
            if copies.isEmpty { try watch(.lost(datagram), host.now) }
            for copy in copies { transit.add(copy.octets, .inward, due: copy.at) }
        }
        try deliver(watch)
    }

    /// Does what the calls of the host's user have led to.
    mutating func settle(_ watch: (Sight, Instant) throws -> Void) throws {
        // A timer may have been set to this very instant.
        host.advance(to: host.now)
        try tell(watch)
        try deliver(watch)
    }

    /// Whether nothing is on its way to the device.
    var isClear: Bool { transit.outward == 0 }

    /// Waits until there may be something to exchange, `descriptor` can be read, or `span` is over.
    mutating func wait(for span: TimeSpan?, orUntil descriptor: Int32 = -1) {
        let next = [host.nextDeadline(), transit.next].compactMap { $0 }.min()
        device.wait(for: [next.map { $0 - now }, span].compactMap { $0 }.min(), orUntil: descriptor)
    }

    /// Brings what is due from the medium to where it goes.
    private mutating func deliver(_ watch: (Sight, Instant) throws -> Void) throws {
        while let (octets, direction) = transit.take(by: host.now) {
            switch direction {
            case .inward:
                host.arrive(octets)
                let events = takeEvents()
                try standings(events, watch)
                try watch(.arrived(octets, events), host.now)
            case .outward:
                try device.send(octets)
                try watch(.passed(octets), host.now)
            }
        }
    }

    private mutating func tell(_ watch: (Sight, Instant) throws -> Void) throws {
        let events = takeEvents()
        guard !events.isEmpty else { return }
        try standings(events, watch)
        try watch(.happened(events), host.now)
    }

    private func standings(
        _ events: [(event: Host.Event, fate: Fate)], _ watch: (Sight, Instant) throws -> Void
    ) throws {
        guard host.settings.connection.tracing else { return }
        for route in Set(events.compactMap(\.event.route)) {
            if let variables = host.variables(of: route) { try watch(.stands(route, variables), host.now) }
        }
    }

    /// What the host has to tell; its datagrams go to the medium.
    private mutating func takeEvents() -> [(event: Host.Event, fate: Fate)] {
        host.takeEvents().map { event in
            guard case .transmit(_, let datagram) = event.kind else { return (event, .carried) }
            let copies = medium.carry(datagram, .outward, at: host.now)
            for copy in copies { transit.add(copy.octets, .outward, due: copy.at) }
            return (event, Fate(of: datagram, copies: copies))
        }
    }
}
