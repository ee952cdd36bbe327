import Foundation
import Render
import Testing
import Trace

/// A Markdown file of the project whose commands are run: a lesson, the README, or a page of docs.
struct Document: CustomTestStringConvertible, Sendable {
    /// From the top of the project: "lessons/02-four-way-close/lesson.md".
    let path: String
    let lines: [String]

    /// The top of the project, found from where this file is.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The lessons in English, in the order of their folders' names.
    static let lessons = lessons(in: .english)

    /// The lessons of each language.
    static let translatedLessons = Language.allCases.flatMap(lessons)

    /// The lessons as they are written in a language, in the order of their folders' names.
    static func lessons(in language: Language) -> [Document] {
        let folder = root.appending(path: "lessons")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { !$0.hasPrefix(".") }
            .compactMap { Document(path("lessons/\($0)/lesson.md", in: language)) }
    }

    /// Where the document that is written in English at `path` is written in a language: "README.zh.md".
    static func path(_ path: String, in language: Language) -> String {
        switch language {
        case .english: path
        case .chinese: path.dropLast(".md".count) + ".\(language.rawValue).md"
        }
    }

    /// The language in which the document is written: its name says it.
    var language: Language { path.hasSuffix(".\(Language.chinese.rawValue).md") ? .chinese : .english }

    /// The path of the same document in English.
    var englishPath: String { path.replacing(".\(Language.chinese.rawValue).md", with: ".md") }

    /// The same document in English.
    var english: Document? { Document(englishPath) }

    /// Every document with commands, in each language in which it is written.
    static let all: [Document] = Language.allCases.flatMap { language in
        lessons(in: language) + pages.compactMap { Document(path($0, in: language)) }
    }

    /// The documents with commands that are no lessons.
    private static let pages = [
        "README.md", "docs/tour.md", "docs/ladder.md", "docs/wire.md", "docs/trust-ats.md", "docs/trust-matrix.md",
        "docs/trust-mitm.md", "docs/trust-pinned-roots.md", "docs/trust-challenges.md", "docs/trust-pin.md",
        "docs/trust-show.md", "docs/doctor.md", "docs/explain.md", "docs/museum.md", "docs/keys.md", "docs/teaching.md",
    ]

