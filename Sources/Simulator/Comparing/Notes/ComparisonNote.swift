import Trace

/// A statement about a difference between two visits: what changed, and why.
package protocol ComparisonNote: Remark {
    /// A stable id, such as "compare.trips".
    var step: String { get }
    /// The rule behind the change.
    var cite: Citation { get }
}
