/// A case of a body that is one `switch`.
struct SwitchCase {
    let name: String
    /// Its patterns by their names, each with a number if it comes again.
    let patterns: [String]
    let body: Range<Int>
    let index: Int
}

extension SwiftTokens {
    /// The strings of `case probe = "a probe"` in an enum of this file, by their cases.
    func rawValues(of scope: String) -> [String: String] {
        let name = scope.split(separator: ".").last.map { String($0) }
        let place = tokens.indices.first { word(at: $0) == "enum" && word(at: $0 + 1) == name }
        guard let place, let brace = next("{", from: place, before: tokens.count) else { return [:] }
        var values: [String: String] = [:]
        var index = brace + 1
        while index < partners[brace] {
            if isMark("=", at: index), index + 1 < tokens.count, tokens[index + 1].mark == Self.literal {
                values[text(at: index - 1)] = text(at: index + 1)
            }
            index = max(index, partners[index] < tokens.count ? partners[index] : index) + 1
        }
        return values
    }

    /// The cases of a body that is one `switch`; nil if it is something else.
    func cases(of body: Range<Int>) -> [SwitchCase]? {
        let start = word(at: body.lowerBound) == "return" ? body.lowerBound + 1 : body.lowerBound
        guard word(at: start) == "switch", let brace = next("{", from: start, before: body.upperBound),
            partners[brace] == body.upperBound - 1
        else { return nil }
        let end = partners[brace]
        var cases: [SwitchCase] = []
        var counts: [String: Int] = [:]
        var index = brace + 1
        while index < end, let colon = next(":", from: index, before: end) {
            var patterns: [String] = []
            var from = index + 1
            while from < colon {
                let to = next(",", from: from, before: colon) ?? colon
                let name = Self.name(of: (from..<to).map(text(at:)))
                counts[name, default: 0] += 1
                patterns.append(counts[name] == 1 ? name : "\(name) \(counts[name, default: 1])")
                from = to + 1
            }
            let next = nextCase(from: colon + 1, before: end)
            cases.append(
                SwitchCase(
                    name: patterns.joined(separator: "."), patterns: patterns, body: colon + 1..<next, index: index))
            index = next
        }
        return cases
    }

    /// The names behind points: "probe" of `.probe(let attempt)`; the source of a pattern without one.
    private static func name(of pattern: [String]) -> String {
        let names = zip(pattern, pattern.dropFirst()).filter { $0.0 == "." }.map(\.1)
        return (names.isEmpty ? pattern : names).joined(separator: ".")
    }

    /// The first mark of its kind that stands in no bracket.
    func next(_ mark: Character, from start: Int, before end: Int) -> Int? {
        var index = start
        while index < end {
            if isMark(mark, at: index) { return index }
            index = max(index, partners[index] < end ? partners[index] : index) + 1
        }
        return nil
    }

    private func nextCase(from start: Int, before end: Int) -> Int {
        var index = start
        while index < end {
            if word(at: index) == "case" || word(at: index) == "default", tokens[index].isFirst {
                return index
            }
            index = max(index, partners[index] < end ? partners[index] : index) + 1
        }
        return end
    }
}
