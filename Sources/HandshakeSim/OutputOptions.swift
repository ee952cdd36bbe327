import ArgumentParser
import Capture
import LiveIO
import Render
import Trace

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

    @OptionGroup var page: PageOptions

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
        Ladder(journal, detail: detail, style: page.style, tellsChecks: tellsChecks, hasPicture: hasPicture)
    }
}

extension Detail: ExpressibleByArgument {}
