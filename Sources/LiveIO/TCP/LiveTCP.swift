import TCPHost
import TCPSim
import Trace

/// A program that has sockets on a host: a server, a client.
package protocol TCPUser {
    /// Makes all calls that are possible now, and that do not wait. It is called whenever something may have happened.
    ///
    /// - Throws: what ends the whole run, such as an error of an output whose reader has gone.
    mutating func act(on host: inout Host) throws
    /// Aborts all connections, because the run is to end.
    mutating func stop(on host: inout Host)
    /// Whether nothing is left to be done.
    func isDone(_ host: Host) -> Bool
}

/// Our TCP on a network device, in real time.
///
/// It is a loop: it tells the host the time and the datagrams that have arrived, lets the user make its calls, and sends the datagrams
/// of the host.
package struct LiveTCP: ~Copyable {
    /// An observation of a run.
    package enum Sight: Sendable {
        /// A datagram passes the device, in either direction.
        case passed([UInt8])
        /// The wire has lost a datagram from the device.
        case lost([UInt8])
        /// A datagram has reached our TCP, which has read it as this segment; nil for one that is no whole, correct segment. It has caused
        /// these events; a fate says what the wire did with the datagram of an event.
        case arrived([UInt8], DecodedDatagram?, [(event: Host.Event, fate: Fate)])
        /// Timers and calls have caused these events.
        case happened([(event: Host.Event, fate: Fate)])
        /// The variables of a connection after the events of the next observation. It comes only if connections tell their notes.
        case stands(Route, Connection.Variables)
    }

    /// Our TCP.
    package internal(set) var host: Host
    private let device: TUNDevice
    private var wire: FaultyWire
    private var transit = Transit()
    private let stopwatch: Stopwatch

    /// Attaches `host` to `device` by way of `wire`. The host's time is that of `stopwatch`.
    package init(
        _ host: Host, on device: consuming TUNDevice, by wire: FaultyWire, stopwatch: Stopwatch = Stopwatch()
    ) {
        self.host = host
        self.device = device
        self.wire = wire
        self.stopwatch = stopwatch
    }

    /// The time on the host's clock.
    private var now: Instant { stopwatch.now }

    /// Runs until the user is done or `stop` is raised. If `stop` is raised, the user aborts its connections first.
    ///
    /// - Parameter watch: is called with every observation, and the time on the host's clock.
    /// - Throws: ``TUNError``, and what the user or `watch` throws.
    package mutating func run(
        _ user: inout some TCPUser, until stop: borrowing StopSignal, watch: (Sight, Instant) throws -> Void
    ) throws {
        var isStopping = false
        // A segment may wait in the device already. If it were read before the user listens, the host would refuse it.
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

    /// Runs the timers that are due, and gives the host the datagrams of the device.
    ///
    /// - Parameter batch: the most datagrams that are read in this call.
    mutating func exchange(_ watch: (Sight, Instant) throws -> Void, batch: Int = 64) throws {
        host.advance(to: now)
        try tell(watch)
        for _ in 0..<batch {
            guard let datagram = try device.receive() else { break }
            try watch(.passed(datagram), host.now)
            let copies = wire.carry(datagram, .inward, at: host.now)
            if copies.isEmpty { try watch(.lost(datagram), host.now) }
            for copy in copies { transit.add(copy.octets, .inward, due: copy.at) }
        }
        try deliver(watch)
    }

    /// Sends and reports what the calls of the host's user have caused.
    mutating func settle(_ watch: (Sight, Instant) throws -> Void) throws {
        // A timer may have been set to this very instant.
        host.advance(to: host.now)
        try tell(watch)
        try deliver(watch)
    }

    /// Whether no datagram is on the way to the device.
    var isClear: Bool { transit.outward == 0 }

    /// Waits until a datagram or a timer is due, `descriptor` can be read, or `span` is over.
    mutating func wait(for span: TimeSpan?, orUntil descriptor: Int32 = -1) {
        let next = [host.nextDeadline(), transit.next].compactMap { $0 }.min()
        device.wait(for: [next.map { $0 - now }, span].compactMap { $0 }.min(), orUntil: descriptor)
    }

    /// Takes the datagrams that are due from the wire, and gives them to the host or to the device.
    private mutating func deliver(_ watch: (Sight, Instant) throws -> Void) throws {
        while let (octets, direction) = transit.take(by: host.now) {
            switch direction {
            case .inward:
                let read = host.arrive(octets)
                let events = takeEvents()
                try standings(events, watch)
                try watch(.arrived(octets, read, events), host.now)
            case .outward:
                try device.send(octets)
                try watch(.passed(octets), host.now)
            }
        }
    }

    /// Reports the events of timers and calls.
    private mutating func tell(_ watch: (Sight, Instant) throws -> Void) throws {
        let events = takeEvents()
        guard !events.isEmpty else { return }
        try standings(events, watch)
        try watch(.happened(events), host.now)
    }

    /// Reports the variables of the connections that have events.
    private func standings(
        _ events: [(event: Host.Event, fate: Fate)], _ watch: (Sight, Instant) throws -> Void
    ) throws {
        guard host.settings.connection.tracing else { return }
        for route in Set(events.compactMap(\.event.route)) {
            if let variables = host.variables(of: route) { try watch(.stands(route, variables), host.now) }
        }
    }

    /// The new events of the host. Its datagrams go on the wire.
    private mutating func takeEvents() -> [(event: Host.Event, fate: Fate)] {
        host.takeEvents().map { event in
            guard case .transmit(_, let datagram) = event.kind else { return (event, .carried) }
            let copies = wire.carry(datagram, .outward, at: host.now)
            for copy in copies { transit.add(copy.octets, .outward, due: copy.at) }
            return (event, Fate(of: datagram, copies: copies))
        }
    }
}
