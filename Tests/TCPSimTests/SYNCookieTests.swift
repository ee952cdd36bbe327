import TestSupport
import Testing
import Trace

@testable import TCPSim

/// SYN cookies (RFC 4987 3.6).
@Suite struct SYNCookieTests {
    private static let key = SipHash.Key(low: 1, high: 2)

    private func syn(_ sequence: UInt32, port: UInt16 = Socket.a.port, mss: UInt16? = 1_460) -> Segment {
        Segment(
            sourcePort: port, destinationPort: Socket.b.port, sequence: SequenceNumber(sequence), control: .syn,
            window: 65_535, options: mss.map { [.maximumSegmentSize($0), .selectiveAcknowledgmentPermitted] } ?? [])
    }

    /// The third segment of a handshake, with these numbers.
    private func ack(_ sequence: UInt32, _ number: SequenceNumber, port: UInt16 = Socket.a.port, data: [UInt8] = [])
        -> Segment
    {
        Segment(
            sourcePort: port, destinationPort: Socket.b.port, sequence: SequenceNumber(sequence) + 1,
            acknowledgment: number + 1, control: .ack, window: 5_000, payload: data)
    }

    private func listening(_ use: SYNCookies.Use?, backlog: Int = 1) -> Listener {
        var configuration = Connection.Configuration.iss(300)
        configuration.synCookies = use.map { SYNCookies($0, key: Self.key) }
        var listener = Listener(local: .b, backlog: backlog, configuration: configuration)
        _ = listener.open(at: .zero)
        return listener
    }

    private func actions(_ answer: Listener.Answer) -> Step {
        switch answer {
        case .opened(_, let actions), .answered(let actions): Step(actions: actions)
        }
    }

    /// A cookie holds for the sockets, the first sequence number, the key and the two minutes it was made for, and for no others.
    @Test func aCookieHoldsForOneHandshake() {
        forEachSeed(in: 1...200) { _, generator in
            let cookies = SYNCookies(.always, key: SipHash.Key(low: generator.next(), high: generator.next()))
            let remote = Socket(IPv4Address(generator.next()), generator.next())
            let local = Socket(IPv4Address(generator.next()), generator.next())
            let first: UInt32 = generator.next()
            let start: Int64 = .random(in: 0...(1 << 50), using: &generator)
            let now = Instant(microseconds: start)
            let mss: UInt16 = generator.next()
            let cookie = cookies.cookie(for: syn(first, mss: mss), from: remote, to: local, at: now)
            func check(
                _ cookies: SYNCookies, _ first: UInt32, _ number: SequenceNumber, _ remote: Socket, _ local: Socket,
                after seconds: Int64 = 0
            ) -> SYNCookies.Cookie? {
                cookies.cookie(in: ack(first, number), from: remote, to: local, at: now + .seconds(seconds))
            }
            let number = cookie.number
            #expect(check(cookies, first, number, remote, local) == cookie)
            #expect(check(cookies, first, number, remote, local, after: 64) == cookie)
            // Never more than the other side takes, and no less than half the largest MSS that a common link has.
            #expect(cookie.segmentSize <= max(28, mss))
            #expect(mss < 536 || cookie.segmentSize >= min(mss, 8_960) / 3)
            for seconds in [128, 64 * 32, 64 * 33, 1_000_000] as [Int64] {
                #expect(check(cookies, first, number, remote, local, after: seconds) == nil, "after \(seconds) s")
            }
            let other = SYNCookies(.always, key: SipHash.Key(low: generator.next(), high: 0))
            #expect(check(other, first, number, remote, local) == nil)
            #expect(check(cookies, first &+ 1, number, remote, local) == nil)
            #expect(check(cookies, first, number, Socket(remote.address, remote.port ^ 1), local) == nil)
            #expect(check(cookies, first, number, remote, Socket(local.address, local.port ^ 256)) == nil)
            let neighbour = IPv4Address(remote.address.rawValue ^ 1 << UInt32.random(in: 0..<32, using: &generator))
            #expect(check(cookies, first, number, Socket(neighbour, remote.port), local) == nil)
            #expect(check(cookies, first, number, local, remote) == nil || local == remote)
            for bit in 0..<32 {
                let flipped = SequenceNumber(number.rawValue ^ 1 << UInt32(bit))
                #expect(check(cookies, first, flipped, remote, local) == nil, "bit \(bit)")
            }
        }
    }

