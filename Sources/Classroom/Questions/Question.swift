import Crypto
import Trace

/// A question under a seed, with its key. Papers, quizzes, pools and the marking of answers are made from it alone.
package struct Question: Sendable {
    /// What a question asks for. The raw value is the word in JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// A number or a time.
        case number
        /// Octets.
        case hex
        /// One of several.
        case choice
        /// Those of several that are right.
        case several
        /// Packets, messages or states that are shuffled.
        case order
        /// Fields of a packet that are blanked.
        case blank
        /// The next step of a run, before it is shown.
        case predict
        /// Whether a claim of the clinic is so.
        case claim

        /// How an answer is written, where the template does not say otherwise.
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

    /// How an answer is written. The raw value is the word in JSON.
    package enum Form: String, Sendable, CaseIterable {
        /// The forms of the templates: docs/class.md says how each is written.
        case number, hex, time, letter, letters, order, parts, claim
        /// The forms that only exercises of lessons have.
        case yes, name, numbers, sequence, digest
    }

    /// What a reader sees beside the question.
    package struct Shown: Hashable, Sendable {
        /// The name of what is shown.
        package let caption: String
        /// Octets in hexadecimal, pairs with spaces between them and ".." for each that is blanked; else lines of text.
        package let content: String
        /// Whether the content is octets.
        package let isOctets: Bool
    }

    /// One of several answers to choose from.
    package struct Choice: Hashable, Sendable {
        /// Its letter on this paper.
        package let letter: Character
        /// The choice in words.
        package let text: String
        /// The machine's word for it.
        package let value: String
    }

    /// A field of the octets that are shown first, which the reader fills in.
    package struct Blank: Hashable, Sendable {
        /// The name of the field.
        package let name: String
        /// Where it begins in those octets.
        package let offset: Int
        /// How many octets it has.
        package let length: Int
        /// What stands there, in hexadecimal; accepted spellings, the first as the engine writes it.
        package let right: [String]
    }

    /// A known wrong answer.
    package struct Slip: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// The answer in the form of the key.
        package let answer: String
        /// The misunderstanding that leads to it, and where to look.
        package let feedback: String
        /// The part of the credit that it is worth; nil for none.
        package let share: Double?
    }

    /// Its name in the course.
    package let item: String
    /// The name of its template.
    package let template: String
    /// What it asks for.
    package let kind: Kind
    /// What it is about.
    package let topic: String
    /// How much a right answer counts.
    package let credit: Double
    /// How an answer is written.
    package let form: Form
    /// What it assesses, in a sentence.
    package let assesses: String
    /// The question, complete without the program.
    package let ask: String
    /// The seed of its run.
    package let seed: UInt64
    /// The arguments of its run without the seed.
    package let run: [String]
    /// What a reader sees beside it, in order.
    package let shown: [Shown]
    /// Of what to choose, or what to put into order.
    package let choices: [Choice]
    /// The gaps in the octets that are shown first.
    package let blanks: [Blank]
    /// Accepted answers in the form of the key, the first as the engine writes it.
    package let right: [String]
    /// Known wrong answers, in the order in which they are looked for.
    package let slips: [Slip]
    /// What helps on after a wrong answer.
    package let hint: String
    /// Why the right answer is right.
    package let because: String
    /// The step of the run in which the answer is seen; empty where there is none.
    package let step: String
    /// The rules that decide.
    package let cites: [String]
    /// Whether the right answer has at least 2^24 possible values, which depend on the seed.
    package let isDistinct: Bool
}

extension Question {
    /// The question of a template, from what its run comes to. The places of the choices are drawn from the seed.
    init(_ template: Template, item: String, credit: Double, seed: UInt64, _ working: Working) {
        let words = template.words(seed)
        var choices: [Choice] = []
        var blanks: [Blank] = []
        var right: [String]
        let draw = SeededRandomSource(seed: seed).fork("choices").fork(template.id)
        func letters(_ values: [String]) -> [Choice] { Question.drawn(values, draw, words) }
        func letters(of values: Set<String>) -> String {
            Answer.letters(Set(choices.filter { values.contains($0.value) }.map(\.letter))).canonical
        }
        func letters(ofOrder values: [String]) -> String {
            values.compactMap { value in choices.first { $0.value == value }.map { String($0.letter) } }
                .joined(separator: " ")
        }
        switch working.right {
        case .numbers(let numbers): right = numbers.map(String.init)
        case .octets(let octets): right = [Hex.string(octets)]
        case .time(let span): right = [Answer.time(span).canonical]
        case .answers(let answers): right = answers.map(\.canonical)
        case .claim(let verdict): right = [verdict]
        case .choice(let value):
            choices = letters([value] + working.slips.flatMap(\.values))
            right = [letters(of: [value])]
        case .several(let values, let all):
            choices = letters(all)
            right = [letters(of: values)]
        case .order(let values):
            choices = letters(values)
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
            slips.append(Slip(name: slip.name, answer: answer, feedback: feedback, share: slip.share))
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

    /// A datagram in hexadecimal with spaces between the pairs; any other word as it is.
    private static func spaced(_ value: String) -> String {
        guard value.utf8.count >= 40, let octets = Hex.octets(value) else { return value }
        return octets.map { Hex.string([$0]) }.joined(separator: " ")
    }

    /// Choices with letters, in an order that is drawn.
    private static func drawn(_ values: [String], _ source: SeededRandomSource, _ words: QuestionWords) -> [Choice] {
        var source = source
        var rest: [String] = []
        for value in values where !rest.contains(value) { rest.append(value) }
        // The order in which the right one stands first must not be known from the places: so all are sorted before the draw.
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
    /// A place among so many, of which there is at least one.
    mutating func place(among count: Int) -> Int {
        Int(octets(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(count))
    }
}
