import TCPSim
import Trace

/// What a connection wants done about one event, in order. The turn writes down notes, changes of state and timers
/// itself, and hands out the rest as tasks.
///
/// A note explains the action after it; one that explains nothing stands by itself. What changed in the control block stands
/// with the first line that can bear it.
struct Turn: Sendable {
    /// What is to be done.
    enum Task: Sendable {
        /// A segment goes out. The note explains it; the changes are those that stand with it.
        case transmit(Segment, note: TCPSim.Note?, changes: [Event.Change])
        /// A timer was set; the station has noted it.
        case armed(Connection.Timer, Instant)
        /// The user gets octets.
        case deliver([UInt8])
        /// The user is told something.
        case signal(Connection.Signal)
    }

    /// Whose connection it is.
    let principal: Principal
    /// When it happens.
    let now: Instant
    /// The event that brought it about.
    let cause: Int
    private var actions: ArraySlice<Connection.Action>
    private var pending: TCPSim.Note?
    private var changes: [Event.Change]

    /// What is to be done about the event `cause`; `changes` are those between the connection before it and after it.
    init(
        of principal: Principal, _ actions: [Connection.Action], at now: Instant, cause: Int,
        changes: [Event.Change] = []
    ) {
        self.principal = principal
        self.now = now
        self.cause = cause
        self.actions = actions[...]
        self.changes = changes
    }

    /// Whether the user's call cannot be served, as far as the turn has not been done yet.
    var isRefusal: Bool {
        actions.contains { if case .signal(.callFailed) = $0 { true } else { false } }
    }

    /// Writes down what needs no doing, up to the next task; nil when there is none left.
    mutating func next(in journal: inout Journal) -> Task? {
        while let action = actions.popFirst() {
            switch action {
            case .note(let note):
                recordPending(in: &journal)
                pending = note
            case .entered(let state, let old):
                let (note, changes) = explanation()
                journal.record(
                    at: now, who: principal, cause: cause, step: note?.step ?? "tcp.state",
                    .transition(machine: "TCP", from: old.rawValue, to: state.rawValue), remark: note,
                    changes: changes, cite: note?.cite)
            case .arm(let timer, let instant):
                record(timer, .armed(until: instant), in: &journal)
                return .armed(timer, instant)
            case .disarm(let timer): record(timer, .disarmed, in: &journal)
            case .transmit(let segment):
                let (note, changes) = explanation()
                return .transmit(segment, note: note, changes: changes)
            case .deliver(let octets): return .deliver(octets)
            case .signal(let signal): return .signal(signal)
            }
        }
        recordPending(in: &journal)
        return nil
    }

    /// What explains the next line, and what has changed by then. It is handed over, not copied.
    private mutating func explanation() -> (note: TCPSim.Note?, changes: [Event.Change]) {
        defer {
            pending = nil
            changes = []
        }
        return (pending, changes)
    }

    /// Writes down a note that belongs to no segment and no transition, if one is left.
    private mutating func recordPending(in journal: inout Journal) {
        guard let note = pending else { return }
        pending = nil
        journal.record(
            at: now, who: principal, cause: cause, step: note.step, .remarked(bookkeeping: note.isBookkeeping),
            remark: note, cite: note.cite)
    }

    private func record(_ timer: Connection.Timer, _ timing: Event.Timing, in journal: inout Journal) {
        journal.record(
            at: now, who: principal, cause: cause, step: "tcp.timer", .timer(name: timer.rawValue, timing))
    }
}
