/// What a Swift file says in English, and the Chinese beside it.
///
/// A property or a function is called after its language: `english`, `englishTitle`, and `chinese`, `chineseTitle` in the same type. A row has the
/// labels `english:` and `chinese:` in the same parentheses.
struct TranslatedSource {
    /// Where both languages stand.
    private(set) var places: [Translation] = []
    /// Where one is missing.
    private(set) var findings: [Finding] = []

    private let file: SourceFile
    private let swift: SwiftTokens
    /// Brackets that are open.
    private var open: [Int] = []
    /// Declarations that we are in.
    private var scopes: [Scope] = []
    private var properties: [Property] = []
    /// What is called after no language and has a body: it may be the English of something that is called after Chinese.
    private var others: [Property] = []
    /// How often each place was named.
    private var counts: [String: Int] = [:]
    /// How many rows each function has.
    private var rows: [String: Int] = [:]

    /// A type, or what has a body.
    private struct Scope {
        let name: String
        let isType: Bool
        /// Its last token.
        let end: Int
    }

    /// `var englishTitle: String { … }`.
    private struct Property {
        let name: String
        /// The name without the language: "Title".
        let suffix: String
        let isEnglish: Bool
        /// The declarations that it stands in.
        let scope: String
        /// Its parameters.
        let signature: String
        /// Where it is declared.
        let index: Int
        /// Its body, or the value that it gets; nil if it has none here.
        let body: Range<Int>?
        /// Whether a protocol demands it.
        let isDemanded: Bool
    }

    init(_ file: SourceFile) {
        self.file = file
        guard file.target != nil, file.mentions("english") else {
            swift = SwiftTokens("")
            return
        }
        swift = SwiftTokens(file.text)
        for index in swift.tokens.indices {
            while let last = scopes.last, index > last.end { scopes.removeLast() }
            switch swift.tokens[index].mark {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
            case SwiftTokens.word: if let word = swift.word(at: index) { read(word, at: index) }
            case SwiftTokens.literal: readPair(at: index)
            default: break
            }
        }
        pair()
    }

    /// A place where one of both has words of its own. What is only handed on, in both languages, is said elsewhere.
    private mutating func add(_ name: String, at index: Int, _ english: Range<Int>, _ chinese: [Range<Int>]) {
        guard swift.saysSomething(english) || chinese.contains(where: swift.saysSomething) else { return }
        add(name, at: index, swift.source(english), chinese.map(swift.source).joined(separator: " "))
    }

    private mutating func add(_ name: String, at index: Int, _ english: String, _ chinese: String) {
        // The Chinese is the English.
        guard Self.suffix(of: chinese, "english") == nil else { return }
        let count = counts[name, default: 0] + 1
        counts[name] = count
        places.append(
            Translation(
                path: file.path, name: count == 1 ? name : "\(name) \(count)", line: swift.tokens[index].line + 1,
                english: english, chinese: chinese))
    }

    private mutating func miss(_ index: Int, _ what: String) {
        findings.append(file.finding(swift.tokens[index].line, "\(what) has no Chinese beside it"))
    }

    // MARK: Declarations

    private static let types: Set<String> = ["struct", "enum", "class", "extension", "protocol", "actor"]
    private static let declarations: Set<String> = ["func", "var", "let", "init", "subscript"]
    /// What stands before a `let` that binds a name in a condition or a pattern.
    private static let conditions: Set<String> = ["guard", "if", "while", "case", "for"]

    private mutating func read(_ word: String, at index: Int) {
        guard !swift.isMark(".", at: index - 1) else { return }
        if Self.types.contains(word), let name = swift.word(at: index + 1), !Self.declarations.contains(name) {
            guard let body = swift.tokens[index...].indices.first(where: { swift.isMark("{", at: $0) }) else { return }
            let words = (index + 1..<body).prefix { swift.word(at: $0) != nil || swift.isMark(".", at: $0) }
            let whole = words.map(swift.text(at:)).joined()
            scopes.append(Scope(name: whole, isType: true, end: swift.partners[body]))
        } else if Self.declarations.contains(word) {
            declare(word, at: index)
        } else if let suffix = Self.suffix(of: word, "english"), swift.isMark(":", at: index + 1),
            let first = open.last,
            swift.isMark("(", at: first), index == first + 1 || swift.isMark(",", at: index - 1)
        {
            addRow(suffix, at: index, in: first)
        }
    }

