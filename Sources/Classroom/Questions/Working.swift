import Trace

/// What a run comes to for a question: the right answer, the known wrong ones, and what a reader is shown.
struct Working: Sendable {
    /// The right answer.
    let right: Right
    /// Wrong answers that a known misunderstanding leads to, in the order in which they are looked for.
    let slips: [Slip]
    /// What the reader needs to work the answer out without the program.
    let shown: [Shown]
    /// What helps on and why the answer is right, where these depend on the run; nil where the words of the question say it.
    var remarks: (hint: any Remark, because: any Remark)?

    /// - Parameters:
    ///   - slips: names and answers. The words of the question have a sentence for each name.
    ///   - shown: what comes before the answer in the run.
    init(_ right: Right, slips: [Slip] = [], shown: [Shown] = []) {
        self.right = right
        self.slips = slips
        self.shown = shown
    }

    /// A right answer, by its form.
    enum Right: Sendable {
        /// Numbers that are right, the first as the engine writes it.
        case numbers([UInt64])
        /// Octets.
        case octets([UInt8])
        /// A moment or a duration.
        case time(TimeSpan)
        /// One of several, by the machine's word for it. The wrong ones are those of the slips.
        case choice(String)
        /// Those of several that are right, by the machine's words.
        case several(Set<String>, of: [String])
        /// All of them, in this order, by the machine's words.
        case order([String])
        /// What stands at the blanks of the first octets that are shown.
        case parts([Part])
        /// What is right by the letters, numbers or names of a lesson.
        case answers([Answer])
        /// One of the verdicts of the clinic.
        case claim(String)

        /// The choices that are right, or are to be put into order.
        var values: [String] {
            switch self {
            case .choice(let value): [value]
            case .several(let values, _): values.sorted()
            case .order(let values): values
            case .numbers, .octets, .time, .parts, .answers, .claim: []
            }
        }

        /// A number.
        static func number(_ number: UInt64) -> Right { .numbers([number]) }
        /// A number.
        static func number(_ number: Int) -> Right { .numbers([UInt64(max(0, number))]) }
    }

    /// A wrong answer with its name.
    struct Slip: Sendable {
        let name: String
        let answer: Given
        /// The part of the credit that it is worth; nil for none.
        let share: Double?
        /// What is said about it, where the words of the question have no sentence for its name.
        let feedback: (any Remark)?

        init(_ name: String, _ answer: Given, share: Double? = nil, feedback: (any Remark)? = nil) {
            self.name = name
            self.answer = answer
            self.share = share
            self.feedback = feedback
        }

        /// The choices that it names.
        var values: [String] {
            switch answer {
            case .values(let values): values.sorted()
            case .order(let values): values
            case .answer: []
            }
        }

        /// A number.
        static func number(_ name: String, _ number: UInt64) -> Slip { Slip(name, .answer(.number(number))) }
        /// A number.
        static func number(_ name: String, _ number: Int) -> Slip { .number(name, UInt64(max(0, number))) }
        /// Octets.
        static func octets(_ name: String, _ octets: some Sequence<UInt8>) -> Slip {
            Slip(name, .answer(.octets(Array(octets))))
        }
        /// A moment or a duration.
        static func time(_ name: String, _ span: TimeSpan) -> Slip { Slip(name, .answer(.time(span))) }
        /// One of several.
        static func choice(_ name: String, _ value: String) -> Slip { Slip(name, .values([value])) }
        /// Some of several.
        static func several(_ name: String, _ values: Set<String>) -> Slip { Slip(name, .values(values)) }
    }

    /// A wrong answer: as it is written, or the choices that it names, with or without an order.
    enum Given: Sendable {
        case answer(Answer)
        case values(Set<String>)
        case order([String])
    }

    /// A blank: the field of a packet, and where it lies in the octets that are shown.
    struct Part: Sendable {
        let name: String
        let range: Range<Int>
    }

    /// What a reader sees beside the question.
    enum Shown: Sendable {
        /// Octets with a caption.
        case octets(ShownCaption, [UInt8])
        /// Lines of text with a caption.
        case text(ShownCaption, String)

        /// The octets; none of a text.
        var octets: [UInt8] {
            switch self {
            case .octets(_, let octets): octets
            case .text: []
            }
        }
    }
}

extension Answer {
    /// As the key has it: plain decimal numbers, lower-case hexadecimal, letters in their order with spaces between them.
    var canonical: String {
        switch self {
        case .letters(let letters):
            letters.isEmpty ? "none" : letters.sorted().map(String.init).joined(separator: " ")
        case .number, .time, .octets, .yes, .sequence, .numbers, .name, .order, .parts, .claim: text
        }
    }
}
