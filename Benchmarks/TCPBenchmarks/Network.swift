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

    private let use: Use
    private let latency: Int64
    /// What the client's user sends at a time.
    private let chunk: [UInt8]
    private var now = Instant.zero
    private var wheel = TimingWheel()
    private var actions: [Connection.Action] = []
    private var timers: [Timers]

    /// When the timers of a connection are due, and when the wheel will look at them. A timer that is moved to a later time stays in
    /// its slot and is put into the right one when it comes up: most are moved many times before they run out.
    private struct Timers {
        var due = Times()
        var looked = Times()
    }

    /// A time for each timer; `never` for those that do not run.
    private struct Times {
        private var retransmission = Times.never
        private var timeWait = Times.never
        private var persist = Times.never
        private var delayedAcknowledgment = Times.never
        private var keepAlive = Times.never
        private var orphan = Times.never

        static let never = Int64.max

        subscript(timer: Connection.Timer) -> Int64 {
            get {
                switch timer {
                case .retransmission: retransmission
                case .timeWait: timeWait
                case .persist: persist
                case .delayedAcknowledgment: delayedAcknowledgment
                case .keepAlive: keepAlive
                case .orphan: orphan
                }
            }
            set {
                switch timer {
                case .retransmission: retransmission = newValue
                case .timeWait: timeWait = newValue
                case .persist: persist = newValue
                case .delayedAcknowledgment: delayedAcknowledgment = newValue
                case .keepAlive: keepAlive = newValue
                case .orphan: orphan = newValue
                }
            }
        }
    }

    /// `pairs` of connections, `latency` microseconds apart. They open one after the other within a round trip.
    init(pairs: Int, latency: Int64 = 10_000, use: Use, chunk: Int, configuration: Connection.Configuration) {
        chronicle = configuration.tracing ? Chronicle(connections: 2 * pairs) : nil
        self.use = use
        self.latency = latency
        self.chunk = (0..<chunk).map { UInt8(truncatingIfNeeded: $0) }
        connections = []
        connections.reserveCapacity(2 * pairs)
        timers = Array(repeating: Timers(), count: 2 * pairs)
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
        while var entry = wheel.next() {
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

    private mutating func arm(_ timer: Connection.Timer, of owner: Int, at due: Int64) {
        timers[owner].due[timer] = due
        guard due < timers[owner].looked[timer] else { return }
        timers[owner].looked[timer] = due
        wheel.insert(due: due, owner: Int32(owner), timer: timer)
    }

    private mutating func expire(_ timer: Connection.Timer, of owner: Int, lookedAt time: Int64) {
        guard timers[owner].looked[timer] == time else { return }
        timers[owner].looked[timer] = Times.never
        let due = timers[owner].due[timer]
        guard due != Times.never else { return }
        guard due <= time else { return arm(timer, of: owner, at: due) }
        timers[owner].due[timer] = Times.never
        handle(.timeout(timer), by: owner)
    }

    // MARK: Connections and their users

    private mutating func handle(_ event: Connection.Event, by owner: Int) {
        var (isReadable, isConnected, hasEnded, isClosed) = (false, false, false, false)
        if chronicle == nil {
            connections[owner].handle(event, at: now, into: &actions)
        } else {
            let (before, after) = connections[owner].follow(event, at: now, into: &actions)
            chronicle?.record(event, actions, of: owner, from: before, to: after, at: now)
        }
        for place in actions.indices {
            // Moved out of the array: to count its references costs more.
            var action = Connection.Action.disarm(.orphan)
            swap(&action, &actions[place])
            switch consume action {
            case .transmit(let segment):
                segments += 1
                if !segment.payload.isEmpty { dataSegments += 1 }
                wheel.insert(
                    due: now.microseconds + latency, owner: Int32(owner ^ 1), timer: nil, segment: segment)
            case .arm(let timer, let due): arm(timer, of: owner, at: due.microseconds)
            case .disarm(let timer): timers[owner].due[timer] = Times.never
            case .deliver(let octets): octetsRead += octets.count
            case .signal(.readable): isReadable = true
            case .signal(.connected): isConnected = true
            case .signal(.endOfStream): hasEnded = true
            case .signal(.closed): isClosed = true
            case .signal, .entered, .note: break
            }
        }
        actions.removeAll(keepingCapacity: true)
        if isReadable { handle(.receive(max: .max), by: owner) }
        let isClient = owner & 1 == 0
        switch use {
        case .idle: break
        case .bulk:
            guard isClient, connections[owner].state == .established else { return }
            while connections[owner].sendSpace >= chunk.count { handle(.send(chunk, push: false), by: owner) }
        case .turnover:
            if isClient, isConnected { handle(.close, by: owner) }
            if !isClient, hasEnded { handle(.close, by: owner) }
            if isClosed, isClient {
                turnovers += 1
                handle(.passiveOpen, by: owner ^ 1)
                handle(.activeOpen, by: owner)
            }
        }
    }
}
