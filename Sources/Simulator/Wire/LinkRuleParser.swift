import Trace

/// What is wrong with a rule, and where.
package struct LinkRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The whole rule.
    package let rule: String
    /// The position of the first character of the wrong word, from 1; one more than the length of the rule if a word is missing.
    package let position: Int
    /// The word at that position; nil at the end of the rule.
    package let found: String?
    /// What the parser expects at that position.
    package let expected: String

    /// The error in one sentence.
    package var description: String {
        let place = found.map { "\"\($0)\"" } ?? "the rule ends"
        return "rule \"\(rule)\", position \(position): \(place) where \(expected) is expected"
    }
}

extension LinkRule {
    /// Reads a rule such as "drop server SYN,ACK 1".
    ///
    /// ```
    /// rule      = action packets | "partition" [side] "from" time ["to" time]
    /// action    = "drop" | "duplicate" | "delay" | "reorder" | "corrupt"
    /// packets   = "frame" number | side kind [number ["-" number]]
    /// side      = "client" | "server"
    /// kind      = "segment" | "SYN" | "SYN,ACK" | "ACK" | "data" | "FIN" | "RST"
    /// ```
    /// A rule that delays ends with "by" time. A rule that duplicates may end with "after" time.
    ///
    /// - Throws: ``LinkRuleError`` for the first word that does not fit.
    package init(_ text: String) throws(LinkRuleError) {
        var words = RuleWords(text)
        let order = try LinkRule.order(&words)
        guard words.next == nil else { throw words.error("the end") }
        self.init(text: text, order: order)
    }

    private static func order(_ words: inout RuleWords) throws(LinkRuleError) -> Order {
        let verbs = ["drop", "duplicate", "delay", "reorder", "corrupt", "partition"]
        let verb = try words.take(listed(verbs, "or")) { word in verbs.first { $0 == word.lowercased() } }
        if verb == "partition" { return try partition(&words) }
        if words.skip("frame") {
            let number = try words.take("a frame's number, from 1", ordinal)
            return .frame(number, try action(verb, &words))
        }
        let side = try words.take(listed(["client", "server", "frame"], "or"), self.side)
        let kinds = Kind.allCases
        let kind = try words.take(listed(kinds.map(\.rawValue), "or")) { word in
            kinds.first { $0.rawValue.lowercased() == word.lowercased() }
        }
        var numbers: ClosedRange<Int>?
        if let word = words.next, !["by", "after"].contains(word.lowercased()) {
            numbers = try words.take("a number from 1, such as 2, or 2-4", self.numbers)
        }
        return .segments(by: side, kind, numbers: numbers, try action(verb, &words))
    }

    private static func action(_ verb: String, _ words: inout RuleWords) throws(LinkRuleError) -> Action {
        switch verb {
        case "duplicate":
            return .duplicate(after: words.skip("after") ? try words.take(timeForm, TimeSpan.init(measure:)) : nil)
        case "delay":
            try words.expect("by")
            return .delay(by: try words.take(timeForm, TimeSpan.init(measure:)))
        case "reorder": return .reorder
        case "corrupt": return .corrupt
        default: return .drop
        }
    }

    private static func partition(_ words: inout RuleWords) throws(LinkRuleError) -> Order {
        let side: Role? =
            words.next.map { $0.lowercased() == "from" } ?? true
            ? nil : try words.take(listed(["client", "server", "from"], "or"), self.side)
        try words.expect("from")
        let start = try words.take(timeForm, TimeSpan.init(measure:))
        var end = Instant(microseconds: .max)
        if words.skip("to") {
            end = try words.take("a later time than \(start.measure)") { word in
                TimeSpan(measure: word).flatMap { $0 > start ? .zero + $0 : nil }
            }
        }
        return .partition(of: side, from: .zero + start, until: end)
    }

    private static let timeForm = "a time such as 500ms, 1.5s or 2min"

    private static func side(_ word: String) -> Role? { Role(rawValue: word.lowercased()) }

    private static func ordinal(_ word: some StringProtocol) -> Int? {
        guard word.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(word), number > 0 else { return nil }
        return number
    }

    private static func numbers(_ word: String) -> ClosedRange<Int>? {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { ordinal($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last else {
            return nil
        }
        return first...last
    }
}

/// The words of a rule that are not read yet, each with its position.
private struct RuleWords {
    private let text: String
    private var rest: ArraySlice<(position: Int, word: String)>

    init(_ text: String) {
        self.text = text
        var list: [(position: Int, word: String)] = []
        var isInside = false
        for (index, character) in text.enumerated() {
            if character.isWhitespace {
                isInside = false
            } else if isInside {
                list[list.count - 1].word.append(character)
            } else {
                isInside = true
                list.append((index + 1, String(character)))
            }
        }
        rest = list[...]
    }

    var next: String? { rest.first?.word }

    /// Reads the next word.
    ///
    /// - Parameters:
    ///   - expected: what the error says if the word does not fit.
    ///   - meaning: returns what a word means, or nil if it does not fit.
    /// - Throws: ``LinkRuleError`` if there is no word, or if it does not fit.
    mutating func take<Meaning>(
        _ expected: String, _ meaning: (String) -> Meaning?
    ) throws(LinkRuleError) -> Meaning {
        guard let word = next, let result = meaning(word) else { throw error(expected) }
        rest.removeFirst()
        return result
    }

    mutating func expect(_ word: String) throws(LinkRuleError) {
        guard skip(word) else { throw error("\"\(word)\"") }
    }

    /// Reads the next word if it is `word`. Returns whether it is.
    mutating func skip(_ word: String) -> Bool {
        guard next?.lowercased() == word else { return false }
        rest.removeFirst()
        return true
    }

    func error(_ expected: String) -> LinkRuleError {
        LinkRuleError(rule: text, position: rest.first?.position ?? text.count + 1, found: next, expected: expected)
    }
}
