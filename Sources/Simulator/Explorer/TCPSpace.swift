import TCPSim
import Trace

/// Two TCP connections, their users and a network of choices, to be explored.
///
/// The connections are those that also run in the simulator and against real systems; nothing is modelled. Time stands still: a
/// timer either runs or does not, and that it runs out before anything else happens is a choice.
public struct TCPSpace: TransitionSystem, Sendable {
    /// How a connection deals with an event. The real one hands it to ``Connection``; wrong ones are made to be found out.
    public typealias Machine = @Sendable (inout Connection, Connection.Event) -> [Connection.Action]

    /// How often the network and the timers may do what makes TCP necessary.
    public struct Bounds: Hashable, Sendable {
        /// Segments that may get lost.
        public var loss: Int
        /// Segments that may be repeated by the network; the copy is overtaken by all that is under way.
        public var duplicate: Int
        /// Segments that may overtake others.
        public var reorder: Int
        /// Timers that may run out; the end of TIME-WAIT does not count.
        public var timeouts: Int

        /// These bounds.
        public init(loss: Int = 0, duplicate: Int = 0, reorder: Int = 0, timeouts: Int = 0) {
            self.loss = loss
            self.duplicate = duplicate
            self.reorder = reorder
            self.timeouts = timeouts
        }
    }

    /// A connection and its user.
    struct Side: Hashable, Sendable {
        var sealed: Sealed<Connection>
        var hasOpened = false
        var hasClosed = false
        /// Octets the user has sent, and received in order.
        var sent = 0
        var received = 0
        /// The connection has told its user that it is gone, and why if not in good order.
        var isOver = false
        var hasFailed = false

        var connection: Connection { sealed.value }
    }

    /// What can make a difference to what happens next.
    public struct State: Hashable, Sendable {
        var a: Side
        var b: Side
        /// Segments under way to either side, the oldest first.
        var toA: [Sealed<Segment>] = []
        var toB: [Sealed<Segment>] = []
        /// Whether the old SYN is still under way, for as long as it likes.
        var hasOldSYN: Bool
        /// What the bounds still allow.
        var left: Bounds

        /// The state of the connection of `peer`.
        public func state(of peer: Peer) -> TCPSim.State { self[peer].connection.state }

        subscript(peer: Peer) -> Side {
            get { peer == .a ? a : b }
            set { if peer == .a { a = newValue } else { b = newValue } }
        }

        func flights(to peer: Peer) -> [Sealed<Segment>] { peer == .a ? toA : toB }

        func queue(to peer: Peer) -> [Segment] { flights(to: peer).map(\.value) }

        mutating func change(to peer: Peer, _ body: (inout [Sealed<Segment>]) -> Void) {
            if peer == .a { body(&toA) } else { body(&toB) }
        }
    }

    /// A choice.
    public enum Action: Hashable, Sendable {
        /// The user opens: A actively, B passively.
        case open(Peer)
        /// The user sends one octet.
        case send(Peer)
        /// The user closes.
        case close(Peer)
        /// The segment at that place of the queue to the peer arrives.
        case deliver(to: Peer, at: Int)
        /// The network loses it.
        case lose(to: Peer, at: Int)
        /// The network makes a copy of it, which goes to the end of the queue.
        case duplicate(to: Peer, at: Int)
        /// A SYN of an earlier connection arrives at B.
        case oldArrives
        /// A timer runs out.
        case timeout(Peer, Connection.Timer)
    }

    /// What is worth knowing that it was reached.
    public typealias Landmark = Arrow

    /// How often what may happen.
    public let bounds: Bounds
    /// Octets that each user may send.
    public let data: Int
    /// Whether B may open actively as well, by a SEND in LISTEN.
    let mayCross: Bool
    /// The SYN of an earlier connection from A to B, if there is one in the network.
    let oldSYN: Segment?
    /// Whether the rule about ghosts need not hold.
    let excusesGhosts: Bool
    /// How events are dealt with.
    let machine: Machine
    /// Where everything begins.
    public let start: State
    /// What the connections have been seen to do.
    private var memory = Memory()

