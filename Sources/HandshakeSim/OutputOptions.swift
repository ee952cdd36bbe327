import ArgumentParser
import Capture
import LiveIO
import Render
import Trace

/// Whether to write in colour; of all commands that write for a reader.
struct ColourOptions: ParsableArguments {
    @Flag(help: "No colour. NO_COLOR in the environment does the same.")
    var noColor = false

    /// What the terminal can show and the user wishes.
    var style: Palette { Terminal.standard.usesColor() && !noColor ? .coloured : .plain }
}

/// How a run is shown and where it is written; of all commands that make one.
struct OutputOptions: ParsableArguments {
    @Option(help: "How much to tell: story, messages or bytes.")
    var detail: Detail = .story

    @Option(help: ArgumentHelp("Write the run as JSON.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write the run as a capture (pcapng), with its secrets inside.", valueName: "file"))
    var pcap: String?

    @OptionGroup var colour: ColourOptions

    /// Writes the files that are asked for.
    ///
    /// - Parameter part: distinguishes several runs of one command. It goes into the names before the extension:
    ///   "run.json" becomes "run-1-real.json".
    func write(_ journal: Journal, part: String? = nil) throws {
        if let json {
            try OutputFile.write(Array(JSON.journal(journal).text.utf8), to: Self.path(json, part))
        }
        if let pcap { try OutputFile.write(PcapNG.bytes(journal), to: Self.path(pcap, part)) }
    }

    /// The run as a ladder.
    func ladder(_ journal: Journal) -> Ladder { Ladder(journal, detail: detail, style: colour.style) }

    static func path(_ path: String, _ part: String?) -> String {
        guard let part else { return path }
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A name that begins with a dot has no extension there.
        guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path)-\(part)" }
        return "\(path[..<dot])-\(part)\(path[dot...])"
    }
}

extension Detail: ExpressibleByArgument {}
