import TCPHost
import TCPSim
import Trace

/// What the clients and B have been seen to do, and the numbers of all parts of states. The clients are sides as those of two connections
/// are; B is a whole host.
struct ListenerMemory: Sendable {
    typealias Cause = ListenerSpace.Cause

    /// What the clients have been seen to do, the queues and the allowances. In a queue to B each segment is named by the number of its
    /// arrival as one of ``causes``.
    var ends: TCPSpace.Memory
    /// What can happen to B.
    private(set) var causes = Numbered<Cause>()
    private var legs: [Leg] = []
    private var legNumbers = WordMap()
    private(set) var servers = Numbered<ListenerSpace.Server>()
    private var hostViews: [ListenerSpace.HostView] = []
    /// By leg and change, and by B and cause.
    private var legMoves = KnownMoves<LegMove>()
    private var hostMoves = KnownMoves<HostMove>()
    private let scope: ListenerSpace.Scope
    private let machine: ListenerSpace.HostMachine

    /// A client, and the queues between it and B, by their numbers.
    struct Leg: Hashable, Sendable {
        var client: UInt32
        var toClient: UInt32 = 0
        var toHost: UInt32 = 0

        var isQuiet: Bool { toClient == 0 && toHost == 0 }

        /// The queue that leads to a side.
        subscript(peer: Peer) -> UInt32 {
            get { peer == .a ? toClient : toHost }
            set { if peer == .a { toClient = newValue } else { toHost = newValue } }
        }

        /// How many clients and how many queues have numbers.
        static let clients = 1 << 20 - 1
        static let queues = 1 << 22

        var word: UInt64 { UInt64(client) << 44 | UInt64(toClient) << 22 | UInt64(toHost) }
    }

    /// What can happen to a leg without B.
    enum Change: Hashable, Sendable {
        /// The client meets the cause of that number.
        case meet(UInt32)
        /// What becomes of the segment at that place of the queue to a side. If it arrives at B, it is B that meets it.
        case segment(to: Peer, Int, SegmentFate)
        /// A segment of B's joins the queue to the client.
        case join(UInt32)

        /// No two changes have the same code.
        var code: UInt64 {
            func code(_ place: Int, _ fate: SegmentFate) -> UInt64 {
                let kind: UInt64 =
                    switch fate {
                    case .arrives: 0
                    case .isLost: 1
                    case .isCopied: 2
                    }
                return UInt64(place) << 2 | kind
            }
            switch self {
            case .meet(let cause): return UInt64(cause) << 2
            case .segment(let peer, let place, let fate): return code(place, fate) << 2 | (peer == .a ? 1 : 2)
            case .join(let element): return UInt64(element) << 2 | 3
            }
        }
    }

    /// What becomes of a leg.
    struct LegMove: Sendable {
        let leg: UInt32
        /// The number of the cause that arrives at B, if one does.
        let arrival: UInt32?
        /// The client's user is told that B does not answer.
        let hasTimedOut: Bool
    }

    /// What becomes of B.
    struct HostMove: Sendable {
        let host: UInt32
        /// What is sent to clients, as causes there. What is sent to strangers is lost.
        let sent: [(client: Int, element: UInt32)]
        let landmarks: UInt32
        let violation: UInt8
        /// The connection with this client was given up, and what was left of its patience.
        let givenUp: (client: Int, wasPatient: Bool)?
    }

    /// The numbers of the first causes.
    enum Known {
        static let accept: UInt32 = 0
        static let stopListening: UInt32 = 1
        static let pause: UInt32 = 2
        static let leaving: UInt32 = 3
        static let hostTimeouts = leaving + UInt32(connections)
        static let forgeries = hostTimeouts + UInt32(connections * Connection.Timer.allCases.count)
        static let floods = forgeries + UInt32(3 * ListenerSpace.FalseCookie.allCases.count)
        static let oldSYN = floods + 3

        /// How many of B's connections the user and the timers can be about. There are never so many: two of each client, those in
        /// TIME-WAIT, and those of strangers.
        static let connections = 16
    }

    init(
        _ scope: ListenerSpace.Scope, _ bounds: TCPSpace.Bounds, _ machine: @escaping ListenerSpace.HostMachine
    ) {
        self.scope = scope
        self.machine = machine
        ends = TCPSpace.Memory(scope, bounds, Variant.standard.machine, TCPSpace.giveWay)
        var known: [Cause] = [.accept, .stopListening, .pause]
        known += (0..<Known.connections).map { .leave($0) }
        for place in 0..<Known.connections {
            known += Connection.Timer.allCases.map { .timeout(place, $0) }
        }
        for client in 0..<3 {
            let socket = ListenerSpace.socket(ofClient: client)
            known += ListenerSpace.FalseCookie.allCases.map {
                .forgery($0.segment(inNameOf: client, scope), from: socket)
            }
        }
        for number in 0..<3 {
            let socket = ListenerSpace.socket(ofStranger: number)
            known.append(.arrival(ListenerSpace.syn(from: socket, SequenceNumber(7)), from: socket))
        }
        let socket = ListenerSpace.socket(ofClient: 0)
        let old = scope.initial(of: .a, 0) - (scope.oldSYN ?? 1)
        known.append(.arrival(ListenerSpace.syn(from: socket, old), from: socket))
        for cause in known { _ = causes.number(of: cause) }
    }

