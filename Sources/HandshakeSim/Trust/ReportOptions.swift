import ArgumentParser
import LiveIO
import Render

/// Where a report is written as a page; of commands whose report is a table, or certificates.
struct ReportOptions: ParsableArguments {
    @Option(
        help: .text(
            "Write the report as a page to look at in a browser, too. It asks the network for nothing.", for: "file"))
    var html: String?

    func validate() throws { try OutputFile.check(all: [html]) }

    /// Writes a page, if it is asked for.
    func write(_ page: @autoclosure () throws -> WebReport?) throws {
        guard let html, let page = try page() else { return }
        try OutputFile.write(Array(page.html().utf8), to: html)
    }
}
