import TCPSim
import Trace

/// Writes down what one event on a connection leads to: its notes, states and timers, in order.
///
/// A note explains the action after it; one that explains nothing stands by itself. What changed in the control block stands
/// with the first line that can bear it. A segment is written down by whoever makes a packet of it, with ``explanation()``.
struct ActionRecorder {
    /// Whose connection it is.
    let who: Principal
    /// When it happens.
    let now: Instant
    /// The event that brought it about.
    let cause: Int
    private var pending: TCPSim.Note?
    private var changes: [Event.Change]

    /// Nothing is written down yet; `changes` are those between the connection before the event and after it.
    init(who: Principal, at now: Instant, cause: Int, changes: [Event.Change] = []) {
        self.who = who
        self.now = now
        self.cause = cause
        self.changes = changes
    }

    /// Writes down a note, a change of state or a timer; does nothing about the rest.
    mutating func record(_ action: Connection.Action, in journal: inout Journal) {
        switch action {
        case .note(let note):
            finish(in: &journal)
            pending = note
        case .entered(let state, let old):
            let (note, changes) = explanation()
            journal.record(
                at: now, who: who, cause: cause, step: note?.step ?? "tcp.state",
                .transition(machine: "TCP", from: old.rawValue, to: state.rawValue), remark: note, changes: changes,
                cite: note?.cite)
        case .arm(let timer, let instant): record(timer, .armed(until: instant), in: &journal)
        case .disarm(let timer): record(timer, .disarmed, in: &journal)
        case .transmit, .deliver, .signal: break
        }
    }

    /// What explains the next segment, and what has changed by then. It is handed over, not copied.
    mutating func explanation() -> (note: TCPSim.Note?, changes: [Event.Change]) {
        defer {
            pending = nil
            changes = []
        }
        return (pending, changes)
    }

    /// Writes down a note that belongs to no segment and no transition, if one is left.
    mutating func finish(in journal: inout Journal) {
        guard let note = pending else { return }
        pending = nil
        journal.record(
            at: now, who: who, cause: cause, step: note.step, .remarked(bookkeeping: note.isBookkeeping), remark: note,
            cite: note.cite)
    }

    private func record(_ timer: Connection.Timer, _ timing: Event.Timing, in journal: inout Journal) {
        journal.record(at: now, who: who, cause: cause, step: "tcp.timer", .timer(name: timer.rawValue, timing))
    }
}
