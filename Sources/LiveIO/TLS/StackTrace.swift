import Capture
import Simulator
import TCPHost
import TCPSim
import Trace

/// The events of our TCP below TLS: they stand in the same journals, and the datagrams that cross the device in a capture.
extension TLSTrace {
    /// A connection of our TCP that TLS does not use yet.
    struct Opening {
        var journal: Journal
        var record: TCPRecord
        let opened: Instant
    }

    /// After so many events of a journal only packets that open or end the connection are recorded.
    private static var packetLimit: Int { 2 * eventLimit }

    /// Takes an observation of our TCP, whose address is `local`, at `now`.
    package func watch(_ sight: TCPCarrier.Sight, of local: IPv4Address, at now: Instant) {
        switch sight {
        case .passed(let datagram):
            if outputs.capture != nil, Self.names(local, datagram) { crossed.append((datagram, now)) }
        case .stands(let route, let variables):
            change(route, at: now) { _, record, _ in record.stands(variables) }
        case .lost(let octets):
            if outputs.tellsRun, let read = Self.read(octets) { lose(octets, read, .lost, at: now) }
        case .arrived(let octets, let correct, let events):
            guard outputs.tellsRun, let read = correct ?? Self.read(octets) else { return }
            let own = events.filter { $0.event.route == read.route }
            begin(own, at: now)
            guard !own.isEmpty || correct != nil else { return lose(octets, read, .unreadable, at: now) }
            change(read.route, at: now) { journal, record, now in
                let cause = record.arrive(octets, read, at: now, in: &journal)
                record.take(own, upon: cause, at: now, in: &journal)
            }
        case .happened(let events):
            guard outputs.tellsRun else { return }
            begin(events, at: now)
            for (route, own) in Dictionary(grouping: events, by: \.event.route) {
                guard let route else { continue }
                change(route, at: now) { journal, record, now in
                    record.take(own, upon: nil, at: now, in: &journal)
                }
            }
        }
    }

    private func lose(_ octets: [UInt8], _ read: DecodedDatagram, _ why: LiveWire, at now: Instant) {
        change(read.route, at: now) { journal, record, now in record.lose(octets, read, why: why, at: now, in: &journal)
        }
    }

    /// Writes the datagrams that have crossed the device, and tells the new events. It is called when everything else has been done.
    ///
    /// - Throws: ``FileError`` if a file cannot be written.
    package func rest() throws {
        try append(
            crossed.flatMap {
                PcapNG.block(PcapNG.Packet(timestamp: began + $0.at.microseconds, frame: $0.octets))
            }, to: &capture)
        crossed.removeAll(keepingCapacity: true)
        for number in news.sorted() {
            guard outputs.detail != nil, var connection = connections.removeValue(forKey: number) else { continue }
            say(connection.ladder.advance(connection.journal), of: number, connection.remote)
            connections[number] = connection
        }
        news = []
    }

    /// Gives the journal of a connection of our TCP the number that the connection has in TLS.
    func adopt(_ number: Int, local: Endpoint, remote: Endpoint, at now: Instant) {
        guard let ours = Socket(local.description), let theirs = Socket(remote.description) else { return }
        let route = Route(local: ours, remote: theirs)
        guard numbers[route] == nil else { return }
        let opening = openings.removeValue(forKey: route) ?? self.opening(route, at: now)
        numbers[route] = number
        add(number, opening.journal, tcp: .ours(opening.record, route), opened: opening.opened, remote: remote)
        news.insert(number)
    }

    private func opening(_ route: Route, at now: Instant) -> Opening {
        var journal = journal(route.local.endpoint, route.remote.endpoint, at: now)
        Chapter.open.record(in: &journal, at: .zero)
        return Opening(journal: journal, record: TCPRecord(role, limit: Self.packetLimit), opened: now)
    }

    /// Begins a journal when a connection begins, and drops it if the connection is not established.
    private func begin(_ events: [(event: TCPHost.Host.Event, fate: Fate)], at now: Instant) {
        for (event, _) in events {
            guard let route = event.route, case .entered(let state, let old, _) = event.kind else { continue }
            if state == .synSent || state == .synReceived && old == .listen {
                openings[route] = opening(route, at: now)
                numbers[route] = nil
            }
            // A client's connection is told from its SYN on, even if it fails.
            if state == .synSent { adopt(1, local: route.local.endpoint, remote: route.remote.endpoint, at: now) }
            if isServer, old == .synReceived, state == .closed || state == .listen { openings[route] = nil }
        }
    }

    /// Changes the journal of a connection, and the record of its TCP. `body` gets the time since the beginning of the connection.
    private func change(_ route: Route, at now: Instant, _ body: (inout Journal, inout TCPRecord, Instant) -> Void) {
        // The connection is removed and put back. If it were in both places, each event would copy the whole journal.
        if let number = numbers[route], var connection = connections.removeValue(forKey: number) {
            if case .ours(var record, _) = connection.tcp {
                connection.last = max(connection.last, .zero + (now - connection.opened))
                body(&connection.journal, &record, connection.last)
                connection.tcp = .ours(record, route)
                news.insert(number)
            }
            connections[number] = connection
        } else if var opening = openings.removeValue(forKey: route) {
            body(&opening.journal, &opening.record, .zero + (now - opening.opened))
            openings[route] = opening
        }
    }

    /// The segment in a datagram from the other side, even if a checksum is wrong.
    private static func read(_ octets: [UInt8]) -> DecodedDatagram? {
        try? SegmentCodec.decode(octets, verifyingChecksums: false, recording: false)
    }

    /// Whether a datagram comes from that host, or goes to it.
    private static func names(_ host: IPv4Address, _ datagram: [UInt8]) -> Bool {
        DatagramGlance(datagram).map { $0.source == host || $0.destination == host } ?? false
    }
}

extension DecodedDatagram {
    /// The connection that its sockets name, as its receiver sees it.
    fileprivate var route: Route { Route(local: destination, remote: source) }
}

extension TCPCarrier {
    /// Gives every observation of this TCP to `log`.
    package func show(_ log: TLSTrace) {
        watch = { [address] sight, now in log.watch(sight, of: address, at: now) }
        rest = { _ in try log.rest() }
    }
}
