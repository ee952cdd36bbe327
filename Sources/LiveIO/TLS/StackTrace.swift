import Capture
import Simulator
import TCPHost
import TCPSim
import Trace

/// What our TCP does below TLS, in the same journals, and in a capture of what has crossed the device.
extension TLSTrace {
    /// A connection that TLS has not got yet.
    struct Opening {
        var journal: Journal
        var record: TCPRecord
        let opened: Instant
    }

    /// After so many events of a journal no more packets are recorded, except those that end the connection.
    private static var packetLimit: Int { 2 * eventLimit }

    /// Takes note of what our TCP, whose address is `local`, does at `now`.
    package func watch(_ sight: TCPCarrier.Sight, of local: IPv4Address, at now: Instant) {
        switch sight {
        case .passed(let datagram):
            if outputs.capture != nil, Self.names(local, datagram) { crossed.append((datagram, now)) }
        case .stands(let route, let variables):
            change(route, at: now) { _, record, _ in record.stands(variables) }
        case .lost(let octets): lose(octets, .lost, at: now)
        case .arrived(let octets, let events):
            guard outputs.tellsRun, let (read, route) = Self.read(octets) else { return }
            let own = events.filter { $0.event.route == route }
            begin(own, at: now)
            guard !own.isEmpty || (try? SegmentCodec.decode(octets, recording: false)) != nil else {
                return lose(octets, .unreadable, at: now)
            }
            change(route, at: now) { journal, record, now in
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

    private func lose(_ octets: [UInt8], _ why: LiveWire, at now: Instant) {
        guard outputs.tellsRun, let (read, route) = Self.read(octets) else { return }
        change(route, at: now) { journal, record, now in record.lose(octets, read, why, at: now, in: &journal) }
    }

    /// All is done that there was to do: what has crossed the device is written, and what is new is told.
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

    /// TLS gets the connection.
    func adopt(_ number: Int, _ local: Endpoint, _ remote: Endpoint, at now: Instant) {
        guard let ours = Socket(local.description), let theirs = Socket(remote.description) else { return }
        let route = Route(local: ours, remote: theirs)
        guard numbers[route] == nil else { return }
        let opening = openings.removeValue(forKey: route) ?? self.opening(route, at: now)
        numbers[route] = number
        add(number, opening.journal, .ours(opening.record, route), opened: opening.opened, remote)
        news.insert(number)
    }

    private func opening(_ route: Route, at now: Instant) -> Opening {
        var journal = journal(route.local.endpoint, route.remote.endpoint, at: now)
        Chapter.open.record(in: &journal, at: .zero)
        return Opening(journal: journal, record: TCPRecord(role, limit: Self.packetLimit), opened: now)
    }

    /// Begins a journal where a connection begins, and drops it where the connection does not come about.
    private func begin(_ events: [(event: TCPHost.Host.Event, fate: Fate)], at now: Instant) {
        for (event, _) in events {
            guard let route = event.route, case .entered(let state, let old, _) = event.kind else { continue }
            if state == .synSent || state == .synReceived && old == .listen {
                openings[route] = opening(route, at: now)
                numbers[route] = nil
            }
            // A client's connection is told from its SYN on, whatever comes of it.
            if state == .synSent { adopt(1, route.local.endpoint, route.remote.endpoint, at: now) }
            if isServer, old == .synReceived, state == .closed || state == .listen { openings[route] = nil }
        }
    }

    /// Changes the journal of a connection, and the record of its TCP, at its time.
    private func change(_ route: Route, at now: Instant, _ body: (inout Journal, inout TCPRecord, Instant) -> Void) {
        // Taken out and put back: if it were in both places, each event would copy the whole journal.
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

    /// The segment in a datagram from the other side, damaged or not, and the connection that its sockets name.
    private static func read(_ octets: [UInt8]) -> (DecodedDatagram, Route)? {
        let read = try? SegmentCodec.decode(octets, verifyingChecksums: false, recording: false)
        return read.map { ($0, Route(local: $0.destination, remote: $0.source)) }
    }

    /// Whether a datagram comes from that host or goes to it.
    private static func names(_ host: IPv4Address, _ datagram: [UInt8]) -> Bool {
        guard datagram.count >= 20, datagram[0] >> 4 == 4 else { return false }
        return Array(datagram[12..<16]) == host.octets || Array(datagram[16..<20]) == host.octets
    }
}

extension TCPCarrier {
    /// Has `log` told of everything that this TCP does.
    package func show(_ log: TLSTrace) {
        watch = { [address] sight, now in log.watch(sight, of: address, at: now) }
        rest = { _ in try log.rest() }
    }
}
