import Trace

/// The key of an exercise under a seed.
package struct Solution: Sendable {
    /// A wrong answer that a known mistake leads to, with a hint.
    struct Slip: Sendable {
        let answer: Answer
        let hint: any Remark
    }

    /// Every answer that is right; the first one is how the engine would write it.
    package let accepted: [Answer]
    /// Why the answer is right.
    let reason: any Remark
    /// The hint for a wrong answer. It does not give the right one away.
    let hint: any Remark
    /// Wrong answers with a hint of their own.
    let slips: [Slip]

    /// A key with several right answers. Slips that happen to be right under this seed are dropped.
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

    /// Judges an answer.
    package func assess(_ answer: Answer) -> Assessment {
        if accepted.contains(where: { $0.agrees(with: answer) }) { return .right(because: reason) }
        return .wrong(hint: slips.first { $0.answer.agrees(with: answer) }?.hint ?? hint)
    }
}

/// The judgement of an answer.
package enum Assessment: Sendable {
    /// The answer is right; the remark says why.
    case right(because: any Remark)
    /// The answer is wrong; the remark is a hint.
    case wrong(hint: any Remark)
}
