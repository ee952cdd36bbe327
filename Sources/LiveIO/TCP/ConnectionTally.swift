import TCPHost
import Trace

/// How many connections have ended, and how.
package struct ConnectionTally {
    /// The number of connections that ended with the FINs of both sides.
    package internal(set) var orderly = 0
    /// The number of octets received.
    package internal(set) var received = 0
    /// The number of octets sent.
    package internal(set) var sent = 0
    /// The errors that have ended connections, in the order of their first occurrence, and how often each has occurred.
    private var failures: [(error: SocketError, count: Int)] = []

    /// The number of connections that have ended.
    package var count: Int { failures.reduce(orderly) { $0 + $1.count } }
    /// The first error that has occurred; nil for none.
    package var firstFailure: SocketError? { failures.first?.error }

    /// Whether a connection was given up because the other side did not answer.
    package var hasTimedOut: Bool { failures.contains { $0.error == .timedOut } }

    /// Counts a connection that has ended with an error.
    mutating func fail(_ error: SocketError) {
        if let index = failures.firstIndex(where: { $0.error == error }) {
            failures[index].count += 1
        } else {
            failures.append((error, 1))
        }
    }

    /// "2 connections: 1 ended in good order, 1 failed: connection refused. 3 octets received, 5 sent."
    package var text: String {
        let parts = ["\(orderly) ended in good order"] + failures.map { "\($0.count) failed: \($0.error)" }
        return
            "\(counted(count, "connection")): \(parts.joined(separator: ", ")). \(counted(received, "octet")) received, \(sent) sent."
    }
}
