import Trace

/// What a learner has answered, or what the engine would.
package enum Answer: Hashable, Sendable {
    /// A number.
    case number(UInt64)
    /// A moment or a duration of virtual time.
    case time(TimeSpan)
    /// Octets, as they stand in a packet.
    case octets([UInt8])
    /// Yes or no.
    case yes(Bool)
    /// Those of the statements that are true, by their letters; none if empty.
    case letters(Set<Character>)
    /// Numbers, in their order.
    case sequence([UInt64])
    /// Numbers, in any order.
    case numbers(Set<UInt64>)
    /// A name, in lower case and without anything but letters and digits.
    case name(String)
    /// All of the choices in an order, by their letters.
    case order([Character])
    /// The octets of each blank, in their order; nil where they cannot be read.
    case parts([[UInt8]?])
    /// A verdict of the clinic.
    case claim(String)

    /// Pages show times in tenths of a millisecond: a sum or difference of two of them may be that far away. So many microseconds.
    private static let tolerance: UInt64 = 150
    /// Whole milliseconds may stand for the time that they are rounded or cut from. So many microseconds.
    private static let toleranceOfWhole: UInt64 = 999

    /// A name as names are compared: "FIN-WAIT-1" and "fin wait 1" are the same.
    static func named(_ text: String) -> Answer {
        .name(String(text.lowercased().filter { $0.isLetter || $0.isNumber }))
    }

    /// Whether the two say the same.
    func agrees(with other: Answer) -> Bool {
        if case .time(let mine) = self, case .time(let theirs) = other {
            let (difference, overflow) = mine.microseconds.subtractingReportingOverflow(theirs.microseconds)
            let isWhole = theirs.microseconds.isMultiple(of: 1000)
            return !overflow && difference.magnitude <= (isWhole ? Answer.toleranceOfWhole : Answer.tolerance)
        }
        return self == other
    }

    /// As a learner could write it.
    package var text: String {
        switch self {
        case .number(let number): String(number)
        case .time(let span): "\(span.microseconds / 1000).\(span.microseconds % 1000 / 100)"
        case .octets(let octets): Hex.string(octets)
        case .yes(let yes): yes ? "yes" : "no"
        case .letters(let letters): letters.isEmpty ? "none" : String(letters.sorted())
        case .sequence(let numbers): numbers.map(String.init).joined(separator: " ")
        case .numbers(let numbers): numbers.sorted().map(String.init).joined(separator: " ")
        case .name(let name), .claim(let name): name
        case .order(let letters): letters.map(String.init).joined(separator: " ")
        case .parts(let parts): parts.map { $0.map { Hex.string($0) } ?? "" }.joined(separator: ";")
        }
    }
}
