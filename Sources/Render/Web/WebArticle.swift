import Trace

/// A text of a page: a lesson, or a list of links.
package struct WebArticle: Sendable {
    /// The title of the page.
    package let title: String
    /// The text as HTML.
    let html: String

    /// A way from a command in the text into a run on the same page.
    package struct Way: Sendable {
        /// The id of the run.
        package let run: String
        /// The number of the event.
        package let step: Int

        /// The way to that step of that run.
        package init(run: String, step: Int) {
            self.run = run
            self.step = step
        }
    }

    /// A link to another page of the same site.
    package struct Link: Sendable {
        /// The text of the link.
        package let text: String
        /// The path from this page to a file.
        package let path: String
        /// Words behind the link in a list; empty for none.
        package let about: String

        /// The link that says `text`.
        package init(_ text: String, to path: String, _ about: String = "") {
            self.text = text
            self.path = path
            self.about = about
        }
    }

    /// The article of a Markdown text.
    ///
    /// - Parameters:
    ///   - links: links above the text.
    ///   - lists: lists of links below the text, each with its title, which may be empty.
    ///   - exercises: the data by which the page checks an exercise, by the exercise's number.
    ///   - terms: the terms whose first use becomes a link to the glossary, and the path to the glossary's page.
    ///   - way: the way into a run for a command, which has the text behind its prompt with the lines joined; nil for a command
    ///     without a run.
    ///   - place: the link to another page for a command that stands in code; nil for a command without a page.
    package init(
        title: String, markdown: String, links: [Link] = [], lists: [(title: String, links: [Link])] = [],
        exercises: [Int: JSON] = [:], terms: (all: [Term], page: String)? = nil,
        way: @escaping (String) -> Way? = { _ in nil }, place: @escaping (String) -> Link? = { _ in nil }
    ) {
        self.title = title
        let nav = links.map { WebArticle.html($0) }
        let lists = lists.filter { !$0.links.isEmpty }.map { list in
            let rows = list.links.map {
                "<li>\(WebArticle.html($0))\($0.about.isEmpty ? "" : " <span>\(WebPage.text($0.about))</span>")</li>\n"
            }
            let title = list.title.isEmpty ? "" : "<h2>\(WebPage.text(list.title))</h2>\n"
            return "\(title)<ul class=\"ways\">\n\(rows.joined())</ul>\n"
        }
        let checked = exercises.sorted { $0.key < $1.key }.map(\.value)
        let data = JSON.members(
            ("schema", .string("handshakesim.exercises")), ("version", .integer(1)), ("exercises", .array(checked)))
        html =
            (nav.isEmpty ? "" : "<nav>\(nav.joined(separator: " "))</nav>\n")
            + MarkdownHTML.html(
                markdown, checked: Set(exercises.keys), terms: terms.map { TermLinks($0.all, on: $0.page) },
                way: way, place: place)
            + lists.joined()
            + (exercises.isEmpty
                ? "" : "<script type=\"application/json\" id=\"hs-exercises\">\(data.compactForMarkup)</script>\n")
    }

    /// The article of a report.
    package init(title: String, _ report: Report, links: [Link] = []) {
        self.title = title
        let nav: WebMarkup = links.isEmpty ? .nothing : .element("nav", [:], WebMarkup(links))
        html = ([nav, .element("h1", [:], WebMarkup(title))] + report.parts.map(\.markup)).asOne.html + "\n"
    }

    static func html(_ link: Link) -> String {
        "<a href=\"\(WebPage.attribute(link.path))\">\(WebPage.text(Text.legible(link.text)))</a>"
    }

    /// The commands in the blocks of a Markdown text that begin with ```` ```console ````, each as it stands behind its prompt, with its
    /// lines joined.
    package static func commands(in markdown: String) -> [String] {
        var commands: [String] = []
        _ = MarkdownHTML.html(markdown) { command in
            commands.append(command)
            return nil
        }
        return commands
    }

    /// The commands of this program in all code of a Markdown text, in the order in which they stand.
    ///
    /// - Parameter program: the first word of these commands.
    package static func mentions(of program: String, in markdown: String) -> [String] {
        var commands: [String] = []
        _ = MarkdownHTML.html(markdown) { command in
            if command.hasPrefix(program + " ") { commands.append(command) }
            return nil
        }
        return commands
    }
}

extension WebPage {
    /// A page without runs and without a script: an article alone.
    package static func plain(_ article: WebArticle) -> String { plain(article, script: nil) }

    /// A page without runs, with a script that checks the exercises of the article.
    ///
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break their rules; a test sees to it.
    package static func exercises(_ article: WebArticle) throws -> String {
        plain(article, script: try WebFiles.script(from: "lesson.js"))
    }

    private static func plain(_ article: WebArticle, script: String?) -> String {
        let style = WebPage.articleStyle
        return """
            <!doctype html>
            <html lang="\(Language.english.rawValue)">
            \(head(policy: script.map { policy(script: $0, style: style) } ?? plainPolicy, title: text(Text.legible(article.title)), style: style))
            <body>
            <main><article id="hs-lesson">
            \(article.html)</article></main>
            \(script.map { "<script>\($0)</script>\n" } ?? "")</body>
            </html>

            """
    }

    private static var plainPolicy: String {
        "default-src 'none'; style-src '\(digest(articleStyle))'; img-src data:; base-uri 'none'; form-action 'none'"
    }

    /// The style of a page without runs.
    static let articleStyle = WebFiles.style("base.css", "article.css")

    /// `text` as the value of an attribute in double quotes.
    static func attribute(_ text: String) -> String {
        Text.replacing("\"", with: "&quot;", in: self.text(text))
    }
}
