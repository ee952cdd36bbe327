import TCPSim
import Trace

/// Pairs of connections, the wires between them, their timers and users, in virtual time. With a ``Chronicle`` everything that happens
/// is written down, as the simulator does.
struct Network {
    /// What the users of the connections do.
    enum Use {
        /// The client sends for as long as the simulation runs; the server reads.
        case bulk
        /// The client opens and closes, over and over.
        case turnover
        /// Nothing, once the connection is open.
        case idle
    }

    /// The client of pair n is number 2n, its server 2n + 1.
    private(set) var connections: [Connection]
    /// Segments put on a wire so far.
    private(set) var segments = 0
    /// Those with data.
    private(set) var dataSegments = 0
    /// Octets that users have read.
    private(set) var octetsRead = 0
    /// Connections that both sides have opened and closed again.
    private(set) var turnovers = 0

    /// Where it is written down.
    private(set) var chronicle: Chronicle?

    private let isTraced: Bool
    private let use: Use
    private let latency: Int64
    /// What the client's user sends at a time.
    private let chunk: [UInt8]
    private var now = Instant.zero
    private var wheel = TimingWheel()
    private var actions: [Connection.Action] = []

    /// When each timer of each connection is due; `never` for those that do not run. That of connection n and timer t is at 6n + t.
    private var due: [Int64]
    /// When the wheel will look at it. A timer that is moved to a later time stays in its slot and is put into the right one when it
    /// comes up: most are moved many times before they run out.
    private var looked: [Int64]

    private static let never = Int64.max

    /// The place of a timer in both lists.
    private static func place(of timer: Connection.Timer, _ owner: Int) -> Int {
        let number =
            switch timer {
            case .retransmission: 0
            case .timeWait: 1
            case .persist: 2
            case .delayedAcknowledgment: 3
            case .keepAlive: 4
            case .orphan: 5
            }
        return 6 * owner + number
    }

    /// `pairs` of connections, `latency` microseconds apart. They open one after the other within a round trip.
    init(pairs: Int, latency: Int64 = 10_000, use: Use, chunk: Int, configuration: Connection.Configuration) {
        chronicle = configuration.tracing ? Chronicle(connections: 2 * pairs) : nil
        isTraced = configuration.tracing
        self.use = use
        self.latency = latency
        self.chunk = (0..<chunk).map { UInt8(truncatingIfNeeded: $0) }
        connections = []
        connections.reserveCapacity(2 * pairs)
        due = Array(repeating: Self.never, count: 6 * 2 * pairs)
        looked = due
        for _ in 0..<pairs {
            connections.append(Connection(local: Self.client, remote: Self.server, configuration: configuration))
            connections.append(Connection(local: Self.server, configuration: configuration))
        }
        for pair in 0..<pairs {
            now = Instant(microseconds: 2 * latency * Int64(pair) / Int64(pairs))
            handle(.passiveOpen, by: 2 * pair + 1)
            handle(.activeOpen, by: 2 * pair)
        }
    }

    private static let client = Socket(IPv4Address(192, 0, 2, 1), 50_000)
    private static let server = Socket(IPv4Address(192, 0, 2, 2), 80)

    /// The socket of the connection with that number.
    static func socket(of owner: Int) -> Socket { owner & 1 == 0 ? client : server }

    /// Goes on until `isEnough`, asked now and then, or nothing is left to happen.
    mutating func run(until isEnough: (borrowing Network) -> Bool) {
        var steps = 0
        var entry = TimingWheel.Entry.spent
        while wheel.next(&entry) {
            now = Instant(microseconds: entry.due)
            let owner = Int(entry.owner)
            if let timer = entry.timer {
                expire(timer, of: owner, lookedAt: entry.due)
            } else if let segment = entry.segment.take() {
                handle(.segmentArrives(consume segment, from: Self.socket(of: owner ^ 1).address), by: owner)
            }
            steps += 1
            if steps & 0xff == 0, isEnough(self) { return }
        }
    }
}

extension Network {
    // MARK: Timers

    private mutating func arm(_ timer: Connection.Timer, of owner: Int, at time: Int64) {
        let place = Self.place(of: timer, owner)
        due[place] = time
        guard time < looked[place] else { return }
        looked[place] = time
        wheel.insert(due: time, owner: Int32(owner), timer: timer)
    }

    private mutating func expire(_ timer: Connection.Timer, of owner: Int, lookedAt time: Int64) {
        let place = Self.place(of: timer, owner)
        guard looked[place] == time else { return }
        looked[place] = Self.never
        let due = due[place]
        guard due != Self.never else { return }
        guard due <= time else { return arm(timer, of: owner, at: due) }
        self.due[place] = Self.never
        handle(.timeout(timer), by: owner)
    }

    // MARK: Connections and their users

    /// What the user of a connection is told by one event.
    private struct News {
        var (isReadable, isConnected, hasEnded, isClosed) = (false, false, false, false)
    }

    /// Hands an event to a connection, and what it says to its user.
    private mutating func handle(_ event: consuming Connection.Event, by owner: Int) {
        let news = perform(consume event, by: owner)
        if news.isReadable { _ = perform(.receive(max: .max), by: owner) }
        let isClient = owner & 1 == 0
        switch use {
        case .idle: break
        case .bulk:
            guard isClient, connections[owner].state == .established else { return }
            while connections[owner].sendSpace >= chunk.count { _ = perform(.send(chunk, push: false), by: owner) }
        case .turnover:
            if isClient, news.isConnected { handle(.close, by: owner) }
            if !isClient, news.hasEnded { handle(.close, by: owner) }
            if news.isClosed, isClient {
                turnovers += 1
                handle(.passiveOpen, by: owner ^ 1)
                handle(.activeOpen, by: owner)
            }
        }
    }

    /// Hands an event to a connection and does what it wants done.
    private mutating func perform(_ event: consuming Connection.Event, by owner: Int) -> News {
        var news = News()
        if !isTraced {
            connections[owner].handle(consume event, at: now, into: &actions)
        } else {
            let (before, after) = connections[owner].follow(event, at: now, into: &actions)
            chronicle?.record(event, actions, of: owner, from: before, to: after, at: now)
        }
        // Each is moved out, and the few behind it move up: to count references, or to destroy all of them at the end, costs more.
        while !actions.isEmpty {
            switch actions.remove(at: 0) {
            case .transmit(let segment):
                segments += 1
                if !segment.payload.isEmpty { dataSegments += 1 }
                wheel.insert(
                    due: now.microseconds + latency, owner: Int32(owner ^ 1), timer: nil, segment: segment)
            case .arm(let timer, let due): arm(timer, of: owner, at: due.microseconds)
            case .disarm(let timer): due[Self.place(of: timer, owner)] = Self.never
            case .deliver(let octets): octetsRead += octets.count
            case .signal(.readable): news.isReadable = true
            case .signal(.connected): news.isConnected = true
            case .signal(.endOfStream): news.hasEnded = true
            case .signal(.closed): news.isClosed = true
            case .signal, .entered, .note: break
            }
        }
        return news
    }
}
