import Trace

/// The path has no more intermediates than the question allows. Self-issued intermediates do not count. SecTrust builds paths of at most
/// 15 certificates.
struct DepthPolicy: Policy {
    /// The largest number of certificates in a path that SecTrust builds.
    static let mostBySecTrust = 15

    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let tip = path.tip else { return [] }
        if question.profile == .secTrust, path.members.count == DepthPolicy.mostBySecTrust + 1 {
            let statement = Statement.search(
                .pathTooLong(count: path.members.count, limit: DepthPolicy.mostBySecTrust))
            return [tip.failed(.pathDepth, statement, cite: Citation("Apple, SecTrust"), refusal: .unknownCA)]
        }
        guard let limit = question.longestPath else { return [] }
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
