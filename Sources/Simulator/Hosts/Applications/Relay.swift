import Trace

/// A machine that stands between two connections and has no TLS of its own: what it reads in one of them is for the other.
package struct Relay: Application {
    /// Which end of this connection it is.
    package let role: Role?
    /// What it has read.
    package private(set) var read: [UInt8] = []
    /// Whether the other side has closed.
    package private(set) var hasEnded = false
    private var isConnected = false
    /// What waits for the connection to be there.
    private var held: [Passage] = []

    /// A machine that has read nothing.
    package init(_ role: Role) {
        self.role = role
    }

    /// Keeps what it reads, and sends what it is prompted to send once its connection is open.
    package mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .connected:
            isConnected = true
            defer { held = [] }
            return held.map { .pass($0) }
        case .read(let octets): read += octets
        case .ended: hasEnded = true
        case .prompted(.pass(let passage)):
            guard !isConnected else { return [.pass(passage)] }
            held.append(passage)
        case .prompted(.close): return [.close]
        case .started, .prompted, .saw: break
        }
        return []
    }

    /// Octets that such a machine sends at one time, with the remarks about them.
    package struct Passage: Sendable {
        /// Why it sends this.
        let remarks: [any Remark]
        /// The stable step id of this.
        let step: String
        /// What it has found out for it: events that are ``Event/Kind/learned(_:_:value:)``.
        let facts: [Event.Kind]
        /// The records.
        let messages: [Message]
        /// The octets of the records.
        package let octets: [UInt8]

        /// Octets to send, and what is known of them.
        package init(
            _ remarks: [any Remark], step: String, facts: [Event.Kind], messages: [Message], octets: [UInt8]
        ) {
            self.remarks = remarks
            self.step = step
            self.facts = facts
            self.messages = messages
            self.octets = octets
        }

        /// Writes down what is said about it. Returns the number of the event that brings the octets about: `cause` if nothing is said.
        package func record(
            in journal: inout Journal, at now: Instant, who: Principal, cause: Int?
        ) -> Int? {
            var cause = cause
            for remark in remarks {
                cause = journal.record(at: now, who: who, step: step, .remarked(bookkeeping: false), remark: remark)
            }
            for fact in facts { journal.record(at: now, who: who, cause: cause, step: "tls.learned", fact) }
            for message in messages {
                cause = journal.record(at: now, who: who, cause: cause, step: message.step, .wrote(message))
            }
            return cause
        }
    }
}
