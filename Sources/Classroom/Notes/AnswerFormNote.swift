import Trace

extension AnswerForm: Remark {
    package var english: String {
        let last = last ?? "a"
        return switch kind {
        case .number: "The answer is a number, in decimal or with 0x in front."
        case .time: "The answer is a time in milliseconds, such as 12.5."
        case .hex: "The answer is octets in hexadecimal, such as 0a1b."
        case .digest: "The answer is a digest of 32 octets, in base 64 or in hexadecimal."
        case .yes: "The answer is yes or no."
        case .letters: "The answer is one or more of the letters a to \(last), such as ab, or none."
        case .sequence: "The answer is several numbers, in their order."
        case .numbers: "The answer is one or more numbers, in any order."
        case .name: "The answer is a name."
        case .letter: "The answer is one of the letters a to \(last)."
        case .order: "The answer is the letters a to \(last) in their order, such as b a c."
        case .parts:
            "The answer is octets in hexadecimal for \(counted(blanks ?? 0, "gap")), with a semicolon between one gap and the next."
        case .claim: "The answer is true, false or only-if."
        }
    }
}

extension AnswerError: CustomStringConvertible {
    /// What is wrong, in two sentences.
    package var description: String { "\"\(text)\" cannot be read as an answer. \(form.sentence(in: .english))" }
}
