import ArgumentParser
import LiveIO
import Misconceptions
import Render
import Trace

/// The command that shows claims that many people make, and the run that proves or disproves each.
struct ClinicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clinic",
        abstract: "Sentences that many people know: what is true in each, what is so, and the run that settles it.",
        discussion: """
            Without a number it lists the claims. With one it says what is true in the claim and what is so, runs the command that settles \
            it, and marks the lines that decide. The numbers stay as they are when claims are added.

            \(Claim.definition)

            EXIT STATUS
              0  the text was printed, and the run showed what it should
              1  the run did not show it
             64  there is no such claim, or an option makes no sense

            EXAMPLES
              HandshakeSim clinic 62
              HandshakeSim clinic --grep random
              HandshakeSim clinic --html clinic.html
            """)

    @Argument(help: "The number of a claim. Without it: the list of claims.")
    var number: Int?

    @Option(help: .text("Only claims whose sentences, rules or commands have these words.", for: "text"))
    var grep: String?

    @Option(help: .text("Write the claims as JSON.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write the claims as a page to look at in a browser.", for: "file"))
    var html: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws {
        if number != nil, grep != nil { throw ValidationError("--grep searches the list: name no number.") }
        for file in [json, html] { try file?.check() }
    }

    func run() throws {
        let claims = try chosen()
        if let html {
            let article = WebArticle(title: Claim.title, markdown: Claim.page(of: claims))
            try OutputFile.write(Array(WebPage.plain(article).utf8), to: html.path)
        }
        if let json {
            try json.write(Claim.json(claims))
            if json.isStandardOutput { return }
        }
        guard number != nil, let claim = claims.first else {
            return try page.show(
                MarkdownText.text("\(Claim.definition)\n\n\(Claim.table(of: claims))", style: page.style))
        }
        try show(claim)
    }

    private func chosen() throws -> [Claim] {
        if let number {
            guard let claim = Claim.numbered(number) else {
                throw ValidationError("There is no claim \(number). The claims are 1 to \(Claim.all.count).")
            }
            return [claim]
        }
        guard let grep else { return Claim.all }
        let found = Claim.all.filter { $0.mentions(grep) }
        guard !found.isEmpty else { throw ValidationError("No claim has the words '\(grep.legible)'.") }
        return found
    }

    /// Prints the claim, runs the command that decides it, and marks the deciding lines of the output.
    ///
    /// - Throws: `ExitCode.failure` if the output does not contain these lines.
    private func show(_ claim: Claim) throws {
        let text = MarkdownText.text(claim.markdown(), style: page.style)
        guard let run = claim.runs.first else { return try page.show(text) }
        // The page of this width is shown. A table or a sentence may be broken in it. Then the widest page is searched.
        let room = page.style.columns
        let progress = ProgressLine("clinic \(claim.number)")
        let excerpt = [max(PageStyle.narrowest, room - 2), PageOptions.widest].lazy.compactMap { width -> [String]? in
            let printed = OwnProgram.output(of: run.arguments + ["--columns", String(width)]) ?? ""
            return run.excerpt(of: printed.split(separator: "\n", omittingEmptySubsequences: false), room: room)
        }.first
        progress.end()
        guard let lines = excerpt?.flatMap({ Text.wrap($0, to: room, hang: 6) }) else {
            try page.show(text)
            StreamedFile.warn("The command did not print the line that decides.\n")
            throw ExitCode.failure
        }
        let command = Text.shell(run.command, to: room).joined(separator: "\n")
        try page.show("\(text)\n\(command)\n\n\(lines.joined(separator: "\n"))\n")
    }
}
