import Trace

/// The headings of the epilogue and the words in its tables. The remarks of the run itself are not among them.
enum EpilogueNote: Wording {
    /// The heading of the conclusions.
    case summary
    /// The heading of the table that shows which party knows which quantity.
    case holdings
    /// The heading of the section about those who are no end of the connection, by their names.
    case reach([String])
    /// The heading of the quantities that both sides have computed.
    case equality
    /// The heading of what the run leaves out.
    case limits
    /// The heading of the commands to run next.
    case next
    /// The head of the column of quantities.
    case quantity
    /// The name of a line that is true of both the eavesdropper and the thief.
    case both
    /// The meaning of the sign of a quantity that is known, and whether some quantities are known before the run.
    case known(sign: String, fromStart: Bool)
    /// The meaning of the sign of a quantity that is not known.
    case unknown(sign: String)
    /// A quantity cannot be computed: no rule concludes it.
    case beyond
    /// A quantity cannot be computed by an operation, because these quantities are missing.
    case lacking([String], for: String)
    /// Both values are equal; whether every octet of them is shown.
    case equal(areOctetsShown: Bool)
    /// The two values differ.
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
