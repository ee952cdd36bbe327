import Crypto
import PKI
import Trace

/// How the answer to a question is written. An answer is accepted in every spelling that can be understood.
package struct AnswerForm: Hashable, Sendable {
    /// What an answer is made of. The raw value is the word in JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// A number: "1460", "0x5b4", "1 460", "ACK=1460", "0d" as pages print an octet.
        case number
        /// Octets in hexadecimal: "da 1a aa d9", "0xDA1AAAD9".
        case hex
        /// Milliseconds, or a number with its unit: "30", "30.0 ms", "0.03 s".
        case time
        /// One letter from a to the last one.
        case letter
        /// Letters from a to the last one, or "none": "a, c", "AC".
        case letters
        /// Letters from a to the last one, each at most once, in an order: "c a b d", "cabd".
        case order
        /// The octets of each blank, with semicolons between the blanks.
        case parts
        /// One of the verdicts of the clinic: "true", "false", "only-if".
        case claim
        case yes
        /// A name, such as that of an alert or a state.
        case name
        /// Numbers in any order.
        case numbers
        /// Numbers in their order.
        case sequence
        /// A digest of 32 octets, in hexadecimal or in base 64.
        case digest
    }

    package let kind: Kind
    /// The last letter that may be written; nil if the answer is not made of letters.
    package let last: Character?
    /// The number of blanks; nil for the other forms.
    package let blanks: Int?

    init(_ kind: Kind, through last: Character? = nil, blanks: Int? = nil) {
        self.kind = kind
        self.last = last
        self.blanks = blanks
    }

    package static let number = AnswerForm(.number)
    package static let time = AnswerForm(.time)
    package static let octets = AnswerForm(.hex)
    package static let digest = AnswerForm(.digest)
    package static let yesOrNo = AnswerForm(.yes)
    package static let sequence = AnswerForm(.sequence)
    package static let numbers = AnswerForm(.numbers)
    package static let name = AnswerForm(.name)
    package static let claim = AnswerForm(.claim)
    package static func letter(through last: Character) -> AnswerForm { AnswerForm(.letter, through: last) }
    package static func letters(through last: Character) -> AnswerForm { AnswerForm(.letters, through: last) }
    package static func order(through last: Character) -> AnswerForm { AnswerForm(.order, through: last) }
    package static func parts(_ count: Int) -> AnswerForm { AnswerForm(.parts, blanks: count) }

    /// The word of a lesson's page for the form. It may be another one than that of a question.
    package var name: String { kind == .hex ? "octets" : kind == .yes ? "yesOrNo" : kind.rawValue }

    /// The most octets of an answer, in UTF-8. A longer text is not read.
    static let longest = 1000
    /// What may stand between the digits of a number or between octets.
    private static let fillers: Set<Character> = [
        " ", "\t", "\n", "\r", "\r\n", "_", "'", "’", ",", ":", "\u{a0}", "\u{202f}",
    ]
    /// Units that may follow a number. They do not change its value.
    private static let units = [
        "octets", "octet", "bytes", "byte", "bits", "bit", "trials", "trial", "个字节", "字节", "位", "次", "个",
    ]
    /// Words between the items of a list.
    private static let conjunctions: Set<Character> = ["和", "与", "及", "或"]

    /// The text with ASCII in place of full-width characters and Chinese marks.
    private static func narrow(_ text: String) -> String {
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E: narrow.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case 0x3000: narrow.append(" ")
            case 0x3001: narrow.append(",")
            case 0x3002: narrow.append(".")
            case 0x201C, 0x201D: narrow.append("\"")
            default: narrow.append(scalar)
            }
        }
        return String(narrow)
    }

    /// Reads what a learner has written, in either language.
    ///
    /// - Throws: ``AnswerError`` if the text is not an answer of this form.
    package func read(_ text: String) throws(AnswerError) -> Answer {
        let trimmed = text.drop(while: \.isWhitespace)
        guard trimmed.utf8.count <= AnswerForm.longest, let answer = answer(in: AnswerForm.narrow(String(trimmed)))
        else {
            throw AnswerError(text: String(trimmed.prefix(60)), form: self)
        }
        return answer
    }

    private func answer(in text: String) -> Answer? {
        let lower = text.lowercased()
        let last = last ?? "a"
        return switch kind {
        case .number: AnswerForm.number(lower).map { .number($0) }
        case .time: AnswerForm.time(lower).map { .time($0) }
        case .hex: AnswerForm.octets(lower).map { .octets($0) }
        case .digest: AnswerForm.digest(text).map { .octets($0) }
        case .yes: AnswerForm.yesOrNo(lower).map { .yes($0) }
        case .letters: AnswerForm.letters(lower, through: last).map { .letters($0) }
        case .sequence: AnswerForm.list(lower).map { .sequence($0) }
        case .numbers: AnswerForm.list(lower).map { .numbers(Set($0)) }
        case .name: lower.contains { $0.isLetter || $0.isNumber } ? .named(lower) : nil
        case .letter: AnswerForm.letters(lower, through: last).flatMap { $0.count == 1 ? .letters($0) : nil }
        case .order: AnswerForm.order(lower, through: last).map { .order($0) }
        case .parts: AnswerForm.parts(lower, blanks ?? 0).map { .parts($0) }
        case .claim: AnswerForm.claim(lower).map { .claim($0) }
        }
    }

    // MARK: - The forms

    /// A number in decimal, or in hexadecimal: with 0x in front, or in pairs of digits with a letter among them, as a page prints octets.
    private static func number(_ text: String) -> UInt64? {
        var digits = text.filter { !fillers.contains($0) }
        for prefix in ["ack=", "seq=", "<ack=", "<seq="] where digits.hasPrefix(prefix) {
            digits.removeFirst(prefix.count)
        }
        if digits.hasSuffix(">") { digits.removeLast() }
        for unit in units where digits.hasSuffix(unit) {
            digits.removeLast(unit.count)
            break
        }
        if digits.hasPrefix("0x") { return digits.contains("+") ? nil : UInt64(digits.dropFirst(2), radix: 16) }
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        if digits.allSatisfy(\.isNumber) { return UInt64(digits) }
        return digits.count.isMultiple(of: 2) ? UInt64(digits, radix: 16) : nil
    }

    /// A time: milliseconds, unless another unit follows the number.
    private static func time(_ text: String) -> TimeSpan? {
        var digits = text.filter { !$0.isWhitespace && $0 != "_" }
        var unit = 1000.0
        for (suffix, microseconds) in [
            ("ms", 1000.0), ("us", 1.0), ("µs", 1.0), ("s", 1_000_000.0), ("毫秒", 1000.0), ("微秒", 1.0),
            ("秒", 1_000_000.0),
        ]
        where digits.hasSuffix(suffix) {
            digits.removeLast(suffix.count)
            unit = microseconds
            break
        }
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let value = Double(digits), value * unit < 1e15
        else { return nil }
        return .microseconds(Int64((value * unit).rounded()))
    }

    /// Pairs of hexadecimal digits.
    private static func octets(_ text: String) -> [UInt8]? {
        let words = text.split { fillers.contains($0) }
        let digits = words.map { $0.hasPrefix("0x") ? $0.dropFirst(2) : $0 }.joined()
        return digits.isEmpty ? nil : Hex.octets(digits)
    }

    private static func digest(_ text: String) -> [UInt8]? {
        var body = text.filter { !$0.isWhitespace && $0 != "\"" }
        for prefix in ["pin:", "sha256/"] where body.lowercased().hasPrefix(prefix) { body.removeFirst(prefix.count) }
        let octets = Hex.octets(body.filter { $0 != ":" }) ?? Base64.octets(body)
        return octets?.count == HashAlgorithm.sha256.outputLength ? octets : nil
    }

    private static func yesOrNo(_ text: String) -> Bool? {
        switch text.filter(\.isLetter) {
        case "yes", "y", "true", "是", "是的", "对", "真", "正确": true
        case "no", "n", "false", "否", "不", "不是", "不对", "假", "错": false
        default: nil
        }
    }

    private static func letters(_ text: String, through last: Character) -> Set<String>? {
        switch text.filter(\.isLetter) {
        case "none", "nothing", "neither", "无", "没有", "都没有", "都不是", "一个也没有", "一个都没有": return []
        case "": return nil
        default: break
        }
        let words = text.split { !$0.isLetter || conjunctions.contains($0) }.filter { $0 != "and" && $0 != "or" }
        let letters = Set(words.joined())
        return letters.allSatisfy { "a"..."z" ~= $0 && $0 <= last } ? Set(letters.map { String($0) }) : nil
    }

    private static func order(_ text: String, through last: Character) -> [String]? {
        let letters = text.filter(\.isLetter)
        let isValid = Set(letters).count == letters.count && letters.allSatisfy { "a"..."z" ~= $0 && $0 <= last }
        return letters.isEmpty || !isValid ? nil : letters.map { String($0) }
    }

    /// The octets of each blank; nil if there are more than `count`, or if no blank can be read.
    private static func parts(_ text: String, _ count: Int) -> [[UInt8]?]? {
        let given = text.split(separator: ";", omittingEmptySubsequences: false).map { octets(String($0)) }
        return given.count > count || given.allSatisfy({ $0 == nil }) ? nil : given
    }

    private static func claim(_ text: String) -> String? {
        switch text.filter(\.isLetter) {
        case "true", "t", "真", "对", "是", "正确": "true"
        case "false", "f", "假", "错", "否", "不对", "不是", "错误": "false"
        case "onlyif", "only", "o", "仅当", "只有", "有条件", "有时", "不一定": "only-if"
        default: nil
        }
    }

    /// Numbers with spaces, commas, semicolons, brackets or a word such as "and" between them.
    private static func list(_ text: String) -> [UInt64]? {
        let words = text.split { " ,;\t{}[]()".contains($0) || conjunctions.contains($0) }.filter {
            $0 != "and" && $0 != "or"
        }
        let numbers = words.compactMap { number(String($0)) }
        return !words.isEmpty && numbers.count == words.count ? numbers : nil
    }
}

/// A text that is not an answer of the form that the exercise asks for.
package struct AnswerError: Error, Hashable, Sendable {
    /// The text, or its first 60 characters.
    package let text: String
    /// The form that is expected.
    package let form: AnswerForm
}
