import ArgumentParser
import JSONLines
import LiveIO
import PKI
import Render
import Trace
import TrustLab

/// The command that judges chains by every policy and prints a table.
struct TrustMatrixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "One chain, every policy, one table of verdicts.",
        discussion: """
            Without arguments the program tries every scenario on every policy that an iOS app can have: the system's own handling, \
            AFSecurityPolicy with all its switches, TrustKit, NSPinnedDomains, Alamofire, and delegates that check too little. \
            Scenarios are made from a seed and take place on 2026-03-01 12:00:00 UTC; none of them ever expires.

            --scenario picks one scenario. --chain takes your own chain: certificates in PEM or DER, the leaf first. HOST:PORT takes \
            the chain that a server shows.

            EXIT STATUS
              0   the table was made
              1   a file cannot be read, or contains no certificate
             64   wrong usage

            EXAMPLES
              HandshakeSim trust matrix --list
              HandshakeSim trust matrix --from AFSecurityPolicy
              HandshakeSim trust matrix --scenario other-site-same-ca --why
              HandshakeSim trust matrix --clock
              HandshakeSim trust matrix --chain server.pem --host www.example.com --anchors root.pem \\
                --time 2026-03-01T12:00:00Z --pin bundled.cer
              HandshakeSim trust matrix www.example.com:443 --pin bundled.cer --why
            """)

    @Argument(help: .text("A server that answers: a name or an address, and a port.", for: "host:port"))
    var target: String?

    @Flag(help: "List every scenario, with its story.")
    var list = false

    @Option(help: "Only this scenario.")
    var scenario: String?

    @Option(help: .text("Only scenarios from this source: AFSecurityPolicy, badssl.com, \"RFC 5280\".", for: "origin"))
    var from: String?

    @Option(
        help: .text(
            "Only this policy, or all whose names begin with this: \"AFSecurityPolicy publicKey\". May be repeated.",
            for: "name"))
    var policy: [String] = []

    @Flag(help: "The life of one server over some years: what it sends, and which app is locked out when.")
    var clock = false

    @Option(
        parsing: .upToNextOption,
        help: .text("Your own chain: files of certificates, the leaf first.", for: "file"))
    var chain: [InputPath] = []

    @Option(help: .text("With --chain: the name or address that was asked for.", for: "name"))
    var host: String?

    @Option(
        parsing: .upToNextOption,
        help: .text("With --chain: the authorities that come with the system. Default: this system's.", for: "file"))
    var anchors: [InputPath] = []

    @Option(help: .text("What the authorities of --anchors count as: system, app or user. Default: app.", for: "kind"))
    var anchorKind: AnchorKind?

    @Option(
        parsing: .upToNextOption,
        help: .text("With --chain: authorities that the user has installed.", for: "file"))
    var userAnchors: [InputPath] = []

    @OptionGroup var moment: MomentOptions

    @Option(
        parsing: .upToNextOption,
        help: .text(
            "With --chain: the certificates that the app has bundled, or the SHA-256 of a key in base 64.",
            for: "file|base64"))
    var pin: [PathOrText] = []

    @Option(help: .text("With --chain: an OCSP response (DER) that was stapled.", for: "file"))
    var ocsp: InputPath?

    @Option(
        parsing: .upToNextOption,
        help: .text(
            "With --chain: logs whose timestamps are verified: a list in JSON, or a log's key (PEM or DER).",
            for: "file"))
    var logs: [InputPath] = []

    @Option(help: .text("How long a server may take for each answer; 10 unless given.", for: "seconds"))
    var timeout: Double?

    @Flag(help: "Show every decision on the way.")
    var why = false

    @Option(help: "The number from which keys and serial numbers follow.")
    var seed: UInt64 = 7

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var report: ReportOptions

    @OptionGroup var page: PageOptions

    func validate() throws {
        let kinds = [list, scenario != nil, clock, !chain.isEmpty, target != nil].filter { $0 }.count
        guard kinds <= 1 else {
            throw ValidationError("--list, --scenario, --clock, --chain and HOST:PORT exclude each other.")
        }
        if let target { _ = try Endpoint(judged: target) }
        try HostArgument.check(host)
        guard (0.1...86_400).contains(timeout ?? 10) else { throw ValidationError("--timeout: 0.1 to 86400 seconds.") }
        if timeout != nil, target == nil { throw ValidationError("--timeout goes with HOST:PORT.") }
        if let scenario, TrustScenario.named(scenario) == nil {
            throw ValidationError("There is no scenario \"\(scenario)\"; --list names them all.")
        }
        if let from {
            guard scenario == nil, !clock, chain.isEmpty, target == nil else {
                throw ValidationError("--from goes with --list, or with all scenarios.")
            }
            guard !scenarios.isEmpty else {
                throw ValidationError("No scenario is from \"\(from)\"; --list tells where they are from.")
            }
        }
        if chain.isEmpty, target == nil {
            let others = [
                ("--host", host != nil), ("--anchors", !anchors.isEmpty), ("--user-anchors", !userAnchors.isEmpty),
                ("--time", moment.time != nil), ("--pin", !pin.isEmpty), ("--ocsp", ocsp != nil),
                ("--logs", !logs.isEmpty),
            ]
            if let (name, _) = others.first(where: \.1) { throw ValidationError("\(name) goes with --chain.") }
        } else if host == nil, target == nil {
            throw ValidationError("--chain needs --host: the name that the app asked for.")
        }
        if anchorKind != nil, anchors.isEmpty {
            throw ValidationError("--anchor-kind goes with --anchors; this system's authorities are the system's.")
        }
        for name in policy where places(of: name).isEmpty {
            throw ValidationError(
                "No policy is called \"\(name)\". There are \(MatrixReport.policies.joined(separator: "; ")).")
        }
        if !policy.isEmpty, list || clock || json {
            throw ValidationError("--policy picks columns of the text; it does not go with --list, --clock and --json.")
        }
        if list, report.html != nil {
            throw ValidationError("--html writes the table with each scenario's story; it does not go with --list.")
        }
        if why, kinds == 0 || list || clock {
            throw ValidationError("--why goes with --scenario or --chain. For all scenarios it would be too long.")
        }
    }

    /// The places of the chosen policies in the list of all policies.
    private var chosen: [Int] {
        guard !policy.isEmpty else { return Array(MatrixReport.policies.indices) }
        let places = policy.flatMap(places)
        return MatrixReport.policies.indices.filter(places.contains)
    }

    /// The place of the policy with this name; if there is none, the places of the policies whose names begin with it.
    private func places(of name: String) -> [Int] {
        let names = MatrixReport.policies
        if let exact = names.firstIndex(of: name) { return [exact] }
        return names.indices.filter { names[$0].hasPrefix(name) }
    }

    /// The scenarios from the source that `--from` names; all scenarios without this option.
    private var scenarios: [TrustScenario] {
        guard let from = from?.lowercased() else { return TrustScenario.all }
        return TrustScenario.all.filter { scenario in
            scenario.origins.contains { $0.english.lowercased().contains(from) }
        }
    }

    func run() throws {
        let told = try told()
        try report.write(WebReport(told), in: page.spoken)
        try page.show(told, asJSON: json)
    }

    private func told() throws -> Report {
        if list { return MatrixReport.list(scenarios) }
        if !chain.isEmpty || target != nil {
            let (evidence, learned) = try evidence()
            let row = MatrixRow(name: nil, scenario: nil, evidence: evidence, learned: learned)
            return MatrixReport.one(row, why: why, of: chosen, seed: seed)
        }
        let world = try ScenarioWorld(seed: seed)
        if let scenario, let named = TrustScenario.named(scenario) {
            return try MatrixReport.one(MatrixRow(named, in: world), why: why, of: chosen, seed: seed)
        }
        if clock { return try MatrixReport.clock(MatrixClock(Storyline.usual(in: world)), seed: seed) }
        let progress = ProgressLine("trust matrix", of: scenarios.count, unit: "scenarios")
        defer { progress.end() }
        let rows = try scenarios.map { scenario in
            defer { progress.advance() }
            return try MatrixRow(scenario, in: world)
        }
        return MatrixReport.all(rows, of: chosen, seed: seed)
    }

    private func evidence() throws -> (TrustEvidence, ServerInterview.Learned?) {
        let system = try CertificateFiles.store(anchors.map(\.path)).anchors
        let source =
            if let target {
                try ChainSource.server(try Endpoint(judged: target), named: host, within: timeout ?? 10)
            } else {
                try ChainSource.read(chain.map(\.path), named: host, within: timeout ?? 10)
            }
        var evidence = TrustEvidence(
            chain: source.chain, asked: .server(host ?? source.place?.address ?? ""),
            time: moment.seconds, systemAnchors: system)
        evidence.systemKind = AnchorKind(ofAnchors: anchors.map(\.path), given: anchorKind)
        evidence.knownLogs = logs.isEmpty ? nil : try logs.flatMap { try LogFiles.logs($0.path) }
        evidence.userAnchors = try userAnchors.flatMap { try CertificateFiles.certificates($0.path) }
        try evidence.pin(pin.map(\.text))
        evidence.stapledResponse = try source.response(orIn: ocsp?.path)
        evidence.sentTimestamps = source.timestamps
        return (evidence, source.learned)
    }
}
