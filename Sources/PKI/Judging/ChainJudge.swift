/// A way to decide about a chain of certificates: a name, and what makes a verdict of a chain.
///
/// A value, so that any way to decide can stand there: every check, one that leaves some out, the rules of a library.
public struct ChainJudge: Sendable {
    /// What the way to decide is called.
    public let name: String
    /// What is asked of a chain; nil where that is not one question.
    public let question: Question?
    private let decide: @Sendable ([[UInt8]]) -> Verdict

    /// A judge who decides by `decide`, which gets certificates in DER as they were sent, the leaf first.
    public init(
        _ name: String, asking question: Question? = nil, deciding decide: @escaping @Sendable ([[UInt8]]) -> Verdict
    ) {
        self.name = name
        self.question = question
        self.decide = decide
    }

    /// A judge who asks `question` of `evaluator`, as carefully as `diligence` says.
    ///
    /// - Parameter name: what the way to decide is called, if not as the diligence is.
    public init(
        _ diligence: Diligence = .full, by evaluator: Evaluator, asking question: Question, called name: String? = nil
    ) {
        self.init(name ?? diligence.name, asking: question) { chain in
            evaluator.judge(chain: chain, question: question, diligence: diligence)
        }
    }

    /// What the judge says of a chain, certificates in DER as they were sent, the leaf first.
    public func verdict(on chain: [[UInt8]]) -> Verdict { decide(chain) }

    /// The same judge, who says `verdict` of `chain`.
    public func saying(_ verdict: Verdict, of chain: [[UInt8]]) -> ChainJudge {
        ChainJudge(name, asking: question) { $0 == chain ? verdict : decide($0) }
    }
}
