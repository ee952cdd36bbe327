import PKI

/// How somebody decides about a chain of certificates: a name, and what makes a verdict of a chain.
///
/// A value, so that any way to decide can stand there: every check, one that leaves some out, the rules of a library.
public struct ChainJudge: Sendable {
    /// What the way to decide is called.
    public let name: String
    private let decide: @Sendable ([[UInt8]]) async -> Verdict

    /// A judge who decides by `decide`, which gets certificates in DER as they were sent, the leaf first.
    public init(_ name: String, deciding decide: @escaping @Sendable ([[UInt8]]) async -> Verdict) {
        self.name = name
        self.decide = decide
    }

    /// A judge who asks `question` of `evaluator`, as carefully as `diligence` says.
    public init(_ diligence: Diligence = .full, by evaluator: Evaluator, asking question: Question) {
        self.init(diligence.name) { chain in
            await evaluator.judge(chain: chain, question: question, diligence: diligence)
        }
    }

    /// What the judge says of a chain, certificates in DER as they were sent, the leaf first.
    public func verdict(on chain: [[UInt8]]) async -> Verdict { await decide(chain) }
}
