import Trace

/// The error that the runs of a page are too long. The pages of `--html` and of `serve` have the same limit.
package struct WebLimit: Error, CustomStringConvertible {
    /// The most events of a document, all its runs together. A browser answers slowly if it has to keep more.
    package static let events = 100_000

    /// The number of events of the runs.
    package let count: Int

    /// The name of this error for programs.
    package var code: String { "limit" }

    /// The sentence for a reader.
    package var description: String {
        """
        the run has \(count) events; a page holds at most \(WebLimit.events). --json and --pcap have no limit, and a shorter run has a page
        """
    }

    /// Checks that `journals` have no more events than a document may hold.
    ///
    /// - Throws: ``WebLimit`` if they have more.
    package static func check(_ journals: [Journal]) throws(WebLimit) {
        let count = journals.reduce(0) { $0 + $1.events.count }
        guard count <= events else { throw WebLimit(count: count) }
    }
}
