import Trace

/// A machine that stands between two connections and has no TLS of its own: what it reads in one of them is for the other.
package struct Relay: Sendable {
    /// What it has read and what has not been taken from it.
    fileprivate var read: [UInt8] = []
    /// Whether the other side has closed.
    package internal(set) var hasEnded = false
    /// What waits for the connection to be there.
    fileprivate var held: [Passage] = []

    /// A machine that has read nothing.
    package init() {}

    /// What such a machine sends at one time, with what is said about it.
    package struct Passage: Sendable {
        /// Why it sends this.
        let remarks: [any Remark]
        /// The stable step id of this.
        let step: String
        /// What it has found out for it.
        let facts: [Fact]
        /// The records.
        let messages: [Message]
        /// The octets of the records.
        let octets: [UInt8]

        /// Octets to send, and what is known of them.
        package init(
            _ remarks: [any Remark], step: String, facts: [Fact], messages: [Message], octets: [UInt8]
        ) {
            self.remarks = remarks
            self.step = step
            self.facts = facts
            self.messages = messages
            self.octets = octets
        }
    }

    /// A quantity that it knows, and how.
    package struct Fact: Sendable {
        let secret: SecretID
        let learned: Learned
        let value: [UInt8]

        /// The quantity called `secret` has the octets `value`.
        package init(_ secret: SecretID, _ learned: Learned, _ value: [UInt8]) {
            self.secret = secret
            self.learned = learned
            self.value = value
        }

        /// Writes down that `who` has found it out.
        package func record(in journal: inout Journal, at now: Instant, who: Principal, cause: Int?) {
            journal.record(
                at: now, who: who, cause: cause, step: "tls.learned", .learned(secret, learned, value: value))
        }
    }
}

extension Relay {
    /// Takes octets that have arrived.
    mutating func add(_ octets: [UInt8]) { read += octets }

    /// Keeps what is to be sent until there is a connection.
    mutating func hold(_ passage: Passage) { held.append(passage) }

    /// What has waited for the connection.
    mutating func release() -> [Passage] {
        defer { held = [] }
        return held
    }

    /// What has been read, once.
    package mutating func take() -> [UInt8] {
        defer { read = [] }
        return read
    }
}
