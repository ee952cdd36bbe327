import TCPSim
import TestSupport
import Testing
import Trace

/// Two connections with random settings and all that later documents have added, over a wire that loses, repeats, reorders
/// and corrupts.
struct Storm {
    private enum Occurrence {
        case arrival([UInt8], atA: Bool)
        case timeout(Connection.Timer, atA: Bool, generation: Int)
    }

    private struct Key: Hashable {
        let timer: Connection.Timer
        let atA: Bool
    }

    private var sides: [Connection]
    private var random: SplitMix64
    private let loss: Int
    private var now = Instant.zero
    private var queue = Schedule<Occurrence>()
    private var generations: [Key: Int] = [:]
    private let plan: [[UInt8]]
    private var toSend: [ArraySlice<UInt8>]
    private var received: [[UInt8]] = [[], []]
    private var edges: [SequenceNumber?] = [nil, nil]
    private(set) var failures: [Connection.Signal] = []
    private(set) var steps: Set<String> = []

    init(seed: UInt64, loss: Int) {
        var random = SplitMix64(seed: seed)
        func configuration() -> Connection.Configuration {
            let near = UInt32.max - .random(in: 0...40_000, using: &random)
            let iss = Bool.random(using: &random) ? near : .random(in: 0 ... .max, using: &random)
            var configuration = Connection.Configuration.modern(isn: .forced(SequenceNumber(iss)))
            configuration.mss = .random(in: 100...1_460, using: &random)
            configuration.receiveBuffer = .random(
                in: 64...(Bool.random(using: &random) ? 4_000 : 200_000), using: &random)
            configuration.sendBuffer = .random(in: 500...100_000, using: &random)
            // A unit larger than the buffer could announce nothing.
            let largest = UInt8(
                min(
                    14,
                    (configuration.receiveBuffer / 8).bitWidth - (configuration.receiveBuffer / 8).leadingZeroBitCount
                        - 1))
            configuration.windowScale = Bool.random(using: &random) ? .random(in: 0...largest, using: &random) : nil
            configuration.timestamps = Bool.random(using: &random) ? TimestampClock(offset: .max - 500) : nil
            configuration.selectiveAcknowledgment = .random(using: &random)
            configuration.nagle = .random(using: &random)
            configuration.acknowledgmentDelay = .milliseconds(.random(in: 0...1, using: &random) * 40)
            configuration.minimumRTO = .milliseconds(200)
            configuration.msl = .seconds(60)
            if Int.random(in: 0..<6, using: &random) == 0 { configuration.congestionControl = nil }
            return configuration
        }
        sides = [
            Connection(local: .a, remote: .b, configuration: configuration()),
            Connection(local: .b, configuration: configuration()),
        ]
        plan = (0..<2).map { _ in random.octets(.random(in: 0...60_000, using: &random)) }
        toSend = plan.map { $0[...] }
        self.loss = loss
        self.random = random
    }