    /// The state in which nothing has happened but that B listens.
    mutating func start() -> PackedState {
        var state = ListenerSpace.State(PackedState(high: 0, low: 0))
        var server = ListenerSpace.Server(ListenerSpace.host(scope, isTelling: false))
        _ = server.meet(.listen(backlog: scope.backlog), machine)
        state.host = number(of: server)
        for end in scope.ends { state[end.client] = number(of: Leg(client: ends.side(at: end))) ?? 0 }
        return state.packed
    }

    // MARK: Asking

    /// A leg.
    func leg(_ number: UInt32) -> Leg { legs[Int(number)] }

    /// What is to be seen of the client of a leg.
    func client(of leg: UInt32) -> TCPSpace.View { ends[legs[Int(leg)].client] }

    /// What is to be seen of B.
    func host(_ number: UInt32) -> ListenerSpace.HostView { hostViews[Int(number)] }

    /// What a change makes of a leg; nil if that is not known yet.
    func move(of leg: UInt32, by change: Change) -> LegMove? {
        legMoves[UInt64(leg) << 40 | change.code]
    }

    /// What a cause makes of B; nil if that is not known yet.
    func move(of host: UInt32, by cause: UInt32) -> HostMove? {
        hostMoves[UInt64(host) << 32 | UInt64(cause)]
    }

    /// The number of the cause that a timer of B's runs out.
    static func timeout(of timer: Connection.Timer, at place: Int) -> UInt32 {
        Known.hostTimeouts + UInt32(place * Connection.Timer.allCases.count + TCPSpace.View.place(timer))
    }

    /// The number of the cause that a forged acknowledgment arrives.
    static func forgery(_ forgery: ListenerSpace.FalseCookie, inNameOf client: Int) -> UInt32 {
        Known.forgeries + UInt32(client * ListenerSpace.FalseCookie.allCases.count + forgery.rawValue)
    }

    // MARK: Finding out

    /// Finds out what a change makes of a leg; nil if there is no number left.
    mutating func learnMove(of leg: UInt32, by change: Change) -> LegMove? {
        if let known = move(of: leg, by: change) { return known }
        var next = legs[Int(leg)]
        var arrival: UInt32?
        var hasTimedOut = false
        switch change {
        case .meet(let cause): hasTimedOut = meet(cause, &next)
        case .segment(let peer, let place, let fate):
            let element = ends.queues[next[peer], place]
            next[peer] =
                fate == .isCopied
                ? ends.queues.learnAppending(element, to: next[peer]) : ends.queues.learnRemoving(place, of: next[peer])
            guard fate == .arrives else { break }
            if peer == .a { hasTimedOut = meet(element, &next) } else { arrival = element }
        case .join(let element): next.toClient = ends.queues.learnAppending(element, to: next.toClient)
        }
        guard let number = number(of: next) else { return nil }
        let move = LegMove(leg: number, arrival: arrival, hasTimedOut: hasTimedOut)
        legMoves.remember(move, as: UInt64(leg) << 40 | change.code)
        return move
    }

    /// The client of a leg meets a cause. Returns whether its user is told that B does not answer.
    private mutating func meet(_ cause: UInt32, _ leg: inout Leg) -> Bool {
        let move = ends.learnMove(of: leg.client, by: cause)
        leg.client = move.side
        let socket = scope.socket(of: ends[move.side].end)
        for flight in move.flights {
            guard let segment = ends.segment(ends.flights[Int(flight)]) else { continue }
            let element = causes.number(of: .arrival(segment, from: socket)).number
            leg.toHost = ends.queues.learnAppending(element, to: leg.toHost)
        }
        return move.hasTimedOut
    }

    /// Finds out what a cause makes of B.
    mutating func learnMove(of host: UInt32, by cause: UInt32) -> HostMove {
        if let known = move(of: host, by: cause) { return known }
        let before = servers[host]
        var after = before
        let reaction = after.meet(causes[cause], machine)
        let trial = ListenerSpace.Trial(
            before: before, after: after, cause: causes[cause], reaction: reaction, scope: scope)
        var sent: [(client: Int, element: UInt32)] = []
        for (segment, remote) in reaction.sent {
            guard let client = ListenerSpace.client(at: remote) else { continue }
            sent.append((client, ends.number(ofArrival: segment)))
        }
        let move = HostMove(
            host: number(of: after), sent: sent, landmarks: trial.landmarks,
            violation: trial.broken?.rawValue ?? 0, givenUp: trial.givenUp)
        hostMoves.remember(move, as: UInt64(host) << 32 | UInt64(cause))
        return move
    }

    private mutating func number(of server: ListenerSpace.Server) -> UInt32 {
        let (number, isNew) = servers.number(of: server)
        if isNew { hostViews.append(ListenerSpace.HostView(server, scope)) }
        return number
    }

    /// Nil if there are too many to give it a number.
    private mutating func number(of leg: Leg) -> UInt32? {
        if let number = legNumbers.number(of: leg.word) { return number }
        guard legs.count < ListenerSpace.State.legs, leg.client < Leg.clients, leg.toClient < Leg.queues,
            leg.toHost < Leg.queues
        else { return nil }
        let number = UInt32(truncatingIfNeeded: legs.count)
        legs.append(leg)
        legNumbers.set(leg.word, to: number)
        return number
    }
}
