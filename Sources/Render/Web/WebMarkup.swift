import Trace

/// A piece of HTML. Every initializer escapes its text, so that text never becomes markup. Characters that steer a terminal or turn
/// the direction of reading are shown as escapes (``Text/legible(_:)``).
package struct WebMarkup: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The piece as HTML, in each language.
    private let text: Words

    /// The piece as HTML in English.
    package var html: String { text.english }

    /// The piece as HTML in that language.
    package func html(in language: Language) -> String { text.sentence(in: language) }

    private init(html: Words) { text = html }

    /// The HTML of each language.
    var words: Words { text }

    package init(_ text: String) { self.text = Words(same: WebMarkup.escaped(text)) }

    /// Words in the language of the page.
    package init(_ words: some Wording) { text = Words(words).map { WebMarkup.escaped($0) } }

    package init(stringLiteral text: String) { self.init(text) }

    /// Lines of text, with line feeds between them.
    package init(lines: [String]) { self.init(lines: lines.map { Words(same: $0) }) }

    /// Lines of words, with line feeds between them.
    package init(lines: [Words]) {
        text = lines.map { $0.map { WebMarkup.escaped($0) } }.joined(separator: "\n")
    }

    /// Words in lines: the line feeds stay.
    init(_ words: Words, isInLines: Bool) {
        text = words.map { $0.components(separatedBy: "\n").map { WebMarkup.escaped($0) }.joined(separator: "\n") }
    }

    /// A text in Markdown.
    ///
    /// - Parameter place: the link to another page for a command in code; nil for a command without a page.
    package init(markdown: some Wording, place: @escaping (String) -> WebArticle.Link? = { _ in nil }) {
        text = Words(
            english: MarkdownHTML.html(markdown.english, in: .english, place: place),
            chinese: MarkdownHTML.html(markdown.chinese, in: .chinese, place: place))
    }

    /// Links one after the other.
    package init(_ links: [WebArticle.Link]) {
        text = links.map { WebArticle.html($0) }.joined(separator: " ")
    }

    /// Pieces one after the other.
    package init(_ pieces: [WebMarkup]) { text = pieces.map(\.text).joined() }

    /// A piece that is drawn for each language apart.
    init(each drawing: (Language) -> WebMarkup) {
        text = Words(english: drawing(.english).text.english, chinese: drawing(.chinese).text.chinese)
    }

    package static let nothing = WebMarkup(html: "")

    /// An element. The names of elements and attributes are not escaped: they are literals of the program.
    ///
    /// - Parameter attributes: names and values; nil for an attribute that is left out, "" for an attribute without a value.
    package static func element(
        _ name: StaticString, _ attributes: Attributes = [:], _ children: WebMarkup...
    ) -> WebMarkup {
        let list = attributes.list.compactMap { name, value in
            value.map { value in value.map { $0.isEmpty ? " \(name)" : " \(name)=\"\(escaped($0))\"" } }
        }
        let open: Words = "<\("\(name)")\(list.joined())>"
        guard !["input", "br", "hr"].contains("\(name)") else { return WebMarkup(html: open) }
        return WebMarkup(html: open + children.map(\.text).joined() + Words(same: "</\(name)>"))
    }

    /// Attributes in their order.
    package struct Attributes: Sendable, ExpressibleByDictionaryLiteral {
        fileprivate let list: [(StaticString, Words?)]

        /// These names and values.
        package init(dictionaryLiteral list: (StaticString, (any AttributeValue)?)...) {
            self.list = list.map { ($0, $1?.words) }
        }
    }

    private static func escaped(_ text: String) -> String { WebPage.attribute(Text.legible(text)) }
}

/// The value of an attribute: a text, or words in each language.
package protocol AttributeValue {
    /// The value in each language.
    var words: Words { get }
}

extension String: AttributeValue {
    package var words: Words { Words(same: self) }
}

extension Words: AttributeValue {
    package var words: Words { self }
}
