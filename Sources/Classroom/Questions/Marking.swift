import Trace

/// The mark of an answer to a question.
package struct Outcome: Hashable, Sendable {
    /// The judgment of an answer. The raw value is the word in the results.
    package enum Verdict: String, Sendable, CaseIterable {
        /// The answer gets the full credit, part of the credit, or none.
        case right, partly, wrong
        /// The text cannot be read as an answer of the form that the question asks for.
        case unread
        /// The text is empty, or it has only white space.
        case empty
    }

    /// The judgment.
    package let verdict: Verdict
    /// The credit for the answer, in hundredths of a point.
    package let hundredths: Int
    /// The name of the known wrong answer that was given; nil if the answer is none of these.
    package let slip: String?
    /// A sentence for the student; nil if the answer is right.
    package let feedback: String?

    /// The credit for the answer, in points.
    package var credit: Double { Double(hundredths) / 100 }
}

extension Question {
    /// The form of an answer, as the reader of answers needs it: with the last letter, or with the number of blanks.
    package var answerForm: AnswerForm { AnswerForm(form, through: choices.last?.letter, blanks: blanks.count) }

    /// Marks a student's answer.
    package func mark(_ text: String) -> Outcome {
        guard text.contains(where: { !$0.isWhitespace }) else {
            return Outcome(verdict: .empty, hundredths: 0, slip: nil, feedback: hint)
        }
        let answer: Answer
        do throws(AnswerError) {
            answer = try answerForm.read(text)
        } catch {
            return Outcome(verdict: .unread, hundredths: 0, slip: nil, feedback: answerForm.sentence(in: language))
        }
        let share = share(of: answer)
        if share >= 1 { return Outcome(verdict: .right, hundredths: hundredths(1), slip: nil, feedback: nil) }
        let slip = slips.first { slip in (try? answerForm.read(slip.answer))?.agrees(with: answer) == true }
        let counted = hundredths(max(share, slip?.share ?? 0))
        return Outcome(
            verdict: counted > 0 ? .partly : .wrong, hundredths: counted, slip: slip?.name,
            feedback: slip?.feedback ?? hint)
    }

    /// A share of the credit in hundredths of a point, rounded half up. The term 1e-9 corrects the error of binary fractions.
    private func hundredths(_ share: Double) -> Int { Int((credit * share * 100 + 0.5 + 1e-9).rounded(.down)) }

    /// The share of the credit that the answer gets, from 0 to 1. docs/class.md gives the formulas for letters, an order and blanks.
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

    /// The fraction of all pairs of letters that are in the right order, from 0 to 1.
    private static func pairsInOrder(_ given: [String], as right: [String]) -> Double {
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
