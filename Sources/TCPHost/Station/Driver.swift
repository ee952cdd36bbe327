import TCPSim
import Trace

/// A driver performs the actions of connections.
///
/// A driver gives an event to a connection and gets actions back. ``perform(_:for:)`` goes through the actions in order, for every driver:
/// ``Host`` drives all connections of a host, and a turn of the simulator makes lines of a journal and tasks of the actions.
///
/// A note explains the segment or the change of state that follows it, and is passed together with that. A note that explains neither is a
/// remark of its own.
package protocol Driver {
    /// The connection whose actions are performed.
    associatedtype Subject
    /// A segment goes out.
    mutating func transmit(_ segment: Segment, because note: Note?, for subject: Subject)
    /// The state has changed.
    mutating func enter(_ state: State, from: State, because note: Note?, for subject: Subject)
    /// A timer is set to that instant; if it is running, it is moved.
    mutating func arm(_ timer: Connection.Timer, at due: Instant, for subject: Subject)
    /// A timer is stopped.
    mutating func disarm(_ timer: Connection.Timer, for subject: Subject)
    /// The user gets the octets that it has asked for.
    mutating func deliver(_ octets: [UInt8], to subject: Subject)
    /// The user gets a signal.
    mutating func signal(_ signal: Connection.Signal, to subject: Subject)
    /// A note that explains neither a segment nor a change of state.
    mutating func remark(_ note: Note, about subject: Subject)
}

extension Driver {
    /// Performs the actions of a connection after an event.
    package mutating func perform(_ actions: [Connection.Action], for subject: Subject) {
        var pending: Note?
        for action in actions {
            switch action {
            case .note(let note):
                if let pending { remark(pending, about: subject) }
                pending = note
            case .transmit(let segment): transmit(segment, because: pending.take(), for: subject)
            case .entered(let state, let from): enter(state, from: from, because: pending.take(), for: subject)
            case .arm(let timer, let due): arm(timer, at: due, for: subject)
            case .disarm(let timer): disarm(timer, for: subject)
            case .deliver(let octets): deliver(octets, to: subject)
            case .signal(let signal): self.signal(signal, to: subject)
            }
        }
        if let pending { remark(pending, about: subject) }
    }
}

extension [Connection.Action] {
    /// The segments that go out, for a caller that needs no other action.
    package var segments: [Segment] {
        compactMap { if case .transmit(let segment) = $0 { segment } else { nil } }
    }
}
