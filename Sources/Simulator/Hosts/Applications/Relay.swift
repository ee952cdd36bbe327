import Trace

/// An end of a machine that forwards octets between two connections. It has no TLS of its own.
package struct Relay: Application {
    /// Whether it is the client or the server of this connection.
    package let role: Role?
    /// All octets that it has read.
    package private(set) var read: [UInt8] = []
    /// Whether the other side has closed.
    package private(set) var hasEnded = false
    private var isConnected = false
    /// What it sends as soon as its connection is open.
    private var held: [Passage] = []

    /// An end before its connection is open.
    package init(_ role: Role) {
        self.role = role
    }

    /// Keeps what it reads. Sends what it is prompted to send, but not before its connection is open.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
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

    /// Octets that a relay or a replaying attacker sends at one time, with what the journal says about them.
    package struct Passage: Sendable {
        /// Why it sends these octets.
        let remarks: [any Remark]
        /// The stable step id of the remarks.
        let step: String
        /// The values that it has found out: events of the kind ``Event/Kind/learned(_:_:value:)``.
        let facts: [Event.Kind]
        /// The messages in the octets.
        let messages: [Message]
        /// The octets to send.
        package let octets: [UInt8]

        /// Octets to send, and what the journal says about them.
        package init(
            _ remarks: [any Remark], step: String, facts: [Event.Kind], messages: [Message], octets: [UInt8]
        ) {
            self.remarks = remarks
            self.step = step
            self.facts = facts
            self.messages = messages
            self.octets = octets
        }

        /// Records the remarks, facts and messages.
        ///
        /// - Returns: the number of the event that is the cause of sending the octets: that of the last remark or message; `cause` if there
        ///   is neither.
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
