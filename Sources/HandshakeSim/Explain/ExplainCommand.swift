import ArgumentParser
import Capture
import Explain
import LiveIO
import Render
import Trace

/// The command that explains a capture: what happened, what went wrong, and which side caused it.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "What went wrong in this capture, where, and whose fault is it?",
        discussion: """
            The command reads a capture, pcap or pcapng, and tells who talked to whom, how each connection opened, went and closed, what \
            was sent again and why, and what is the matter. What a recording cannot show is left open.

            A file may be larger than memory, and compressed with gzip. "-" is standard input. Several files are one capture, their packets \
            in the order of time. Ctrl-C ends the reading: what was read until then is told.

            EXIT STATUS
              0   nothing of the severity fault or trouble
              3   at least one diagnosis of the severity fault or trouble
              1   not a capture, or a file that cannot be opened or written
              64  wrong usage

            EXAMPLES
              HandshakeSim explain trace.pcapng
                  the verdict, the connections, the diagnoses
              HandshakeSim explain trace.pcapng --connection 3 --detail story
                  the ladder of one connection
              HandshakeSim explain trace.pcapng --quiet --json explained.json --frames frames.jsonl
                  for programs
              HandshakeSim explain trace.pcap0 trace.pcap1.gz
                  files that belong together
              tcpdump -U -w - | HandshakeSim explain -
                  as it is captured, until Ctrl-C
            """)

    @Argument(help: .text("The capture, or its files; \"-\" is standard input.", for: "file"))
    var files: [InputPath]

    @Option(help: .text("Tell these connections alone, by their numbers.", for: "n,n…"))
    var connection: NumberList?

    @Option(help: .text("Tell the connections of this address alone.", for: "address"))
    var host: String?

    @Option(help: .text("Tell the connections of this port alone.", for: "n"))
    var port: UInt16?

    @Option(
        help: .text("A key log in the format of NSS: its secrets open sessions. May be repeated.", for: "file"))
    var keylog: [InputPath] = []

    @Option(
        help: .text(
            "A server's RSA private key, as PEM: it opens sessions of RSA key transport. May be repeated.", for: "file")
    )
    var key: [InputPath] = []

    @Option(
        help: .text(
            "The authorities by which chains are judged (PEM or DER), in place of the system's. May be repeated.",
            for: "file"))
    var ca: [InputPath] = []

    @Option(
        help: .text(
            "The time at which chains are judged, such as 2026-03-01T12:00:00Z. Default: that of the capture.",
            for: "time"))
    var at: String?

    @Option(help: .text("Write the result as JSON; \"-\" is standard output.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write a line of JSON for each frame; \"-\" is standard output.", for: "file"))
    var frames: FilePath?

    @Option(
        help: "How much to tell: summary, story, messages or bytes. (default: story of one connection, else summary)")
    var detail: ExplanationDetail?

    @Option(help: .text("Write the connections that are told as a page.", for: "file"))
    var html: FilePath?

    @Flag(help: "Tell no story.")
    var quiet = false

    @Option(name: .customLong("max-live"), help: .text("The most connections alive at once.", for: "n"))
    var mostLive = 100_000

    @OptionGroup var page: PageOptions

    func validate() throws {
        try OutputFile.check(all: [json, frames, html].map { $0?.path }.map { $0 == "-" ? nil : $0 })
        if let at, CivilTime.seconds(rfc3339: at) == nil {
            throw ValidationError("--at is \"\(at)\"; it must be like 2026-03-01T12:00:00Z.")
        }
        guard files.filter({ $0.path == "-" }).count < 2 else {
            throw ValidationError("Standard input can be read only once.")
        }
        guard mostLive > 0 else { throw ValidationError("--max-live is \(mostLive); it must be 1 or more.") }
        if json?.path == "-", frames?.path == "-" {
            throw ValidationError("Only one of --json and --frames can be standard output.")
        }
    }

    /// The connections that the options choose.
    private var selection: ConnectionSelection {
        ConnectionSelection(numbers: connection.map { Set($0.numbers) }, host: host, port: port)
    }

    func run() throws {
        var result = ExplanationSink(
            json: try ExplanationSink.file(json), frames: try ExplanationSink.file(frames), selection,
            tellsWords: detail != nil && detail != .summary)
        let inputs = try CaptureInputs(files.map(\.path))
        // Standard input and pipes can be read only once. The ladders and the diagnoses of each frame need a second reading.
        let comesOnce = inputs.comeOnce
        var options = Explainer.Options()
        options.mostLive = mostLive
        options.notesFrames = frames != nil && comesOnce
        if comesOnce { (options.told, options.edge) = (Set(1...Self.toldOfStandardInput), Self.edge) }
        options.sharesSYNs = frames == nil
        options.tellsCloses = comesOnce && !quiet && Terminal.standardError.showsOutput
        let (secrets, judge) = (try secrets(), try judge())
        var capture = ExplainedCapture(Explainer(options, secrets: secrets, judge: judge), files: files.count)
        try inputs.read(into: &capture) { outputs throws(FileError) in
            Self.show(outputs)
            try result.write(outputs)
        }
        let explanation = Explanation(names: files.map { Self.name(of: $0.path) }, capture, tally: result.tally)
        let isInterrupted = capture.isInterrupted
        guard selection.isAll || result.tally.figures.connections > 0 else {
            throw NothingChosen(connections: explanation.facts.connections)
        }
        try result.end(explanation)
        let numbers = told(explanation, result.gravest)
        if !comesOnce, frames != nil || !numbers.isEmpty {
            (options.told, options.notesFrames) = (Set(numbers), frames != nil)
            capture = ExplainedCapture(Explainer(options, secrets: secrets, judge: judge), files: files.count)
            if isInterrupted { capture.mostFrames = explanation.facts.frames }
            try CaptureInputs(files.map(\.path)).read(into: &capture) { outputs throws(FileError) in
                try result.writeFrames(outputs)
            }
        }
        try result.finish()
        let told = capture.explainer.journals.filter { numbers.contains($0.connection) }
            .sorted { $0.connection < $1.connection }
        if !quiet, json?.path != "-", frames?.path != "-" {
            let ladders = told.map {
                "\n" + Ladder($0.journal, detail: (detail ?? .story).ladder, style: page.style).text
                    + (SimilarVisit.report(for: $0.similar)?.text(style: page.style) ?? "")
            }
            try page.show(explanation.report(result.gravest), (detail ?? .story) == .summary ? "" : ladders.joined())
        }
        let runs = result.runs(told.map { ($0.connection, $0.journal) }, explanation)
        try OutputOptions.write(pageOf: RunSet(runs), to: html, in: page.spoken)
        if explanation.exitStatus != 0 { throw ExitCode(explanation.exitStatus) }
    }

    /// The number of connections of standard input that can be shown as ladders.
    private static let toldOfStandardInput = 20
    /// The number of frames of such a connection that are kept, at its beginning and at its end.
    private static let edge = 64

    private static let longestKeyLog = 64 << 20

    /// The secrets from `--keylog` and `--key`.
    ///
    /// - Throws: ``FileError`` if a file cannot be read, ``AttackFailure`` if it has no RSA key.
    private func secrets() throws -> SecretsStore {
        var secrets = SecretsStore()
        for path in keylog.map(\.path) {
            secrets.add(keyLog: try InputFile.read(path, limit: Self.longestKeyLog), from: .keyLog)
        }
        for path in key.map(\.path) { secrets.add(try InputFile.rsaKey(path)) }
        return secrets
    }

    /// The judge of certificate chains. Without `--ca` it uses the authorities of the system. If the system has none, it judges no chain.
    private func judge() throws -> TLSJudge {
        let time = at.flatMap(CivilTime.seconds(rfc3339:))
        guard !ca.isEmpty else { return TLSJudge(system: { try? CertificateFiles.store([]) }, at: time) }
        return TLSJudge(try CertificateFiles.store(ca.map(\.path)), areGiven: true, at: time)
    }

    /// The numbers of the connections that are shown as ladders or on the page; none if the options ask for neither. If the options choose no
    /// connections, it is the one with the gravest diagnosis.
    private func told(_ explanation: Explanation, _ gravest: GravestConnections) -> [Int] {
        guard html != nil || !quiet, detail != .summary else { return [] }
        let isChosen = !selection.isAll || detail != nil || explanation.facts.connections == 1 || html != nil
        guard isChosen, let worst = gravest.worst else { return [] }
        return selection.isAll ? [worst] : gravest.numbers
    }

    /// Tells on the terminal which connections have closed, while the capture is watched.
    private static func show(_ outputs: [Explainer.Output]) {
        for case .closed(let ended) in outputs {
            Terminal.standardError.write("\r\u{1b}[K\(ClosedConnectionLine(ended).english)\n")
        }
    }

    private static func name(of path: String) -> Words {
        guard path != "-" else { return Words(english: "standard input", chinese: "标准输入") }
        return Words(same: path.split(separator: "/").last.map(String.init) ?? path)
    }
}

/// The error if the options choose none of the connections.
struct NothingChosen: Error, CustomStringConvertible {
    let connections: Int

    var description: String {
        "of the \(counted(connections, "connection")) in the capture none is chosen by --connection, --host and --port"
    }
}

/// The value of an option: numbers of 1 or more, separated by commas.
struct NumberList: ExpressibleByArgument {
    let numbers: [Int]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard !parts.isEmpty, parts.allSatisfy({ ($0 ?? 0) > 0 }) else { return nil }
        numbers = parts.compactMap(\.self)
    }
}

/// How much the command prints about a capture.
enum ExplanationDetail: String, ExpressibleByArgument, CaseIterable {
    case summary, story, messages, bytes

    var ladder: Detail {
        switch self {
        case .summary, .story: .story
        case .messages: .messages
        case .bytes: .bytes
        }
    }
}