    /// A number with the right time has one chance in 2^24, whatever MSS it claims: 20,000 guesses find none.
    @Test func aCookieIsNotGuessed() {
        let cookies = SYNCookies(.always, key: Self.key)
        var generator = SplitMix64(seed: 7)
        let now = Instant(microseconds: 64_000_000 * 1_000)
        let real = cookies.cookie(for: syn(100), from: .a, to: .b, at: now)
        #expect(real.counter == 1_000)
        var hits = 0
        for _ in 0..<20_000 {
            let guess = SequenceNumber(real.number.rawValue & 0xf800_0000 | generator.next() & 0x07ff_ffff)
            if guess != real.number, cookies.cookie(in: ack(100, guess), from: .a, to: .b, at: now) != nil { hits += 1 }
        }
        #expect(hits == 0)
    }

    @Test(
        arguments: [
            (nil, 536), (0, 28), (27, 28), (255, 28), (256, 256), (535, 256), (1_459, 1_440), (1_460, 1_460),
            (65_535, 8_960),
        ] as [(UInt16?, UInt16)])
    func roundsTheMSSDown(announced: UInt16?, remembered: UInt16) {
        let cookies = SYNCookies(.always, key: Self.key)
        let cookie = cookies.cookie(for: syn(100, mss: announced), from: .a, to: .b, at: .zero)
        #expect(cookie.segmentSize == remembered)
        #expect(cookies.cookie(in: ack(100, cookie.number), from: .a, to: .b, at: .zero) == cookie)
    }

