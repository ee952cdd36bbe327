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
        var form: AnswerForm.Kind {
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
    package let form: AnswerForm.Kind
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
    /// The language of its texts.
    package let language: Language
}

extension Question {
    /// The question of a template, with the key that was taken from its run. The order of the choices is drawn from the seed.
    init(_ template: Template, item: String, credit: Double, seed: UInt64, _ words: QuestionWords, _ key: Solution) {
        let language = template.language
        let slips = key.slips
        let values = key.offered.isEmpty ? (key.right + slips.map(\.answer)).flatMap(\.values) : key.offered
        let draw = SeededRandomSource(seed: seed).fork("choices").fork(template.id)
        let choices = Question.choices(
            of: values, drawnFrom: draw, texts: key.choices.mapValues { $0.sentence(in: language) })
        let octets = key.shown.first?.octets ?? []
        let blanks = key.parts.map { part in
            Blank(
                name: part.name, offset: part.range.lowerBound, length: part.range.count,
                right: [Hex.string(octets[part.range.clamped(to: octets.indices)])])
        }
        func letter(of value: String) -> String? { choices.first { $0.value == value }.map { String($0.letter) } }
        func written(_ answer: Answer) -> String {
            switch answer {
            case .letters(let values): Answer.letters(Set(values.compactMap(letter))).canonical
            case .order(let values): Answer.order(values.compactMap(letter)).canonical
            case .number, .time, .octets, .yes, .sequence, .numbers, .name, .parts, .claim: answer.canonical
            }
        }
        // A lesson may accept other letters as well, for what they are taken to mean there.
        let right =
            blanks.isEmpty
            ? (choices.isEmpty ? key.right : Array(key.right.prefix(1))).map(written)
            : [blanks.compactMap(\.right.first).joined(separator: ";")]
        var known: [Slip] = []
        for slip in slips {
            let answer = written(slip.answer)
            if right.contains(answer) || known.contains(where: { $0.answer == answer }) { continue }
            known.append(Slip(name: slip.name, answer: answer, feedback: slip.words.sentence(in: language), share: nil))
        }
        let blanked = blanks.map { $0.offset..<($0.offset + $0.length) }
        self.init(
            item: item, template: template.id, kind: template.kind, topic: template.topic, credit: credit,
            form: template.form, assesses: words.goal.sentence(in: language), ask: words.ask.sentence(in: language),
            seed: seed,
            run: template.arguments,
            shown: key.shown.enumerated().map { Shown($1, without: $0 == 0 ? blanked : [], in: language) },
            choices: choices, blanks: blanks, right: right, slips: known,
            hint: key.hint.sentence(in: language), because: key.because.sentence(in: language), step: template.step,
            cites: template.cites.map(\.description), isDistinct: template.isDistinct, language: language)
    }

    /// The text of a choice that has no words of its own. A datagram gets spaces between its octets: it has at least 20 octets, which
    /// are 40 digits. Any other word stays as it is.
    private static func spaced(_ value: String) -> String {
        guard value.utf8.count >= 40, let octets = Hex.octets(value) else { return value }
        return Hex.spaced(octets)
    }

    /// The choices with their letters, in an order that is drawn from `source`.
    private static func choices(
        of values: [String], drawnFrom source: SeededRandomSource, texts: [String: String]
    ) -> [Choice] {
        var source = source
        var rest: [String] = []
        for value in values where !rest.contains(value) { rest.append(value) }
        // The right choice is the first of `values`. The values are sorted before the draw, so that the drawn order does not reveal it.
        rest.sort()
        var choices: [Choice] = []
        for letter in "abcdefghijklmnopqrstuvwxyz" where !rest.isEmpty {
            let value = rest.remove(at: source.place(among: rest.count))
            let text = texts[value] ?? Question.spaced(value)
            choices.append(Choice(letter: letter, text: text, value: value))
        }
        return choices
    }
}

extension Question.Shown {
    init(_ shown: Solution.Shown, without blanks: [Range<Int>], in language: Language) {
        switch shown {
        case .octets(let caption, let octets):
            let pairs = octets.indices.map { place -> String in
                let isBlank = blanks.contains { $0.contains(place) }
                return isBlank ? ".." : Hex.string([octets[place]])
            }
            self.init(
                caption: caption.sentence(in: language), content: pairs.joined(separator: " "), isOctets: true)
        case .text(let caption, let text):
            self.init(
                caption: caption.sentence(in: language), content: text.sentence(in: language), isOctets: false)
        }
    }
}

extension SeededRandomSource {
    /// A drawn index below `count`, which must be at least 1.
    mutating func place(among count: Int) -> Int {
        Int(octets(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(count))
    }
}
