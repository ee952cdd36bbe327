import Trace

/// A page that is read on paper as well: one HTML file that asks the network for nothing, with a small style of its own.
///
/// All of it stands in the file as elements, so that it is read and printed without scripts. A sheet without a script allows none.
package struct WebSheet: Sendable {
    /// What it is. The raw value marks the page for its style.
    package enum Kind: String, Sendable {
        /// Questions with fields for the answers.
        case paper
        /// The same, on a page that tells whether an answer is right.
        case practice
        /// What a marking says to a student.
        case feedback
        /// The right answers.
        case key
        /// What a marking says to the teacher.
        case teacher
        /// A search over all pages of the site.
        case search

        /// The module at which its script begins; nil where it has none.
        var entry: String? {
            switch self {
            case .paper: "sheet.js"
            case .practice: "practice.js"
            case .search: "finder.js"
            case .feedback, .key, .teacher: nil
            }
        }
    }

    /// What stands before the title.
    private let start: String
    /// What stands behind the content and the data.
    private let end: String

    /// The frame of all sheets of a kind. To make it takes longer than a sheet, so it is made once for many.
    ///
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break their rules; a test sees to it.
    package init(_ kind: Kind) throws {
        let style = WebFiles.style("base.css", "sheet.css")
        let script = try kind.entry.map { try WebFiles.script(from: $0) }
        let policy =
            script.map { WebPage.policy(script: $0, style: style) }
            ?? "default-src 'none'; style-src '\(WebPage.digest(style))'; base-uri 'none'; form-action 'none'"
        start = """
            <!doctype html>
            <html lang="\(Language.english.rawValue)" data-hs="\(kind.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>\(style)</style>

            """
        end = (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n"
    }

    /// The first part of a file whose content comes in pieces: all up to the content.
    package func opening(title: String) -> String {
        "\(start)<title>\(WebMarkup(title).html)</title>\n</head>\n<body class=\"sheet\">\n"
    }

    /// The last part of such a file.
    package var closing: String { end }

    /// The whole file.
    ///
    /// - Parameter data: what a script or a program reads of it, and the id of its element.
    package func html(title: String, _ content: WebMarkup, data: (id: StaticString, value: JSON)? = nil) -> String {
        let data = data.map {
            "<script type=\"application/json\" id=\"\($0.id)\">\($0.value.compactForMarkup)</script>\n"
        }
        return opening(title: title) + content.html + "\n" + (data ?? "") + end
    }
}
