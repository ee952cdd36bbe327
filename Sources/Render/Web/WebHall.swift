import Trace

/// A page with a list through which a reader can walk: the museum, the clinic, the glossary.
///
/// The whole list stands in the file, so that it can be read without scripts. Where scripts run, a reader can leave of it what has certain
/// words or is of a certain kind.
package struct WebHall: Sendable {
    /// An entry of the list.
    package struct Entry: Sendable {
        /// The kinds of the entry: for each choice of the page the value that it has there.
        let kinds: [String]
        let id: String?
        let content: WebMarkup

        /// An entry.
        ///
        /// - Parameters:
        ///   - id: the name of its place on the page; nil for none.
        ///   - kinds: for each choice of the page the value that the entry has there. Values are words without spaces.
        package init(id: String? = nil, kinds: [String] = [], _ content: WebMarkup) {
            (self.id, self.kinds, self.content) = (id, kinds, content)
        }
    }

    /// Entries under a heading.
    package struct Part: Sendable {
        let heading: Words
        let entries: [Entry]

        /// Entries under a heading, which may be empty.
        package init(_ heading: Words, _ entries: [Entry]) { (self.heading, self.entries) = (heading, entries) }
    }

    /// A choice by which a reader leaves of the list the entries of one kind.
    package struct Choice: Sendable {
        let label: Words
        let any: Words
        let values: [(value: String, label: Words)]

        /// A choice.
        ///
        /// - Parameters:
        ///   - any: the words for no choice.
        ///   - values: the kinds, which no other choice of the page has, and the words for each.
        package init(_ label: Words, any: Words, _ values: [(value: String, label: Words)]) {
            (self.label, self.any, self.values) = (label, any, values)
        }
    }

    /// The title of the page.
    package let title: Words
    /// What stands under the title, in Markdown.
    package let about: Words
    /// Links above the title.
    package let links: [WebArticle.Link]
    /// What an entry is called, one and several: ("exhibit", "exhibits"). It stands behind a number.
    package let nouns: (one: Words, many: Words)
    /// The choices beside the field for words.
    package let choices: [Choice]
    /// The list.
    package let parts: [Part]

    /// A page. The arguments are its properties.
    package init(
        title: Words, about: Words, links: [WebArticle.Link], nouns: (one: Words, many: Words),
        choices: [Choice] = [], parts: [Part]
    ) {
        self.title = title
        self.about = about
        self.links = links
        self.nouns = nouns
        self.choices = choices
        self.parts = parts
    }

    /// The whole file.
    ///
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break their rules; a test sees to it.
    package func html(in language: Language = .english) throws -> String {
        let script = try WebFiles.script(from: "hall.js")
        let style = WebPage.articleStyle
        return """
            <!doctype html>
            <html lang="\(language.tag)">
            \(WebPage.head(policy: WebPage.policy(script: script, style: style), title: WebMarkup(title).html(in: language), style: style))
            <body>
            <main><article id="hs-lesson" class="wide">
            \(content.html(in: language))</article></main>
            <script>\(script)</script>
            </body>
            </html>

            """
    }

    private var content: WebMarkup {
        [
            .element("nav", [:], WebMarkup(links)), .element("h1", [:], WebMarkup(title)), WebMarkup(markdown: about),
            form, parts.map(markup).asOne,
        ].asOne
    }

    private var form: WebMarkup {
        let lists = choices.enumerated().map { index, choice in
            let options = choice.values.map {
                WebMarkup.element("option", ["value": $0.value], WebMarkup($0.label))
            }
            let id = "hs-kind-\(index + 1)"
            return WebMarkup.element(
                "div", [:], .element("label", ["for": id], WebMarkup(choice.label)),
                .element(
                    "select", ["id": id], .element("option", ["value": "", "selected": ""], WebMarkup(choice.any)),
                    options.asOne))
        }
        return .element(
            "form", ["id": "hs-filter", "role": "search", "data-live-only": ""],
            .element(
                "div", [:], .element("label", ["for": "hs-words"], WebMarkup(Words(english: "Words", chinese: "词"))),
                .element(
                    "input",
                    ["id": "hs-words", "type": "search", "autocomplete": "off", "aria-describedby": "hs-count"])),
            lists.asOne,
            .element(
                "p", ["id": "hs-count", "role": "status", "data-one": nouns.one, "data-many": nouns.many]))
    }

    private func markup(_ part: Part) -> WebMarkup {
        let entries = part.entries.map { entry in
            WebMarkup.element(
                "li", ["id": entry.id, "data-kinds": entry.kinds.isEmpty ? nil : entry.kinds.joined(separator: " ")],
                entry.content)
        }
        return .element(
            "section", ["class": "hall"],
            part.heading.isEmpty ? .nothing : .element("h2", [:], WebMarkup(part.heading)),
            .element("ul", [:], entries.asOne))
    }
}
