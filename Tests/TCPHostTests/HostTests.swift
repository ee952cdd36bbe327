import TestSupport
import Testing
import Trace

@testable import TCPHost
@testable import TCPSim

/// Two hosts with many connections between them, on a wire that loses and delays, in virtual time.
private struct Pair {
    var client: Host
    var server: Host
    var random: SplitMix64
    let loss: UInt64
    /// What is on the wire, in the order of arrival.
    var wire: [(at: Instant, toServer: Bool, octets: [UInt8])] = []
    var now = Instant.zero

    static let port: UInt16 = 7
    static let serverAddress = IPv4Address(10, 0, 0, 2)

    /// - Parameter loss: how many of a hundred datagrams are lost.
    init(seed: UInt64, loss: UInt64) {
        func host(_ address: IPv4Address, _ key: UInt64) -> Host {
            var connection = Connection.Configuration.modern(isn: .generated(secret: SipHash.Key(low: key, high: seed)))
            connection.msl = .seconds(1)
            connection.minimumRTO = .milliseconds(200)
            return Host(Host.Settings(local: address, connection: connection))
        }
        client = host(IPv4Address(10, 0, 0, 1), 1)
        server = host(Self.serverAddress, 2)
        random = SplitMix64(seed: seed)
        self.loss = loss
    }

    /// Puts what the hosts want sent on the wire.
    mutating func send() {
        for (events, toServer) in [(client.takeEvents(), true), (server.takeEvents(), false)] {
            for case .transmit(_, let datagram) in events.map(\.kind) where random.next() % 100 >= loss {
                let at = now + .microseconds(5_000 + Int64(random.next() % 3_000))
                let place = wire.firstIndex { at < $0.at } ?? wire.endIndex
                wire.insert((at, toServer, datagram), at: place)
            }
        }
    }

    /// Goes on to the next thing that happens; false if nothing will.
    mutating func step() -> Bool {
        send()
        let next = [wire.first?.at, client.nextDeadline(), server.nextDeadline()].compactMap { $0 }.min()
        guard let next else { return false }
        now = next
        client.advance(to: now)
        server.advance(to: now)
        while let first = wire.first, first.at <= now {
            wire.removeFirst()
            if first.toServer { server.arrive(first.octets) } else { client.arrive(first.octets) }
        }
        return true
    }
}

