import Trace

/// A page that can also be read on paper: one HTML file that asks the network for nothing, with a small style of its own.
///
/// The whole sheet stands in the file as elements, so that it can be read and printed without scripts. The policy of a sheet without
/// a script allows no script.
package struct WebSheet: Sendable {
    /// The purpose of a sheet. The raw value marks the page for its style.
    package enum Kind: String, Sendable {
        /// Questions with fields for the answers.
        case paper
        /// Questions with fields, on a page that tells whether an answer is right.
        case practice
        /// The result of a marking, for a student.
        case feedback
        /// The right answers.
        case key
        /// The result of a marking, for the teacher.
        case teacher
        /// A search over all pages of the site.
        case search

        /// The module at which the script begins; nil for a sheet without a script.
        var entry: String? {
            switch self {
            case .paper: "sheet.js"
            case .practice: "practice.js"
            case .search: "finder.js"
            case .feedback, .key, .teacher: nil
            }
        }
    }

    /// The text before the title.
    private let start: String
    /// The language of the content.
    private let language: Language
    /// The last part of a file, behind the content and the data.
    package let closing: String

    /// The frame of all sheets of a kind. It takes longer to make than the rest of a sheet, so it is made once for many sheets.
    ///
    /// - Parameter language: the language of the content.
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break the rules, which a test prevents.
    package init(_ kind: Kind, language: Language = .english) throws {
        self.language = language
        let style =
            kind == .search
            ? WebFiles.style("base.css", "article.css", "sheet.css") : WebFiles.style("base.css", "sheet.css")
        let script = try kind.entry.map { try WebFiles.script(from: $0) }
        let policy =
            script.map { WebPage.policy(script: $0, style: style) }
            ?? "default-src 'none'; style-src '\(WebPage.digest(style))'; base-uri 'none'; form-action 'none'"
        start = """
            <!doctype html>
            <html lang="\(language.tag)" data-hs="\(kind.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>\(style)</style>

            """
        closing = (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n"
    }

    /// The first part of a file, up to the content. A caller that writes the content in pieces needs it.
    package func opening(title: String) -> String {
        "\(start)<title>\(WebMarkup(title).html(in: language))</title>\n</head>\n<body class=\"sheet\">\n"
    }

    /// The whole file.
    ///
    /// - Parameter data: data for a script or a program, and the id of their element; nil for none.
    package func html(title: String, _ content: WebMarkup, data: (id: StaticString, value: JSON)? = nil) -> String {
        let data = data.map {
            "<script type=\"application/json\" id=\"\($0.id)\">\($0.value.compactForMarkup)</script>\n"
        }
        return opening(title: title) + content.html(in: language) + "\n" + (data ?? "") + closing
    }
}
