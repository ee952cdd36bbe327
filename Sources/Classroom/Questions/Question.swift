import Crypto
import Trace

/// A question for one seed, with its key. Papers, quizzes, pools and marks are made from it and need no run.
package struct Question: Sendable {
    /// The kind of a question. The raw value is the word in JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// The answer is a number or a time.
        case number
        /// The answer is octets.
        case hex
        /// One of several choices is right.
        case choice
        /// Any number of several choices are right, perhaps none.
        case several
        /// Shuffled packets, messages or states must be put into order.
        case order
        /// Blanked fields of a packet must be filled in.
        case blank
        /// The reader predicts the next step of a run. One of several choices is right.
        case predict
        /// The reader judges a claim of the clinic: true, false, or true under a condition only.
        case claim

        /// The form of an answer if the template names no other.
        var form: Form {
            switch self {
            case .number: .number
            case .hex: .hex
            case .choice, .predict: .letter
            case .several: .letters
            case .order: .order
            case .blank: .parts
            case .claim: .claim
            }
        }
    }

    /// The form in which an answer is written. The raw value is the word in JSON.
    package enum Form: String, Sendable, CaseIterable {
        /// The forms that templates use. ``AnswerForm`` says how each is written.
        case number, hex, time, letter, letters, order, parts, claim
        /// The forms that only exercises of lessons have.
        case yes, name, numbers, sequence, digest
    }

    /// Data that is shown with the question.
    package struct Shown: Hashable, Sendable {
        /// The name of the data.
        package let caption: String
        /// Octets as pairs of hexadecimal digits with spaces between them, and ".." for each blanked octet; or else lines of text.
        package let content: String
        /// Whether the content is octets.
        package let isOctets: Bool
    }

    /// A choice of a question.
    package struct Choice: Hashable, Sendable {
        /// Its letter on this paper.
        package let letter: Character
        /// The choice in words.
        package let text: String
        /// The word of the program for the choice. Unlike the letter, it does not depend on the drawn order.
        package let value: String
    }

    /// A blanked field, which the reader fills in. It is part of the first data that the question shows.
    package struct Blank: Hashable, Sendable {
        /// The name of the field.
        package let name: String
        /// The offset of its first octet in the data.
        package let offset: Int
        /// Its length in octets.
        package let length: Int
        /// The right octets in hexadecimal: every accepted spelling. The program writes the first.
        package let right: [String]
    }

    /// A known wrong answer.
    package struct Slip: Hashable, Sendable {
        /// Its name, such as "own-number".
        package let name: String
        /// The answer as the key writes it.
        package let answer: String
        /// A sentence for the student: the misunderstanding that leads to this answer, and where to look.
        package let feedback: String
        /// The share of the credit that this answer gets, from 0 to 1; nil if it gets none. No template sets it, but a key may.
        package let share: Double?
    }

    /// The id of the item in the course.
    package let item: String
    /// The name of its template.
    package let template: String
    package let kind: Kind
    /// Its subject, such as "tcp".
    package let topic: String
    /// The credit for a right answer, in points.
    package let credit: Double
    /// The form in which an answer is written.
    package let form: Form
    /// A sentence that says which ability it assesses.
    package let assesses: String
    /// The text of the question. A reader can understand it without the program.
    package let ask: String
    /// The seed of its run.
    package let seed: UInt64
    /// The arguments of its run, without the seed; empty if it has no run.
    package let run: [String]
    /// The data that is shown with it, in order.
    package let shown: [Shown]
    /// The choices, or the things to be put into order.
    package let choices: [Choice]
    /// The blanked fields of the first data that is shown.
    package let blanks: [Blank]
    /// Every accepted answer, as the key writes it. The program writes the first.
    package let right: [String]
    /// The known wrong answers, in the order in which an answer is compared with them.
    package let slips: [Slip]
    /// A hint for a reader whose answer is wrong.
    package let hint: String
    /// The reason why the right answer is right.
    package let because: String
    /// The id of the step of the run in which the answer can be seen; empty if there is no such step.
    package let step: String
    /// The rules from which the answer follows, such as "RFC 9293 3.4".
    package let cites: [String]
    /// Whether the right answer has at least 2^24 possible values, which depend on the seed.
    package let isDistinct: Bool
}

