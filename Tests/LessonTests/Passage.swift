import Foundation

/// A paragraph that stands directly before or after commands, and what they print: what a reader compares.
struct Passage: Sendable {
    /// The paragraph, its lines joined.
    let text: String
    /// The commands and their outputs.
    let beside: String

    /// A number of a text: in figures, or a word from two to twelve.
    struct Number {
        /// As it is written.
        let word: String
        /// In figures, without the commas of thousands and without ".0".
        let value: String
        /// The words behind it, up to the end of that part of the sentence: at most three.
        let things: [String]

        var isInFigures: Bool { word.first?.isNumber == true }
    }

    private static let words = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// The numbers of a text. What names a document, a section, a version or a lesson is none, and neither is code.
    static func numbers(in text: String) -> [Number] {
        let text = text.replacing(/`[^`]*`/, with: " ` ").replacing(/\]\([^)]*\)/, with: "]")
            .replacing(
                /(RFC|FIPS|§|TLS|SSL|HTTP\/|[Ll]essons?|[Ee]xercises?|Appendix|iOS|[Ss]ections?|Chrome|Python|OpenSSL|P-) ?\d[\d.]*(( and | to | or |, |–)§?\d[\d.]*)*/,
                with: " ` ")
        // A part of a sentence ends with its punctuation.
        var tokens: [(word: String, endsPart: Bool)] = []
        for piece in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || "`.,-_:;?!".contains($0)) }) {
            let word = piece.trimming { ".,-_:;?!".contains($0) }
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
            return Number(word: tokens[index].word, value: value, things: things)
        }
    }

    private static func value(of word: String) -> String? {
        if let number = words.firstIndex(of: word.lowercased()), number >= 2 { return "\(number)" }
        // As in "--latency 400ms".
        guard let match = word.wholeMatch(of: /([0-9][0-9,]*(?:\.[0-9]+)?)(?:ms|s)?/) else { return nil }
        let figures = match.output.1.filter { $0 != "," }
        return figures.hasSuffix(".0") ? String(figures.dropLast(2)) : figures
    }

    /// Whether a text prints a number. Small numbers are everywhere: a word for one needs what it counts behind it, as in "four
    /// segments" for "4 small segments".
    static func prints(_ number: Number, among printed: [Number]) -> Bool {
        printed.contains { other in
            guard other.value == number.value else { return false }
            guard !number.isInFigures, !number.things.isEmpty else { return true }
            return number.things.prefix(2).contains { thing in
                let stem = thing.lowercased().trimming { $0 == "s" }
                return other.things.contains { $0.lowercased().hasPrefix(stem) }
            }
        }
    }
}

extension Document {
    /// The paragraphs beside commands.
    var passages: [Passage] {
        enum Part { case prose, commands, other }
        var parts: [(part: Part, lines: [String])] = []
        var fence: String?
        var isNew = true
        for line in lines {
            if fence != nil {
                if line.hasPrefix("```") { fence = nil } else { parts[parts.count - 1].lines.append(line) }
                isNew = true
            } else if line.hasPrefix("```") {
                fence = line
                parts.append((line == "```console" ? .commands : .other, []))
            } else if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) {
                if line.hasPrefix("#") { parts.append((.other, [])) }
                isNew = true
            } else if isNew {
                parts.append((.prose, [line]))
                isNew = false
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        return parts.indices.compactMap { index in
            guard parts[index].part == .prose else { return nil }
            let beside = [index - 1, index + 1].filter(parts.indices.contains).map { parts[$0] }
                .filter { $0.part == .commands }
            guard !beside.isEmpty else { return nil }
            return Passage(
                text: parts[index].lines.joined(separator: " "),
                beside: beside.flatMap(\.lines).joined(separator: "\n"))
        }
    }
}

extension StringProtocol {
    /// Without the characters at both ends of which something holds.
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> String {
        String(String(drop(while: isDropped).reversed()).drop(while: isDropped).reversed())
    }
}

extension Document {
    /// All commands of the document and what they print.
    var printed: String {
        quotations.map { ([$0.command] + $0.output).joined(separator: "\n") }.joined(separator: "\n")
    }

    /// The numbers beside commands which these do not print and no row explains, and the rows that are not so.
    func faultsOfNumbers(rows: [PassageRow]) -> [String] {
        var faults: [String] = []
        var unused = Set(rows.map(\.words))
        let all = Passage.numbers(in: printed)
        for passage in passages {
            var text = passage.text
            for row in rows where text.contains(row.words) {
                unused.remove(row.words)
                text = text.replacing(row.words, with: " ` ")
                if let fault = row.fault(beside: passage.beside, all: all) { faults.append(fault) }
            }
            let beside = Passage.numbers(in: passage.beside)
            for number in Passage.numbers(in: text) where !Passage.prints(number, among: beside) {
                let words = ([number.word] + number.things).joined(separator: " ")
                faults.append("\(words): no command beside it prints that")
            }
        }
        return faults + unused.sorted().map { "\($0): the document does not say that beside a command" }
    }
}

extension PassageRow {
    fileprivate func fault(beside: String, all: [Passage.Number]) -> String? {
        switch ground {
        case .counted(let pattern):
            guard let regex = try? Regex(pattern).anchorsMatchLineEndings() else { return "\(pattern): no pattern" }
            let count = beside.matches(of: regex).count
            let isSo = Passage.numbers(in: words).first?.value == "\(count)"
            return isSo ? nil : "\(words): \(count) are printed beside it"
        case .elsewhere:
            let missing = Passage.numbers(in: words).first { number in !all.contains { $0.value == number.value } }
            return missing.map { "\(words): no command prints \($0.word)" }
        case .workedOut, .enumerated, .known: return nil
        }
    }
}