    /// A full listener answers all the same, remembers nothing, and opens with the third segment and the data on it.
    @Test func fullListenerOpensByCookie() throws {
        var listener = listening(.whenFull)
        #expect(listener.opensAtOnce)
        guard case .opened = listener.segmentArrives(syn(7, port: 1), from: Socket.a.address, at: .zero) else {
            return #expect(Bool(false))
        }
        #expect(!listener.opensAtOnce)
        let answer = actions(listener.segmentArrives(syn(100), from: Socket.a.address, at: .zero))
        #expect(answer.notes.map(\.step) == ["tcp.syn_cookie"])
        let synack = try answer.segment
        #expect(synack.control == [.syn, .ack] && synack.acknowledgment == SequenceNumber(101))
        #expect(synack.options == [.maximumSegmentSize(1_460)])
        #expect(synack.window == 65_535)
        #expect(listener.halfOpen.count == 1)
        let opened = listener.segmentArrives(
            ack(100, synack.sequence, data: [1, 2, 3]), from: Socket.a.address, at: .zero + .seconds(60))
        guard case .opened(var connection, let actions) = opened else { return #expect(Bool(false)) }
        let step = Step(actions: actions)
        #expect(step.states == [.synReceived, .established])
        #expect(step.signals == [.connected, .readable])
        #expect(step.lines == ["<SEQ=\(synack.sequence + 1)><ACK=104><CTL=ACK>"])
        #expect(step.notes.first?.step == "tcp.syn_cookie_accepted")
        #expect(listener.halfOpen.count == 2)
        #expect(connection.effectiveSendMSS == 1_460 && connection.sending.window == 5_000)
        #expect(!connection.usesSACK && connection.armedTimers.isEmpty)
        // No round trip was measured: there was nothing to measure from.
        #expect(connection.retransmissionTimeout.smoothed == nil)
        #expect(Step(actions: connection.handle(.send([9], push: true), at: .zero + .seconds(61))).segments.count == 1)
    }

    @Test func forgedOrLateIsReset() throws {
        var listener = listening(.always)
        let stranger = ack(100, SequenceNumber(12_345))
        // Before a cookie was sent none can come back.
        let early = actions(listener.segmentArrives(stranger, from: Socket.a.address, at: .zero))
        #expect(early.lines == ["<SEQ=12346><CTL=RST>"])
        #expect(early.notes.map(\.step) == ["tcp.rst"])
        let number = try actions(listener.segmentArrives(syn(100), from: Socket.a.address, at: .zero)).segment.sequence
        let forged = actions(listener.segmentArrives(stranger, from: Socket.a.address, at: .zero))
        #expect(forged.notes.map(\.step) == ["tcp.syn_cookie_refused", "tcp.rst"])
        #expect(forged.lines == ["<SEQ=12346><CTL=RST>"])
        for seconds in [128, 200] as [Int64] {
            let late = listener.segmentArrives(
                ack(100, number), from: Socket.a.address, at: .zero + .seconds(seconds))
            #expect(actions(late).lines == ["<SEQ=\(number + 1)><CTL=RST>"])
        }
        #expect(listener.halfOpen.isEmpty)
        var reset = ack(100, number)
        reset.control = [.rst, .ack]
        #expect(actions(listener.segmentArrives(reset, from: Socket.a.address, at: .zero)).segments.isEmpty)
    }

    /// What comes back later is an old segment of that connection.
    @Test func aCookieOpensOneConnection() throws {
        var listener = listening(.always, backlog: 9)
        let number = try actions(listener.segmentArrives(syn(100), from: Socket.a.address, at: .zero)).segment.sequence
        var fin = ack(100, number)
        fin.control = [.fin, .ack]
        guard case .opened = listener.segmentArrives(ack(100, number), from: Socket.a.address, at: .zero) else {
            return #expect(Bool(false))
        }
        for segment in [ack(100, number), ack(100, number, data: [1]), fin] {
            let again = actions(listener.segmentArrives(segment, from: Socket.a.address, at: .zero + .seconds(100)))
            #expect(again.notes.map(\.step) == ["tcp.syn_cookie_spent", "tcp.rst"])
            #expect(again.lines == ["<SEQ=\(number + 1)><CTL=RST>"])
        }
        // The next connection between the same sockets begins with another number.
        let next = actions(listener.segmentArrives(syn(900), from: Socket.a.address, at: .zero + .seconds(100)))
        let third = try ack(900, next.segment.sequence)
        guard case .opened = listener.segmentArrives(third, from: Socket.a.address, at: .zero + .seconds(100)) else {
            return #expect(Bool(false))
        }
    }

    @Test func aSpentCookieIsRememberedNoLongerThanItIsValid() {
        let cookies = SYNCookies(.always, key: Self.key)
        func spend(_ first: UInt32, at now: Instant, in spent: inout SpentCookies) -> Bool {
            let cookie = cookies.cookie(for: syn(first), from: .a, to: .b, at: now)
            return spent.spend(cookie, of: .a, first: SequenceNumber(first), at: now)
        }
        var (long, short) = (SpentCookies(), SpentCookies())
        let later = Instant.zero + .seconds(128)
        for first in 1...50 as ClosedRange<UInt32> { #expect(spend(first, at: .zero, in: &long)) }
        #expect(long != short)
        #expect(spend(99, at: later, in: &long) && spend(99, at: later, in: &short))
        #expect(long == short)
    }

    /// A connection that could not be accepted is not confirmed: neither by a cookie nor by an answer to one.
    @Test func nothingOpensBeyondTheBacklog() throws {
        var listener = listening(.always)
        let first = try actions(listener.segmentArrives(syn(100), from: Socket.a.address, at: .zero)).segment
        let second = try actions(listener.segmentArrives(syn(7, port: 9), from: Socket.a.address, at: .zero)).segment
        guard case .opened = listener.segmentArrives(ack(100, first.sequence), from: Socket.a.address, at: .zero) else {
            return #expect(Bool(false))
        }
        listener.established(.a)
        let third = ack(7, second.sequence, port: 9)
        func dropped(_ note: Note) -> Listener.Answer { .answered([.note(note)]) }
        #expect(
            listener.segmentArrives(third, from: Socket.a.address, at: .zero)
                == dropped(.opening(.acceptQueueFull(limit: 1))))
        #expect(
            listener.segmentArrives(syn(8, port: 10), from: Socket.a.address, at: .zero)
                == dropped(.opening(.backlogFull(limit: 1))))
        #expect(listener.accept() == .a)
        // The acknowledgment comes again with the first data.
        guard case .opened = listener.segmentArrives(third, from: Socket.a.address, at: .zero) else {
            return #expect(Bool(false))
        }
    }
}
