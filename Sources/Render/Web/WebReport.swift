import Trace

/// A report without runs as one HTML file: a table of policies, or certificates. The colours and the policy are those of a page of
/// runs (``WebPage``).
///
/// The whole report stands in the file as elements, so that it can be read without scripts. The script lets a reader filter and
/// point.
package struct WebReport {
    /// The subject of the report. The raw value is the name of the module at which its script begins.
    package enum Kind: String, Sendable, CaseIterable {
        /// A table of policies.
        case matrix
        /// Certificates, octet by octet.
        case certificate
    }

    private let kind: Kind
    private let title: Words
    private let about: Words
    private let tools: WebMarkup
    private let content: WebMarkup

    /// A report.
    ///
    /// - Parameters:
    ///   - about: a line under the title.
    ///   - tools: controls, which are shown only where scripts run.
    ///   - content: the text of the report.
    package init(_ kind: Kind, title: Words, about: Words, tools: WebMarkup = .nothing, content: WebMarkup) {
        self.kind = kind
        self.title = title
        self.about = about
        self.tools = tools
        self.content = content
    }

    /// The first table of policies of a report; nil for a report without one.
    package init?(_ report: Report) {
        let tables = report.parts.compactMap { if case .matrix(let table, _) = $0 { table } else { nil } }
        guard let table = tables.first else { return nil }
        let page = WebMatrix(table)
        self.init(.matrix, title: table.title, about: table.about, tools: page.tools, content: page.content)
    }

    /// The whole file.
    ///
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break the rules, which a test prevents.
    package func html(in language: Language = .english) throws -> String {
        let script = try WebFiles.script(from: "\(kind.rawValue).js")
        let style = WebFiles.style("base.css", "page.css", "report.css")
        return """
            <!doctype html>
            <html lang="\(language.tag)" data-hs="\(kind.rawValue)">
            \(WebPage.head(policy: WebPage.policy(script: script, style: style), title: WebMarkup(title).html(in: language), style: style))
            <body class="report">
            \(head.html(in: language))
            \(content.html(in: language))
            <script>\(script)</script>
            </body>
            </html>

            """
    }

    private var head: WebMarkup {
        let colours = WebMarkup.element(
            "div", ["class": "tool"],
            .element("label", ["for": "report-theme"], WebMarkup(Words(english: "Colours", chinese: "配色"))),
            .element(
                "select", ["id": "report-theme"],
                .element("option", ["value": "auto"], WebMarkup(Words(english: "As the system", chinese: "跟随系统"))),
                .element("option", ["value": "light"], WebMarkup(Words(english: "Light", chinese: "浅色"))),
                .element("option", ["value": "dark"], WebMarkup(Words(english: "Dark", chinese: "深色")))))
        return .element(
            "header", ["class": "top"],
            .element(
                "div", ["class": "heading"], .element("h1", [:], WebMarkup(title)),
                .element("p", ["class": "quiet"], WebMarkup(about))),
            .element("div", ["class": "tools", "data-live-only": ""], tools, colours))
    }
}

extension Report.Part {
    /// The part as elements of a page. A part without such a form has the lines of a terminal.
    package var markup: WebMarkup {
        switch self {
        case .space: .nothing
        case .heading(let text), .title(let text): .element("h3", [:], WebMarkup(text))
        case .text(let text, _, _, _, _): .element("p", [:], WebMarkup(text))
        case .marked(_, let mood, let text):
            .element("p", ["class": "outcome", "data-good": mood.rawValue], WebMarkup(text))
        case .facts(let list, _, _): Self.facts(list.map { ($0.name, WebMarkup($0.value)) })
        case .values(let list, let names, _):
            Self.facts(
                list.map { quantity in
                    let (note, octets) = (quantity.words, WebMarkup(Hex.string(quantity.octets)))
                    let bracketed = Words(english: " (\(note.english))", chinese: "（\(note.chinese)）")
                    return (
                        names.name(quantity.name),
                        note.isEmpty
                            ? octets : [octets, .element("span", ["class": "quiet"], WebMarkup(bracketed))].asOne
                    )
                })
        case .tree(let parts, let octets, let name): WebAnatomy(parts, of: octets, name: name).markup
        case .commands(let lines): .element("pre", ["tabindex": "0"], WebMarkup(lines: lines))
        case .outcome(let text): .element("p", ["class": "outcome"], WebMarkup(text))
        case .step(let number, let text, _):
            .element("ol", ["start": String(number)], .element("li", [:], WebMarkup(text)))
        case .item(let text, _, _): .element("ul", [:], .element("li", [:], WebMarkup(text)))
        case .table(let head, let rows, _, _): Self.table(head, rows)
        case .graph(let graph): graph.markup
        case .said, .beside, .comparison, .matrix, .pane, .command, .lines:
            .element(
                "pre", ["tabindex": "0"],
                WebMarkup(
                    Words(
                        english: ReportText(style: .plain).draw(self),
                        chinese: ReportText(style: PageStyle(language: .chinese)).draw(self)), isInLines: true))
        }
    }

    private static func table(_ head: [Words], _ rows: [[Words]]) -> WebMarkup {
        let titles = head.map { WebMarkup.element("th", ["scope": "col"], WebMarkup($0)) }
        let lines = rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == 0
                    ? WebMarkup.element("th", ["scope": "row"], WebMarkup(cell))
                    : WebMarkup.element("td", [:], WebMarkup(cell))
            }
            return WebMarkup.element("tr", [:], cells.asOne)
        }
        return .element(
            "div", ["class": "across", "tabindex": "0"],
            .element(
                "table", [:], head.isEmpty ? .nothing : .element("thead", [:], .element("tr", [:], titles.asOne)),
                .element("tbody", [:], lines.asOne)))
    }

    private static func facts(_ list: [(Words, WebMarkup)]) -> WebMarkup {
        .element(
            "dl", ["class": "facts"],
            list.map { [WebMarkup.element("dt", [:], WebMarkup($0)), .element("dd", [:], $1)].asOne }.asOne)
    }
}
