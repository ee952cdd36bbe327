import TCPHost
import Trace

/// How connections have ended, in numbers.
package struct ConnectionTally {
    /// Ended with both sides' FINs.
    package internal(set) var orderly = 0
    /// Octets received.
    package internal(set) var received = 0
    /// Octets sent.
    package internal(set) var sent = 0
    /// Errors that have ended a connection, in the order in which each was first met, and how often.
    private var failures: [(error: SocketError, count: Int)] = []

    /// All of them.
    package var count: Int { failures.reduce(orderly) { $0 + $1.count } }
    /// The first error that was met.
    package var firstFailure: SocketError? { failures.first?.error }

    /// Whether any was given up because the other side did not answer.
    package var hasTimedOut: Bool { failures.contains { $0.error == .timedOut } }

    /// A connection has ended with that error.
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
