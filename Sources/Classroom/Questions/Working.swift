import Trace

/// The result of a template's work: the right answer, the known wrong answers, and the data that is shown with the question.
struct Working: Sendable {
    /// The right answer.
    let right: Right
    /// Wrong answers to which a known misunderstanding leads, in the order in which an answer is compared with them.
    let slips: [Slip]
    /// The data from which a reader can work out the answer without the program.
    let shown: [Shown]
    /// The hint and the reason, if they depend on the run; nil if the words of the question have them.
    var remarks: (hint: any Remark, because: any Remark)?

    /// - Parameters:
    ///   - right: the right answer.
    ///   - slips: the known wrong answers. The words of the question have a sentence for each name.
    ///   - shown: the data that is shown with the question.
    init(_ right: Right, slips: [Slip] = [], shown: [Shown] = []) {
        self.right = right
        self.slips = slips
        self.shown = shown
    }

    /// A right answer.
    enum Right: Sendable {
        /// The accepted answers to a question without choices and blanks. The key writes the first.
        case answers([Answer])
        /// The program's word for the right choice. The slips have the wrong choices.
        case choice(String)
        /// The program's words for the right choices, and for all choices.
        case several(Set<String>, of: [String])
        /// The program's words for all choices, in the right order.
        case order([String])
        /// The blanks in the first data that is shown. The octets there are the right answer.
        case parts([Part])

        /// The words of the right choices, or of the choices that must be put into order; empty for other answers.
        var values: [String] {
            switch self {
            case .choice(let value): [value]
            case .several(let values, _): values.sorted()
            case .order(let values): values
            case .answers, .parts: []
            }
        }

        static func number(_ number: UInt64) -> Right { .answers([.number(number)]) }
        /// A number; zero for a negative one.
        static func number(_ number: Int) -> Right { .number(UInt64(max(0, number))) }
        static func octets(_ octets: [UInt8]) -> Right { .answers([.octets(octets)]) }
        /// A moment or a duration.
        static func time(_ span: TimeSpan) -> Right { .answers([.time(span)]) }
    }

    /// A wrong answer with its name.
    struct Slip: Sendable {
        let name: String
        let answer: Given
        /// The sentence for the student if the words of the question have none for the name; nil for the hint.
        let feedback: (any Remark)?

        init(_ name: String, _ answer: Given, feedback: (any Remark)? = nil) {
            self.name = name
            self.answer = answer
            self.feedback = feedback
        }

        /// The words of the choices in it; empty for an answer without choices.
        var values: [String] {
            switch answer {
            case .values(let values): values.sorted()
            case .order(let values): values
            case .answer: []
            }
        }

        static func number(_ name: String, _ number: UInt64) -> Slip { Slip(name, .answer(.number(number))) }
        /// A number; zero for a negative one.
        static func number(_ name: String, _ number: Int) -> Slip { .number(name, UInt64(max(0, number))) }
        static func octets(_ name: String, _ octets: some Sequence<UInt8>) -> Slip {
            Slip(name, .answer(.octets(Array(octets))))
        }
        /// A moment or a duration.
        static func time(_ name: String, _ span: TimeSpan) -> Slip { Slip(name, .answer(.time(span))) }
        static func choice(_ name: String, _ value: String) -> Slip { Slip(name, .values([value])) }
        /// A set of choices.
        static func several(_ name: String, _ values: Set<String>) -> Slip { Slip(name, .values(values)) }
    }

    /// The content of a wrong answer.
    enum Given: Sendable {
        /// An answer without choices.
        case answer(Answer)
        /// The program's words for a set of choices.
        case values(Set<String>)
        /// The program's words for choices in an order.
        case order([String])
    }

    /// A blank: the name of a field, and its range in the first data that is shown.
    struct Part: Sendable {
        let name: String
        let range: Range<Int>
    }

    /// Data that is shown with a question.
    enum Shown: Sendable {
        case octets(ShownCaption, [UInt8])
        /// Lines of text with a caption.
        case text(ShownCaption, String)

        /// The octets; empty for a text.
        var octets: [UInt8] {
            switch self {
            case .octets(_, let octets): octets
            case .text: []
            }
        }
    }
}

extension Answer {
    /// The answer as a key writes it: decimal numbers, lower-case hexadecimal, letters with spaces between them. The letters are sorted
    /// unless their order is the answer.
    var canonical: String {
        switch self {
        case .letters(let letters):
            letters.isEmpty ? "none" : letters.sorted().map(String.init).joined(separator: " ")
        case .number, .time, .octets, .yes, .sequence, .numbers, .name, .order, .parts, .claim: text
        }
    }
}
