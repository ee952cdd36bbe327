import Foundation
import TestSupport
import Trace

/// A paragraph that stands directly before or after commands, and what they print: what a reader compares.
struct Passage: Sendable {
    /// The paragraph, its lines joined.
    let text: String
    /// The commands and their outputs.
    let beside: String
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
                text: Document.joined(parts[index].lines),
                beside: beside.flatMap(\.lines).joined(separator: "\n"))
        }
    }
}

extension Document {
    /// All commands of the document and what they print.
    var printed: String {
        quotations.map { ([$0.command] + $0.output).joined(separator: "\n") }.joined(separator: "\n")
    }

    /// The numbers beside commands which these do not print and no row explains, and the rows that are not so.
    ///
    /// The rows are written for the English document. A number that they explain there may stand in a translation, too.
    func faultsOfNumbers(rows: [PassageRow]) -> [String] {
        switch language {
        case .english: faultsOfEnglishNumbers(rows: rows)
        case .chinese: faultsOfFigures(explained: Set(rows.flatMap { StatedNumber.all(in: $0.words) }.map(\.value)))
        }
    }

    /// The numbers in figures beside commands which these do not print. In Chinese a number word has no place of its own in a sentence.
    private func faultsOfFigures(explained: Set<String>) -> [String] {
        passages.flatMap { passage in
            let beside = StatedNumber.all(in: passage.beside)
            return StatedNumber.all(in: passage.text)
                .filter { number in !explained.contains(number.value) && !beside.contains { $0.value == number.value } }
                .map { "\($0.word): no command beside it prints that" }
        }
    }

    private func faultsOfEnglishNumbers(rows: [PassageRow]) -> [String] {
        var faults: [String] = []
        var unused = Set(rows.map(\.words))
        let all = StatedNumber.all(in: printed)
        for passage in passages {
            var text = passage.text
            for row in rows where text.contains(row.words) {
                unused.remove(row.words)
                text = text.replacing(row.words, with: " ` ")
                if let fault = row.fault(beside: passage.beside, all: all) { faults.append(fault) }
            }
            let beside = StatedNumber.all(in: passage.beside)
            for number in StatedNumber.all(in: text) where !number.isPrinted(among: beside) {
                let words = ([number.word] + number.things).joined(separator: " ")
                faults.append("\(words): no command beside it prints that")
            }
        }
        return faults + unused.sorted().map { "\($0): the document does not say that beside a command" }
    }
}

extension PassageRow {
    fileprivate func fault(beside: String, all: [StatedNumber]) -> String? {
        switch ground {
        case .counted(let pattern):
            guard let regex = try? Regex(pattern).anchorsMatchLineEndings() else { return "\(pattern): no pattern" }
            let count = beside.matches(of: regex).count
            let isSo = StatedNumber.all(in: words).first?.value == "\(count)"
            return isSo ? nil : "\(words): \(count) are printed beside it"
        case .elsewhere:
            let missing = StatedNumber.all(in: words).first { number in !all.contains { $0.value == number.value } }
            return missing.map { "\(words): no command prints \($0.word)" }
        case .workedOut, .enumerated, .known: return nil
        }
    }
}
