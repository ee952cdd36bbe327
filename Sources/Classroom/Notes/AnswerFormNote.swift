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

    package var chinese: String {
        let last = last ?? "a"
        return switch kind {
        case .number: "答案是一个数，写成十进制，或在前面加 0x。"
        case .time: "答案是以毫秒计的时间，例如 12.5。"
        case .hex: "答案是十六进制的字节，例如 0a1b。"
        case .digest: "答案是 32 字节的摘要，用 base 64 或十六进制写成。"
        case .yes: "答案是 yes 或 no。"
        case .letters: "答案是字母 a 到 \(last) 中的一个或几个，例如 ab，或者 none。"
        case .sequence: "答案是按顺序排列的几个数。"
        case .numbers: "答案是一个或几个数，顺序不限。"
        case .name: "答案是一个名称。"
        case .letter: "答案是字母 a 到 \(last) 中的一个。"
        case .order: "答案是按顺序排列的字母 a 到 \(last)，例如 b a c。"
        case .parts: "答案是填入 \(blanks ?? 0) 处空白的十六进制字节，一处与下一处之间用分号隔开。"
        case .claim: "答案是 true、false 或 only-if。"
        }
    }
}

extension AnswerError: CustomStringConvertible {
    /// What is wrong, in two sentences.
    package var description: String { "\"\(text)\" cannot be read as an answer. \(form.sentence(in: .english))" }
}
