import TCPSim
import Trace

/// A world one of whose machines stands between two connections. What drives both worlds carries over what that machine has read.
extension World {
    /// When something is going to happen next; nil if nothing is.
    package var next: Instant? { schedule.next }

    /// Lets the next thing happen.
    package mutating func happenNext() {
        guard let (instant, happening) = schedule.popFirst() else { return }
        now = instant
        happen(happening)
    }

    /// Has a machine between two connections send something on, at an instant that is not past.
    package mutating func pass(_ passage: Relay.Passage, by principal: Principal, at instant: Instant) {
        schedule.add(.passes(passage, by: principal), at: max(now, instant))
    }

    /// Has an application close, at an instant that is not past.
    package mutating func close(by principal: Principal, at instant: Instant) {
        schedule.add(.closes(principal, cause: journal.events.count), at: max(now, instant))
    }

    /// What a machine between two connections has read since it was asked last.
    package mutating func takeRead(by principal: Principal) -> [UInt8] { self[principal].relay?.take() ?? [] }

    /// A machine between two connections sends something on, or keeps it until there is a connection.
    mutating func pass(_ passage: Relay.Passage, by principal: Principal) {
        guard self[principal].hasStartedTLS else { return self[principal].relay?.hold(passage) ?? () }
        var cause = journal.events.count
        for remark in passage.remarks {
            cause = journal.record(
                at: now, who: principal, step: passage.step, .remarked(bookkeeping: false), remark: remark)
        }
        for fact in passage.facts { fact.record(in: &journal, at: now, who: principal, cause: cause) }
        for message in passage.messages {
            cause = journal.record(at: now, who: principal, cause: cause, step: message.step, .wrote(message))
        }
        self[principal].written += passage.octets.count
        handle(.send(passage.octets, push: true), by: principal, cause: cause)
    }
}