@Suite struct HostTests {
    /// Every octet of every connection arrives, and no connection, socket or timer is left over.
    @Test func manyConnectionsSurviveABadWire() {
        forEachSeed(12) { seed, random in
            var pair = Pair(seed: seed, loss: seed % 3 * 4)
            let count = 6
            let sent = (0..<count).map { _ in random.octets(Int(random.next() % 30_000)) }
            var pending = sent.map { $0[...] }
            var received = Array(repeating: [UInt8](), count: count)
            // Connections are told apart by their first octet.
            for number in pending.indices { pending[number] = [UInt8(number)] + pending[number] }
            var open = Set(0..<count)
            var accepted: [Int] = []
            var serving: [Int: [UInt8]] = [:]
            try pair.server.listen(0, port: Pair.port, backlog: count)
            for number in 0..<count {
                try pair.client.connect(number, port: 0, to: Socket(Pair.serverAddress, Pair.port))
            }
            var steps = 0
            while pair.step() {
                steps += 1
                try #require(steps < 100_000)
                for number in 0..<count where open.contains(number) {
                    guard pair.client.connection(at: number)?.state == .established else { continue }
                    let taken = (try? pair.client.write(number, Array(pending[number]))) ?? 0
                    pending[number] = pending[number].dropFirst(taken)
                    guard pending[number].isEmpty else { continue }
                    try pair.client.close(number)
                    open.remove(number)
                }
                while (try? pair.server.accept(0, as: 100 + accepted.count)) != nil {
                    accepted.append(100 + accepted.count)
                }
                for socket in accepted {
                    while let octets = try? pair.server.read(socket, 5_000) {
                        serving[socket, default: []] += octets
                        guard octets.isEmpty else { continue }
                        try pair.server.close(socket)
                        break
                    }
                }
            }
            for octets in serving.values {
                let number = Int(try #require(octets.first))
                received[number] = Array(octets.dropFirst())
            }
            #expect(received == sent)
            #expect(open.isEmpty)
            #expect(pair.client.connections.isEmpty)
            #expect(pair.server.connections.isEmpty)
        }
    }

    /// A copy of the connection that is alive while it takes a segment would make it move everything that is unread, with each segment.
    @Test func whatIsUnreadStaysWhereItIsWhenMoreArrives() throws {
        var pair = Pair(seed: 1, loss: 0)
        try pair.server.listen(0, port: Pair.port, backlog: 1)
        try pair.client.connect(0, port: 0, to: Socket(Pair.serverAddress, Pair.port))
        for _ in 0..<6 { _ = pair.step() }
        try pair.server.accept(0, as: 1)
        var (places, arrivals) = (0, 0)
        var last: (count: Int, place: UnsafePointer<UInt8>?) = (0, nil)
        for _ in 0..<400 {
            _ = try? pair.client.write(0, [UInt8](repeating: 7, count: 5_000))
            _ = pair.step()
            let queue = try #require(pair.server.slots.values.first { $0.socket == 1 }).connection.unread
            guard queue.count > last.count else { continue }
            let place = queue.storage.withUnsafeBufferPointer(\.baseAddress)
            arrivals += 1
            if place != last.place { places += 1 }
            last = (queue.count, place)
            // A look at what is there, and a call that can do nothing, move nothing either.
            _ = try pair.server.read(1, 10, peek: true)
        }
        #expect(arrivals > 30)
        // An array that has no room left moves to one twice as large.
        #expect(places < 20, "\(places) of \(arrivals)")
    }

    /// RFC 6056: the port of one connection does not tell that of the next, and the same secret gives the same ports.
    @Test func portsAreDrawnAndEachIsUsedOnce() throws {
        func ports(_ seed: UInt64, _ count: Int) throws -> [UInt16] {
            var pair = Pair(seed: seed, loss: 0)
            let remote = Socket(Pair.serverAddress, Pair.port)
            for number in 0..<count { try pair.client.connect(number, port: 0, to: remote) }
            return pair.client.connections.map(\.route.local.port)
        }
        let drawn = try ports(1, 2_000)
        #expect(Set(drawn).count == 2_000 && drawn.allSatisfy { $0 >= 49_152 })
        // Of numbers that are drawn about one in 16,384 follows the one before it.
        #expect(zip(drawn, drawn.dropFirst()).count { $1 &- $0 == 1 } < 10)
        // They come from the whole range: 2,000 of them leave no sixteenth of it out.
        #expect(Set(drawn.map { ($0 - 49_152) / 1_024 }).count == 16)
        #expect(try ports(1, 50) == Array(drawn.prefix(50)))
        #expect(try ports(2, 50) != Array(drawn.prefix(50)))
        // As long as one is free it is found.
        let all = try ports(3, 16_384)
        #expect(Set(all).count == 16_384)
    }

    /// A host that is switched off tells every other side, also of connections that have not been accepted, and keeps none.
    @Test func aHostThatIsSwitchedOffTellsEveryOtherSide() throws {
        var pair = Pair(seed: 1, loss: 0)
        try pair.server.listen(0, port: Pair.port, backlog: 5)
        for number in 0..<3 { try pair.client.connect(number, port: 0, to: Socket(Pair.serverAddress, Pair.port)) }
        for _ in 0..<12 { _ = pair.step() }
        #expect(pair.client.connections.map(\.state) == [.established, .established, .established])
        pair.send()
        pair.server.abortAll()
        let events = pair.server.takeEvents()
        let resets = events.filter { event in
            if case .transmit(let segment, _) = event.kind { segment.control.contains(.rst) } else { false }
        }
        #expect(resets.count == 3)
        #expect(pair.server.connections.isEmpty)
    }

    /// Cookies let connections in while others are half open. These have to wait until one is accepted, or more would wait than may.
    @Test func aHalfOpenConnectionStaysSoWhileCookiesHaveFilledTheBacklog() throws {
        let (client, local) = (Socket(IPv4Address(10, 0, 0, 1), 1_000), Socket(Pair.serverAddress, Pair.port))
        var configuration = Connection.Configuration(isn: .forced(SequenceNumber(300)))
        configuration.synCookies = SYNCookies(.whenFull, key: SipHash.Key(low: 1, high: 2))
        var host = Host(Host.Settings(local: local.address, connection: configuration))
        try host.listen(0, port: local.port, backlog: 1)
        /// The number of the segment that answers one from the client's port.
        func arrive(_ port: UInt16, _ sequence: UInt32, _ acknowledgment: SequenceNumber?) -> SequenceNumber? {
            let segment = Segment(
                sourcePort: port, destinationPort: local.port, sequence: SequenceNumber(sequence),
                acknowledgment: acknowledgment ?? SequenceNumber(0), control: acknowledgment == nil ? .syn : .ack,
                window: 1_000)
            host.arrive(
                SegmentCodec.encode(segment, from: client.address, to: local.address, identification: 1).bytes)
            for case .transmit(let answer, _) in host.takeEvents().map(\.kind) { return answer.sequence }
            return nil
        }
        let first = try #require(arrive(1, 100, nil))
        let cookie = try #require(arrive(2, 200, nil))
        #expect(arrive(2, 201, cookie + 1) == nil)
        #expect(host.connections.map(\.state) == [.synReceived, .established])
        #expect(arrive(1, 101, first + 1) == nil)
        #expect(host.connections.map(\.state) == [.synReceived, .established])
        try host.accept(0, as: 1)
        #expect(arrive(1, 101, first + 1) == nil)
        #expect(host.connections.map(\.state) == [.established, .established])
    }

    /// Time that is told wrong does not make timers run twice or events out of order.
    @Test func theClockNeverRunsBackwards() throws {
        var pair = Pair(seed: 1, loss: 100)
        try pair.client.connect(0, port: 0, to: Socket(Pair.serverAddress, Pair.port))
        pair.client.advance(to: Instant.zero + .seconds(2))
        let sent = pair.client.takeEvents().count
        pair.client.advance(to: .zero)
        #expect(pair.client.now == Instant.zero + .seconds(2))
        let afterwards = pair.client.takeEvents()
        #expect(afterwards.isEmpty)
        #expect(sent > 2)
        let next = pair.client.nextDeadline()
        #expect(next.map { pair.client.now < $0 } == true)
    }

    @Test func callsThatMakeNoSenseAreRefused() throws {
        var host = Pair(seed: 1, loss: 0).client
        #expect(throws: SocketError.badSocket) { try host.close(9) }
        #expect(throws: SocketError.badSocket) { try host.setNagle(9, true) }
        #expect(throws: SocketError.badSocket) { try host.accept(9, as: 10) }
        try host.listen(1, port: 7, backlog: 1)
        #expect(host.isListening(1))
        #expect(throws: SocketError.addressInUse) { try host.listen(2, port: 7, backlog: 1) }
        #expect(throws: SocketError.wouldBlock) { try host.accept(1, as: 10) }
        #expect(throws: SocketError.notConnected) { _ = try host.read(1, 10) }
    }
}
