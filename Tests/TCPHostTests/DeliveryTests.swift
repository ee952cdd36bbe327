import TCPSim
import TestSupport
import Testing
import Trace

@testable import TCPHost

/// Two hosts whose users do whatever they like, on a wire that loses and delays, with a stranger who forges SYNs and resets.
private struct Meeting {
    /// What one user of a connection has done and heard.
    struct Account {
        /// Accepted by `write`.
        var written: [UInt8] = []
        var read: [UInt8] = []
        /// The user was told of an error.
        var hasFailed = false
        /// `read` has said that the stream ends, and no error came before.
        var hasEnded = false
        /// The user has closed or aborted, and asks no more.
        var hasLeft = false
    }

    /// One side of a connection, by the client's port.
    struct Side: Hashable {
        let port: UInt16
        let isClient: Bool
        var other: Side { Side(port: port, isClient: !isClient) }
    }

    static let clientAddress = IPv4Address(10, 0, 0, 1)
    static let serverAddress = IPv4Address(10, 0, 0, 2)
    static let port: UInt16 = 7

    var hosts: [Host]
    var random: SplitMix64
    var loss: UInt64
    var now = Instant.zero
    var wire = Schedule<(toServer: Bool, octets: [UInt8])>()
    var accounts: [Side: Account] = [:]
    /// The sides that have a socket, by its number.
    var sockets: [[Int: Side]] = [[:], [:]]
    private var nextNumber = 10
    private var identification: UInt16 = 0

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func host(_ address: IPv4Address, _ key: UInt64) -> Host {
            var connection = Connection.Configuration.modern(isn: .generated(secret: SipHash.Key(low: key, high: seed)))
            connection.msl = .seconds(2)
            connection.minimumRTO = .milliseconds(200)
            connection.synRetries = 3
            connection.dataRetries = 4
            connection.receiveBuffer = .random(in: 200...(random.next() % 3 == 0 ? 2_000 : 60_000), using: &random)
            connection.windowScale = nil
            connection.timestamps = Bool.random(using: &random) ? TimestampClock(offset: 7) : nil
            return Host(Host.Settings(local: address, connection: connection))
        }
        hosts = [host(Self.clientAddress, 1), host(Self.serverAddress, 2)]
        loss = random.next() % 3 * 8
        self.random = random
    }

    // MARK: The wire

    mutating func send() {
        for index in 0..<2 {
            for case .transmit(_, let datagram) in hosts[index].takeEvents().map(\.kind)
            where random.next() % 100 >= loss {
                let at = now + .microseconds(1_000 + Int64(random.next() % 20_000))
                wire.add((index == 0, datagram), at: at)
            }
        }
    }

    /// Goes on to what happens next; false if nothing will.
    mutating func step() -> Bool {
        send()
        let next = [wire.next, hosts[0].nextDeadline(), hosts[1].nextDeadline()].compactMap { $0 }.min()
        guard let next else { return false }
        now = max(now, next)
        for index in 0..<2 { hosts[index].advance(to: now) }
        while let at = wire.next, at <= now, let (_, item) = wire.popFirst() {
            hosts[item.toServer ? 1 : 0].arrive(item.octets)
        }
        return true
    }

    /// A stranger who sees nothing sends a SYN or a reset in the name of one side; now and then the reset is a hit.
    ///
    /// - Parameter isReset: which of the two.
    mutating func forge(isReset: Bool) {
        guard let side = accounts.keys.sorted(by: { $0.port < $1.port }).randomElement(using: &random) else { return }
        // Only a host that listens opens anything for a SYN.
        let toServer = isReset ? Bool.random(using: &random) : true
        let route = Route(
            local: toServer ? Socket(Self.serverAddress, Self.port) : Socket(Self.clientAddress, side.port),
            remote: toServer ? Socket(Self.clientAddress, side.port) : Socket(Self.serverAddress, Self.port))
        let victim = hosts[toServer ? 1 : 0].routes[route].flatMap { hosts[toServer ? 1 : 0].slots[$0] }
        let expected = victim?.connection.receiving.next.rawValue
        let number = isReset && random.next() % 3 == 0 ? expected ?? 0 : UInt32.random(in: 0 ... .max, using: &random)
        let segment = Segment(
            sourcePort: toServer ? side.port : Self.port, destinationPort: toServer ? Self.port : side.port,
            sequence: SequenceNumber(number), control: isReset ? .rst : .syn, window: 1_000)
        let addresses = [Self.clientAddress, Self.serverAddress]
        let datagram = SegmentCodec.encode(
            segment, from: addresses[toServer ? 0 : 1], to: addresses[toServer ? 1 : 0], identification: 1,
            recording: false)
        hosts[toServer ? 1 : 0].arrive(datagram.bytes)
    }

    // MARK: The users

    mutating func connect(from port: UInt16) throws {
        let side = Side(port: port, isClient: true)
        try hosts[0].connect(Int(port), port: port, to: Socket(Self.serverAddress, Self.port))
        accounts[side] = Account()
        accounts[side.other] = Account()
        sockets[0][Int(port)] = side
    }

    /// Accepts one connection, by a new number or by one that was used before.
    mutating func accept() {
        let old = sockets[1].keys.sorted().randomElement(using: &random)
        let reused = random.next() % 3 == 0 ? old : nil
        let number = reused ?? nextNumber
        guard (try? hosts[1].accept(0, as: number)) != nil else { return }
        if let reused, let side = sockets[1][reused] {
            // The user who has had the number can read no more.
            if accounts[side]?.hasFailed == false { accounts[side]?.hasEnded = true }
        } else {
            nextNumber += 1
        }
        guard case .connection(let id) = hosts[1].sockets[number], let slot = hosts[1].slots[id] else { return }
        sockets[1][number] = Side(port: slot.route.remote.port, isClient: false)
    }

    /// Calls, and keeps account of what comes of it.
    mutating func call(_ index: Int, _ number: Int, _ body: (inout Host, inout Account) throws(SocketError) -> Void) {
        guard let side = sockets[index][number], var account = accounts[side], !account.hasLeft else { return }
        do throws(SocketError) {
            try body(&hosts[index], &account)
        } catch .wouldBlock {
            // Nothing yet.
        } catch .connectionReset, .connectionRefused, .timedOut, .closedForSending, .notConnected {
            account.hasFailed = true
        } catch {
            Issue.record(error, "socket \(number) of \(side)")
        }
        accounts[side] = account
    }

    mutating func read(_ index: Int, _ number: Int, _ limit: Int) {
        call(index, number) { host, account throws(SocketError) in
            let octets = try host.read(number, limit)
            account.read += octets
            if octets.isEmpty, !account.hasFailed { account.hasEnded = true }
        }
    }

    mutating func write(_ index: Int, _ number: Int) {
        guard hosts[index].connection(at: number)?.isSendable ?? false else { return }
        let octets = random.octets(Int.random(in: 1...800, using: &random))
        call(index, number) { host, account throws(SocketError) in
            account.written += octets.prefix(try host.write(number, octets))
        }
    }

    mutating func shutdown(_ index: Int, _ number: Int) {
        call(index, number) { host, _ throws(SocketError) in
            if host.connection(at: number)?.isSendable ?? false { try host.shutdown(number) }
        }
    }

    /// The user goes; what `close` says is the last that he hears.
    mutating func leave(_ index: Int, _ number: Int, aborting: Bool) {
        call(index, number) { host, account throws(SocketError) in
            account.hasLeft = true
            if aborting { try host.abort(number) }
            try host.close(number)
        }
        sockets[index][number] = nil
    }

    /// One user does something.
    mutating func act() {
        let index = Int(random.next() % 2)
        if index == 1, random.next() % 8 == 0 { return accept() }
        guard let number = sockets[index].keys.sorted().randomElement(using: &random) else { return }
        switch random.next() % 80 {
        case 0: leave(index, number, aborting: true)
        case 1: leave(index, number, aborting: false)
        case 2..<8: shutdown(index, number)
        case 8..<40: read(index, number, .random(in: 1...900, using: &random))
        default: write(index, number)
        }
    }
}

