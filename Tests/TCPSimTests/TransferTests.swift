import TCPSim
import TestSupport
import Testing
import Trace

/// Two connections with applications that send and read in random amounts, over a wire that may reorder, lose or duplicate.
struct Transfer {
    enum Occurrence {
        case arrival(Segment, atA: Bool)
        case timeout(Connection.Timer, atA: Bool, generation: Int)
    }

    var a: Side
    var b: Side
    var random: SplitMix64
    /// The longest extra delay; with 0 the wire keeps the order.
    let jitter: Int64
    /// Out of a hundred segments, how many are lost, and how many arrive twice.
    let loss: Int
    let duplicates: Int

    private var queue: [(at: Instant, number: Int, what: Occurrence)] = []
    private var counter = 0
    private var generations: [String: Int] = [:]
    private var toSend: [[UInt8]]
    private var received: [[UInt8]] = [[], []]
    private var edges: [SequenceNumber?] = [nil, nil]
    private(set) var retransmissions = 0

    init(seed: UInt64, jitter: Int64 = 0, loss: Int = 0, duplicates: Int = 0, roomy: Bool = false) {
        random = SplitMix64(seed: seed)
        self.jitter = jitter
        self.loss = loss
        self.duplicates = duplicates
        func configuration(_ random: inout SplitMix64) -> Connection.Configuration {
            // Every third ISS is close enough to 2^32 that the transfer goes around.
            let near = seed % 3 == 0
            let iss: UInt32 =
                near ? .max - .random(in: 0...3_000, using: &random) : .random(in: 0 ... .max, using: &random)
            return Connection.Configuration(
                mss: .random(in: 30...1_460, using: &random),
                receiveBuffer: roomy ? 65_535 : .random(in: 1...5_000, using: &random),
                sendBuffer: .random(in: 500...20_000, using: &random), isn: .forced(SequenceNumber(iss)))
        }
        a = Side(.a, to: .b, configuration(&random))
        b = Side(.b, to: nil, configuration(&random))
        toSend = [
            random.octets(.random(in: 0...20_000, using: &random)),
            random.octets(.random(in: 0...20_000, using: &random)),
        ]
    }

    /// Runs until both are CLOSED, or `limit` occurrences have passed.
    mutating func run(limit: Int = 200_000) throws {
        let plan = toSend
        b.on(.passiveOpen)
        act(.activeOpen, atA: true)
        var steps = 0
        while let next = queue.indices.min(by: { (queue[$0].at, queue[$0].number) < (queue[$1].at, queue[$1].number) })
        {
            steps += 1
            guard steps < limit else { break }
            let (at, _, what) = queue.remove(at: next)
            a.now = at
            b.now = at
            switch what {
            case .arrival(let segment, let atA):
                act(.segmentArrives(segment, from: (atA ? Socket.b : Socket.a).address), atA: atA)
            case .timeout(let timer, let atA, let generation):
                guard generations["\(timer) \(atA)"] == generation else { continue }
                act(.timeout(timer), atA: atA)
            }
            if a.state == .closed, b.state == .closed { break }
        }
        #expect(a.state == .closed)
        #expect(b.state == .closed)
        #expect(received[1] == plan[0], "what A sent, B received")
        #expect(received[0] == plan[1], "what B sent, A received")
    }

    private mutating func act(_ event: Connection.Event, atA: Bool) {
        let step = atA ? a.on(event) : b.on(event)
        let now = a.now
        retransmissions += step.notes.filter { $0.step == "tcp.retransmission" }.count
        for action in step.actions {
            switch action {
            case .transmit(let segment): launch(segment, fromA: atA, now)
            case .deliver(let octets): received[atA ? 0 : 1] += octets
            case .arm(let timer, let at):
                generations["\(timer) \(atA)", default: 0] += 1
                push(at, .timeout(timer, atA: atA, generation: generations["\(timer) \(atA)"] ?? 0))
            case .disarm(let timer): generations["\(timer) \(atA)", default: 0] += 1
            case .signal, .entered, .note: break
            }
        }
        application(atA: atA)
    }

