import Trace

/// A question as a learning management system asks it: the blanks of one question are questions of their own.
struct PoolItem: Sendable {
    /// Its title, which no other one of the pool has.
    let title: String
    /// A name of letters, digits, dots and hyphens that begins with a letter.
    let identifier: String
    /// The name of those among which a system may choose one.
    let group: String
    let question: Question
    let answer: Answer
    /// The question in words, a paragraph each.
    let ask: [String]

    /// The answer, by what a system can mark.
    enum Answer: Sendable {
        /// Spellings that are right, and wrong answers with what is said about them.
        case text(right: [String], wrong: [Question.Slip])
        /// One of several.
        case one([Option])
        /// Those of several that are right.
        case several([Option])
        /// All of them in an order; they are shown as the choices of the question.
        case order([String])
    }

    /// An answer to choose.
    struct Option: Sendable {
        let text: String
        let isRight: Bool
        /// What is said about it; empty where there is nothing.
        let feedback: String
    }

    /// The questions of variant `number`: one, or one for each blank.
    static func items(_ question: Question, variant number: Int) -> [PoolItem] {
        let title = "\(question.template) #\(number)"
        guard question.form != .parts else {
            return question.blanks.map { blank in
                PoolItem(
                    title: "\(title) /\(blank.name)", identifier: "\(question.template)-\(number)-\(blank.name)",
                    group: "\(question.template) /\(blank.name)", question: question,
                    answer: .text(right: spellings(blank.right, .hex), wrong: []),
                    ask: paragraphs(question, PoolWords.blank(blank.name, blank.offset, blank.length)))
            }
        }
        let howTo: (any Wording)? =
            switch question.form {
            case .letter, .letters, .order, .claim: nil
            case .number, .hex, .time: PoolWords.howToWrite(question.form)
            case .parts, .yes, .name, .numbers, .sequence, .digest: question.answerForm
            }
        return [
            PoolItem(
                title: title, identifier: "\(question.template)-\(number)", group: question.template,
                question: question, answer: Answer(question), ask: paragraphs(question, howTo))
        ]
    }

    private static func paragraphs(_ question: Question, _ more: (any Wording)?) -> [String] {
        question.ask.split(separator: "\n").map(String.init) + (more.map { [$0.english] } ?? [])
    }

    /// How an answer may be written where a system compares texts. Each list begins with the spelling of the key.
    fileprivate static func spellings(_ right: [String], _ form: Question.Form) -> [String] {
        switch form {
        case .number: right + right.compactMap { UInt64($0).map { "0x" + String($0, radix: 16) } }
        case .hex, .digest: right + right.filter { $0.count > 2 }.map(spaced)
        default: right
        }
    }

    private static func spaced(_ digits: String) -> String {
        Hex.octets(digits).map { $0.map { Hex.string([$0]) }.joined(separator: " ") } ?? digits
    }

    /// The octets or lines that the question shows, as text with line breaks.
    var shown: [(caption: String, lines: [String])] { question.shown.map { ($0.caption, $0.lines) } }

    /// The right answer for a person; several stand apart.
    var rightTexts: [String] {
        switch answer {
        case .text(let right, _): right
        case .one(let options), .several(let options): options.filter(\.isRight).map(\.text)
        case .order(let texts): texts
        }
    }
}

extension PoolItem.Answer {
    /// The answer of a question without blanks.
    fileprivate init(_ question: Question) {
        let right = Set(question.right.joined(separator: " ").split(separator: " ").map(String.init))
        func options(isRight: (Question.Choice) -> Bool) -> [PoolItem.Option] {
            question.choices.map { choice in
                let slip = question.slips.first { $0.answer == String(choice.letter) }
                return PoolItem.Option(text: choice.text, isRight: isRight(choice), feedback: slip?.feedback ?? "")
            }
        }
        switch question.form {
        case .letter: self = .one(options { right.contains(String($0.letter)) })
        case .letters:
            let all = options { right.contains(String($0.letter)) }
            let isNone = !all.contains(where: \.isRight)
            self = .several(
                all.map { PoolItem.Option(text: $0.text, isRight: $0.isRight, feedback: "") }
                    + [PoolItem.Option(text: PoolWords.none.english, isRight: isNone, feedback: "")])
        case .claim:
            self = .one(
                ["true", "false", "only-if"].map { verdict in
                    let slip = question.slips.first { $0.answer == verdict }
                    return PoolItem.Option(
                        text: verdict, isRight: question.right.contains(verdict), feedback: slip?.feedback ?? "")
                })
        case .order:
            let letters = question.right.first.map { $0.split(separator: " ") } ?? []
            self = .order(letters.compactMap { letter in question.choices.first { letter == String($0.letter) }?.text })
        case .number, .hex, .time, .parts, .yes, .name, .numbers, .sequence, .digest:
            self = .text(right: PoolItem.spellings(question.right, question.form), wrong: question.slips)
        }
    }
}