    /// Where the sides are: addresses for documentation (RFC 5737).
    static let socketA = Socket(IPv4Address(192, 0, 2, 1), 50_000)
    static let socketB = Socket(IPv4Address(192, 0, 2, 2), 80)

    /// The space of a connection within `bounds`.
    ///
    /// - Parameters:
    ///   - data: octets that each user may send, at most 127.
    ///   - initial: the initial sequence numbers of A and B, by default those of RFC 9293's figures.
    ///   - mayCross: whether B may open actively as well, by a SEND in LISTEN.
    ///   - oldSYN: how many numbers before A's that of a SYN of an earlier connection lies, which may arrive at B at any time; nil
    ///     for no such SYN.
    ///   - excusesGhosts: whether ``Rule/ghost`` need not hold.
    ///   - machine: how events are dealt with.
    public init(
        bounds: Bounds, data: Int = 1, initial: (a: UInt32, b: UInt32) = (100, 300), mayCross: Bool = false,
        oldSYN: Int? = 10, excusesGhosts: Bool = false, machine: @escaping Machine = TCPSpace.machine(.standard)
    ) {
        self.bounds = bounds
        self.data = min(max(0, data), 127)
        self.mayCross = mayCross
        self.excusesGhosts = excusesGhosts
        self.machine = machine
        func side(_ local: Socket, _ remote: Socket, _ number: UInt32) -> Side {
            // Few retries, so that giving up is within reach.
            var configuration = Connection.Configuration(
                isn: .forced(SequenceNumber(number)), synRetries: 1, dataRetries: 1)
            configuration.tracing = false
            return Side(sealed: Sealed(Connection(local: local, remote: remote, configuration: configuration)))
        }
        self.oldSYN = oldSYN.map {
            Segment(
                sourcePort: Self.socketA.port, destinationPort: Self.socketB.port,
                sequence: SequenceNumber(initial.a) - $0, control: .syn, window: 65_535)
        }
        start = State(
            a: side(Self.socketA, Self.socketB, initial.a), b: side(Self.socketB, Self.socketA, initial.b),
            hasOldSYN: oldSYN != nil, left: bounds)
    }

    // MARK: Choices

    public func actions(in state: State) -> [Action] {
        var actions: [Action] = []
        for peer in [Peer.a, .b] {
            let side = state[peer]
            let connection = side.connection
            if !side.hasOpened { actions.append(.open(peer)) }
            // Who sends in LISTEN opens actively: the SYNs may cross.
            let maySend = connection.isSendable || (connection.state == .listen && mayCross)
            if side.sent < data, maySend { actions.append(.send(peer)) }
            if side.hasOpened, !side.hasClosed, connection.state != .closed { actions.append(.close(peer)) }
            let queue = state.flights(to: peer)
            for (place, segment) in queue.enumerated() where queue.firstIndex(of: segment) == place {
                if place == 0 || state.left.reorder > 0 { actions.append(.deliver(to: peer, at: place)) }
                if state.left.loss > 0 { actions.append(.lose(to: peer, at: place)) }
                if state.left.duplicate > 0 { actions.append(.duplicate(to: peer, at: place)) }
            }
            for timer in connection.armedTimers {
                if isPossible(timer, of: peer, in: state) { actions.append(.timeout(peer, timer)) }
            }
        }
        if state.hasOldSYN { actions.append(.oldArrives) }
        return actions
    }

    private func isPossible(_ timer: Connection.Timer, of peer: Peer, in state: State) -> Bool {
        guard timer == .timeWait else { return state.left.timeouts > 0 }
        // Two maximum segment lifetimes: by then the network has forgotten everything, and who waits for an acknowledgment has
        // asked for it again.
        let isWaiting = state[peer.other].connection.armedTimers.contains(.retransmission)
        return state.toA.isEmpty && state.toB.isEmpty && !isWaiting
    }

