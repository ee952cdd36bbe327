import TCPHost
import TCPSim
import Trace

/// What a connection wants done about one event, in order. The turn itself records notes, changes of state and timers, and hands out
/// everything else as tasks.
///
/// A note explains the action after it. A note without such an action has a line of its own. The changes of the control block are
/// recorded with the first segment or change of state.
struct Turn: Sendable {
    /// What is to be done.
    enum Task: Sendable {
        /// A segment is sent. The note explains it. The changes of the control block are recorded with it.
        case transmit(Segment, note: TCPSim.Note?, changes: [Event.Change])
        /// A timer was set. The turn has recorded this, and the station knows the deadline.
        case armed(Connection.Timer, Instant)
        /// The user reads octets.
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

    /// The owner of the connection.
    let principal: Principal
    /// The instant of the event.
    let now: Instant
    /// The number of the event in the journal.
    let cause: Int
    /// The timers that were set or stopped, in order, each with its deadline; nil if it was stopped.
    private(set) var timers: [(timer: Connection.Timer, due: Instant?)] = []
    private var items: ArraySlice<Item> = []
    private var changes: [Event.Change]

    /// What is to be done about the event `cause`. `changes` are what the event has changed in the control block.
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

    /// Whether the connection refuses the user's call. Ask before the tasks are taken with ``next(in:)``.
    var isRefusal: Bool {
        items.contains { if case .signal(.callFailed) = $0.task { true } else { false } }
    }

    /// Records what needs no doing, up to the next task, and returns that task; nil if none is left.
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

    /// Returns the changes for the first line that can have them. Later lines get none.
    private mutating func takeChanges() -> [Event.Change] {
        defer { changes = [] }
        return changes
    }

    private func line(_ timer: Connection.Timer, _ timing: Event.Timing) -> Line {
        Line(step: "tcp.timer", kind: .timer(name: timer.rawValue, timing))
    }
}
