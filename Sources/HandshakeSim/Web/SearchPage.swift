import Render
import Trace

/// A page that finds words on all pages of the site. It contains their texts and makes no request to the network.
struct SearchPage {
    /// The path of the page in the site.
    static let path = "search.html"
    /// The title of the page.
    static let title = Words(english: "Search", chinese: "搜索")

    /// The language of the page, and of the pages that it finds.
    let language: Language
    private var pages: [JSON] = []

    init(language: Language) { self.language = language }

    /// Adds a page of the site to the search.
    ///
    /// - Parameters:
    ///   - path: the path of the page's English form in the site.
    ///   - title: its title.
    ///   - markdown: its text in Markdown.
    mutating func add(_ path: String, title: String, markdown: String) {
        let parts = Self.parts(of: markdown).map {
            JSON.members(("head", .string($0.head)), ("text", .string($0.text)))
        }
        let path = SiteMap.way(from: Self.path, to: path).sentence(in: language)
        pages.append(.members(("path", .string(path)), ("title", .string(title)), ("parts", .array(parts))))
    }

    /// The file of the search page.
    ///
    /// - Parameter links: the links above its title.
    /// - Throws: the errors of ``WebSheet/init(_:)``.
    func file(links: [WebArticle.Link]) throws -> Site.File {
        let title = Self.title
        let asked = Words(
            english: "Words that stand on one page, under one heading:", chinese: "在同一页、同一标题之下出现的词：")
        let noScript = Words(
            english: "The search needs scripts. The first page lists all pages.", chinese: "搜索需要脚本。首页列出所有页面。")
        let content = WebMarkup.element(
            "article", ["id": "hs-lesson"],
            .element("nav", [:], WebMarkup(links)),
            .element("h1", [:], WebMarkup(title)),
            .element(
                "p", [:], .element("label", ["for": "hs-find"], WebMarkup(asked))),
            .element(
                "p", [:], .element("input", ["id": "hs-find", "type": "search", "size": "40", "autocomplete": "off"])),
            .element("p", ["id": "hs-said", "role": "status"]), .element("ul", ["id": "hs-found"]),
            .element("noscript", [:], .element("p", [:], WebMarkup(noScript))))
        let data = JSON.members(
            ("schema", .string("handshakesim.search")), ("version", .integer(1)), ("pages", .array(pages)))
        return Site.File(
            path: SiteMap.path(Self.path, in: language),
            html: try WebSheet(.search, language: language).html(
                title: title.sentence(in: language), content, data: ("hs-pages", data)))
    }

    /// The words under each heading, without the marks of Markdown. A line in a block of code is no heading. What a page folds away is left
    /// out: it is the answer to an exercise.
    private static func parts(of markdown: String) -> [(head: String, text: String)] {
        var parts: [(head: String, text: String)] = [("", "")]
        var isCode = false
        var isFolded = false
        for line in markdown.split(separator: "\n") {
            if !isCode, line.contains("<details") { isFolded = true }
            defer { if !isCode, line.contains("</details") { isFolded = false } }
            if isFolded {
                continue
            } else if line.hasPrefix("```") {
                isCode.toggle()
            } else if !isCode, line.hasPrefix("#") {
                parts.append((words(in: line.drop { $0 == "#" }), ""))
            } else {
                parts[parts.count - 1].text += line + "\n"
            }
        }
        return parts.map { ($0.head, words(in: $0.text[...])) }.filter { !$0.text.isEmpty || !$0.head.isEmpty }
    }

    /// The words of a text with one space between them, without marks of Markdown.
    private static func words(in text: Substring) -> String {
        text.split { $0.isWhitespace || "|`*".contains($0) }.joined(separator: " ")
    }
}
