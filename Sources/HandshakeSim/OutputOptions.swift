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

    @Option(help: ArgumentHelp("Write the run as JSON.", valueName: "file"))
    var json: String?

    @Option(
        help: ArgumentHelp(
            "Write the run as a capture (pcapng), with its secrets inside.", valueName: "file"))
    var pcap: String?

    @Option(
        help: ArgumentHelp(
            "Write the run as a page to look at in a browser. It asks the network for nothing.", valueName: "file"))
    var html: String?

    /// What cannot be written is said before anything is run.
    func validate() throws { try OutputFile.check(all: [json, pcap, html]) }

    /// One of the runs of a command.
    struct Run {
        /// Distinguishes it from the others. It goes into the names of files before the extension: "run.json" becomes
        /// "run-1-real.json".
        let part: String
        /// Its name for readers.
        let label: String
        /// What happened.
        let journal: Journal
        /// What the command says of it, for a page.
        var telling: WebTelling?

        /// The run as a page has it.
        fileprivate var onPage: WebDocument.Run {
            WebDocument.Run(part, label: label, journal, telling: telling)
        }
    }

    /// Writes the files that are asked for.
    ///
    /// - Parameter telling: what the command says beside the run, for a page.
    func write(_ journal: Journal, telling: WebTelling? = nil) throws {
        try write(journal, part: nil)
        try write(page: [WebDocument.Run("run", journal, telling: telling)])
    }

    /// Writes the files that are asked for: of JSON and captures one for each run, and one page of all.
    ///
    /// - Parameter pairs: the parts of runs that belong side by side.
    func write(_ runs: [Run], pairs: [(String, String)] = []) throws {
        for run in runs { try write(run.journal, part: run.part) }
        try write(page: runs.map(\.onPage), pairs: pairs)
    }

    /// Writes a capture of each run, if captures are asked for.
    func write(captures runs: [Run]) throws {
        guard let pcap else { return }
        for run in runs { try OutputFile.write(PcapNG.bytes(run.journal), to: OutputFile.path(pcap, part: run.part)) }
    }

    private func write(_ journal: Journal, part: String?) throws {
        if let json {
            try OutputFile.write(Array(JSON.journal(journal).text.utf8), to: OutputFile.path(json, part: part))
        }
        if let pcap { try OutputFile.write(PcapNG.bytes(journal), to: OutputFile.path(pcap, part: part)) }
    }

    /// Writes one page of `runs`, if a page is asked for.
    func write(page runs: [WebDocument.Run], pairs: [(String, String)] = []) throws {
        try Self.write(page: runs, pairs: pairs, to: html)
    }

    /// Writes one page of `runs` into a file, unless it is nil; hands the runs over where they are gathered.
    static func write(page runs: [WebDocument.Run], pairs: [(String, String)] = [], to html: String?) throws {
        if let gathering = RunGathering.current { return gathering.add(runs, pairs: pairs) }
        guard let html, !runs.isEmpty else { return }
        try OutputFile.write(Array(WebPage(.of(runs, pairs: pairs)).html().utf8), to: html)
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
}

extension OutputOptions {
    /// The ladder from which `only` picks out steps. A story tells each check where one is asked for.
    func ladder(of journal: Journal, only: String?, style: PageStyle) -> Ladder {
        ladder(journal, style: style, tellsChecks: only?.contains("tls.check") ?? false)
    }
}

extension OutputOptions {
    /// Whether the runs of a command that has more to say than its runs are told, too.
    var tellsRuns: Bool { [.messages, .bytes].contains(detail) }

    /// Whether the connections of an attack are asked for: in a file, for a page, or in print.
    var asksForConnections: Bool {
        RunGathering.current != nil || [json, pcap, html].contains { $0 != nil } || tellsRuns
    }

    /// Writes the connections of an attack into the files that are asked for.
    ///
    /// - Parameters:
    ///   - connections: those of each of its stories. Two of a story belong side by side.
    ///   - document: the JSON of the attack, made with the parts and journals of all connections.
    /// - Returns: the connections as text, as far as they are told.
    func show(
        _ connections: [[Run]], style: PageStyle, document: ([(String, Journal)]) -> JSON
    ) throws -> String {
        let all = connections.flatMap { $0 }
        if let json {
            try OutputFile.write(Array(document(all.map { ($0.part, $0.journal) }).text.utf8), to: json)
        }
        try write(captures: all)
        try write(
            page: all.map(\.onPage),
            pairs: connections.compactMap { $0.count == 2 ? ($0[0].part, $0[1].part) : nil })
        return tellsRuns ? all.map { "\n" + ladder($0.journal, style: style).text }.joined() : ""
    }
}

extension Detail: ExpressibleByArgument {}
