import Trace

/// What the questions of a pool say beside their own words.
enum PoolWords: Wording {
    /// The choice that no other one is right.
    case none
    /// Which blank is asked for: its name, and where it lies.
    case blank(String, Int, Int)
    /// How an answer is written where texts are compared.
    case howToWrite(Question.Form)

    var english: String {
        switch self {
        case .none: "none of these"
        case .blank(let name, let offset, let length):
            "Here only one gap is asked for: \(name), the \(counted(length, "octet")) from offset \(offset) on. Write pairs of hexadecimal digits."
        case .howToWrite(.number): "Write the number in decimal, or in hexadecimal with 0x in front."
        case .howToWrite(.time): "Write milliseconds with one decimal and without the unit, such as 12.5."
        case .howToWrite: "Write pairs of hexadecimal digits."
        }
    }
}
