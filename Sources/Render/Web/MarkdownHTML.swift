import Trace

/// A document in Markdown as HTML, in the part of Markdown that ``Markdown`` reads. Text is escaped: it never becomes markup.
struct MarkdownHTML {
    private let language: Language
    private let headings: Headings
    private let checked: Set<Int>
    private let terms: TermLinks?
    private let way: (String) -> WebArticle.Way?
    private let place: (String) -> WebArticle.Link?

    /// The HTML of `markdown`.
    ///
    /// - Parameters:
    ///   - language: the language of the text.
    ///   - headings: the ids of its headings, in their order; further headings have none.
    ///   - checked: the numbers of the exercises that the page checks. Before the answer of each stands an element for its field.
    ///   - terms: makes links of the terms in paragraphs and lists; nil for no links.
    ///   - way: the way from a command into a run on the page; nil for a command without a run.
    ///   - place: the link to another page for a command in code; nil for a command without a page.
    static func html(
        _ markdown: String, in language: Language = .english, headings: [String] = [], checked: Set<Int> = [],
        terms: TermLinks? = nil,
        way: @escaping (String) -> WebArticle.Way? = { _ in nil },
        place: @escaping (String) -> WebArticle.Link? = { _ in nil }
    ) -> String {
        MarkdownHTML(
            language: language, headings: Headings(headings), checked: checked, terms: terms, way: way, place: place
        ).html(Markdown.blocks(of: markdown))
    }

    /// Ids for the headings of a text, made of their words: "see-it-happen". Each is there once. The text in another language, whose
    /// headings are in the same order, has the same ids.
    static func ids(ofHeadingsIn markdown: String) -> [String] {
        var seen: [String: Int] = [:]
        return headings(in: Markdown.blocks(of: markdown)).map { text in
            let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
            let id = words.isEmpty ? "part" : words
            let count = seen[id, default: 0] + 1
            seen[id] = count
            return count == 1 ? id : "\(id)-\(count)"
        }
    }

