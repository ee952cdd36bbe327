/// How much of a rule an endpoint keeps. Only the museum and the tests keep less than the whole rule.
package enum RuleCoverage: Hashable, Sendable {
    /// The endpoint breaks the rule.
    case nothing
    /// The endpoint keeps a part of the rule. The property that has this value says which part. A test attacks such an endpoint, to
    /// show that the whole rule is needed.
    case half
    /// The endpoint keeps the rule.
    case whole

    /// This part of a count, rounded down.
    func share(of count: Int) -> Int {
        switch self {
        case .nothing: 0
        case .half: count / 2
        case .whole: count
        }
    }
}
