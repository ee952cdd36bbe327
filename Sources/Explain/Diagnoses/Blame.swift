import Trace

/// Whose fault a finding is, how certain that is by the packets, and what in them says so.
///
/// The fact may be certain while the blame is not: a SYN without an answer is a fact, and a filter, a host that is down or a lost answer
/// may be its cause.
package struct Blame: Sendable {
    /// Whose fault it is.
    let whose: DiagnosisResult.Whose
    /// How certain that is; nil if it is not known whose fault it is.
    let certainty: DiagnosisResult.Certainty?
    /// What in the packets says so, or why they do not tell: a clause of a sentence. Nil if there is nothing to add.
    let reason: Words?

    private init(_ whose: DiagnosisResult.Whose, _ certainty: DiagnosisResult.Certainty?, _ reason: Words?) {
        (self.whose, self.certainty, self.reason) = (whose, certainty, reason)
    }

    /// The reason in English.
    var englishReason: String? { reason?.english }
    /// The reason in Chinese.
    var chineseReason: String? { reason?.chinese }

    /// No side's fault: nothing is wrong.
    static let nobody = Blame(.nobody, .certain, nil)
    /// A limit of the recording, and not of the connection.
    static let capture = Blame(.capture, .certain, nil)

    /// It is known whose fault it is.
    static func certain(_ whose: DiagnosisResult.Whose, _ reason: Words) -> Blame { Blame(whose, .certain, reason) }
    /// Other readings are rare.
    static func likely(_ whose: DiagnosisResult.Whose, _ reason: Words) -> Blame { Blame(whose, .likely, reason) }
    /// One reading among several.
    static func possible(_ whose: DiagnosisResult.Whose, _ reason: Words) -> Blame { Blame(whose, .possible, reason) }
    /// The causes lie with different sides, for this reason.
    static func unknown(_ reason: Words) -> Blame { Blame(.unknown, nil, reason) }
    /// Nothing came back from the other side.
    static let unanswered = unknown(
        Words(
            english: "nothing came back, so the packets do not tell where it ended",
            chinese: "什么也没有回来，所以从数据包看不出它到哪里为止"))

    /// The same blame, no more certain than the other. If the other one blames another side, it is not known whose fault it is.
    func weaker(_ other: Blame) -> Blame {
        guard whose == other.whose else {
            return whose == .unknown ? self : .unknown(Words(english: "it is not one side's alone", chinese: "责任不在某一方"))
        }
        return certainty ?? .certain < other.certainty ?? .certain ? other : self
    }
}