    public mutating func step(_ action: Action, in state: State) -> Exploration<TCPSpace>.Step {
        var step = Exploration<TCPSpace>.Step(to: state)
        switch action {
        case .open(let peer):
            step.state[peer].hasOpened = true
            act(.event(peer == .a ? .activeOpen : .passiveOpen), peer, &step)
        case .send(let peer):
            let octet = Self.octet(step.state[peer].sent, of: peer)
            step.state[peer].sent += 1
            act(.event(.send([octet], push: true)), peer, &step)
        case .close(let peer):
            step.state[peer].hasClosed = true
            act(.event(.close), peer, &step)
        case .deliver(let peer, let place):
            guard state.flights(to: peer).indices.contains(place) else { return step }
            let segment = state.flights(to: peer)[place]
            step.state.change(to: peer) { $0.remove(at: place) }
            if place > 0 { step.state.left.reorder -= 1 }
            act(.arrival(segment), peer, &step)
        case .lose(let peer, let place):
            guard state.flights(to: peer).indices.contains(place) else { return step }
            step.state.change(to: peer) { $0.remove(at: place) }
            step.state.left.loss -= 1
        case .duplicate(let peer, let place):
            guard state.flights(to: peer).indices.contains(place) else { return step }
            step.state.change(to: peer) { $0.append($0[place]) }
            step.state.left.duplicate -= 1
        case .oldArrives:
            guard let oldSYN else { return step }
            step.state.hasOldSYN = false
            act(.arrival(Sealed(oldSYN)), .b, &step)
        case .timeout(let peer, let timer):
            if timer != .timeWait { step.state.left.timeouts -= 1 }
            act(.event(.timeout(timer)), peer, &step)
        }
        return step
    }

    /// Hands an event to a connection and does what it asks for. The user reads whatever has arrived.
    private mutating func act(_ cause: Cause, _ peer: Peer, _ step: inout Exploration<TCPSpace>.Step) {
        var broken: Rule?
        var side = step.state[peer]
        let effect = memory.effect(of: cause, on: side.sealed, from: Self.socket(of: peer.other).address, by: machine)
        side.sealed = effect.connection
        step.state.change(to: peer.other) { $0 += effect.sent }
        var hasEnded = false
        for action in effect.actions {
            switch action {
            case .deliver(let octets):
                for octet in octets {
                    let isNext =
                        side.received < step.state[peer.other].sent
                        && octet == Self.octet(side.received, of: peer.other)
                    if !isNext { broken = .inOrder }
                    side.received += 1
                }
            case .entered(let state, let previous):
                let arrow = Arrow(from: previous, to: state)
                step.landmarks.append(arrow)
                if !arrow.isKnown { broken = .arrows }
                // What was queued for a connection that has not come about is forgotten with it.
                if arrow == Arrow(from: .synReceived, to: .listen) { side.sent = 0 }
            case .signal(.closed): side.isOver = true
            case .signal(.endOfStream): hasEnded = true
            case .signal(.reset):
                if !Self.isResetRightly(step.state[peer].connection, by: step.state[peer.other]) { broken = .reset }
                (side.isOver, side.hasFailed) = (true, true)
            case .signal(.refused), .signal(.timedOut): (side.isOver, side.hasFailed) = (true, true)
            case .transmit, .signal, .arm, .disarm, .note: break
            }
        }
        if hasEnded, side.received != step.state[peer.other].sent { broken = .complete }
        if effect.sent.isEmpty, Self.demandsAnswer(cause, before: step.state[peer].connection, after: side.connection) {
            broken = .answer
        }
        step.state[peer] = side
        step.violation = broken?.rawValue
    }

    /// Where a side is.
    static func socket(of peer: Peer) -> Socket { peer == .a ? socketA : socketB }

    /// What the user of `peer` sends as its octet number `index`: no two octets of a run are alike.
    private static func octet(_ index: Int, of peer: Peer) -> UInt8 {
        UInt8(truncatingIfNeeded: index + (peer == .a ? 0 : 128))
    }
}
