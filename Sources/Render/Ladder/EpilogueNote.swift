import Trace

/// What the end of a run says beside the remarks that the run brings along: its headings, and what its tables mean.
enum EpilogueNote: Wording {
    /// The heading of the conclusions.
    case summary
    /// The heading of the table of who knows which quantity.
    case holdings
    /// The heading of what those learn who only watch or steal.
    case reach
    /// The heading of what both sides have computed alike.
    case equality
    /// The heading of what is left out.
    case limits
    /// The heading of the commands that go on from here.
    case next
    /// The head of the column of quantities.
    case quantity
    /// The eavesdropper and the thief, where the same is true of both.
    case both
    /// That a sign stands for a quantity that is known; whether some are known before the run.
    case known(sign: String, fromStart: Bool)
    /// That a sign stands for one that is not.
    case unknown(sign: String)
    /// That a quantity cannot be computed: no rule leads to it.
    case beyond
    /// That it cannot be computed by an operation, because these quantities are missing.
    case lacking([String], for: String)
    /// That both values are equal; whether every octet of them is shown.
    case equal(areOctetsShown: Bool)
    /// That they are not.
    case different

    var english: String {
        switch self {
        case .summary: "In short"
        case .holdings: "Who holds what"
        case .reach: "How far the eavesdropper and the thief get"
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
