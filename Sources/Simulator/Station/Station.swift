import TCPHost
import TCPSim
import Trace

/// One end of a connection with what a host keeps for it: when its timers are due, how its datagrams are numbered, who listens.
///
/// A visit, a scenario and a run to a counterexample drive their connections through it, and it writes down what happens to them. An
/// event leads to a ``Turn``; the visit, the scenario or the run does what the turn asks for. What a real host does as well stands in
/// `TCPHost`.
struct Station: Sendable {
    /// Whom the connection belongs to.
    let principal: Principal
    /// The connection.
    var connection: Connection
    /// Where segments go that belong to no connection, if there is a listener.
    var listener: Listener?
    /// The TCP that it has.
    let machine: Machine
    /// When each running timer is due.
    private(set) var deadlines: [Connection.Timer: Instant] = [:]
    /// How its datagrams are numbered.
    private(set) var identification = Identification()

    /// A station with that connection, and nothing running yet.
    init(
        _ principal: Principal, _ connection: Connection, machine: @escaping Machine = Variant.standard.machine
    ) {
        self.principal = principal
        self.connection = connection
        self.machine = machine
    }

    // MARK: Events

    /// Hands the connection an event that `cause` has brought about.
    mutating func handle(_ event: Connection.Event, at now: Instant, cause: Int) -> Turn {
        let before = connection.variables
        let actions = machine(&connection, event, now)
        return turn(actions, at: now, cause: cause, changes: connection.variables.changes(since: before))
    }

    /// The user calls; `remote` is the socket that an active OPEN names.
    mutating func call(
        _ event: Connection.Event, to remote: Socket, at now: Instant, cause: Int? = nil, in journal: inout Journal
    ) -> Turn {
        let (name, arguments) = event.call(local: connection.local, remote: remote)
        let number = journal.recordCall(name, arguments, by: principal, at: now, cause: cause)
        return handle(event, at: now, cause: number)
    }

    /// A segment arrives as the packet that `sender`, whose address is `source`, sent in the event `sent`.
    mutating func receive(
        _ segment: Segment, as packet: Packet, from source: IPv4Address, of sender: Principal,
        sentIn sent: Int, at now: Instant, in journal: inout Journal
    ) -> Turn {
        let before = connection.variables
        let isOfStranger = listener != nil && sender == .network
        let actions = arrive(segment, from: source, isOfStranger: isOfStranger, at: now)
        let cause = journal.recordArrival(
            of: packet, sentIn: sent, from: sender, at: principal, at: now, step: isOfStranger ? "tcp.syn" : nil,
            changes: connection.variables.changes(since: before))
        return turn(actions, at: now, cause: cause)
    }

    /// A router's report arrives as the packet that was sent in the event `sent`.
    mutating func receive(
        _ message: UnreachableMessage, as packet: Packet, sentIn sent: Int, at now: Instant, in journal: inout Journal
    ) -> Turn {
        let before = connection.variables
        let actions = machine(&connection, .packetTooBig(message), now)
        let cause = journal.recordArrival(
            of: packet, sentIn: sent, from: .network, at: principal, at: now,
            changes: connection.variables.changes(since: before))
        return turn(actions, at: now, cause: cause)
    }

    /// A timer runs out, for a reason that is known or not.
    mutating func runOut(
        _ timer: Connection.Timer, at now: Instant, cause: Int? = nil, in journal: inout Journal
    ) -> Turn {
        deadlines[timer] = nil
        let number = journal.recordExpiry(of: timer, of: principal, at: now, cause: cause)
        return handle(.timeout(timer), at: now, cause: number)
    }

    /// The host listens as a server does: each SYN gets a connection of its own.
    mutating func listen(_ listener: Listener, at now: Instant, cause: Int) -> Turn {
        var listener = listener
        let actions = listener.open(at: now)
        connection = listener.connection
        self.listener = listener
        return turn(actions, at: now, cause: cause)
    }

    /// A SYN of `peer` arrives to which the connection in TIME-WAIT gives way: another one takes its place.
    mutating func succeed(
        by successor: (connection: Connection, actions: [Connection.Action]),
        _ giveWay: (inout Connection) -> [Connection.Action], _ packet: Packet, of peer: Principal,
        sentIn sent: Int, at now: Instant, in journal: inout Journal
    ) -> Turn {
        let actions = giveWay(&connection) + successor.actions
        connection = successor.connection
        let cause = journal.recordArrival(of: packet, sentIn: sent, from: peer, at: principal, at: now)
        return turn(actions, at: now, cause: cause)
    }

    /// The host loses its memory, and has a fresh connection afterwards.
    mutating func reboot(_ fresh: Connection) {
        connection = fresh
        deadlines = [:]
    }

    /// To the connection that the segment belongs to, or to the listener. Of the connection that a stranger's SYN opens, only what goes
    /// out is told: it waits for a segment that never comes.
    private mutating func arrive(
        _ segment: Segment, from source: IPv4Address, isOfStranger: Bool, at now: Instant
    ) -> [Connection.Action] {
        guard connection.state == .listen,
            let answer = listener?.segmentArrives(segment, from: source, at: now)
        else { return machine(&connection, .segmentArrives(segment, from: source), now) }
        switch answer {
        case .answered(let actions): return actions
        case .opened(_, let actions) where isOfStranger:
            return actions.filter { action in
                switch action {
                case .note, .transmit: true
                case .arm, .disarm, .deliver, .signal, .entered: false
                }
            }
        case .opened(let connection, let actions):
            self.connection = connection
            return actions
        }
    }

    private mutating func turn(
        _ actions: [Connection.Action], at now: Instant, cause: Int, changes: [Event.Change] = []
    ) -> Turn {
        let turn = Turn(of: principal, actions, at: now, cause: cause, changes: changes)
        for (timer, due) in turn.timers { deadlines[timer] = due }
        return turn
    }

    // MARK: Packets

    /// A segment as the packet of that number, with the station's next Identification.
    ///
    /// - Parameters:
    ///   - source: the address that it bears; the station's own if nil.
    ///   - sender: the variables of the connection that has made it; nil if none has.
    mutating func packet(
        _ segment: Segment, from source: IPv4Address? = nil, to remote: Socket, number: Int,
        by sender: Connection.Variables?
    ) -> Packet {
        Packet(
            segment, from: source.map { Socket($0, segment.sourcePort) } ?? connection.local, to: remote,
            number: number, identification: identification.take(), by: sender)
    }
}
