import Trace

/// An answer: one that a learner has given, or one that the engine computes.
package enum Answer: Hashable, Sendable {
    case number(UInt64)
    /// A moment or a duration of virtual time.
    case time(TimeSpan)
    /// Octets, as they stand in a packet.
    case octets([UInt8])
    case yes(Bool)
    /// The letters of the statements that are true, or the program's words for the choices; empty if none is.
    case letters(Set<String>)
    /// Numbers, in their order.
    case sequence([UInt64])
    /// Numbers, in any order.
    case numbers(Set<UInt64>)
    /// A name, reduced to its letters and digits, in lower case.
    case name(String)
    /// The letters of the choices, or the program's words for them, in an order.
    case order([String])
    /// The octets of each blank, in the order of the blanks; nil for a blank that cannot be read.
    case parts([[UInt8]?])
    /// A verdict of the clinic.
    case claim(String)

    /// The largest difference between two times that agree, in microseconds. Pages show tenths of a millisecond, and a learner
    /// may add or subtract two such times.
    private static let tolerance: UInt64 = 150
    /// The same for an answer in whole milliseconds: the learner may have rounded it, or may have left the fraction out.
    private static let toleranceOfWhole: UInt64 = 999

    /// A name in the form in which names are compared: "FIN-WAIT-1" and "fin wait 1" are the same.
    static func named(_ text: String) -> Answer {
        .name(String(text.lowercased().filter { $0.isLetter || $0.isNumber }))
    }

    /// A number; zero for a negative one.
    static func number(_ number: Int) -> Answer { .number(UInt64(max(0, number))) }

    /// One choice, by the program's word for it.
    static func choice(_ value: String) -> Answer { .letters([value]) }

    /// The words of the choices in it; empty for an answer without choices.
    var values: [String] {
        switch self {
        case .letters(let values): values.sorted()
        case .order(let values): values
        case .number, .time, .octets, .yes, .sequence, .numbers, .name, .parts, .claim: []
        }
    }

    /// Whether `other`, which a learner has given, is the same answer. Two times may differ by the tolerance.
    func agrees(with other: Answer) -> Bool {
        if case .time(let mine) = self, case .time(let theirs) = other {
            let (difference, overflow) = mine.microseconds.subtractingReportingOverflow(theirs.microseconds)
            let isWhole = theirs.microseconds.isMultiple(of: 1000)
            return !overflow && difference.magnitude <= (isWhole ? Answer.toleranceOfWhole : Answer.tolerance)
        }
        return self == other
    }

    /// The answer as a learner could write it; a time in milliseconds.
    package var text: String {
        switch self {
        case .number(let number): String(number)
        case .time(let span): "\(span.microseconds / 1000).\(span.microseconds % 1000 / 100)"
        case .octets(let octets): Hex.string(octets)
        case .yes(let yes): yes ? "yes" : "no"
        case .letters(let letters): letters.isEmpty ? "none" : letters.sorted().joined()
        case .sequence(let numbers): numbers.map(String.init).joined(separator: " ")
        case .numbers(let numbers): numbers.sorted().map(String.init).joined(separator: " ")
        case .name(let name), .claim(let name): name
        case .order(let letters): letters.joined(separator: " ")
        case .parts(let parts): parts.map { $0.map { Hex.string($0) } ?? "" }.joined(separator: ";")
        }
    }

    /// The answer as a key writes it: decimal numbers, lower-case hexadecimal, letters with spaces between them. The letters are sorted
    /// unless their order is the answer.
    var canonical: String {
        if case .letters(let letters) = self, !letters.isEmpty { return letters.sorted().joined(separator: " ") }
        return text
    }

    /// The answer as a page compares it: a time in microseconds, any other answer as ``text``.
    package var key: String {
        if case .time(let span) = self { String(span.microseconds) } else { text }
    }
}