    /// Reads what there is, sends what fits in random pieces, closes when all is sent, and the second one not before the
    /// other side has.
    private mutating func application(atA: Bool) {
        let connection = atA ? a.connection : b.connection
        let side = atA ? 0 : 1
        if connection.available > 0 { return act(.receive(max: .random(in: 1...4_000, using: &random)), atA: atA) }
        guard connection.state == .established || connection.state == .closeWait else { return }
        if !toSend[side].isEmpty {
            let count = min(toSend[side].count, connection.sendSpace, .random(in: 1...3_000, using: &random))
            guard count > 0 else { return }
            let piece = Array(toSend[side].prefix(count))
            toSend[side].removeFirst(count)
            act(.send(piece, push: .random(using: &random)), atA: atA)
        } else if connection.isDrained, !atA || connection.state == .closeWait || random.next() % 2 == 0 {
            act(.close, atA: atA)
        }
    }

    private mutating func launch(_ segment: Segment, fromA: Bool, _ now: Instant) {
        let sender = fromA ? a.connection : b.connection
        let receiver = fromA ? b.connection : a.connection
        // Never larger than the smaller MSS, never beyond what the other side has ever announced.
        let mss = min(sender.configuration.mss, receiver.configuration.mss)
        #expect(segment.payload.count <= Int(mss))
        let index = fromA ? 1 : 0
        if let edge = edges[index], !segment.payload.isEmpty || segment.control.contains(.fin) {
            #expect(segment.end <= edge, "beyond the announced window")
        }
        // What the sender announces for the other direction; its right edge never moves left.
        if segment.control.contains(.ack), !segment.control.contains(.rst) {
            let edge = segment.acknowledgment + Int(segment.window)
            if let before = edges[1 - index] { #expect(before <= edge, "the right edge moved left") }
            edges[1 - index] = edge
        }
        if Int.random(in: 0..<100, using: &random) < loss { return }
        let copies = Int.random(in: 0..<100, using: &random) < duplicates ? 2 : 1
        for _ in 0..<copies {
            let delay = TimeSpan.microseconds(5_000 + (jitter > 0 ? .random(in: 0...jitter, using: &random) : 0))
            push(now + delay, .arrival(segment, atA: !fromA))
        }
    }

    private mutating func push(_ at: Instant, _ what: Occurrence) {
        counter += 1
        queue.append((at, counter, what))
    }
}

@Suite struct TransferTests {
    @Test(arguments: 0..<150 as Range<UInt64>) func nothingIsSentTwiceOnAPerfectWire(seed: UInt64) throws {
        var transfer = Transfer(seed: seed)
        try transfer.run()
        // Nothing was lost, so nothing was sent twice.
        #expect(transfer.retransmissions == 0)
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func everythingArrivesOnAReorderingWire(seed: UInt64) throws {
        var transfer = Transfer(seed: 1_000 + seed, jitter: 20_000, roomy: true)
        try transfer.run()
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func everythingArrivesOnALossyWire(seed: UInt64) throws {
        var transfer = Transfer(seed: 2_000 + seed, jitter: 20_000, loss: 5, duplicates: 5, roomy: true)
        try transfer.run()
    }

    /// The sequence space accounts for the SYN, the FIN and every octet of data, and for nothing else.
    @Test(arguments: [0, 1, 1_460, 1_461, 5_000], [0, 0xffff_ffff, 0xffff_f000, 12_345] as [UInt32])
    func everyNumberIsAccountedFor(octets: Int, iss: UInt32) throws {
        var (a, b) = established(a: iss &+ 1, b: 300)
        var segments = a.on(.send([UInt8](repeating: 5, count: octets), push: true)).segments
        segments += a.on(.close).segments
        for segment in segments {
            for answer in b.on(segment).segments { a.on(answer) }
        }
        #expect(a.state == .finWait2)
        #expect(a.connection.sending.next - SequenceNumber(iss) == octets + 2)
        #expect(a.connection.sending.unacknowledged == a.connection.sending.next)
        #expect(b.connection.receiving.next == a.connection.sending.next)
        #expect(b.on(.receive(max: .max)).delivered.count == octets)
    }

    /// The same events give the same actions.
    @Test func runsAreRepeatable() {
        func run() -> [Connection.Action] {
            var (a, _) = established(a: 100, b: 300)
            return a.on(.send([UInt8](repeating: 1, count: 9_000), push: true)).actions + a.on(.close).actions
        }
        #expect(run() == run())
    }
}
