import Trace

/// The words of a pool beside those of the questions.
enum PoolWords: Wording {
    case none
    case blank(name: String, offset: Int, length: Int)
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
