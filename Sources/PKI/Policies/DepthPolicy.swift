import Trace

/// The path has no more intermediates than the question allows. Self-issued intermediates do not count.
struct DepthPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let limit = question.longestPath, let tip = path.tip else { return [] }
        let counts = path.members.count > 1 && !tip.isAnchor && !tip.isSelfIssued
        let count = path.intermediatesBelowTip + (counts ? 1 : 0)
        guard count > limit else {
            return tip.isAnchor
                ? [tip.passed(.pathDepth, .search(.depthKept(count: count, limit: limit)), cite: .rfc(5280, "6.1.2"))]
                : []
        }
        // Only the first intermediate beyond the limit has the finding.
        guard counts, count == limit + 1 else { return [] }
        let statement = Statement.search(.depthExceeded(count: count, limit: limit))
        return [tip.failed(.pathDepth, statement, cite: .rfc(5280, "6.1.2"), refusal: .notAnAuthority)]
    }
}
