import Trace

/// A text of a page: a lesson, or a list of links.
package struct WebArticle: Sendable {
    /// The title of the page.
    package let title: Words
    /// The text as HTML, in each language.
    let html: Words

    /// A way from a command in the text into a run, on the same page or on another one.
    package struct Way: Sendable {
        /// The id of the run.
        package let run: String
        /// The number of the event.
        package let step: Int
        /// The path to the page with the run; empty for the page of the text.
        let page: Words

        /// The way to that step of that run.
        package init(run: String, step: Int, on page: Words = "") {
            (self.run, self.step, self.page) = (run, step, page)
        }
    }

    /// A link to another page of the same site. In each language of a page it may lead to another one.
    package struct Link: Sendable {
        /// The text of the link.
        package let text: Words
        /// The path from this page to a file.
        package let path: Words
        /// Words behind the link in a list; empty for none.
        package let about: Words
        /// Whether the link leads to this page in the other language.
        let leadsToOther: Bool

        /// The link that says `text`.
        package init(_ text: Words, to path: Words, _ about: Words = "") {
            (self.text, self.path, self.about, leadsToOther) = (text, path, about, false)
        }

        /// The link that says `text`, to one path from each language.
        package init(_ text: Words, to path: String, _ about: Words = "") {
            self.init(text, to: Words(same: path), about)
        }

        /// The link to this page in the other language. It says the name of that language.
        package init(toOtherLanguageAt path: Words) {
            text = Words(english: Language.chinese.ownName, chinese: Language.english.ownName)
            (self.path, about, leadsToOther) = (path, "", true)
        }
    }

    /// A list of links with its title, which may be empty.
    package typealias List = (title: Words, links: [Link])

    /// The article of a Markdown text in one language.
    package init(title: String, markdown: String, links: [Link] = []) {
        self.init(title: Words(same: title), markdown: Words(same: markdown), links: links)
    }

    /// The article of a Markdown text.
    ///
    /// - Parameters:
    ///   - links: links above the text.
    ///   - lists: lists of links below the text.
    ///   - hasPlaces: whether the headings have ids, which are made of the English ones.
    ///   - exercises: the data by which the page checks an exercise, by the exercise's number, in a language.
    ///   - terms: the terms whose first use becomes a link to the glossary, in a language, and the path to the glossary's page.
    ///   - way: the way into a run for a command, which has the text behind its prompt with the lines joined; nil for a command
    ///     without a run.
    ///   - place: the link to another page for a command that stands in code; nil for a command without a page.
    package init(
        title: Words, markdown: Words, links: [Link] = [], lists: [List] = [], hasPlaces: Bool = false,
        exercises: (Language) -> [Int: JSON] = { _ in [:] },
        terms: (all: (Language) -> [Term], page: String)? = nil,
        way: @escaping (String) -> Way? = { _ in nil }, place: @escaping (String) -> Link? = { _ in nil }
    ) {
        self.title = title
        let ids = hasPlaces ? MarkdownHTML.ids(ofHeadingsIn: markdown.english) : []
        let nav: Words = links.isEmpty ? "" : "<nav>\(links.map { WebArticle.html($0) }.joined(separator: " "))</nav>\n"
        let listed = lists.filter { !$0.links.isEmpty }.map { list -> Words in
            let rows = list.links.map { link -> Words in
                let about: Words = link.about.isEmpty ? "" : " <span>\(link.about.map { WebPage.text($0) })</span>"
                return "<li>\(WebArticle.html(link))\(about)</li>\n"
            }
            let title: Words = list.title.isEmpty ? "" : "<h2>\(list.title.map { WebPage.text($0) })</h2>\n"
            return "\(title)<ul class=\"ways\">\n\(rows.joined())</ul>\n"
        }
        func text(_ language: Language) -> String {
            let exercises = exercises(language)
            let data = JSON.members(
                ("schema", .string("handshakesim.exercises")), ("version", .integer(1)),
                ("exercises", .array(exercises.sorted { $0.key < $1.key }.map(\.value))))
            return MarkdownHTML.html(
                markdown.sentence(in: language), in: language, headings: ids, checked: Set(exercises.keys),
                terms: terms.map { TermLinks($0.all(language), on: $0.page) }, way: way, place: place)
                + listed.joined().sentence(in: language)
                + (exercises.isEmpty
                    ? "" : "<script type=\"application/json\" id=\"hs-exercises\">\(data.compactForMarkup)</script>\n")
        }
        html = nav + Words(english: text(.english), chinese: text(.chinese))
    }

    /// The article of a report.
    package init(title: Words, _ report: Report, links: [Link] = []) {
        self.title = title
        let nav: WebMarkup = links.isEmpty ? .nothing : .element("nav", [:], WebMarkup(links))
        html = ([nav, .element("h1", [:], WebMarkup(title))] + report.parts.map(\.markup)).asOne.words + "\n"
    }

    /// A link as HTML, in each language.
    static func html(_ link: Link) -> Words {
        let path = link.path.map { WebPage.attribute($0) }
        let tag = Words(english: Language.chinese.tag, chinese: Language.english.tag)
        let other: Words = link.leadsToOther ? " hreflang=\"\(tag)\" lang=\"\(tag)\"" : ""
        return "<a href=\"\(path)\"\(other)>\(link.text.map { WebPage.text(Text.legible($0)) })</a>"
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
    package static func plain(_ article: WebArticle, in language: Language = .english) -> String {
        plain(article, in: language, script: nil)
    }

    /// A page without runs, with a script that checks the exercises of the article.
    ///
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break their rules; a test sees to it.
    package static func exercises(_ article: WebArticle, in language: Language = .english) throws -> String {
        plain(article, in: language, script: try WebFiles.script(from: "lesson.js"))
    }

    private static func plain(_ article: WebArticle, in language: Language, script: String?) -> String {
        let style = WebPage.articleStyle
        let title = text(Text.legible(article.title.sentence(in: language)))
        return """
            <!doctype html>
            <html lang="\(language.tag)">
            \(head(policy: script.map { policy(script: $0, style: style) } ?? plainPolicy, title: title, style: style))
            <body>
            <main><article id="hs-lesson" lang="\(language.tag)">
            \(article.html.sentence(in: language))</article></main>
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

extension Language {
    /// What the language calls itself.
    fileprivate var ownName: String {
        switch self {
        case .english: "English"
        case .chinese: "中文"
        }
    }
}