    /// "Title" of "englishTitle"; nil if the word is not called after the language.
    private static func suffix(of word: String, _ language: String) -> String? {
        guard word.hasPrefix(language) else { return nil }
        let rest = word.dropFirst(language.count)
        return rest.first.map(\.isUppercase) ?? true ? String(rest) : nil
    }

    /// "Name" of "nameInChinese".
    private static func suffixOfEnding(_ name: String) -> String? {
        guard name.hasSuffix("InChinese") || name == "inChinese" else { return nil }
        return name == "inChinese" ? "" : name.prefix(1).uppercased() + name.dropFirst().dropLast(9)
    }

    private mutating func declare(_ keyword: String, at index: Int) {
        let isVariable = keyword == "var" || keyword == "let"
        let before = swift.word(at: index - 1) ?? ""
        guard !Self.conditions.contains(before), !(isVariable && swift.isMark("(", at: index - 1)),
            !(keyword == "let" && swift.isMark(",", at: index - 1)), index + 1 < swift.tokens.count
        else { return }
        let name = keyword == "init" || keyword == "subscript" ? keyword : swift.text(at: index + 1)
        let signature = (index + 2..<swift.tokens.count).first
            .flatMap { !isVariable && swift.isMark("(", at: $0) ? swift.source($0..<swift.partners[$0]) : nil }
        let body = body(from: index + 1, isVariable)
        let isDemanded = body.map { swift.word(at: $0.lowerBound) == "get" } ?? (keyword == "func")
        let english = Self.suffix(of: name, "english")
        let chinese = Self.suffix(of: name, "chinese") ?? Self.suffixOfEnding(name)
        let property = Property(
            name: name, suffix: english ?? chinese ?? "", isEnglish: english != nil,
            scope: scopes.map(\.name).joined(separator: "."), signature: signature ?? "", index: index,
            body: isDemanded ? nil : body, isDemanded: isDemanded)
        if english ?? chinese != nil {
            properties.append(property)
        } else if body != nil {
            others.append(property)
        }
        if let body, !body.isEmpty, !isVariable || scopes.last?.isType ?? true {
            scopes.append(Scope(name: name, isType: false, end: body.upperBound - 1))
        }
    }

