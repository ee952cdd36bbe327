import ArgumentParser
import Crypto
import LiveIO
import Museum
import Render
import Trace

/// The options that all exhibits have, except the seed and the files.
struct ExhibitOptions: ParsableArguments {
    /// Whether the rule is in place.
    enum Defence: String, ExpressibleByArgument, CaseIterable {
        case off, on, both
    }

    @Option(help: .text("One of its variants. Default: the first.", for: "name"))
    var variant: String?

    @Option(help: .text("Whether the rule is missing, in place, or first one and then the other.", for: "off|on|both"))
    var defence: Defence?

    @Flag(help: "Print no story.")
    var quiet = false

    /// Whether one of these options is used.
    var areUsed: Bool { variant != nil || defence != nil || quiet }

    /// Refuses options that choose cases if an option is used that is about the performances.
    ///
    /// - Parameter others: the options that choose cases, by their names, and whether each is used.
    /// - Throws: `ValidationError` that names the first option that is used.
    func refuse(_ others: KeyValuePairs<String, Bool>) throws {
        guard areUsed, let other = others.first(where: { $0.value }) else { return }
        throw ValidationError(
            "\(other.key) does not go with --defence, --variant and --quiet. These are about the two performances, and \(other.key) chooses a case."
        )
    }

    /// The performances in their order; true for a performance with the rule in place.
    var performances: [Bool] {
        switch defence ?? .both {
        case .off: [false]
        case .on: [true]
        case .both: [false, true]
        }
    }

    /// The name of the chosen variant; the first variant if none is chosen, "" if the exhibit has no variants.
    ///
    /// - Throws: `ValidationError` if the exhibit has no variant of the chosen name.
    func variant(of card: Card) throws -> String {
        guard let variant else { return card.variants.first ?? "" }
        guard card.variants.contains(variant) else {
            throw ValidationError(
                "'\(Text.legible(variant))' is no variant of '\(card.name)'. There is: "
                    + "\(card.variants.joined(separator: ", "))."
            )
        }
        return variant
    }
}

/// Performs an exhibit, prints its story and writes its files.
struct ExhibitShow {
    let exhibit: any Exhibit.Type
    let options: ExhibitOptions
    let seed: UInt64
    let output: OutputOptions
    let page: PageOptions
    /// The file of a recording to attack in place of a performance; nil for a performance.
    var capture: InputPath?

    private var isBoth: Bool { options.performances.count == 2 }
    /// Whether the result goes to standard output. Then no story is printed.
    private var isPiped: Bool { output.json?.isStandardOutput == true }

    /// The table that stands beside the story of both performances; nil beside one performance, or if the exhibit has none.
    private var table: Report? { get throws { isBoth ? try exhibit.table(seed: seed) : nil } }

    /// The path of a file of one performance. If there are two performances, "on" or "off" goes into the name.
    private func path(_ path: String, _ isDefended: Bool) -> String {
        isBoth ? OutputFile.path(path, part: isDefended ? "on" : "off") : path
    }

    func run() throws {
        let card = exhibit.card
        let variant = try options.variant(of: card)
        if let capture { return try attack(capture.path, variant) }
        if isBoth, isPiped {
            throw ValidationError("--json - writes one result. Say --defence off or --defence on, or name a file.")
        }
        var runs: [ExhibitRun] = []
        var files: [(leg: Leg, file: String)] = []
        for isDefended in options.performances {
            var octets: [Leg: [UInt8]] = [:]
            var wants = Performance.Wants()
            if output.pcap != nil { wants.sink = { leg, more in octets[leg, default: []] += more } }
            let run = try ProgressLine.during("attack \(card.name), the rule \(isDefended ? "in place" : "missing")") {
                try ExhibitRun.perform(exhibit, variant: variant, isDefended: isDefended, seed: seed, wants)
            }
            var captures: [ExhibitRun.Capture] = []
            for leg in card.legs {
                guard let pcap = output.pcap, let file = octets[leg] else { continue }
                let name = OutputFile.path(path(pcap.path, isDefended), part: leg == .wire ? nil : leg.rawValue)
                try OutputFile.write(file, to: name)
                captures.append((leg, String(name.split(separator: "/").last ?? ""), HashAlgorithm.sha256.hash(file)))
                if !isDefended || !isBoth { files.append((leg, name)) }
            }
            if let json = output.json {
                try FilePath(argument: path(json.path, isDefended)).write(run.json(captures: captures))
            }
            runs.append(run)
        }
        let tells = !options.quiet && !isPiped
        let beside = tells || output.html != nil ? try table : nil
        var ladders = ""
        if output.html != nil || output.tellsRuns {
            let set = try Self.set(runs, exhibit, beside: beside)
            try OutputOptions.write(pageOf: set, to: output.html, in: page.spoken)
            ladders = output.ladders(of: set, style: page.style)
        }
        if tells {
            let story = ExhibitRun.story(runs, files: files)
            try page.show(Report(apart: [story, beside].compactMap { $0 }), ladders)
        }
        let status = Self.status(runs)
        if status != 0 { throw ExitCode(status) }
    }

