import Trace

/// What came of an answer to a question.
package struct Outcome: Hashable, Sendable {
    /// The raw value is the word in the results.
    package enum Verdict: String, Sendable, CaseIterable {
        /// All of it, part of it, or nothing is right.
        case right, partly, wrong
        /// What was written cannot be read as an answer.
        case unread
        /// Nothing was written.
        case empty
    }

    /// What it is.
    package let verdict: Verdict
    /// How much it counts, in hundredths.
    package let hundredths: Int
    /// The name of the slip that the answer is.
    package let slip: String?
    /// What is said about an answer that is not right.
    package let feedback: String?

    /// How much it counts.
    package var credit: Double { Double(hundredths) / 100 }
}

extension Question {
    /// How an answer is read.
    package var answerForm: AnswerForm {
        let last = choices.last?.letter ?? "a"
        return switch form {
        case .number: .number
        case .hex: .octets
        case .time: .time
        case .letter: .letter(through: last)
        case .letters: .letters(through: last)
        case .order: .order(through: last)
        case .parts: .parts(blanks.count)
        case .claim: .claim
        case .yes: .yesOrNo
        case .name: .name
        case .numbers: .numbers
        case .sequence: .sequence
        case .digest: .digest
        }
    }

    /// Marks what was written.
    package func mark(_ text: String) -> Outcome {
        guard text.contains(where: { !$0.isWhitespace }) else {
            return Outcome(verdict: .empty, hundredths: 0, slip: nil, feedback: hint)
        }
        let answer: Answer
        do throws(AnswerError) {
            answer = try answerForm.read(text)
        } catch {
            return Outcome(verdict: .unread, hundredths: 0, slip: nil, feedback: answerForm.english)
        }
        let share = share(of: answer)
        if share >= 1 { return Outcome(verdict: .right, hundredths: hundredths(1), slip: nil, feedback: nil) }
        let slip = slips.first { slip in (try? answerForm.read(slip.answer))?.agrees(with: answer) == true }
        let counted = hundredths(max(share, slip?.share ?? 0))
        return Outcome(
            verdict: counted > 0 ? .partly : .wrong, hundredths: counted, slip: slip?.name,
            feedback: slip?.feedback ?? hint)
    }

    /// Hundredths of the credit, half up. The small number makes up for what binary fractions lose.
    private func hundredths(_ share: Double) -> Int { Int((credit * share * 100 + 0.5 + 1e-9).rounded(.down)) }

    /// How much of the answer is right, from 0 to 1.
    private func share(of answer: Answer) -> Double {
        let accepted = right.compactMap { try? answerForm.read($0) }
        if case .parts(let given) = answer {
            let matched = blanks.enumerated().filter { place, blank in
                guard given.indices.contains(place), let octets = given[place] else { return false }
                return blank.right.contains(Hex.string(octets))
            }
            return blanks.isEmpty ? 0 : Double(matched.count) / Double(blanks.count)
        }
        if accepted.contains(where: { $0.agrees(with: answer) }) { return 1 }
        switch (accepted.first, answer) {
        case (.letters(let right)?, .letters(let given)) where form == .letters && !right.isEmpty:
            let hits = right.intersection(given).count
            return max(0, Double(hits - (given.count - hits)) / Double(right.count))
        case (.order(let right)?, .order(let given)) where Set(right) == Set(given) && right.count == given.count:
            return max(0, 2 * Question.pairsInOrder(given, as: right) - 1)
        default: return 0
        }
    }

    /// The part of all pairs that stand in the right order.
    private static func pairsInOrder(_ given: [Character], as right: [Character]) -> Double {
        let places = right.compactMap { given.firstIndex(of: $0) }
        var pairs = 0
        var inOrder = 0
        for (index, place) in places.enumerated() {
            pairs += places.count - index - 1
            inOrder += places[(index + 1)...].count { $0 > place }
        }
        return pairs == 0 ? 1 : Double(inOrder) / Double(pairs)
    }
}
