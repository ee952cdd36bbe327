import Trace

/// The key of an exercise under a seed.
package struct Solution: Sendable {
    /// A wrong answer that a known mistake leads to, and what to say about it.
    struct Slip: Sendable {
        let answer: Answer
        let hint: any Remark
    }

    /// Every answer that is right; the first one is how the engine would write it.
    package let accepted: [Answer]
    /// Why it is right.
    let reason: any Remark
    /// What to say about a wrong answer. It does not give the right one away.
    let hint: any Remark
    /// Wrong answers with a hint of their own.
    let slips: [Slip]

    /// A key; `slips` that happen to be right under this seed are not counted.
    init<Hint: Remark>(_ accepted: [Answer], because reason: Hint, hint: Hint, slips: [(Answer, Hint)] = []) {
        self.accepted = accepted
        self.reason = reason
        self.hint = hint
        self.slips = slips.filter { slip in !accepted.contains { $0.agrees(with: slip.0) } }.map(Slip.init)
    }

    /// A key with one answer.
    init<Hint: Remark>(_ answer: Answer, because reason: Hint, hint: Hint, slips: [(Answer, Hint)] = []) {
        self.init([answer], because: reason, hint: hint, slips: slips)
    }

    /// The wrong answers that are known.
    package var knownSlips: [Answer] { slips.map(\.answer) }

    /// Judges an answer.
    package func assess(_ answer: Answer) -> Assessment {
        if accepted.contains(where: { $0.agrees(with: answer) }) { return .right(because: reason) }
        return .wrong(hint: slips.first { $0.answer.agrees(with: answer) }?.hint ?? hint)
    }
}

/// What came of an answer.
package enum Assessment: Sendable {
    /// It is right; the remark says why.
    case right(because: any Remark)
    /// It is wrong; the remark helps on.
    case wrong(hint: any Remark)

    /// Whether the answer is right.
    package var isRight: Bool {
        switch self {
        case .right: true
        case .wrong: false
        }
    }
}
