import ArgumentParser
import LiveIO
import Museum
import Render
import Simulator
import TLSSim
import Trace

/// The options of `attack forward-secrecy --tls13`: the visit that is recorded, the theft, and the files.
struct TLS13TheftOptions: WritesInParts {
    @Flag(help: "Tell the story of TLS 1.3: a visit is recorded, and one thief after the other tries it.")
    var tls13 = false

    @Option(
        help: .text(
            "With --tls13: the visit begins with a ticket, with a ticket's secret alone, or with a ticket and early data.",
            for: "psk|psk-ke|early"))
    var resume: ResumeChoice?

    @Option(help: .text("With --tls13: the group for the key exchange.", for: "name"))
    var group: GroupName?

    @Option(
        help: .text(
            "With --tls13: what is stolen. Default: all that there is.",
            for: TLS13.TheftStory.Theft.allCases.map(\.rawValue).joined(separator: "|") + "|all"))
    var steal: Choice<TLS13.TheftStory.Theft>?

    @Option(help: .text("With --tls13: write the thefts as JSON. Of an exhibit: write the result.", for: "file"))
    var json: FilePath?

    @Option(
        help: .text(
            "With --tls13, or of an exhibit: write the recording as a capture (pcapng), with --tls13 without secrets.",
            for: "file"))
    var pcap: FilePath?

    @Option(help: .text("Write a page to look at in a browser: the story, and what was recorded.", for: "file"))
    var html: FilePath?

    /// The one theft that is made; nil for all thefts.
    private var theft: TLS13.TheftStory.Theft? {
        if case .one(let theft)? = steal { theft } else { nil }
    }

    /// The options for files as an exhibit takes them.
    var output: OutputOptions {
        var output = OutputOptions()
        (output.detail, output.json, output.pcap, output.html) = (.story, json, pcap, html)
        return output
    }

    /// Checks the files, and refuses options that exclude each other.
    ///
    /// - Parameter isExhibit: whether the files are those of an exhibit.
    /// - Throws: ``FileError`` for a file that cannot be written, otherwise `ValidationError`.
    func check(isExhibit: Bool) throws {
        try OutputFile.check(all: [json, pcap, html].map { $0?.path })
        let isTold = [resume != nil, group != nil, steal != nil, json != nil, pcap != nil]
        guard tls13 || isExhibit || !isTold.contains(true) else {
            throw ValidationError("Of a story, --resume, --group, --steal, --json and --pcap need --tls13.")
        }
        guard resume.map({ $0.older == nil }) ?? true else {
            throw ValidationError(
                "--tls13 resumes by 'psk', 'psk-ke' or 'early': session IDs are gone, and a ticket names a PSK.")
        }
        if let theft, theft.needsTicket, resume == nil {
            throw ValidationError(
                "--steal \(theft.rawValue) needs --resume psk or --resume early: else there is no ticket.")
        }
        _ = try choices()
    }

    private func choices() throws -> Visit.TLS13Options {
        let group = try GroupName.tls13(group, orElse: .x25519)
        var choices = Visit.TLS13Options(group: group, resumes: resume != nil, sendsEarlyData: resume == .early)
        choices.usesSecretAlone = resume == .pskKE
        if choices.usesSecretAlone, theft?.needsExchange == true {
            throw ValidationError("--steal: with --resume psk-ke there is no exchange, so a logarithm opens nothing.")
        }
        return choices
    }

    /// Runs a visit and attacks its recording.
    func story(seed: UInt64) async throws -> (thefts: TLS13.TheftStory, runs: RunSet) {
        let choices = try choices()
        let options = Visit.Options(seed: seed, tls13: choices)
        let visit = Visit.run(options, try await Visit.Cast(options).consultingLibrary())
        let story = try TLS13.TheftStory(seed: seed, choices, of: visit, theft: theft)
        return (story, RunSet(one: visit.journal, telling: story.report))
    }

    /// Prints the story, and writes the files that the options name.
    func tell(seed: UInt64, _ page: PageOptions) async throws {
        let story = try await story(seed: seed)
        try page.show(story.thefts.report)
        if let json { try OutputFile.write(Array(story.thefts.json.text.utf8), to: json.path) }
        if let pcap { try OutputFile.write(story.thefts.capture, to: pcap.path) }
        try OutputOptions.write(pageOf: story.runs, to: html, in: page.spoken)
    }
}

/// The recording does not depend on the theft.
extension TLS13.TheftStory.Theft: OptionPurpose {
    static let use = OptionUse.display
}
