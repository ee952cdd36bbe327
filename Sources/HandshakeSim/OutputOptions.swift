import ArgumentParser
import Capture
import LiveIO
import Render
import Trace

/// How a run is shown and where it is written; of all commands that make one.
///
/// ``PageOptions`` stand beside these options and not among them. In a debug build the argument parser validates each group four times
/// for each time that it validates what holds it, and so a group within a group sixteen times.
struct OutputOptions: ParsableArguments {
    @Option(help: "How much to tell: overview, story, messages or bytes.")
    var detail: Detail = .story

    @Option(help: .text("Write the run as JSON.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write the run as a capture (pcapng), with its secrets inside.", for: "file"))
    var pcap: FilePath?

    @Option(
        help: .text("Write the run as a page to look at in a browser. It asks the network for nothing.", for: "file"))
    var html: FilePath?

    /// What cannot be written is said before anything is run; but for JSON to standard output, which an exhibit writes and the other commands
    /// refuse when they write.
    func validate() throws { try OutputFile.check(all: [json?.path == "-" ? nil : json, pcap, html].map { $0?.path }) }

    /// Writes the files that are asked for: of JSON and captures one for each run, and one page of all.
    ///
    /// - Parameter document: what `--json` has in place of a file for each run.
    func write(_ set: RunSet, document: (() -> JSON)? = nil) throws {
        if let json, let document { try OutputFile.write(Array(document().text.utf8), to: json.path) }
        for run in set.runs {
            let part = set.isOne ? nil : run.id
            if let json, document == nil {
                try OutputFile.write(
                    Array(JSON.journal(run.journal).text.utf8), to: OutputFile.path(json.path, part: part))
            }
            if let pcap { try OutputFile.write(PcapNG.bytes(run.journal), to: OutputFile.path(pcap.path, part: part)) }
        }
        try Self.write(pageOf: set, to: html)
    }

    /// Writes one page of the runs into a file, unless it is nil.
    static func write(pageOf set: RunSet, to html: FilePath?) throws {
        guard let html, !set.runs.isEmpty else { return }
        try OutputFile.write(Array(WebPage(.of(set)).html().utf8), to: html.path)
    }

    /// The run as a ladder.
    ///
    /// - Parameters:
    ///   - style: what the page looks like.
    ///   - tellsChecks: whether a story tells each check of a list.
    ///   - hasPicture: whether a picture of the flights opens it.
    func ladder(
        _ journal: Journal, style: PageStyle, tellsChecks: Bool = false, hasPicture: Bool = true
    ) -> Ladder {
        Ladder(journal, detail: detail, style: style, tellsChecks: tellsChecks, hasPicture: hasPicture)
    }

    /// The ladder from which `only` picks out steps. A story tells each check where one is asked for.
    func ladder(of journal: Journal, only: StepList?, style: PageStyle) -> Ladder {
        ladder(journal, style: style, tellsChecks: only?.ids.contains { $0.contains("tls.check") } ?? false)
    }

    /// Whether the runs of a command that has more to say than its runs are told, too.
    var tellsRuns: Bool { [.messages, .bytes].contains(detail) }

    /// Whether the connections of an attack are asked for, in a file or in print.
    var asksForConnections: Bool { json != nil || pcap != nil || html != nil || tellsRuns }

    /// The ladders of the runs, where they are told.
    func ladders(of set: RunSet, style: PageStyle) -> String {
        tellsRuns ? set.runs.map { "\n" + ladder($0.journal, style: style).text }.joined() : ""
    }
}

extension Detail: ExpressibleByArgument {}
