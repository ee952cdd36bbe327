import Trace

/// The headings of the epilogue and the words in its tables. The remarks of the run itself are not among them.
enum EpilogueNote: Wording {
    case summary
    case holdings
    case reach([String])
    case equality
    case limits
    case next
    case quantity
    case both
    case known(sign: String, fromStart: Bool)
    case unknown(sign: String)
    case beyond
    case lacking([String], for: String)
    /// Both values are equal; whether every octet of them is shown.
    case equal(areOctetsShown: Bool)
    case different

    var english: String {
        switch self {
        case .summary: "In short"
        case .holdings: "Who holds what"
        case .reach(let names): "How far \(names.map { "the \($0)" }.joined(separator: " and ")) get"
        case .equality: "Computed on both sides"
        case .limits: "What this leaves out"
        case .next: "Try next"
        case .quantity: "quantity"
        case .both: "both"
        case .known(let sign, let fromStart):
            "\(sign): knows or can compute it, since the step of this number\(fromStart ? " (start: before the run)" : "")"
        case .unknown(let sign): "\(sign): can do neither"
        case .beyond: "cannot compute it: it never crossed the wire, and no rule derives it from what did"
        case .lacking(let names, let operation):
            "cannot compute it (\(operation)): the \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") missing"
        case .equal(let areOctetsShown): areOctetsShown ? "equal, octet for octet" : "equal"
        case .different: "NOT EQUAL: the two sides hold different values"
        }
    }
}
