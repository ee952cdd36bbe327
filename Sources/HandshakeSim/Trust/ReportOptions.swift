import ArgumentParser
import LiveIO
import Render
import Trace

/// The option to write a report as a page. Commands that report a table or certificates have it.
struct ReportOptions: ParsableArguments {
    @Option(
        help: .text(
            "Write the report as a page to look at in a browser, too. It asks the network for nothing.", for: "file"))
    var html: FilePath?

    func validate() throws { try OutputFile.check(all: [html?.path]) }

    /// Writes the page to the file of `--html`, in `language`. Without this option the page is not made.
    func write(_ page: @autoclosure () throws -> WebReport?, in language: Language) throws {
        guard let html, let page = try page() else { return }
        try OutputFile.write(Array(page.html(in: language).utf8), to: html.path)
    }
}
