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

            \(Claim.definition.english)

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
        let language = page.spoken
        if let html {
            let article = WebArticle(
                title: Claim.title.sentence(in: language), markdown: Claim.page(of: claims, in: language))
            try OutputFile.write(Array(WebPage.plain(article, in: language).utf8), to: html.path)
        }
        if let json {
            try json.write(Claim.json(claims))
            if json.isStandardOutput { return }
        }
        guard number != nil, let claim = claims.first else {
            let definition = Claim.definition.sentence(in: language)
            return try page.show(
                MarkdownText.text("\(definition)\n\n\(Claim.table(of: claims, in: language))", style: page.style))
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
        let text = MarkdownText.text(claim.markdown(in: page.spoken), style: page.style)
        guard let run = claim.runs.first else { return try page.show(text) }
        let room = page.style.columns
        let progress = ProgressLine("clinic \(claim.number)")
        let excerpt = excerpt(of: run)
        progress.end()
        guard let lines = excerpt?.flatMap({ Text.wrap($0, to: room, hang: 6) }) else {
            try page.show(text)
            StreamedFile.warn("The command did not print the line that decides.\n")
            throw ExitCode.failure
        }
        let command = Text.shell(run.command, to: room).joined(separator: "\n")
        try page.show("\(text)\n\(command)\n\n\(lines.joined(separator: "\n"))\n")
    }

    /// The deciding lines of a run with a mark, and the lines around them; nil if no lines decide.
    ///
    /// The deciding words are English, so they are looked for in English. On the widest page no sentence is broken, and a line in one
    /// language has its place in the other.
    private func excerpt(of run: Claim.Run) -> [String]? {
        func printed(_ columns: Int, _ language: Language) -> [Substring] {
            let options = ["--columns", String(columns), "--language", language.rawValue]
            return (OwnProgram.output(of: run.arguments + options) ?? "")
                .split(separator: "\n", omittingEmptySubsequences: false)
        }
        let room = page.style.columns
        switch page.spoken {
        case .english: break
        case .chinese:
            let english = printed(PageOptions.widest, .english)
            guard let deciding = run.deciding(in: english) else { return nil }
            let own = printed(PageOptions.widest, page.spoken)
            guard own.count == english.count else { break }
            return Claim.Run.excerpt(of: own, deciding: deciding, room: room, width: { Text.width($0) })
        }
        // The page of this width is shown. A table or a sentence may be broken in it. Then the widest page is searched.
        return [max(PageStyle.narrowest, room - 2), PageOptions.widest].lazy
            .compactMap { run.excerpt(of: printed($0, .english), room: room) }.first
    }
}
