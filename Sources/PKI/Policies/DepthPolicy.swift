import Trace

/// The path has no more intermediates than the question allows; self-issued ones do not count.
struct DepthPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let limit = question.longestPath, let tip = path.tip else { return [] }
        let counts = path.members.count > 1 && !tip.isAnchor && !tip.isSelfIssued
        let count = path.intermediatesBelowTip + (counts ? 1 : 0)
        guard count > limit else {
            return tip.isAnchor
                ? [tip.passed(.pathDepth, .search(.depthKept(count: count, limit: limit)), .rfc(5280, "6.1.2"))] : []
        }
        // Said once, where the limit is crossed.
        guard counts, count == limit + 1 else { return [] }
        let statement = Statement.search(.depthExceeded(count: count, limit: limit))
        return [tip.failed(.pathDepth, statement, .rfc(5280, "6.1.2"), .notAnAuthority)]
    }
}
