import TCPHost
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

    /// What becomes of an action: a line of the journal, a task, or both.
    private struct Item: Sendable {
        var line: Line?
        var task: Task?
    }

    /// A line of the journal.
    private struct Line: Sendable {
        let step: String
        let kind: Event.Kind
        var note: TCPSim.Note?
        var changes: [Event.Change] = []
    }

    /// Whose connection it is.
    let principal: Principal
    /// When it happens.
    let now: Instant
    /// The event that brought it about.
    let cause: Int
    /// The timers that were set, and those that were stopped, in order.
    private(set) var timers: [(timer: Connection.Timer, due: Instant?)] = []
    private var items: ArraySlice<Item> = []
    private var changes: [Event.Change]

    /// What is to be done about the event `cause`; `changes` are those between the connection before it and after it.
    init(
        of principal: Principal, _ actions: [Connection.Action], at now: Instant, cause: Int,
        changes: [Event.Change] = []
    ) {
        self.principal = principal
        self.now = now
        self.cause = cause
        self.changes = changes
        perform(actions, for: ())
    }

    /// Whether the user's call cannot be served, as far as the turn has not been done yet.
    var isRefusal: Bool {
        items.contains { if case .signal(.callFailed) = $0.task { true } else { false } }
    }

    /// Writes down what needs no doing, up to the next task; nil when there is none left.
    mutating func next(in journal: inout Journal) -> Task? {
        while let item = items.popFirst() {
            if let line = item.line {
                journal.record(
                    at: now, who: principal, cause: cause, step: line.step, line.kind, remark: line.note,
                    changes: line.changes, cite: line.note?.cite)
            }
            if let task = item.task { return task }
        }
        return nil
    }
}

extension Turn: Driver {
    mutating func transmit(_ segment: Segment, because note: TCPSim.Note?, for subject: Void) {
        items.append(Item(task: .transmit(segment, note: note, changes: takeChanges())))
    }

    mutating func enter(_ state: State, from old: State, because note: TCPSim.Note?, for subject: Void) {
        let kind = Event.Kind.transition(machine: "TCP", from: old.rawValue, to: state.rawValue)
        items.append(
            Item(line: Line(step: note?.step ?? "tcp.state", kind: kind, note: note, changes: takeChanges())))
    }

    mutating func arm(_ timer: Connection.Timer, at due: Instant, for subject: Void) {
        timers.append((timer, due))
        items.append(Item(line: line(timer, .armed(until: due)), task: .armed(timer, due)))
    }

    mutating func disarm(_ timer: Connection.Timer, for subject: Void) {
        timers.append((timer, nil))
        items.append(Item(line: line(timer, .disarmed)))
    }

    mutating func deliver(_ octets: [UInt8], to subject: Void) { items.append(Item(task: .deliver(octets))) }

    mutating func signal(_ signal: Connection.Signal, to subject: Void) { items.append(Item(task: .signal(signal))) }

    /// A note that belongs to no segment and no transition.
    mutating func remark(_ note: TCPSim.Note, about subject: Void) {
        items.append(
            Item(line: Line(step: note.step, kind: .remarked(bookkeeping: note.isBookkeeping), note: note)))
    }

    /// What has changed by the next line. It is handed over, not copied.
    private mutating func takeChanges() -> [Event.Change] {
        defer { changes = [] }
        return changes
    }

    private func line(_ timer: Connection.Timer, _ timing: Event.Timing) -> Line {
        Line(step: "tcp.timer", kind: .timer(name: timer.rawValue, timing))
    }
}
