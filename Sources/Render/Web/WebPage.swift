import SwiftCrypto
import Trace

/// A document as one HTML file that opens from a disk and asks the network for nothing.
///
/// The policy in its head allows the script and the style of the page, each by its digest, and nothing else. Trusted Types make the
/// browser refuse to turn text into elements. The data is a block of JSON and not a script, so the policy is the same for every run.
package struct WebPage {
    private let document: WebDocument
    private let notice: Notice?
    private let ways: [WebArticle.Link]
    private var isServed: Bool { !ways.isEmpty }
    private let article: WebArticle?
    private let appendix: WebArticle?

    /// A notice at the top of the page.
    package enum Notice: Remark {
        case liveKeys

        package var english: String {
            switch self {
            case .liveKeys:
                "This page holds the keys of a real connection. Give it only to readers who may know all that was sent."
            }
        }

        package var chinese: String {
            switch self {
            case .liveKeys: "这个页面含有一次真实连接的密钥。只把它交给可以知道全部通信内容的读者。"
            }
        }
    }

    /// The page of `document`, which begins with `notice`.
    ///
    /// - Parameters:
    ///   - ways: links at the top of a page that the program itself serves, and whose requests it answers; empty for any other page.
    ///   - article: the text before the runs; nil for a page of runs alone.
    ///   - appendix: the text behind the runs; nil for none.
    package init(
        _ document: WebDocument, notice: Notice? = nil, ways: [WebArticle.Link] = [], article: WebArticle? = nil,
        appendix: WebArticle? = nil
    ) {
        self.document = document
        self.notice = notice
        self.ways = ways
        self.article = article
        self.appendix = appendix
    }

    /// The whole file.
    ///
    /// - Parameters:
    ///   - language: the language in which the page opens. The document has all languages, and is the same for each.
    ///   - hasOther: whether another page has the texts around the runs in another language. If there is none, this page has them in all
    ///     languages, and shows those of the language that a reader has chosen.
    ///   - check: is called before each event and each packet. What it throws ends the work.
    /// - Throws: ``WebLimit`` if there are too many events; ``WebModules/Violation`` if the program was built with modules that break
    ///   the rules, which a test prevents; what `check` throws.
    package func html(
        in language: Language = .english, hasOther: Bool = false, check: () throws -> Void = {}
    ) throws -> String {
        try WebLimit.check(document.runs.map(\.journal))
        let script = try WebFiles.script()
        let style = WebPage.style
        let run = document.runs.first
        let title = WebPage.text(
            Text.legible(
                (article?.title ?? run?.heading?.title ?? run.map { Words($0.journal.title) } ?? "").sentence(
                    in: language)))
        let connects = isServed ? "; connect-src 'self'" : ""
        /// An element in the language of the page, or with a part for each language.
        func element(_ open: String, _ html: Words, _ close: String, isAlone: Bool = hasOther) -> String {
            guard !isAlone else {
                return "<\(open) lang=\"\(language.tag)\">\n\(html.sentence(in: language))</\(close)>\n"
            }
            let parts = Language.allCases.map { "<div lang=\"\($0.tag)\">\n\(html.sentence(in: $0))</div>\n" }
            return "<\(open)>\n\(parts.joined())</\(close)>\n"
        }
        let plain =
            article.map { element("article id=\"hs-lesson\"", $0.html, "article") }
            ?? "<noscript>\n\(ladders(in: language))</noscript>\n"
        let last = appendix.map { element("section id=\"hs-more\"", $0.html, "section") } ?? ""
        let said = notice.map { note in
            element("div id=\"hs-notice\" role=\"note\"", Words(note).map { WebPage.text($0) }, "div", isAlone: false)
        }
        let places = Words(english: "Places", chinese: "各处").sentence(in: language)
        let nav =
            isServed
            ? element("nav id=\"hs-ways\" aria-label=\"\(places)\"", WebMarkup(ways).words, "nav", isAlone: false) : ""
        let first = nav + (said ?? "")
        func page(_ data: JSON) -> String {
            """
            <!doctype html>
            <html lang="\(language.tag)" data-hs="page" data-hs-contract="1"\(isServed ? " data-hs-serve" : "")>
            \(WebPage.head(policy: WebPage.policy(script: script, style: style) + connects, title: title, style: style))
            <body>
            \(first)\(plain)\(WebFiles.texts["shell.html"] ?? "")\(last)<script type="application/json" id="hs-data">\(data.compactForMarkup)</script>
            <script>\(script)</script>
            </body>
            </html>

            """
        }
        let value = try document.json(check: check)
        let whole = page(value)
        return whole.utf8.count > WebPage.longestPlain ? page(try SharedJSON(value, check: check).json) : whole
    }

    /// The head of a page with this policy, title and style. The title is escaped already.
    static func head(policy: String, title: String, style: String) -> String {
        """
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title)</title>
        <link rel="icon" href="data:,">
        <style>\(style)</style>
        </head>
        """
    }

    /// The style of a page of runs.
    static var style: String { WebFiles.style("base.css", "page.css", "serve.css", "article.css") }

    /// The policy of the pages that this program serves, for the head of an HTTP answer. It also says that no other page may frame
    /// them, which a `<meta>` element cannot say.
    ///
    /// - Throws: ``WebModules/Violation``, as ``html(check:)`` does.
    package static func servedPolicy() throws -> String {
        try policy(script: WebFiles.script(), style: style) + "; connect-src 'self'; frame-ancestors 'none'"
    }

    /// The longest page whose data stands in it as it is, in octets. In a longer one, what repeats in the data is written once: a page of many
    /// packets would take minutes to come over a slow line.
    private static let longestPlain = 4 << 20

    /// The most events of a page that has its runs as a whole text for readers without scripts. A page with more events has only
    /// their overviews: the text would be as large as the data.
    private static let mostEventsInFull = 10_000

    /// Each run as text, for readers without scripts.
    private func ladders(in language: Language) -> String {
        let count = document.runs.reduce(0) { $0 + $1.journal.events.count }
        let detail = count > WebPage.mostEventsInFull ? Detail.overview : .messages
        return document.runs.map { run in
            let ladder = Ladder(run.journal, detail: detail, style: PageStyle(language: language)).text
            let head =
                document.runs.count > 1
                ? "<h2>\(WebPage.text(Text.legible(run.label.sentence(in: language))))</h2>\n" : ""
            return "\(head)<pre>\(WebPage.text(ladder))</pre>\n"
        }.joined()
    }

    /// The content security policy of a page with this script and style.
    static func policy(script: String, style: String) -> String {
        [
            "default-src 'none'", "script-src '\(digest(script))'", "style-src '\(digest(style))'", "img-src data:",
            "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    /// The digest by which a policy names a text (Content Security Policy Level 3, 2.3.1).
    static func digest(_ text: String) -> String {
        "sha256-" + Base64.string(Array(SHA256.hash(data: Array(text.utf8))))
    }

    /// `text` as the content of an element.
    static func text(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3c || $0 == 0x3e }) else { return text }
        return [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) { Text.replacing($1.0, with: $1.1, in: $0) }
    }
}