    /// Runs until both are CLOSED, nothing is left to happen, or `limit` things have happened.
    mutating func run(limit: Int = 60_000) {
        act(.passiveOpen, 1)
        act(.activeOpen, 0)
        for _ in 0..<limit {
            guard let (at, what) = queue.popFirst() else { break }
            now = at
            switch what {
            case .arrival(let octets, let atA):
                // What was corrupted on the way is recognised by its checksum.
                guard let datagram = try? SegmentCodec.decode(octets, recording: false) else { continue }
                act(.segmentArrives(datagram.segment, from: datagram.header.source), atA ? 0 : 1)
            case .timeout(let timer, let atA, let generation):
                guard generations[Key(timer: timer, atA: atA)] == generation else { continue }
                act(.timeout(timer), atA ? 0 : 1)
            }
            if sides.allSatisfy({ $0.state == .closed }) { break }
        }
        let isClosed = sides.allSatisfy { $0.state == .closed }
        #expect(isClosed || !failures.isEmpty, "both closed, or somebody was told")
        for side in 0..<2 {
            // Every octet once and in order; all of them, unless an error was reported.
            #expect(plan[1 - side].starts(with: received[side]))
            if failures.isEmpty { #expect(received[side].count == plan[1 - side].count) }
        }
    }

    private mutating func act(_ event: Connection.Event, _ side: Int) {
        let unacknowledged = sides[side].sending.unacknowledged
        let incarnation = sides[side].sending.initial
        let actions = sides[side].handle(event, at: now)
        for action in actions {
            switch action {
            case .transmit(let segment): launch(segment, side)
            case .deliver(let octets): received[side] += octets
            case .arm(let timer, let due):
                let key = Key(timer: timer, atA: side == 0)
                generations[key, default: 0] += 1
                queue.add(.timeout(timer, atA: side == 0, generation: generations[key] ?? 0), at: due)
            case .disarm(let timer): generations[Key(timer: timer, atA: side == 0), default: 0] += 1
            case .signal(let signal):
                if [.reset, .refused, .timedOut].contains(signal) { failures.append(signal) }
            case .note(let note): steps.insert(note.step)
            case .entered: break
            }
        }
        check(side, since: unacknowledged, incarnation)
        useApplication(side)
    }

    /// What must hold after any event.
    private func check(_ side: Int, since before: SequenceNumber, _ incarnation: SequenceNumber) {
        let connection = sides[side]
        let sending = connection.sending
        #expect(sending.unacknowledged <= sending.next)
        if sending.initial == incarnation, connection.state.isSynchronized { #expect(before <= sending.unacknowledged) }
        guard connection.state != .closed, connection.state != .listen, connection.state != .timeWait else { return }
        let timers = connection.armedTimers
        // The octet of a probe is sent again by the window's timer.
        let isAskedAgain = timers.contains(.retransmission) || timers.contains(.persist)
        #expect(sending.inFlight == 0 || isAskedAgain, "unacknowledged means a timer runs")
        #expect(sending.inFlight > 0 || !timers.contains(.retransmission))
        if [.established, .closeWait].contains(connection.state), !connection.isDrained {
            #expect(timers.contains(.retransmission) || timers.contains(.persist), "data that waits means a timer runs")
        }
        #expect(connection.available <= connection.configuration.receiveBuffer * 9 / 8 + 1)
    }

    /// Reads at its leisure, sends what fits in random pieces, and closes when all is sent.
    private mutating func useApplication(_ side: Int) {
        let connection = sides[side]
        if connection.available > 0, Int.random(in: 0..<3, using: &random) > 0 || toSend[side].isEmpty {
            return act(.receive(max: .random(in: 1...20_000, using: &random)), side)
        }
        guard connection.state == .established || connection.state == .closeWait, connection.isSendable else { return }
        if toSend[side].isEmpty { return act(.close, side) }
        let count = min(toSend[side].count, connection.sendSpace, .random(in: 1...9_000, using: &random))
        guard count > 0 else { return }
        let piece = Array(toSend[side].prefix(count))
        toSend[side].removeFirst(count)
        act(.send(piece, push: .random(using: &random)), side)
    }

    private mutating func launch(_ segment: Segment, _ side: Int) {
        let (sender, receiver) = (sides[side], sides[1 - side])
        let room = min(sender.configuration.mss, receiver.configuration.mss)
        let size = segment.payload.count + segment.options.reduce(0) { $0 + $1.length }
        if !segment.payload.isEmpty { #expect(size <= Int(room)) }
        // A probe lies one octet beyond; all else within what was announced.
        if let edge = edges[1 - side], segment.payload.count > 1 {
            #expect(segment.end <= edge + 1, "beyond the window")
        }
        if segment.control.contains(.ack), segment.control.isDisjoint(with: [.rst, .syn]) {
            let shift = sender.windowScale?.receive ?? 0
            let edge = segment.acknowledgment + Int(segment.window) << shift
            if let before = edges[side] {
                // Scaled, it may move by what rounding takes; what was promised is still taken.
                #expect(before <= edge + (shift == 0 ? 0 : 1 << shift - 1), "the right edge moved left")
                if before < edge { edges[side] = edge }
            } else {
                edges[side] = edge
            }
        }
        var octets = SegmentCodec.encode(
            segment, from: sender.local.address, to: receiver.local.address, identification: 1, recording: false
        ).bytes
        let fate = Int.random(in: 0..<100, using: &random)
        if fate < loss { return }
        if fate < 2 * loss {
            octets[.random(in: 0..<octets.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        for _ in 0..<(fate < 3 * loss ? 2 : 1) {
            let extra = fate % 10 == 0 ? Int64.random(in: 0...30_000, using: &random) : 0
            queue.add(.arrival(octets, atA: side == 1), at: now + .microseconds(5_000 + extra))
        }
    }
}

@Suite struct StormTests {
    @Test(arguments: 0..<120 as Range<UInt64>) func everythingArrivesInFairWeather(seed: UInt64) {
        var storm = Storm(seed: seed, loss: 0)
        storm.run()
        #expect(storm.failures.isEmpty)
    }

    @Test(arguments: 0..<120 as Range<UInt64>) func everythingArrivesInHeavyWeather(seed: UInt64) {
        var storm = Storm(seed: 10_000 + seed, loss: 3)
        storm.run()
        #expect(storm.failures.isEmpty)
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func rulesHoldInACatastrophe(seed: UInt64) {
        var storm = Storm(seed: 20_000 + seed, loss: 20)
        storm.run()
    }

    /// The storms reach every part of the machine that a storm can reach.
    @Test func stormsReachEverything() {
        var steps: Set<String> = []
        for seed in 30_000..<30_040 as Range<UInt64> {
            var storm = Storm(seed: seed, loss: 5)
            storm.run()
            steps.formUnion(storm.steps)
        }
        let expected: Set<String> = [
            "tcp.fast_retransmit", "tcp.partial_ack", "tcp.recovery_retransmission", "tcp.recovered", "tcp.loss_window",
            "tcp.cwnd", "tcp.sack", "tcp.duplicate_ack", "tcp.window_probe", "tcp.nagle", "tcp.silly_window",
            "tcp.ack_delayed", "tcp.delayed_ack", "tcp.retransmission", "tcp.options_agreed", "tcp.paws",
        ]
        #expect(expected.subtracting(steps) == [])
    }
}
