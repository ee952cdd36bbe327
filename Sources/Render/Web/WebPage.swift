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
    /// - Parameter check: is called before each event and each packet. What it throws ends the work.
    /// - Throws: ``WebLimit`` if there are too many events; ``WebModules/Violation`` if the program was built with modules that break
    ///   the rules, which a test prevents; what `check` throws.
    package func html(check: () throws -> Void = {}) throws -> String {
        try WebLimit.check(document.runs.map(\.journal))
        let script = try WebFiles.script()
        let style = WebPage.style
        let run = document.runs.first
        let title = WebPage.text(Text.legible(article?.title ?? run?.heading?.title ?? run?.journal.title ?? ""))
        let connects = isServed ? "; connect-src 'self'" : ""
        let plain =
            article.map { "<article id=\"hs-lesson\">\n\($0.html)</article>\n" }
            ?? "<noscript>\n\(ladders)</noscript>\n"
        let last = appendix.map { "<section id=\"hs-more\">\n\($0.html)</section>\n" } ?? ""
        let said = notice?.sentence(in: .english)
        let nav = isServed ? "<nav id=\"hs-ways\" aria-label=\"Places\">\(WebMarkup(ways).html)</nav>\n" : ""
        let first = nav + (said.map { "<p id=\"hs-notice\" role=\"note\">\(WebPage.text($0))</p>\n" } ?? "")
        func page(_ data: JSON) -> String {
            """
            <!doctype html>
            <html lang="\(Language.english.rawValue)" data-hs="page" data-hs-contract="1"\(isServed ? " data-hs-serve" : "")>
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
    private static let longestPlain = 4_000_000

    /// The most events of a page that has its runs as a whole text for readers without scripts. A page with more events has only
    /// their overviews: the text would be as large as the data.
    private static let mostEventsInFull = 10_000

    /// Each run as text, for readers without scripts.
    private var ladders: String {
        let count = document.runs.reduce(0) { $0 + $1.journal.events.count }
        let detail = count > WebPage.mostEventsInFull ? Detail.overview : .messages
        return document.runs.map { run in
            let ladder = Ladder(run.journal, detail: detail).text
            let head = document.runs.count > 1 ? "<h2>\(WebPage.text(Text.legible(run.label)))</h2>\n" : ""
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
