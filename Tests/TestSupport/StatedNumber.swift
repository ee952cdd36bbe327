/// A number that a text states: in figures, or a word from two to twelve.
package struct StatedNumber: Sendable {
    /// As it is written.
    package let word: String
    /// In figures, without the commas of thousands and without ".0".
    package let value: String
    /// The words behind it, up to the end of that part of the sentence: at most three.
    package let things: [String]

    private static let words = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// The numbers of a text. What names a document, a section, a version or a lesson is none, and neither is code.
    package static func all(in text: String) -> [StatedNumber] {
        let text = text.replacing(/`[^`]*`/, with: " ` ").replacing(/\]\([^)]*\)/, with: "]")
            .replacing(
                /(RFC|FIPS|§|TLS|SSL|HTTP\/|[Ll]essons?|[Ee]xercises?|Appendix|iOS|[Ss]ections?|Chrome|Python|OpenSSL|P-|练习) ?\d[\d.]*(( and | to | or |, |–| 和 | 到 |、)§?\d[\d.]*)*/,
                with: " ` "
            )
            .replacing(/第 \d+( 课)?(( 和 | 到 |、)第? ?\d+)* 课/, with: " ` ")
        // A part of a sentence ends with its punctuation.
        var tokens: [(word: String, endsPart: Bool)] = []
        for piece in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || "`.,-_:;?!".contains($0)) }) {
            let word = piece.drop { ".,-_:;?!".contains($0) }.dropLast(while: { ".,-_:;?!".contains($0) })
            if !word.isEmpty { tokens.append((String(word), piece.last.map { ".,:;?!".contains($0) } ?? true)) }
        }
        return tokens.indices.compactMap { index in
            guard let value = value(of: tokens[index].word) else { return nil }
            var things: [String] = []
            var last = index
            while !tokens[last].endsPart, last + 1 < tokens.count, things.count < 3 {
                last += 1
                things.append(tokens[last].word)
            }
            return StatedNumber(word: tokens[index].word, value: value, things: things)
        }
    }

    private static func value(of word: String) -> String? {
        if let number = words.firstIndex(of: word.lowercased()), number >= 2 { return "\(number)" }
        // As in "--latency 400ms".
        guard let match = word.wholeMatch(of: /([0-9][0-9,]*(?:\.[0-9]+)?)(?:ms|s)?/) else { return nil }
        let figures = match.output.1.filter { $0 != "," }
        return figures.hasSuffix(".0") ? String(figures.dropLast(2)) : figures
    }

    /// Whether a text prints the number, given the numbers of that text. Small numbers are everywhere: a word for one needs what it
    /// counts behind it, as in "four segments" for "4 small segments".
    package func isPrinted(among printed: [StatedNumber]) -> Bool {
        let isInFigures = word.first?.isNumber == true
        return printed.contains { other in
            guard other.value == value else { return false }
            guard !isInFigures, !things.isEmpty else { return true }
            return things.prefix(2).contains { thing in
                let stem = thing.lowercased().dropLast(while: { $0 == "s" })
                return other.things.contains { $0.lowercased().hasPrefix(stem) }
            }
        }
    }
}

extension StringProtocol {
    /// Without the characters at the end of which something holds.
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> String {
        String(String(reversed()).drop(while: isDropped).reversed())
    }
}