    private static func headings(in blocks: [Markdown.Block]) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .heading(_, let text): [text]
            case .list(let items): items.flatMap { headings(in: $0.blocks) }
            case .quotation(let blocks), .folded(_, let blocks): headings(in: blocks)
            case .paragraph, .code, .table, .rule: []
            }
        }
    }

    /// The ids that are still to be given.
    private final class Headings {
        private var rest: ArraySlice<String>

        init(_ ids: [String]) { rest = ids[...] }

        /// The next id as an attribute; "" where there is none.
        var next: String { rest.popFirst().map { " id=\"\(WebPage.attribute($0))\"" } ?? "" }
    }

    // MARK: Blocks

    private func html(_ blocks: [Markdown.Block]) -> String {
        var exercise: Int?
        return blocks.map { block in
            switch block {
            case .heading(_, let text): exercise = Lesson.exercise(in: text)?.number
            case .folded:
                guard let number = exercise, checked.contains(number) else { break }
                exercise = nil
                return "<div data-exercise=\"\(number)\"></div>\n" + html(block)
            default: break
            }
            return html(block)
        }.joined()
    }

    private func html(_ block: Markdown.Block) -> String {
        switch block {
        case .heading(let level, let text): "<h\(level)\(headings.next)>\(inline(text))</h\(level)>\n"
        case .paragraph(let text): "<p>\(inline(text, linking: true))</p>\n"
        case .code("console", let lines): console(lines)
        case .code("sh", let lines): pre(lines) + lines.compactMap { look($0) }.joined()
        case .code(_, let lines): pre(lines)
        case .list(let items): list(items)
        case .table(let head, let rows): table(head, rows)
        case .quotation(let blocks): "<blockquote>\n\(html(blocks))</blockquote>\n"
        case .folded(let summary, let blocks):
            "<details><summary>\(inline(summary))</summary>\n\(html(blocks))</details>\n"
        case .rule: "<hr>\n"
        }
    }

    private func pre(_ lines: some Sequence<String>) -> String {
        "<pre><code>\(lines.map { literal(Text.replacing("\t", with: " ", in: $0)) }.joined(separator: "\n"))</code></pre>\n"
    }

    /// Commands with their outputs. A link into the run follows each command that has one.
    private func console(_ lines: [String]) -> String {
        var html = ""
        var rest = lines[...]
        while !rest.isEmpty {
            var part: [String] = []
            var command = ""
            if rest.first?.hasPrefix("$ ") == true {
                command = String(rest.first?.dropFirst(2) ?? "")
                part.append(rest.removeFirst())
                while command.hasSuffix("\\"), let next = rest.popFirst() {
                    command = command.dropLast() + next
                    part.append(next)
                }
            }
            while let line = rest.first, !line.hasPrefix("$ ") {
                part.append(line)
                rest = rest.dropFirst()
            }
            html += pre(part)
            guard !command.isEmpty else { continue }
            guard let way = way(command) else {
                html += look(command) ?? ""
                continue
            }
            let (run, page) = (WebPage.attribute(way.run), way.page.sentence(in: language))
            // On the page itself a script leads to the run. A link to another page says in which language that one is to open.
            let (lang, data) =
                page.isEmpty
                ? ("", " data-run=\"\(run)\" data-step=\"\(way.step)\"") : ("&amp;lang=\(language.rawValue)", "")
            let words = WebNote.look(step: way.step).sentence(in: language)
            let target = "\(WebPage.attribute(page))#run=\(run)&amp;step=\(way.step)\(lang)"
            html += "<p class=\"look\"><a href=\"\(target)\"\(data)>\(words)</a></p>\n"
        }
        return html
    }

    /// The link to the page of a command, below its block; nil for a command without a page.
    private func look(_ command: String) -> String? {
        place(command).map { "<p class=\"look\">\(WebArticle.html($0).sentence(in: language))</p>\n" }
    }

    private func list(_ items: [(marker: String, blocks: [Markdown.Block])]) -> String {
        let isNumbered = items.first?.marker != "-"
        let start = items.first.flatMap { Int($0.marker.dropLast()) } ?? 1
        let rows = items.map { item -> String in
            // An item that is one paragraph needs no <p>.
            if item.blocks.count == 1, case .paragraph(let text) = item.blocks[0] {
                return "<li>\(inline(text, linking: true))</li>\n"
            }
            return "<li>\(html(item.blocks))</li>\n"
        }
        let open = isNumbered ? (start == 1 ? "<ol>" : "<ol start=\"\(start)\">") : "<ul>"
        return "\(open)\n\(rows.joined())\(isNumbered ? "</ol>" : "</ul>")\n"
    }

    private func table(_ head: [String], _ rows: [[String]]) -> String {
        let titles = head.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\(inline($0))</th>" }.joined()
        let body = rows.map { row in "<tr>" + row.map { "<td>\(inline($0))</td>" }.joined() + "</tr>\n" }.joined()
        return "<table>\n<thead><tr>\(titles)</tr></thead>\n<tbody>\n\(body)</tbody>\n</table>\n"
    }

    // MARK: Text within a line

    private func literal(_ text: some StringProtocol) -> String { WebPage.text(Text.legible(String(text))) }

    /// Text with marks: code in backquotes, `*emphasis*`, `**strength**`, `[a link](https://…)`. A mark without its end is text.
    ///
    /// - Parameter linking: whether terms in the text become links.
    private func inline(_ text: some StringProtocol, linking: Bool = false) -> String {
        var html = ""
        var plain = ""
        var rest = Substring(text)
        func end() {
            html += linking ? terms?.html(plain, literal) ?? literal(plain) : literal(plain)
            plain = ""
        }
        while let character = rest.first {
            if let (inner, after) = Self.between(rest, "`") {
                end()
                let code = "<code>\(literal(inner))</code>"
                let page = place(String(inner)).map { WebPage.attribute($0.path.sentence(in: language)) }
                html += page.map { "<a href=\"\($0)\">\(code)</a>" } ?? code
                rest = after
            } else if let (inner, after) = Self.between(rest, "**") {
                end()
                html += "<strong>\(inline(inner, linking: linking))</strong>"
                rest = after
            } else if let (inner, after) = Self.between(rest, "*") {
                end()
                html += "<em>\(inline(inner, linking: linking))</em>"
                rest = after
            } else if let link = Markdown.link(rest) {
                end()
                // Only a target on the web can be reached from every page. Of any other link the text remains.
                let isWeb = link.target.hasPrefix("https://")
                let target = WebPage.attribute(Text.legible(String(link.target)))
                html += isWeb ? "<a href=\"\(target)\" rel=\"noreferrer\">\(inline(link.text))</a>" : inline(link.text)
                rest = link.rest
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        end()
        return html
    }

    /// The text between two marks, and the text behind the second; nil if `text` does not begin with such a part.
    private static func between(_ text: Substring, _ mark: String) -> (inner: Substring, after: Substring)? {
        guard text.hasPrefix(mark) else { return nil }
        let inside = text.dropFirst(mark.count)
        guard let close = inside.firstRange(of: mark), close.lowerBound > inside.startIndex else { return nil }
        return (inside[..<close.lowerBound], inside[close.upperBound...])
    }
}
