/// How much of a rule is kept: the whole rule, except in the museum and in its tests.
package enum Extent: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// A part. The rule says which. A test performs an attack against it, to show that it takes the whole rule.
    case half
    /// All of it.
    case whole

    /// So much of a count.
    func share(of count: Int) -> Int {
        switch self {
        case .nothing: 0
        case .half: count / 2
        case .whole: count
        }
    }
}
