import ArgumentParser
import Capture
import LiveIO
import Render
import Trace

/// Whether to write in colour; of all commands, those that never do included: a script may give it to each alike.
struct ColourOptions: ParsableArguments {
    @Flag(help: "No colour. NO_COLOR in the environment does the same.")
    var noColor = false

    /// What the terminal of standard output can show and the user wishes.
    var style: Palette { style(on: .standard) }

    /// What `terminal` can show and the user wishes.
    func style(on terminal: Terminal) -> Palette { terminal.usesColor() && !noColor ? .coloured : .plain }
}

/// How a run is shown and where it is written; of all commands that make one.
struct OutputOptions: ParsableArguments {
    @Option(help: "How much to tell: story, messages or bytes.")
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
    func ladder(_ journal: Journal) -> Ladder { Ladder(journal, detail: detail, style: colour.style) }
}

extension Detail: ExpressibleByArgument {}