    /// Attacks a recording from a file.
    private func attack(_ path: String, _ variant: String) throws {
        guard let exhibit = exhibit as? any CaptureExhibit.Type else {
            throw ValidationError(
                "--capture: in '\(exhibit.card.name)' a recording is not enough. She sends something.")
        }
        guard options.defence == nil, output.pcap == nil, output.html == nil, !output.tellsRuns else {
            throw ValidationError(
                "--capture attacks what is there. --defence, --pcap, --html and --detail go with a performance.")
        }
        let recording = try InputFile.parsed(path, limit: InputFile.longestCapture) { try Recording(capture: $0) }
        let run = ExhibitRun.attack(exhibit, on: recording, variant: variant)
        try output.json?.write(run.json())
        if !options.quiet, !isPiped { try page.show(ExhibitRun.story([run], files: [(.wire, path)])) }
        let status = Self.status([run])
        if status != 0 { throw ExitCode(status) }
    }

    /// The exit status. For one run: 0 if the attacker has reached her goal, 3 if she has not. For two runs: 0 if she has reached it without
    /// the rule and not with it, otherwise 70.
    private static func status(_ runs: [ExhibitRun]) -> Int32 {
        guard runs.count == 2 else { return runs.allSatisfy(\.outcome.reached) ? 0 : 3 }
        return runs.allSatisfy { $0.outcome.reached != $0.isDefended } ? 0 : 70
    }

    /// Performs the exhibit and returns its runs for a page.
    ///
    /// - Parameter goesOn: asked before each performance. If it returns false, the set lacks the performances that follow.
    func set(while goesOn: (Int) -> Bool) throws -> RunSet {
        let variant = try options.variant(of: exhibit.card)
        var runs: [ExhibitRun] = []
        for isDefended in options.performances where goesOn(0) {
            runs.append(try ExhibitRun.perform(exhibit, variant: variant, isDefended: isDefended, seed: seed))
        }
        return try Self.set(runs, exhibit, beside: goesOn(0) ? try table : nil, while: goesOn)
    }

    private static func set(
        _ runs: [ExhibitRun], _ exhibit: any Exhibit.Type, beside table: Report?,
        while goesOn: (Int) -> Bool = { _ in true }
    ) throws -> RunSet {
        var told: [ExhibitRun] = []
        for run in runs where goesOn(0) { told.append(try run.withJournals(of: exhibit)) }
        // Only a performance with a journal knows which packets show a step.
        let story = Report(apart: [ExhibitRun.story(told.count == runs.count ? told : runs), table].compactMap { $0 })
        var list: [WebDocument.Run] = []
        for run in told {
            for (index, journal) in run.journals.enumerated() {
                let isOne = run.journals.count == 1
                var member = WebDocument.Run(
                    isOne ? run.name : "\(run.name)-\(index + 1)", label: isOne ? run.label : journal.title, journal,
                    heading: run.heading(of: journal), telling: story)
                member.opens = run.firstSight
                list.append(member)
            }
        }
        return RunSet(list, pairs: list.count == 2 ? [(list[0].id, list[1].id)] : [])
    }
}

/// The command that lists the exhibits of the museum.
struct AttackListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "A map of the museum: every exhibit with its place, its mistake and its rule.")

    @Option(help: .text("Write the list as JSON.", for: "file"))
    var json: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws { try json?.check() }

    func run() throws {
        if let json {
            try json.write(ExhibitName.json)
            if json.isStandardOutput { return }
        }
        try page.show(ExhibitName.map)
    }
}
