import TCPHost
import TCPSim
import Trace

/// One end of a connection, with what a host keeps for it: the deadlines of its timers, the numbers of its datagrams, and its listener.
///
/// A visit, a scenario and a run to a counterexample drive their connections through a station, which records what happens to them. An
/// event leads to a ``Turn``. The visit, the scenario or the run does what the turn asks for. What a real host does as well is in
/// `TCPHost`.
struct Station: Sendable {
    /// The owner of the connection.
    let principal: Principal
    var connection: Connection
    /// The listener, which takes segments that belong to no connection; nil if the host has none.
    var listener: Listener?
    /// The TCP of the host: the real one, or one that lacks a rule.
    let machine: Machine
    /// The deadline of each running timer.
    private(set) var deadlines: [Connection.Timer: Instant] = [:]
    /// The Identification of its next datagram.
    private(set) var identification = Identification()

    /// A station with that connection, and no timer running yet.
    init(
        _ principal: Principal, _ connection: Connection, machine: @escaping Machine = Variant.standard.machine
    ) {
        self.principal = principal
        self.connection = connection
        self.machine = machine
    }

    // MARK: Events

    /// Hands the connection an event. `cause` is the number of its cause in the journal.
    mutating func handle(_ event: Connection.Event, at now: Instant, cause: Int) -> Turn {
        let before = connection.variables
        let actions = machine(&connection, event, now)
        return turn(actions, at: now, cause: cause, changes: connection.variables.changes(since: before))
    }

    /// The user makes a call. `remote` is the socket that an active OPEN names.
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

    /// A timer runs out. `cause` is the event that is the reason for it; nil if it is not known.
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

    /// A SYN of `peer` arrives, and the connection in TIME-WAIT gives way to a new connection, the successor (RFC 9293 3.6.1, MAY-2).
    ///
    /// - Parameters:
    ///   - successor: the new connection, and what it wants done.
    ///   - giveWay: what is done to the old connection.
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

    /// The host reboots: `fresh` takes the place of its connection, and no timer runs.
    mutating func reboot(_ fresh: Connection) {
        connection = fresh
        deadlines = [:]
    }

    /// Hands a segment to the connection that it belongs to, or to the listener. If a stranger's SYN opens a connection, only its
    /// segments and notes are returned: that connection waits for a third segment that never comes.
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
    ///   - source: its source address; nil for the station's own.
    ///   - sender: the variables of the connection that has made the segment; nil if no connection has.
    mutating func packet(
        _ segment: Segment, from source: IPv4Address? = nil, to remote: Socket, number: Int,
        by sender: Connection.Variables?
    ) -> Packet {
        Packet(
            segment, from: source.map { Socket($0, segment.sourcePort) } ?? connection.local, to: remote,
            number: number, identification: identification.take(), by: sender)
    }
}
