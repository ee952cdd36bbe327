import Trace

/// A piece of HTML. Every initializer escapes its text, so that text never becomes markup. Characters that steer a terminal or turn
/// the direction of reading are shown as escapes (``Text/legible(_:)``).
package struct WebMarkup: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The piece as HTML.
    package let html: String

    private init(html: String) { self.html = html }

    package init(_ text: String) { html = WebMarkup.escaped(text) }

    /// Words in the language of the page.
    package init(_ words: any Wording) { self.init(words.sentence(in: .english)) }

    package init(stringLiteral text: String) { self.init(text) }

    /// Lines of text, with line feeds between them.
    package init(lines: [String]) { html = lines.map { WebMarkup.escaped($0) }.joined(separator: "\n") }

    /// A text in Markdown.
    ///
    /// - Parameter place: the link to another page for a command in code; nil for a command without a page.
    package init(markdown: String, place: @escaping (String) -> WebArticle.Link? = { _ in nil }) {
        html = MarkdownHTML.html(markdown, place: place)
    }

    /// Links one after the other.
    package init(_ links: [WebArticle.Link]) { html = links.map { WebArticle.html($0) }.joined(separator: " ") }

    /// Pieces one after the other.
    package init(_ pieces: [WebMarkup]) { html = pieces.map(\.html).joined() }

    package static let nothing = WebMarkup(html: "")

    /// An element. The names of elements and attributes are not escaped: they are literals of the program.
    ///
    /// - Parameter attributes: names and values; nil for an attribute that is left out, "" for an attribute without a value.
    package static func element(
        _ name: StaticString, _ attributes: Attributes = [:], _ children: WebMarkup...
    ) -> WebMarkup {
        let list = attributes.list.compactMap { name, value in
            value.map { $0.isEmpty ? " \(name)" : " \(name)=\"\(escaped($0))\"" }
        }
        let open = "<\(name)\(list.joined())>"
        guard !["input", "br", "hr"].contains("\(name)") else { return WebMarkup(html: open) }
        return WebMarkup(html: open + children.map(\.html).joined() + "</\(name)>")
    }

    /// Attributes in their order.
    package struct Attributes: Sendable, ExpressibleByDictionaryLiteral {
        fileprivate let list: [(StaticString, String?)]

        /// These names and values.
        package init(dictionaryLiteral list: (StaticString, String?)...) { self.list = list }
    }

    private static func escaped(_ text: String) -> String { WebPage.attribute(Text.legible(text)) }
}
