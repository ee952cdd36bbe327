import ArgumentParser
import Capture
import LiveIO
import Render
import Trace

/// The options for how a run is shown and to which files it is written. All commands that make runs have them.
///
/// ``PageOptions`` are not a group within these options, but a group of each command. In a debug build the argument parser reads and
/// checks a group five times for each time that it reads the holder of the group, and so a group within a group twenty-five times.
struct OutputOptions: WritesInParts {
    @Option(help: "How much to tell: overview, story, messages or bytes.")
    var detail: Detail = .story

    @Option(help: .text("Write the run as JSON.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write the run as a capture (pcapng), with its secrets inside.", for: "file"))
    var pcap: FilePath?

    @Option(
        help: .text("Write the run as a page to look at in a browser. It asks the network for nothing.", for: "file"))
    var html: FilePath?

    /// Checks before the run that the files can be written. `--json -` is not checked here: an exhibit writes JSON to standard output, and
    /// the other commands refuse it when they write.
    func validate() throws { try OutputFile.check(all: [json?.path == "-" ? nil : json, pcap, html].map { $0?.path }) }

    /// Writes the files that the options name: JSON and a capture for each run, and one page with all runs.
    ///
    /// - Parameters:
    ///   - language: the language whose words are in the JSON of a run beside the English ones, and in which the page opens.
    ///   - document: makes one JSON document of all runs, in place of a file for each run; nil for a file for each run.
    /// - Throws: ``FileError`` if a file cannot be written.
    func write(_ set: RunSet, in language: Language, document: (() -> JSON)? = nil) throws {
        if let json, let document { try OutputFile.write(Array(document().text.utf8), to: json.path) }
        for run in set.runs {
            let part = set.isOne ? nil : run.id
            if let json, document == nil {
                let text = JSON.journal(run.journal, language: language).text
                try OutputFile.write(Array(text.utf8), to: OutputFile.path(json.path, part: part))
            }
            if let pcap { try OutputFile.write(PcapNG.bytes(run.journal), to: OutputFile.path(pcap.path, part: part)) }
        }
        try Self.write(pageOf: set, to: html, in: language)
    }

    /// Writes one page with the runs into a file; it opens in `language`. Does nothing if there is no file or no run.
    static func write(pageOf set: RunSet, to html: FilePath?, in language: Language) throws {
        guard let html, !set.runs.isEmpty else { return }
        try OutputFile.write(Array(WebPage(.of(set)).html(in: language).utf8), to: html.path)
    }

    /// The run as a ladder.
    ///
    /// - Parameters:
    ///   - style: the colours and the width of the page.
    ///   - tellsChecks: whether a story shows each check of a list.
    ///   - hasPicture: whether the ladder begins with a picture of the flights.
    func ladder(
        _ journal: Journal, style: PageStyle, tellsChecks: Bool = false, hasPicture: Bool = true
    ) -> Ladder {
        Ladder(journal, detail: detail, style: style, tellsChecks: tellsChecks, hasPicture: hasPicture)
    }

    /// The ladder from which `only` chooses steps. A story shows each check of a list if `only` names a check.
    func ladder(of journal: Journal, only: StepList?, style: PageStyle) -> Ladder {
        ladder(journal, style: style, tellsChecks: only?.ids.contains { $0.contains("tls.check") } ?? false)
    }

    /// Whether a command that prints more than its runs also prints the ladders of the runs.
    var tellsRuns: Bool { [.messages, .bytes].contains(detail) }

    /// Whether the connections of an attack are written to a file or printed.
    var asksForConnections: Bool { json != nil || pcap != nil || html != nil || tellsRuns }

    /// The ladders of the runs if ``tellsRuns``; otherwise "".
    func ladders(of set: RunSet, style: PageStyle) -> String {
        tellsRuns ? set.runs.map { "\n" + ladder($0.journal, style: style).text }.joined() : ""
    }
}

extension Detail: ExpressibleByArgument {}
