import ArgumentParser
import Capture
import LiveIO
import Render
import Trace

/// How a page looks; of all commands, those included to whose output it makes no difference: a script may give these to each alike.
struct ColourOptions: ParsableArguments {
    @Flag(help: "No colour. NO_COLOR in the environment does the same.")
    var noColor = false

    @Flag(help: "Print a long page at once. On a terminal it goes through PAGER, or through less.")
    var noPager = false

    @Option(
        help: ArgumentHelp(
            "The width of a page, from \(PageStyle.narrowest) to 500; the terminal's width unless it is given, and "
                + "\(Text.columns) where there is no terminal.", valueName: "n"))
    var columns: Int?

    func validate() throws {
        guard let columns, !(PageStyle.narrowest...500).contains(columns) else { return }
        throw ValidationError("--columns is \(columns); it must be from \(PageStyle.narrowest) to 500.")
    }

    /// What the terminal of standard output can show and the user wishes.
    var style: PageStyle { style(on: .standard) }

    /// What `terminal` can show and the user wishes.
    func style(on terminal: Terminal) -> PageStyle {
        PageStyle(
            terminal.usesColor() && !noColor ? .coloured : .plain,
            columns: columns ?? terminal.width.map { min(500, $0) } ?? Text.columns)
    }

    /// Prints `text`: through the reader's pager where it goes to a window that is too low for it.
    func page(_ text: String) {
        let terminal = Terminal.standard
        if !noPager, terminal.isInteractive, let height = terminal.height,
            text.utf8.count(where: { $0 == 0x0a }) >= height,
            let pager = Pager(), pager.show(text)
        {
            return
        }
        print(text, terminator: "")
    }
}

/// How a run is shown and where it is written; of all commands that make one.
struct OutputOptions: ParsableArguments {
    @Option(help: "How much to tell: overview, story, messages or bytes.")
    var detail: Detail = .story

    @Option(help: ArgumentHelp("Write the run as JSON.", valueName: "file"))
    var json: String?

    @Option(
        help: ArgumentHelp(
            "Write the run as a capture (pcapng), with its secrets inside.", valueName: "file"))
    var pcap: String?

    @OptionGroup var colour: ColourOptions

    /// Writes the files that are asked for.
    ///
    /// - Parameter part: distinguishes several runs of one command. It goes into the names before the extension:
    ///   "run.json" becomes "run-1-real.json".
    func write(_ journal: Journal, part: String? = nil) throws {
        if let json {
            try OutputFile.write(Array(JSON.journal(journal).text.utf8), to: OutputFile.path(json, part: part))
        }
        if let pcap { try OutputFile.write(PcapNG.bytes(journal), to: OutputFile.path(pcap, part: part)) }
    }

    /// The run as a ladder.
    ///
    /// - Parameters:
    ///   - tellsChecks: whether a story tells each check of a list.
    ///   - hasPicture: whether a picture of the flights opens it.
    func ladder(_ journal: Journal, tellsChecks: Bool = false, hasPicture: Bool = true) -> Ladder {
        Ladder(journal, detail: detail, style: colour.style, tellsChecks: tellsChecks, hasPicture: hasPicture)
    }
}

extension Detail: ExpressibleByArgument {}
