/// A way to judge chains of certificates: a name, and a function from a chain to a verdict.
///
/// It can make every check, leave checks out, or follow the rules of a library.
public struct ChainJudge: Sendable {
    /// The name of the judge.
    public let name: String
    /// The question about a chain; nil for a judge that asks more than one question.
    public let question: ChainQuestion?
    private let decide: @Sendable ([[UInt8]]) -> Verdict

    /// A judge that calls `decide` with the certificates in DER as they were sent, the leaf first.
    public init(
        _ name: String, asking question: ChainQuestion? = nil,
        deciding decide: @escaping @Sendable ([[UInt8]]) -> Verdict
    ) {
        self.name = name
        self.question = question
        self.decide = decide
    }

    /// A judge that asks `evaluator` the question `question` and makes the checks of `checksMade`.
    ///
    /// - Parameter name: the name of the judge; nil for the name of these checks.
    public init(
        _ checksMade: ChecksMade = .full, by evaluator: Evaluator, asking question: ChainQuestion,
        called name: String? = nil
    ) {
        self.init(name ?? checksMade.name, asking: question) { chain in
            evaluator.judge(chain: chain, question: question, checksMade: checksMade)
        }
    }

    /// The verdict on a chain: certificates in DER as they were sent, the leaf first.
    public func verdict(on chain: [[UInt8]]) -> Verdict { decide(chain) }

    /// The same judge, except that its verdict on `chain` is `verdict`.
    public func saying(_ verdict: Verdict, of chain: [[UInt8]]) -> ChainJudge {
        ChainJudge(name, asking: question) { $0 == chain ? verdict : decide($0) }
    }
}