    /// The inside of the braces of a declaration, or the value behind its equals sign.
    private func body(from start: Int, _ isVariable: Bool) -> Range<Int>? {
        var index = start
        while index < swift.tokens.count {
            let token = swift.tokens[index]
            switch token.mark {
            case UInt8(ascii: "{"): return index + 1..<max(index + 1, swift.partners[index])
            case UInt8(ascii: "("), UInt8(ascii: "["): index = swift.partners[index]
            case UInt8(ascii: "=") where isVariable: return index + 1..<end(ofExpressionAt: index + 1)
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: ","): return nil
            case SwiftTokens.word where index > start && token.isFirst && swift.word(at: index) != "where": return nil
            case UInt8(ascii: "@") where token.isFirst: return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    private static let operators = Set(".+-*/?:&|<>=".utf8)

    /// Where an expression ends: before a line that does not go on with an operator.
    private func end(ofExpressionAt start: Int) -> Int {
        var index = start
        while index < swift.tokens.count {
            let token = swift.tokens[index]
            switch token.mark {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                return index
            default: break
            }
            let goesOn =
                Self.operators.contains(token.mark) || Self.operators.contains(swift.tokens[max(0, index - 1)].mark)
            if index > start, token.isFirst, !goesOn { return index }
            index = swift.partners[index] < swift.tokens.count ? swift.partners[index] + 1 : index + 1
        }
        return index
    }

    // MARK: Rows

    /// Calls whose first argument, a number, is an id.
    private static let numbered: Set<String> = ["Claim"]

    private mutating func addRow(_ suffix: String, at index: Int, in first: Int) {
        let english = argument(at: index)
        var label = suffix.isEmpty ? "" : "." + suffix.prefix(1).lowercased() + suffix.dropFirst()
        // The innermost of the calls whose first argument is an id; behind it the labels of the others.
        var name: String?
        var inside = index
        for call in open.reversed().prefix(while: { swift.isMark("(", at: $0) }) {
            if let id = id(of: call) {
                name = id + label
                break
            }
            if let outer = self.label(ofArgumentWith: call, before: inside) { label = "." + outer + label }
            inside = call
        }
        let function = scopes.last { !$0.isType }?.name ?? scopes.last?.name ?? file.name
        if name == nil, swift.saysSomething(english) {
            rows[function, default: 0] += 1
            name = "\(function).\(rows[function, default: 0])"
        }
        let chinese = (first..<swift.partners[first]).first { place in
            swift.word(at: place) == "chinese" + suffix && swift.isMark(":", at: place + 1)
                && (swift.isMark("(", at: place - 1) || swift.isMark(",", at: place - 1))
                && depth(of: place, in: first) == 0
        }
        guard let chinese else {
            if swift.saysSomething(english) { miss(index, name ?? function) }
            return
        }
        add(name ?? function, at: index, english, [argument(at: chinese)])
    }

    /// A row without labels: a literal, and its Chinese behind it.
    private mutating func readPair(at index: Int) {
        guard index > 2, swift.isMark(",", at: index - 1), swift.isMark("l", at: index - 2),
            swift.isMark("(", at: index - 3) || swift.isMark(",", at: index - 3), isChinese(index),
            !isChinese(index - 2),
            !scopes.contains(where: {
                Self.suffix(of: $0.name, "chinese") != nil || Self.suffixOfEnding($0.name) != nil
            })
        else { return }
        let function = scopes.last { !$0.isType }?.name ?? file.name
        rows[function, default: 0] += 1
        add("\(function).\(rows[function, default: 0])", at: index, index - 2..<index - 1, [index..<index + 1])
    }

    private func isChinese(_ index: Int) -> Bool {
        swift.text(at: index).unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    }

    /// How many brackets are open at `place` besides the one at `first`.
    private func depth(of place: Int, in first: Int) -> Int {
        var index = first + 1
        while index < place {
            let partner = swift.partners[index]
            if partner < swift.tokens.count, partner > place { return 1 }
            index = partner < swift.tokens.count ? max(partner, index) + 1 : index + 1
        }
        return 0
    }

    /// The value behind a label.
    private func argument(at label: Int) -> Range<Int> {
        var index = label + 2
        while index < swift.tokens.count {
            switch swift.tokens[index].mark {
            case UInt8(ascii: ","), UInt8(ascii: ")"): return label + 2..<index
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): index = swift.partners[index] + 1
            default: index += 1
            }
        }
        return label + 2..<swift.tokens.count
    }

    /// The first argument of a call, if it is a name.
    private func id(of call: Int) -> String? {
        let label = swift.isMark(":", at: call + 2) ? swift.word(at: call + 1) ?? "" : ""
        let start = label.isEmpty ? call + 1 : call + 3
        guard start < swift.tokens.count, Self.suffix(of: label, "english") == nil,
            Self.suffix(of: label, "chinese") == nil, swift.isMark(",", at: start + 1)
        else { return nil }
        let text = swift.text(at: start)
        if let number = swift.word(at: start) {
            let isId = Self.numbered.contains(swift.word(at: call - 1) ?? "") && number.allSatisfy(\.isNumber)
            return isId ? number : nil
        }
        let name = text.dropFirst().dropLast()
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " ._:/-".contains($0)) }
        let isSentence = name.hasSuffix(".") || name.hasSuffix(":") || name.count > 60
        return swift.tokens[start].mark == SwiftTokens.literal && isName && !isSentence && !name.isEmpty
            ? String(name) : nil
    }

    /// The label before a call that stands as an argument: "truth" of `truth: Words(`.
    private func label(ofArgumentWith call: Int, before inside: Int) -> String? {
        let name = (0..<call).reversed().prefix { swift.word(at: $0) != nil || swift.isMark(".", at: $0) }.last ?? call
        return swift.isMark(":", at: name - 1) && (swift.isMark(",", at: name - 3) || swift.isMark("(", at: name - 3))
            ? swift.word(at: name - 2) : nil
    }

    // MARK: Properties

    private mutating func pair() {
        var chinese = properties.filter { !$0.isEnglish }
        let english = properties.filter(\.isEnglish)
        let names = Dictionary(grouping: english, by: \.name)
        for property in english {
            let whole =
                property.scope.isEmpty || names[property.name, default: []].count == 1
                ? property.name : "\(property.scope).\(property.name)"
            let others = chinese.indices.filter {
                chinese[$0].suffix == property.suffix && chinese[$0].scope == property.scope
                    && (chinese[$0].body == nil) == (property.body == nil)
            }
            guard let other = others.first(where: { chinese[$0].signature == property.signature }) ?? others.first
            else {
                // What has no words of its own hands on what is said elsewhere.
                if property.isDemanded || property.body.map(swift.saysSomething) ?? false {
                    miss(property.index, whole)
                }
                continue
            }
            if let one = property.body, let two = chinese[other].body { add(whole, property, one, and: two) }
            chinese.remove(at: other)
        }
        for property in chinese { pair(rest: property) }
    }

    /// Chinese whose English is called after no language: "chineseName" and "name", "chinese" and the description, or the names of the cases.
    private mutating func pair(rest property: Property) {
        guard let body = property.body else { return }
        let name = property.suffix.prefix(1).lowercased() + property.suffix.dropFirst()
        let names = name.isEmpty ? ["description", "text", "sentence"] : [name]
        let all = others.filter { other in
            names.contains(other.name) && other.scope == property.scope
                // It is not what puts both side by side.
                && !(other.body ?? 0..<0).contains { swift.word(at: $0) == property.name }
        }
        let english = all.first { $0.signature == property.signature } ?? all.first
        if let english, let one = english.body {
            add(property.name, english, one, and: body)
        } else if let cases = swift.cases(of: body) {
            let values = swift.rawValues(of: property.scope)
            if !values.isEmpty { add(property.name, property, values, and: cases) }
        }
    }

    /// The names of cases, and their Chinese.
    private mutating func add(
        _ name: String, _ property: Property, _ values: [String: String], and chinese: [SwitchCase]
    ) {
        for other in chinese {
            let words = other.patterns.map { values[$0] ?? $0 }.joined(separator: " ")
            add("\(name).\(other.name)", at: property.index, words, swift.source(other.body))
        }
    }

    /// The cases of a property, or the whole of it.
    private mutating func add(_ name: String, _ property: Property, _ english: Range<Int>, and chinese: Range<Int>) {
        guard let two = swift.cases(of: chinese) else {
            add(name, at: property.index, english, [chinese])
            return
        }
        // The words may be the names of the cases themselves.
        if english.count == 1, swift.word(at: english.lowerBound) == "rawValue" {
            add(name, property, swift.rawValues(of: property.scope), and: two)
            return
        }
        guard let one = swift.cases(of: english) else {
            add(name, at: property.index, english, [chinese])
            return
        }
        // Cases may stand together in one language and apart in the other.
        let others = Dictionary(
            two.enumerated().flatMap { index, other in other.patterns.map { ($0, index) } }
        ) { first, _ in first }
        for part in one {
            let found = part.patterns.map { others[$0] }
            if found.contains(nil) {
                miss(part.index, "\(name).\(part.name)")
            } else {
                add(
                    "\(name).\(part.name)", at: part.index, part.body,
                    Set(found.compactMap(\.self)).sorted().map { two[$0].body })
            }
        }
    }
}
