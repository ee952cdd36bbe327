import Measurement
import TCPSim
import Trace

/// Two connections that are called in turn. What one of them sends is handed to the other one at once: there are no wheels, no timers and
/// no latency, so that next to nothing but TCP is measured.
struct TwoConnections {
    /// Segments that were handed over so far.
    private(set) var segments = 0

    /// The client and the server.
    private var ends: [Connection]
    /// What was sent to each of them.
    private var underWay: [[Segment]] = [[], []]
    /// What the client's user sends at a time.
    private let chunk: [UInt8]
    private var now = Instant.zero
    private var actions: [Connection.Action] = []

    /// Two connections that are about to open.
    init(chunk: Int, configuration: Connection.Configuration) {
        self.chunk = (0..<chunk).map { UInt8(truncatingIfNeeded: $0) }
        ends = [
            Connection(local: Network.socket(of: 0), remote: Network.socket(of: 1), configuration: configuration),
            Connection(local: Network.socket(of: 1), configuration: configuration),
        ]
        perform(.passiveOpen, by: 1)
        perform(.activeOpen, by: 0)
    }

    /// Goes on until so many segments were handed over.
    mutating func run(until count: Int) {
        while segments < count {
            precondition(!underWay[0].isEmpty || !underWay[1].isEmpty, "Only a timer could go on.")
            for end in [1, 0] {
                now = now + .microseconds(100)
                turn(of: end)
            }
        }
    }

    /// Hands an end what was sent to it; the client's user writes as much as there is room for.
    private mutating func turn(of end: Int) {
        while !underWay[end].isEmpty {
            segments += 1
            let source = Network.socket(of: end ^ 1).address
            perform(.segmentArrives(underWay[end].remove(at: 0), from: source), by: end)
        }
        guard end == 0, ends[end].state == .established else { return }
        while ends[end].sendSpace >= chunk.count { perform(.send(chunk, push: false), by: end) }
    }

    /// Hands an event to an end and does what it wants done, except for its timers; its user reads what has arrived.
    private mutating func perform(_ event: consuming Connection.Event, by end: Int) {
        var isReadable = false
        ends[end].handle(consume event, at: now, into: &actions)
        while !actions.isEmpty {
            switch actions.remove(at: 0) {
            case .transmit(let segment): underWay[end ^ 1].append(segment)
            case .signal(.readable): isReadable = true
            case .deliver, .arm, .disarm, .signal, .entered, .note: break
            }
        }
        if isReadable { perform(.receive(max: .max), by: end) }
    }
}

extension TwoConnections {
    static func measure(_ options: Options, _ report: inout Report) {
        let name = "two connections, in turn"
        guard options.wants(name) else { return }
        let configuration = BulkTransfer.configuration()
        var pair = TwoConnections(chunk: configuration.receiveBuffer, configuration: configuration)
        pair.run(until: 1_000)
        var rates: [Double] = []
        for _ in 0..<options.repetitions {
            let start = pair.segments
            let elapsed = seconds { pair.run(until: start + options.amount(1_000_000)) }
            rates.append(Double(pair.segments - start) / elapsed)
        }
        report.add(Figure(name, unit: "segments/s", rates))
    }
}
