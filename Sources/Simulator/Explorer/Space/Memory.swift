import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// What a connection does about a cause.
    struct Reaction: Sendable {
        /// The number of the connection afterwards.
        let connection: UInt32
        let actions: [Connection.Action]
        /// For each segment among the actions, the number of the cause that it arrives.
        let sent: [UInt32]
        /// How many octets had arrived on a connection that gave way, and can be read by no user any more.
        let unreadable: Int
    }

    /// The judgment on what a side or a host has done about a cause.
    struct Verdict: Sendable {
        /// The landmarks that are passed: a bit for each.
        var landmarks: UInt64 = 0
        /// The rule that is broken, whatever the other side is; nil if none is.
        var violation: Rule?
        /// The least number of octets that the other side must have sent.
        var needed: UInt8 = 0
        /// The number of octets of the whole stream if its end was received: the other side must have sent exactly so many. Nil if the stream
        /// has not ended.
        var total: UInt8?
        /// Whether the user is told of a reset.
        var isReset = false
        /// Whether a connection is given up because the other side does not answer.
        var hasTimedOut = false
    }

    /// What a cause makes of a side or of a host.
    struct Move: Sendable {
        /// The number of the side or of the host afterwards.
        let part: UInt32
        /// The segments that are sent, as a range of ``Memory/flights``.
        let flights: Range<UInt32>
        let verdict: Verdict
    }

    /// A segment that is sent.
    struct Sent: Sendable {
        /// The client that sends it, or that a host sends it to.
        let client: Int32
        /// The number of the cause that it arrives.
        let arrival: UInt32
    }

    /// What the sides, and B as a host, do about each cause, and the numbers of all parts of states.
    ///
    /// The same side meets the same cause in very many states, which differ in the other side or in the segments in flight. A side is a
    /// value, so it does the same each time, and is asked only once. After that a step is computed from numbers alone.
    ///
    /// The search does not use ``TCPHost/Driver``. It keeps the actions of an event as they are: segments go into queues as values, never as
    /// datagrams, and a ``Trial`` judges the other actions. Timers have no deadlines here, and nothing is recorded.
    struct Memory: Sendable {
        private(set) var connections = Numbered<Connection>()
        private(set) var sides = Numbered<Side>()
        private var views: [View] = []
        private(set) var servers = Numbered<Server>()
        private var serverViews: [ServerView] = []
        private var legs: [Leg] = []
        private var legNumbers = WordMap()
        private(set) var causes = Numbered<Cause>()
        var allowances: Allowances
        var queues = Queues()
        /// The reactions, by connection and cause.
        private var reactions: [UInt64: Reaction] = [:]
        /// The moves, by side or host and cause.
        private var moves = KnownMoves<Move>()
        /// The segments sent in all moves.
        private(set) var flights: [Sent] = []
        /// The ends, users and strangers of the space.
        let scope: Scope
        /// How connections and hosts deal with an event.
        let machines: Machines
        /// The number of the first cause in which a user sends an octet.
        private let octets: UInt32

        /// The numbers of the first causes, which are known from the start.
        enum Known {
            static let activeOpen: UInt32 = 0
            static let passiveOpen: UInt32 = 1
            static let close: UInt32 = 2
            static let read: UInt32 = 3
            static let abort: UInt32 = 4
            static let reopening: UInt32 = 5
            static let accept: UInt32 = 6
            static let stopListening: UInt32 = 7
            static let pause: UInt32 = 8
            static let oldSYN: UInt32 = 9
            static let floods: UInt32 = 10
            static let timeouts = floods + UInt32(Scope.most.segments)
            static let leaving = timeouts + UInt32(Connection.Timer.allCases.count)
            static let hostTimeouts = leaving + UInt32(connections)
            static let forgeries = hostTimeouts + UInt32(connections * Connection.Timer.allCases.count)

            /// The number of a host's connections for which causes are known. A host never has so many: two of each client, those in
            /// TIME-WAIT, and those of strangers.
            static let connections = 16
        }

        init(scope: Scope, bounds: Bounds, machines: Machines) {
            self.scope = scope
            self.machines = machines
            let flood = min(max(0, scope.flood), Scope.most.segments)
            allowances = Allowances(Allowance(left: bounds, flood: flood, hasOldSYN: scope.oldSYN != nil))
            let old = scope.oldSegment ?? scope.syn(from: scope.socket(of: .a), scope.initial(of: .a, 0) - 1)
            // A client of a host closes its socket with RELEASE, and so does not wait for ever for the other side's FIN.
            var known: [Cause] = [
                .event(.activeOpen), .event(.passiveOpen), .event(scope.isListening ? .release : .close),
                .event(.receive(max: .max)), .event(.abort), .reopening, .accept, .stopListening, .pause, .arrival(old),
            ]
            known += (0..<Scope.most.segments).map {
                .arrival(scope.syn(from: TCPSpace.socket(ofStranger: $0), SequenceNumber(7)))
            }
            known += Connection.Timer.allCases.map { .event(.timeout($0)) }
            known += (0..<Known.connections).map { .leave($0) }
            for place in 0..<Known.connections {
                known += Connection.Timer.allCases.map { .timeout(place, $0) }
            }
            for client in 0..<scope.clients {
                known += scope.forgeries.map { forgery in
                    scope.isListening
                        ? .falseCookie(forgery.cookie(inNameOf: End(.a, client: client), scope)) : .forgery(forgery)
                }
            }
            octets = UInt32(truncatingIfNeeded: known.count)
            for incarnation in 0..<(scope.mayReopen ? 2 : 1) as Range<UInt8> {
                for index in 0..<scope.data {
                    for end in scope.ends {
                        known.append(.event(.send([scope.octet(index, of: end, incarnation)], push: true)))
                    }
                }
            }
            for cause in known { _ = causes.number(of: cause) }
        }

        /// The first state. Nothing has happened yet, except that B as a host listens.
        mutating func start() -> State {
            var state = State(PackedState(high: 0, low: 0))
            if scope.isListening {
                var server = Server(scope.host(isTelling: false))
                _ = server.meet(.listen(backlog: scope.backlog), machines.host)
                state.b = number(of: server)
            } else {
                state.b = side(at: .b)
            }
            for client in 0..<scope.clients {
                _ = learnPutting(Leg(side: side(at: End(.a, client: client))), of: client, in: &state)
            }
            return state
        }

        /// The number of the cause that the user of a side opens.
        func opening(by side: View) -> UInt32 {
            side.hasOpened ? Known.reopening : side.end.peer == .a ? Known.activeOpen : Known.passiveOpen
        }

        /// The number of the cause that the user of a side sends its next octet. In the numbers of these causes the users take turns.
        func sending(by side: View) -> UInt32 {
            let index = UInt32(side.incarnation) * UInt32(scope.data) + UInt32(side.sent)
            guard scope.isListening else { return octets + 2 * index + (side.end.peer == .a ? 0 : 1) }
            return octets + UInt32(scope.clients) * index + UInt32(side.end.client)
        }

        /// The number of the cause that a timer of a side runs out.
        static func timeout(of timer: Connection.Timer) -> UInt32 {
            Known.timeouts + UInt32(View.place(timer))
        }

        /// The number of the cause that a timer of a host's connection runs out.
        static func timeout(of timer: Connection.Timer, at place: Int) -> UInt32 {
            Known.hostTimeouts + UInt32(place * Connection.Timer.allCases.count + View.place(timer))
        }

        /// The number of the cause that a forged segment arrives at an end.
        func forging(_ forgery: Forgery, to end: End) -> UInt32 {
            guard scope.isListening else { return Known.forgeries + UInt32(forgery.rawValue) }
            let place = Int(forgery.rawValue) - Forgery.nearMisses.count
            return Known.forgeries + UInt32(end.client * Forgery.cookies.count + place)
        }

        // MARK: Asking

        /// The view of the side with that number.
        subscript(side: UInt32) -> View { views[Int(side)] }

        /// The view of B as a host with that number.
        func host(_ number: UInt32) -> ServerView { serverViews[Int(number)] }

        /// A client, and the segments in flight between it and B.
        ///
        /// The search calls this and the following functions several times for each step.
        @inline(__always)
        func leg(of client: Int, in state: State) -> Leg {
            guard scope.isListening else { return Leg(side: state[0], toClient: state[1], toB: state[2]) }
            return legs[Int(state[client])]
        }

        /// Stores a leg in `state`; false if the leg has no number yet.
        @inline(__always)
        func put(_ leg: Leg, of client: Int, in state: inout State) -> Bool {
            guard scope.isListening else {
                (state[0], state[1], state[2]) = (leg.side, leg.toClient, leg.toB)
                return true
            }
            guard let word = leg.word, let number = legNumbers.number(of: word) else { return false }
            state[client] = number
            return true
        }

        /// What a cause makes of a side, or of B as a host; nil if that is not known yet.
        @inline(__always)
        func move(of part: UInt32, at peer: Peer, by cause: UInt32) -> Move? {
            moves[word(part, at: peer, by: cause)]
        }

        @inline(__always)
        private func isHost(_ peer: Peer) -> Bool { scope.isListening && peer == .b }

        @inline(__always)
        private func word(_ part: UInt32, at peer: Peer, by cause: UInt32) -> UInt64 {
            (isHost(peer) ? 1 << 63 : 0) | UInt64(part) << 32 | UInt64(cause)
        }

        /// The segment that a cause brings to an end; nil if it brings none.
        func segment(_ cause: UInt32, to state: State, at end: End) -> Segment? {
            guard case .forgery(let forgery) = causes[cause] else { return causes[cause].segment?.segment }
            let side = end.peer == .a ? leg(of: end.client, in: state).side : state.b
            return forgery.segment(for: connections[sides[side].connection], of: end.peer)
        }

        // MARK: Choices

        /// Appends the calls that the user of a side may make.
        @inline(__always)
        func appendCalls(of side: View, to choices: inout [Choice]) {
            let end = side.end
            if !side.hasOpened || side.mayReopen { choices.append(.open(end)) }
            if side.maySend { choices.append(.send(end)) }
            if side.mayClose { choices.append(.close(end)) }
            if side.mayRead { choices.append(.read(end)) }
            if side.mayAbort { choices.append(.abort(end)) }
        }

        /// Appends what the network may do to the segments in the queue to `end`.
        func appendFates(in queue: UInt32, to end: End, _ allowance: UInt16, to choices: inout [Choice]) {
            for place in queues.places(queue) where queues.isFirst(queue, place) {
                if place == 0 || allowances.has(.reorder, in: allowance) {
                    choices.append(.segment(to: end, at: place, .arrives))
                }
                if allowances.has(.loss, in: allowance) { choices.append(.segment(to: end, at: place, .isLost)) }
                if allowances.has(.duplicate, in: allowance) { choices.append(.segment(to: end, at: place, .isCopied)) }
            }
        }

        // MARK: Finding out

        /// Stores a leg in `state`, which gets a number if it has none; false if no number is left for it, or for a queue.
        mutating func learnPutting(_ leg: Leg, of client: Int, in state: inout State) -> Bool {
            if put(leg, of: client, in: &state) { return queues.count <= State.queues }
            guard let word = leg.word, legs.count < State.legs else { return false }
            legNumbers.set(word, to: UInt32(truncatingIfNeeded: legs.count))
            legs.append(leg)
            return put(leg, of: client, in: &state)
        }

        /// Finds out what a cause makes of a side, or of B as a host.
        mutating func learnMove(of part: UInt32, at peer: Peer, by cause: UInt32) -> Move {
            if let known = move(of: part, at: peer, by: cause) { return known }
            let begin = UInt32(truncatingIfNeeded: flights.count)
            let (next, verdict) =
                isHost(peer) ? meet(causes[cause], byHost: servers[part]) : meet(cause, by: sides[part])
            let sent = begin..<UInt32(truncatingIfNeeded: flights.count)
            let move = Move(part: next, flights: sent, verdict: verdict)
            moves.remember(move, as: word(part, at: peer, by: cause))
            return move
        }

        /// Lets a side meet a cause. The segments that it sends join the flights.
        private mutating func meet(_ cause: UInt32, by before: Side) -> (next: UInt32, verdict: Verdict) {
            let old = connections[before.connection]
            let reaction = reaction(of: before, old, to: cause)
            let trial = Trial(
                before: old, after: connections[reaction.connection], cause: causes[cause], actions: reaction.actions,
                user: before, scope: scope, unreadable: reaction.unreadable, sent: reaction.actions.segments)
            var outcome = trial.outcome
            outcome.side.connection = reaction.connection
            flights += reaction.sent.map { Sent(client: Int32(before.end.client), arrival: $0) }
            return (number(of: outcome.side), outcome.verdict)
        }

        /// Lets B as a host meet a cause. The segments that it sends to clients join the flights. Segments to strangers are lost.
        private mutating func meet(_ cause: Cause, byHost before: Server) -> (next: UInt32, verdict: Verdict) {
            var after = before
            let reaction = after.meet(cause, machines.host)
            for (segment, remote) in reaction.sent {
                guard let client = TCPSpace.client(at: remote), client < scope.clients else { continue }
                flights.append(Sent(client: Int32(client), arrival: number(ofArrival: segment)))
            }
            let trial = HostTrial(before: before, after: after, cause: cause, reaction: reaction, scope: scope)
            return (number(of: after), trial.verdict)
        }

        /// What a connection does about a cause. If the scope has no receive buffer, the user reads at once what has arrived.
        private mutating func reaction(
            of side: Side, _ old: Connection, to cause: UInt32
        ) -> Reaction {
            let word = UInt64(side.connection) << 32 | UInt64(cause)
            if let known = reactions[word] { return known }
            var next = old
            var actions: [Connection.Action] = []
            var unreadable = 0
            if case .arrival(let segment) = causes[cause],
                let successor = TCPSpace.successor(of: old, side.end.peer, to: segment, scope, isTelling: false)
            {
                actions = machines.giveWay(&next)
                unreadable = old.available - next.available
                (next, actions) = (successor.connection, actions + successor.actions)
            } else {
                if case .reopening = causes[cause] {
                    next = scope.connection(of: side.end, incarnation: 1, isTelling: false)
                }
                if let event = Self.event(causes[cause], at: old, side.end.peer) {
                    actions = machines.connection(&next, event, scope.beginning)
                }
            }
            if scope.buffer == nil, next.available > 0 {
                actions += machines.connection(&next, .receive(max: .max), scope.beginning)
            }
            var sent: [UInt32] = []
            for segment in actions.segments { sent.append(number(ofArrival: segment)) }
            let reaction = Reaction(
                connection: connections.number(of: next).number, actions: actions, sent: sent, unreadable: unreadable)
            reactions[word] = reaction
            return reaction
        }

        /// The event that a connection gets for a cause; nil if there is none.
        private static func event(_ cause: Cause, at connection: Connection, _ peer: Peer) -> Connection.Event? {
            let source = TCPSpace.socket(of: peer.other).address
            switch cause {
            case .arrival(let segment): return .segmentArrives(segment, from: source)
            case .event(let event): return event
            case .reopening: return peer == .a ? .activeOpen : .passiveOpen
            case .forgery(let forgery):
                return forgery.segment(for: connection, of: peer).map { .segmentArrives($0, from: source) }
            // These happen to hosts.
            case .listen, .falseCookie, .accept, .stopListening, .leave, .timeout, .pause: return nil
            }
        }

        /// The number of the cause that `segment` arrives.
        private mutating func number(ofArrival segment: Segment) -> UInt32 {
            causes.number(of: .arrival(segment)).number
        }

        /// The number of the side at `end` before anything has happened.
        private mutating func side(at end: End) -> UInt32 {
            let connection = scope.connection(of: end, isTelling: false)
            return number(of: Side(connection: connections.number(of: connection).number, end: end))
        }

        private mutating func number(of side: Side) -> UInt32 {
            let (number, isNew) = sides.number(of: side)
            if isNew { views.append(View(of: side, connection: connections[side.connection], scope: scope)) }
            return number
        }

        private mutating func number(of server: Server) -> UInt32 {
            let (number, isNew) = servers.number(of: server)
            if isNew { serverViews.append(ServerView(server, scope)) }
            return number
        }
    }
}
