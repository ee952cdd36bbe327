import Trace

/// A question for a learning management system. Each blank of a question becomes an item of its own.
struct PoolItem: Sendable {
    /// Its title, which is unique in the pool.
    let title: String
    /// Its identifier, which begins with a letter and has letters, digits, dots, hyphens and underscores.
    let identifier: String
    /// The name of its group: the variants of one template, or of one blank of a template. A system may choose one item of a group.
    let group: String
    let question: Question
    let answer: Answer
    /// The text of the question, in paragraphs.
    let ask: [String]

    /// The answer, in a form that a system can mark.
    enum Answer: Sendable {
        /// The accepted spellings, and the known wrong answers with their feedback.
        case text(right: [String], wrong: [Question.Slip])
        /// One of the options is right.
        case one([Option])
        /// Any number of the options are right, but at least one.
        case several([Option])
        /// The texts of the choices in the right order. The question has them in the order in which they are shown.
        case order([String])
    }

    /// A choice.
    struct Option: Sendable {
        let text: String
        let isRight: Bool
        /// The feedback for a student who chooses it; empty if there is none.
        let feedback: String
    }

    /// The items of a question: one, or one for each blank.
    ///
    /// - Parameter number: the number of the variant, from 1.
    static func items(_ question: Question, variant number: Int) -> [PoolItem] {
        let title = "\(question.template) #\(number)"
        guard question.form != .parts else {
            return question.blanks.map { blank in
                PoolItem(
                    title: "\(title) /\(blank.name)", identifier: "\(question.template)-\(number)-\(blank.name)",
                    group: "\(question.template) /\(blank.name)", question: question,
                    answer: .text(right: spellings(blank.right, .hex), wrong: []),
                    ask: paragraphs(
                        question,
                        Words(
                            english: "Here only one gap is asked for: \(blank.name), the "
                                + "\(counted(blank.length, "octet")) from offset \(blank.offset) on. Write pairs of hexadecimal digits.",
                            chinese: "这里只问一处空白：\(blank.name)，从偏移 \(blank.offset) 起的 \(blank.length) 字节。写成十六进制数字，每两位一组。"
                        )))
            }
        }
        let howTo: (any Wording)? =
            switch question.form {
            case .letter, .letters, .order, .claim: nil
            case .number:
                Words(
                    english: "Write the number in decimal, or in hexadecimal with 0x in front.",
                    chinese: "把这个数写成十进制，或写成十六进制并在前面加 0x。")
            case .time:
                Words(
                    english: "Write milliseconds with one decimal and without the unit, such as 12.5.",
                    chinese: "写毫秒数，带一位小数，不带单位，例如 12.5。")
            case .hex: Words(english: "Write pairs of hexadecimal digits.", chinese: "写成十六进制数字，每两位一组。")
            case .parts, .yes, .name, .numbers, .sequence, .digest: question.answerForm
            }
        return [
            PoolItem(
                title: title, identifier: "\(question.template)-\(number)", group: question.template,
                question: question, answer: Answer(question), ask: paragraphs(question, howTo))
        ]
    }

    private static func paragraphs(_ question: Question, _ more: (any Wording)?) -> [String] {
        question.ask.split(separator: "\n").map(String.init) + (more.map { [$0.sentence(in: question.language)] } ?? [])
    }

    /// The accepted spellings of an answer, for systems that compare texts. The spellings of the key come first.
    fileprivate static func spellings(_ right: [String], _ form: AnswerForm.Kind) -> [String] {
        switch form {
        case .number: right + right.compactMap { UInt64($0).map { "0x" + String($0, radix: 16) } }
        case .hex, .digest: right + right.filter { $0.count > 2 }.map(spaced)
        default: right
        }
    }

    private static func spaced(_ digits: String) -> String {
        Hex.octets(digits).map { Hex.spaced($0) } ?? digits
    }

    /// The texts of the right answer: every accepted spelling, or every right choice.
    var rightTexts: [String] {
        switch answer {
        case .text(let right, _): right
        case .one(let options), .several(let options): options.filter(\.isRight).map(\.text)
        case .order(let texts): texts
        }
    }
}

extension PoolItem.Answer {
    /// The answer to a question without blanks.
    fileprivate init(_ question: Question) {
        let right = Set(question.right.joined(separator: " ").split(separator: " ").map(String.init))
        func options(_ choices: [(text: String, answer: String)]) -> [PoolItem.Option] {
            choices.map { text, answer in
                let slip = question.slips.first { $0.answer == answer }
                return PoolItem.Option(text: text, isRight: right.contains(answer), feedback: slip?.feedback ?? "")
            }
        }
        let choices = question.choices.map { (text: $0.text, answer: String($0.letter)) }
        switch question.form {
        case .letter: self = .one(options(choices))
        case .letters:
            let all = options(choices)
            let isNone = !all.contains(where: \.isRight)
            self = .several(
                all.map { PoolItem.Option(text: $0.text, isRight: $0.isRight, feedback: "") }
                    + [
                        PoolItem.Option(
                            text: Words(
                                english: "none of these",
                                chinese: "都不是"
                            ).sentence(in: question.language), isRight: isNone, feedback: "")
                    ])
        case .claim: self = .one(options(["true", "false", "only-if"].map { (text: $0, answer: $0) }))
        case .order:
            let letters = question.right.first.map { $0.split(separator: " ") } ?? []
            self = .order(letters.compactMap { letter in question.choices.first { letter == String($0.letter) }?.text })
        case .number, .hex, .time, .parts, .yes, .name, .numbers, .sequence, .digest:
            self = .text(right: PoolItem.spellings(question.right, question.form), wrong: question.slips)
        }
    }
}
