import Trace

/// The key of a question under a seed: what is right, the wrong answers that a known mistake leads to, and what is said about each.
///
/// An exercise of a lesson and a template of the classroom fill it from a run. A wrong answer and its sentence are one row:
///
/// ```
/// key.right = [.number(next)]
/// key[.number(own)] = Words(english: "That is the number of the SYN itself.")
/// ```
package struct Solution: Sendable {
    /// A wrong answer that a known mistake leads to.
    package struct Slip: Sendable {
        /// Its name, such as "own-number". In an exercise it is the place among the slips: "slip-2".
        let name: String
        package let answer: Answer
        /// The sentence for the student: the misunderstanding that leads to the answer, and where to look.
        let words: Words
    }

    /// A blank: the name of a field, and its range in the first data that is shown.
    struct Part: Sendable {
        let name: String
        let range: Range<Int>
    }

    /// Data from which a reader can work out the answer without the program.
    enum Shown: Sendable {
        case octets(Words, [UInt8])
        /// Lines of text.
        case text(Words, Words)

        /// The octets; empty for a text.
        var octets: [UInt8] { if case .octets(_, let octets) = self { octets } else { [] } }
    }

    /// Every answer that is right; the first one is how the engine would write it.
    package var right: [Answer] = []
    /// The reason why the answer is right.
    package var because: Words
    /// The hint for a wrong answer that is no slip. It does not give the right one away.
    package var hint: Words
    /// The program's words for the choices; empty if right answers and slips have them all.
    var offered: [String] = []
    /// For the program's word for a choice, its text. A choice without an entry is shown as the program's word.
    var choices: [String: Words] = [:]
    /// The blanks in the first data that is shown. The octets there are the right answer.
    var parts: [Part] = []
    /// The data that is shown with the question.
    var shown: [Shown] = []
    private var rows: [(name: String?, answer: Answer, words: Words)] = []

    /// A key to be filled. An exercise writes the hint and the reason itself.
    init(because: Words = "", hint: Words = "") {
        self.because = because
        self.hint = hint
    }

    /// The known wrong answers, in the order in which an answer is compared with them. One that is right under this seed is none.
    package var slips: [Slip] {
        rows.filter { row in !right.contains { $0.agrees(with: row.answer) } }.enumerated()
            .map { place, row in Slip(name: row.name ?? "slip-\(place + 1)", answer: row.answer, words: row.words) }
    }

    /// What is said about a wrong answer. To set it for answers makes each of them a slip.
    subscript(answers: Answer...) -> Words {
        get { slips.first { slip in answers.contains { slip.answer.agrees(with: $0) } }?.words ?? hint }
        set { for answer in answers { rows.append((nil, answer, newValue)) } }
    }

    /// The same for one answer, with the name that the slip has in the key.
    subscript(name: String, answer: Answer) -> Words {
        get { self[answer] }
        set { rows.append((name, answer, newValue)) }
    }

    /// Judges an answer.
    package func assess(_ answer: Answer) -> Assessment {
        right.contains { $0.agrees(with: answer) } ? .right(because: because) : .wrong(hint: self[answer])
    }
}

/// The judgement of an answer.
package enum Assessment: Sendable {
    /// The answer is right; the words say why.
    case right(because: Words)
    /// The answer is wrong; the words are a hint.
    case wrong(hint: Words)
}
