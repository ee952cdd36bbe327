/// One concern of a verdict, such as dates or names.
///
/// A policy examines everything that concerns it and stops at nothing: a learner wants every reason, not the first one.
protocol Policy {
    /// What there is to say about the chain, in the order of its certificates.
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding]
}
