import Trace

/// A run that is too long for a page. The page of `--html` and that of `serve` have the same limit.
package struct WebLimit: Error, CustomStringConvertible {
    /// The most events that a document may hold, all its runs together: a browser that has to keep more of them answers slowly.
    package static let events = 100_000

    /// How many there are.
    package let count: Int

    /// The name of this error for programs.
    package var code: String { "limit" }

    /// What a reader is told.
    package var description: String {
        """
        the run has \(count) events; a page holds at most \(WebLimit.events). --json and --pcap have no limit, and a shorter run has a page
        """
    }

    /// Throws it if `journals` hold more events than a document may.
    package static func check(_ journals: [Journal]) throws(WebLimit) {
        let count = journals.reduce(0) { $0 + $1.events.count }
        guard count <= events else { throw WebLimit(count: count) }
    }
}