extension Question {
    /// The question of a template, with the answers that were taken from its run. The order of the choices is drawn from the seed.
    init(_ template: Template, item: String, credit: Double, seed: UInt64, _ working: Working) {
        let words = template.words(seed)
        var choices: [Choice] = []
        var blanks: [Blank] = []
        var right: [String]
        let draw = SeededRandomSource(seed: seed).fork("choices").fork(template.id)
        func drawn(_ values: [String]) -> [Choice] { Question.choices(of: values, drawnFrom: draw, words: words) }
        func letters(of values: Set<String>) -> String {
            Answer.letters(Set(choices.filter { values.contains($0.value) }.map(\.letter))).canonical
        }
        func letters(ofOrder values: [String]) -> String {
            values.compactMap { value in choices.first { $0.value == value }.map { String($0.letter) } }
                .joined(separator: " ")
        }
        switch working.right {
        case .answers(let answers): right = answers.map(\.canonical)
        case .choice(let value):
            choices = drawn([value] + working.slips.flatMap(\.values))
            right = [letters(of: [value])]
        case .several(let values, let all):
            choices = drawn(all)
            right = [letters(of: values)]
        case .order(let values):
            choices = drawn(values)
            right = [letters(ofOrder: values)]
        case .parts(let parts):
            let octets = working.shown.first?.octets ?? []
            blanks = parts.map { part in
                let inside = part.range.clamped(to: octets.indices)
                return Blank(
                    name: part.name, offset: part.range.lowerBound, length: part.range.count,
                    right: [Hex.string(octets[inside])])
            }
            right = [blanks.compactMap(\.right.first).joined(separator: ";")]
        }
        let hint = working.remarks?.hint.english ?? words.hint.english
        var slips: [Slip] = []
        for slip in working.slips {
            let answer =
                switch slip.answer {
                case .answer(let answer): answer.canonical
                case .values(let values): letters(of: values)
                case .order(let values): letters(ofOrder: values)
                }
            if right.contains(answer) || slips.contains(where: { $0.answer == answer }) { continue }
            let feedback = words.slips[slip.name]?.english ?? slip.feedback?.english ?? hint
            slips.append(Slip(name: slip.name, answer: answer, feedback: feedback, share: nil))
        }
        let blanked = blanks.map { $0.offset..<($0.offset + $0.length) }
        self.init(
            item: item, template: template.id, kind: template.kind, topic: template.topic, credit: credit,
            form: template.form, assesses: words.assesses.english, ask: words.ask.english, seed: seed,
            run: template.arguments,
            shown: working.shown.enumerated().map { Shown($1, without: $0 == 0 ? blanked : []) }, choices: choices,
            blanks: blanks, right: right, slips: slips, hint: hint,
            because: working.remarks?.because.english ?? words.because.english,
            step: template.step, cites: template.cites.map(\.description), isDistinct: template.isDistinct)
    }

    /// The text of a choice that has no words of its own. A datagram gets spaces between its octets: it has at least 20 octets, which
    /// are 40 digits. Any other word stays as it is.
    private static func spaced(_ value: String) -> String {
        guard value.utf8.count >= 40, let octets = Hex.octets(value) else { return value }
        return Hex.spaced(octets)
    }

    /// The choices with their letters, in an order that is drawn from `source`.
    private static func choices(
        of values: [String], drawnFrom source: SeededRandomSource, words: QuestionWords
    ) -> [Choice] {
        var source = source
        var rest: [String] = []
        for value in values where !rest.contains(value) { rest.append(value) }
        // The right choice is the first of `values`. The values are sorted before the draw, so that the drawn order does not reveal it.
        rest.sort()
        var choices: [Choice] = []
        for letter in "abcdefghijklmnopqrstuvwxyz" where !rest.isEmpty {
            let value = rest.remove(at: source.place(among: rest.count))
            let text = words.choices[value]?.english ?? Question.spaced(value)
            choices.append(Choice(letter: letter, text: text, value: value))
        }
        return choices
    }
}

extension Question.Shown {
    init(_ shown: Working.Shown, without blanks: [Range<Int>]) {
        switch shown {
        case .octets(let caption, let octets):
            let pairs = octets.indices.map { place -> String in
                let isBlank = blanks.contains { $0.contains(place) }
                return isBlank ? ".." : Hex.string([octets[place]])
            }
            self.init(caption: caption.english, content: pairs.joined(separator: " "), isOctets: true)
        case .text(let caption, let text): self.init(caption: caption.english, content: text, isOctets: false)
        }
    }
}

extension SeededRandomSource {
    /// A drawn index below `count`, which must be at least 1.
    mutating func place(among count: Int) -> Int {
        Int(octets(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(count))
    }
}
