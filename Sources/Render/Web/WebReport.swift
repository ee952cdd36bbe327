import Trace

/// A report as one HTML file: a table or certificates, which are no run. The style, the colours and the policy are those of a run's page
/// (``WebPage``).
///
/// All of it stands in the file as elements, so that it is read without scripts. The script lets a reader filter and point.
package struct WebReport {
    /// What it is of. Each has a module of its own.
    package enum Kind: String, Sendable, CaseIterable {
        /// A table of policies.
        case matrix
        /// Certificates, octet by octet.
        case certificate
    }

    private let kind: Kind
    private let title: String
    private let about: String
    private let tools: WebMarkup
    private let content: WebMarkup

    /// A report.
    ///
    /// - Parameters:
    ///   - about: a line under the title.
    ///   - tools: controls, which are shown only where scripts run.
    ///   - content: all that there is to read.
    package init(_ kind: Kind, title: String, about: String, tools: WebMarkup = .nothing, content: WebMarkup) {
        self.kind = kind
        self.title = title
        self.about = about
        self.tools = tools
        self.content = content
    }

    /// The whole file.
    ///
    /// - Throws: ``WebModules/Violation`` if the program was built with modules that break their rules; a test sees to it.
    package func html() throws -> String {
        let script = try WebFiles.script(from: "\(kind.rawValue).js")
        let style = (WebFiles.texts["page.css"] ?? "") + (WebFiles.texts["report.css"] ?? "")
        return """
            <!doctype html>
            <html lang="\(Language.english.rawValue)" data-hs="\(kind.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(WebPage.policy(script: script, style: style))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(WebMarkup(title).html)</title>
            <link rel="icon" href="data:,">
            <style>\(style)</style>
            </head>
            <body class="report">
            \(head.html)
            \(content.html)
            <script>\(script)</script>
            </body>
            </html>

            """
    }

    private var head: WebMarkup {
        let colours = WebMarkup.element(
            "div", ["class": "tool"], .element("label", ["for": "report-theme"], "Colours"),
            .element(
                "select", ["id": "report-theme"], .element("option", ["value": "auto"], "As the system"),
                .element("option", ["value": "light"], "Light"), .element("option", ["value": "dark"], "Dark")))
        return .element(
            "header", ["class": "top"],
            .element(
                "div", ["class": "heading"], .element("h1", [:], WebMarkup(title)),
                .element("p", ["class": "quiet"], WebMarkup(about))),
            .element("div", ["class": "tools", "data-live-only": ""], tools, colours))
    }
}