    /// Every document of the project that is Markdown.
    static let markdown: [Document] = {
        let folder = root.appending(path: "docs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return translatedLessons + names.sorted().filter { $0.hasSuffix(".md") }.compactMap { Document("docs/\($0)") }
            + Language.allCases.compactMap { Document(path("README.md", in: $0)) }
    }()

    /// The document in a file; nil where there is none.
    init?(_ path: String) {
        guard let text = try? String(contentsOf: Document.root.appending(path: path), encoding: .utf8) else {
            return nil
        }
        self.init(path: path, text: text)
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The files that the commands of the document read, by name: those in the folder beside it that is called as it is in English.
    var attachments: [(name: String, bytes: Data)] {
        let folder = Document.root.appending(path: englishPath).deletingPathExtension()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map { (name, $0) }
        }
    }

    /// The columns of the terminal in which its commands are run: the program prints lessons in a terminal of any width, and a web
    /// page has room for a page that is kept.
    var columns: Int { path.hasPrefix("lessons/") ? PageStyle.narrowest : Text.columns }

    var text: String { lines.joined(separator: "\n") }
    var testDescription: String { path }

    /// The lesson that the document is.
    var lesson: Lesson { get throws { try Lesson(markdown: text, in: language) } }

    // MARK: Commands

    /// A command in a block that begins with ```` ```console ````, and the output that is quoted below it.
    struct Quotation: Sendable {
        /// The command as it stands behind the prompt, with lines that end in a backslash joined.
        let command: String
        /// The lines of the output in the document.
        let range: Range<Int>
        /// The output as quoted.
        let output: [String]

        /// The line that stands for lines of the output that the document leaves out.
        static let gap = "…"

        /// What the document would quote of an output: all of it, or the parts between the gaps. A part is found by its first
        /// and its last line, numbers aside. Where one is not found, the whole output.
        func excerpt(of printed: [String]) -> [String] {
            guard output.contains(Quotation.gap) else { return printed }
            var excerpt: [String] = []
            var rest = printed[...]
            for part in output.split(separator: Quotation.gap) {
                guard let first = part.first, let last = part.last,
                    // Lines of a table may differ in their numbers alone: the same line comes before one that is like it.
                    let start = rest.firstIndex(of: first) ?? rest.firstIndex(where: { Quotation.isLike($0, first) })
                else { return printed }
                let found = rest[start...]
                // As far as before, where the line there is still the last one.
                let far = found.dropFirst(part.count - 1).firstIndex { Quotation.isLike($0, last) }
                guard let end = far ?? found.firstIndex(where: { Quotation.isLike($0, last) }) else { return printed }
                if start > rest.startIndex { excerpt.append(Quotation.gap) }
                excerpt += rest[start...end]
                rest = rest[(end + 1)...]
            }
            return rest.isEmpty ? excerpt : excerpt + [Quotation.gap]
        }

        private static func isLike(_ one: String, _ other: String) -> Bool {
            func words(_ line: String) -> [String] { Document.words(line).map { Document.isNumber($0) ? "#" : $0 } }
            return one == other || (!words(one).isEmpty && words(one) == words(other))
        }
    }

    /// The commands of the document, in order. A block may hold several, each after a "$ ".
    var quotations: [Quotation] {
        var quotations: [Quotation] = []
        var isInside = false
        var index = 0
        while index < lines.count {
            if lines[index].hasPrefix("```") {
                isInside = lines[index] == "```console"
            } else if isInside, lines[index].hasPrefix("$ ") {
                var command = String(lines[index].dropFirst(2))
                while command.hasSuffix("\\"), index + 1 < lines.count {
                    index += 1
                    command = command.dropLast() + lines[index]
                }
                let start = index + 1
                var end = start
                while end < lines.count, !lines[end].hasPrefix("```"), !lines[end].hasPrefix("$ ") { end += 1 }
                quotations.append(Quotation(command: command, range: start..<end, output: Array(lines[start..<end])))
                index = end - 1
            }
            index += 1
        }
        return quotations
    }

    /// The document with other outputs, given in the order of ``quotations``, and with the numbers that the prose quotes from
    /// them carried along.
    func replacing(outputs: [[String]]) -> String {
        let successors = successors(outputs: outputs)
        var lines = Document.prose(of: lines).map { line in
            line.isProse ? Document.replacing(successors, inCodeOf: line.text) : line.text
        }
        for (quotation, output) in zip(quotations, outputs).reversed() {
            lines.replaceSubrange(quotation.range, with: output)
        }
        return lines.joined(separator: "\n")
    }

    /// What each number in the outputs has become: the one that stands between the same words in the new output. Where several
    /// numbers claim to be the successor, most places decide; where as many speak for one as for another, there is none.
    private func successors(outputs: [[String]]) -> [String: String] {
        var votes: [String: [String: Int]] = [:]
        for (quotation, output) in zip(quotations, outputs) {
            let old = quotation.output.flatMap(Document.words)
            let new = output.flatMap(Document.words)
            // Numbers count as one and the same word, so that only what stands around them decides.
            let changes = new.map { Document.isNumber($0) ? "#" : $0 }
                .difference(from: old.map { Document.isNumber($0) ? "#" : $0 })
            let gone = Set(changes.removals.map(\.offset))
            let come = Set(changes.insertions.map(\.offset))
            let kept = zip(old.indices.filter { !gone.contains($0) }, new.indices.filter { !come.contains($0) })
            for (place, other) in kept where Document.isNumber(old[place]) {
                votes[old[place], default: [:]][new[other], default: 0] += 1
            }
        }
        return votes.compactMapValues { votes in
            let most = votes.values.max()
            let winners = votes.filter { $0.value == most }
            return winners.count == 1 ? winners.keys.first : nil
        }
    }

    private static func replacing(_ successors: [String: String], inCodeOf line: String) -> String {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            let isCode = index % 2 == 1 && index < parts.count - 1
            guard isCode, !Terminal.programs.contains(where: part.hasPrefix) else { return String(part) }
            return String(part).replacing(/[\p{L}\p{N}_]+/) { successors[String($0.output)] ?? String($0.output) }
        }.joined(separator: "`")
    }

    // MARK: Prose

    /// The document without what stands between fences.
    var prose: [String] { Document.prose(of: lines).filter(\.isProse).map(\.text) }

    private static func prose(of lines: [String]) -> [(text: String, isProse: Bool)] {
        var isCode = false
        return lines.map { line in
            defer { if line.hasPrefix("```") { isCode.toggle() } }
            return (line, !isCode && !line.hasPrefix("```"))
        }
    }

    /// What stands between fences and is no command: each block with its fence.
    var otherBlocks: [String] {
        var blocks: [String] = []
        var isOther: Bool?
        for line in lines {
            if line.hasPrefix("```") {
                if isOther == nil, line != "```console" { blocks.append(line) }
                isOther = isOther == nil ? line != "```console" : nil
            } else if isOther == true {
                blocks[blocks.count - 1] += "\n" + line
            }
        }
        return blocks
    }

    /// The words of a line, numbers among them.
    static func words(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// Whether a word is a decimal number, or at least four hexadecimal digits of which one is none of a to f.
    static func isNumber(_ word: String) -> Bool {
        if word.allSatisfy({ $0.isASCII && $0.isNumber }) { return true }
        return word.count >= 4 && word.contains(where: \.isNumber) && word.allSatisfy(\.isHexDigit)
    }

    /// The lines under a heading of the second level, up to the next one; nil where there is no such heading.
    func section(_ title: String) -> [String]? {
        guard let start = lines.firstIndex(of: "## " + title) else { return nil }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// The lines of a paragraph, joined as Markdown joins them.
    static func joined(_ lines: some Sequence<String>) -> String { Text.joined(lines: lines.map { $0[...] }) }

    /// What is quoted as code within paragraphs.
    var codeSpans: [String] {
        prose.joined(separator: " ").split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

extension CollectionDifference.Change {
    /// Where the element stood, or stands now.
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