/// What was accepted is delivered or reported, whatever happens.
@Suite struct DeliveryTests {
    @Test func nothingVanishesWithoutAWord() {
        var ended = 0
        var failed = 0
        forEachSeed(120) { seed, _ in
            var meeting = Meeting(seed: seed)
            try meeting.hosts[1].listen(0, port: Meeting.port, backlog: 20)
            var ports = Array(50_000..<50_004 as Range<UInt16>)
            for _ in 0..<160 {
                if meeting.random.next() % 20 == 0, let port = ports.popLast() { try meeting.connect(from: port) }
                if meeting.random.next() % 16 == 0 { meeting.forge(isReset: meeting.random.next() % 2 == 0) }
                meeting.act()
                if meeting.random.next() % 2 == 0 { _ = meeting.step() }
            }
            // The rest in peace: both users close, and read to the end in the course of time. Only SYNs are still forged.
            meeting.loss = 0
            var steps = 0
            repeat {
                steps += 1
                try #require(steps < 20_000)
                if steps < 100, meeting.random.next() % 2 == 0 { meeting.forge(isReset: false) }
                meeting.accept()
                for index in 0..<2 {
                    for number in meeting.sockets[index].keys.sorted() {
                        meeting.shutdown(index, number)
                        if steps > 60 || meeting.random.next() % 40 == 0 { meeting.read(index, number, .max) }
                    }
                }
            } while meeting.step() || steps < 70
            for (side, account) in meeting.accounts {
                let sender = try #require(meeting.accounts[side.other])
                #expect(sender.written.starts(with: account.read), "\(side)")
                // The end of the stream comes after all of it.
                if account.hasEnded, !account.hasFailed, !account.hasLeft {
                    #expect(account.read == sender.written, "\(side) has read to the end")
                    ended += 1
                }
                // A user that hears of no failure has delivered, unless the other user would not have it.
                if sender.hasFailed || account.hasFailed { failed += 1 }
                if !sender.hasFailed, !sender.hasLeft, !account.hasFailed, !account.hasLeft {
                    #expect(account.read == sender.written, "to \(side)")
                }
            }
        }
        // Both kinds of ends are tried.
        #expect(ended > 100 && failed > 50, "\(ended) \(failed)")
    }
}
