import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// What happens to a connection.
    enum Cause: Hashable, Sendable {
        /// A segment arrives.
        case arrival(Segment)
        /// A call is made, or a timer runs out.
        case event(Connection.Event)
        /// A forged segment arrives.
        case forgery(Forgery)
        /// The user opens once more.
        case reopening
    }

    /// What a connection does about a cause.
    struct Reaction: Sendable {
        /// The number of the connection that it becomes.
        let connection: UInt32
        let actions: [Connection.Action]
        /// The arrivals that the segments among the actions will be.
        let sent: [UInt32]
        /// Octets that had arrived on a connection that gave way, and that no user can read any more.
        let unreadable: Int
    }

    /// What becomes of a side by a cause.
    struct Move: Sendable {
        /// The number of the side that it becomes.
        let side: UInt32
        /// The segments that are sent, in ``Memory/flights``.
        let flights: Range<UInt32>
        /// The arrows that are taken.
        let landmarks: UInt32
        /// The raw value of the rule that the side breaks whatever the other side is; 0 for none.
        let violation: UInt8
        /// How many octets the other side must have sent.
        let needed: UInt8
        /// The stream ends after so many octets, so that the other side must have sent just as many; nil if it does not end.
        let total: UInt8?
        /// The user is told of a reset.
        let isReset: Bool
        /// The user is told that the other side does not answer.
        let hasTimedOut: Bool
    }

    /// What the connections have been seen to do, and the numbers of all parts of states.
    ///
    /// The same side meets the same cause in a great many states, which differ in the other side or in what is under way. Being a
    /// value, it does the same each time, so it is asked once. After that a step is a matter of numbers.
    ///
    /// So the search is no ``TCPHost/Driver``. It keeps the actions of an event as they are: the segments among them go into queues of
    /// values, never into datagrams, and a ``Trial`` judges the others. No timer has a time here, and nothing is written down.
    struct Memory: Sendable {
        private(set) var connections = Numbered<Connection>()
        private(set) var sides = Numbered<Side>()
        private var views: [View] = []
        private(set) var causes = Numbered<Cause>()
        var allowances: Allowances
        var queues = Queues()
        /// By connection and cause, and by side and cause.
        private var reactions: [UInt64: Reaction] = [:]
        private var moves = KnownMoves<Move>()
        /// The segments sent in all moves.
        private(set) var flights: [UInt32] = []
        private let scope: Scope
        private let machine: Machine
        private let giveWay: Yielding

        /// The numbers of the first causes, which are known from the start: the calls, the timeouts, the forgeries, what the users send by
        /// turns, and last the old SYN.
        enum Known {
            static let activeOpen: UInt32 = 0
            static let passiveOpen: UInt32 = 1
            static let close: UInt32 = 2
            static let read: UInt32 = 3
            static let abort: UInt32 = 4
            static let timeouts: UInt32 = 5
            static let forgeries = timeouts + UInt32(Connection.Timer.allCases.count)
            static let reopening = forgeries + UInt32(Forgery.allCases.count)
            static let octets = reopening + 1
        }

        init(_ scope: Scope, _ bounds: Bounds, _ machine: @escaping Machine, _ giveWay: @escaping Yielding) {
            self.scope = scope
            self.machine = machine
            self.giveWay = giveWay
            let flood = min(max(0, scope.flood), ListenerSpace.most.segments)
            allowances = Allowances(Allowance(left: bounds, flood: flood, hasOldSYN: scope.oldSYN != nil))
            // A client of a host that listens closes its socket, and does not wait for ever for the other side's FIN.
            var known: [Cause] = [
                .event(.activeOpen), .event(.passiveOpen), .event(scope.isListening ? .release : .close),
                .event(.receive(max: .max)), .event(.abort),
            ]
            known += Connection.Timer.allCases.map { .event(.timeout($0)) }
            known += Forgery.allCases.map { .forgery($0) }
            known.append(.reopening)
            for incarnation in 0..<(scope.mayReopen ? 2 : 1) as Range<UInt8> {
                for index in 0..<scope.data {
                    for end in scope.ends {
                        known.append(.event(.send([scope.octet(index, of: end, incarnation)], push: true)))
                    }
                }
            }
            for cause in known { _ = causes.number(of: cause) }
            if let old = scope.oldSegment { _ = causes.number(of: .arrival(old)) }
        }

        /// The number of the old SYN as a cause.
        var oldSYN: UInt32 { Known.octets + UInt32((scope.mayReopen ? 4 : 2) * scope.data) }

        /// The number of the cause that the user of a side opens.
        func opening(by side: View) -> UInt32 {
            side.hasOpened ? Known.reopening : side.end.peer == .a ? Known.activeOpen : Known.passiveOpen
        }

        /// The number of the cause that the user of a side sends its next octet.
        func sending(by side: View) -> UInt32 {
            let index = UInt32(side.incarnation) * UInt32(scope.data) + UInt32(side.sent)
            guard scope.isListening else { return Known.octets + 2 * index + (side.end.peer == .a ? 0 : 1) }
            return Known.octets + UInt32(scope.clients) * index + UInt32(side.end.client)
        }

        /// The number of the cause that a timer runs out.
        static func timeout(of timer: Connection.Timer) -> UInt32 {
            Known.timeouts + UInt32(View.place(timer))
        }

        // MARK: Asking

        /// What is to be seen of a side.
        subscript(side: UInt32) -> View { views[Int(side)] }

        /// What a cause makes of a side; nil if that is not known yet.
        func move(of side: UInt32, by cause: UInt32) -> Move? {
            moves[UInt64(side) << 32 | UInt64(cause)]
        }

        /// The segment that arrives, if the cause is an arrival.
        func segment(_ cause: UInt32) -> Segment? {
            if case .arrival(let segment) = causes[cause] { segment } else { nil }
        }

        /// The connection of a side.
        func connection(of side: UInt32) -> Connection { connections[sides[side].connection] }

        // MARK: Choices

        /// Appends the calls that the user of a side may make.
        func appendCalls(of side: View, to choices: inout [Choice]) {
            let end = side.end
            if !side.hasOpened || side.mayReopen { choices.append(.open(end)) }
            if side.maySend { choices.append(.send(end)) }
            if side.mayClose { choices.append(.close(end)) }
            if side.mayRead { choices.append(.read(end)) }
            if side.mayAbort { choices.append(.abort(end)) }
        }

        /// Appends what may become of the segments in the queue to `end`.
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

        /// Finds out what a cause makes of a side.
        mutating func learnMove(of side: UInt32, by cause: UInt32) -> Move {
            if let move = move(of: side, by: cause) { return move }
            let before = sides[side]
            let old = connections[before.connection]
            let reaction = reaction(of: before, old, to: cause)
            let trial = Trial(
                before: old, after: connections[reaction.connection], cause: causes[cause], actions: reaction.actions,
                user: before, scope: scope, unreadable: reaction.unreadable, sent: reaction.actions.segments)
            var outcome = trial.outcome
            outcome.side.connection = reaction.connection
            let begin = UInt32(truncatingIfNeeded: flights.count)
            flights += reaction.sent
            let move = Move(
                side: number(of: outcome.side), flights: begin..<UInt32(truncatingIfNeeded: flights.count),
                landmarks: outcome.landmarks, violation: outcome.violation?.rawValue ?? 0, needed: outcome.needed,
                total: outcome.total, isReset: outcome.isReset, hasTimedOut: outcome.hasTimedOut)
            moves.remember(move, as: UInt64(side) << 32 | UInt64(cause))
            return move
        }

        /// What a connection makes of a cause. The user reads at once what has arrived, unless the user is a slow one.
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
                actions = giveWay(&next)
                unreadable = old.available - next.available
                (next, actions) = (successor.connection, actions + successor.actions)
            } else {
                if case .reopening = causes[cause] {
                    next = scope.connection(of: side.end, incarnation: 1, isTelling: false)
                }
                if let event = Self.event(causes[cause], at: old, side.end.peer) {
                    actions = machine(&next, event, scope.beginning)
                }
            }
            if scope.buffer == nil, next.available > 0 {
                actions += machine(&next, .receive(max: .max), scope.beginning)
            }
            var sent: [UInt32] = []
            for segment in actions.segments { sent.append(number(ofArrival: segment)) }
            let reaction = Reaction(
                connection: connections.number(of: next).number, actions: actions, sent: sent, unreadable: unreadable)
            reactions[word] = reaction
            return reaction
        }

        /// What the connection is handed.
        private static func event(_ cause: Cause, at connection: Connection, _ peer: Peer) -> Connection.Event? {
            let source = TCPSpace.socket(of: peer.other).address
            switch cause {
            case .arrival(let segment): return .segmentArrives(segment, from: source)
            case .event(let event): return event
            case .reopening: return peer == .a ? .activeOpen : .passiveOpen
            case .forgery(let forgery):
                return forgery.segment(for: connection, of: peer).map { .segmentArrives($0, from: source) }
            }
        }

        /// The number of the cause that `segment` arrives.
        mutating func number(ofArrival segment: Segment) -> UInt32 { causes.number(of: .arrival(segment)).number }

        /// The number of the side at `end` where nothing has happened yet.
        mutating func side(at end: End) -> UInt32 {
            let connection = scope.connection(of: end, isTelling: false)
            return number(of: Side(connection: connections.number(of: connection).number, end: end))
        }

        private mutating func number(of side: Side) -> UInt32 {
            let (number, isNew) = sides.number(of: side)
            if isNew { views.append(View(side, connections[side.connection], scope)) }
            return number
        }
    }
}
