import ArgumentParser
import JSONLines
import LiveIO
import PKI
import Render
import SecondVerifier
import Trace
import TrustLab

/// The command that judges certificate chains.
struct TrustEvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Judge a chain, and give every reason; or many chains, one per line.",
        discussion: """
            The command looks for a path from the leaf to an anchor among the certificates, with bounded work. Then it applies every \
            rule to every certificate of the path. For each check it shows the result, the octets, the document that demands the check, \
            and what an attacker could do without it. At the end comes the result of an independent verifier, swift-certificates.

            --profile platform judges like an operating system, and notes what an authority should have done better. --profile web-pki \
            refuses that too.

            With --batch each line of standard input is one request, a JSON object, and the answer is one line: docs/trust-evaluate.md.

            EXIT STATUS
              0  the chain is trusted
              3  the chain is refused
              1  an error, or what would be needed to tell was not seen
             64  an option is wrong

            EXAMPLES
              HandshakeSim trust evaluate chain.pem --host www.example.com --anchors root.pem
                  would a client that trusts this root accept this chain?
              HandshakeSim trust evaluate chain.pem --host www.example.com --time 2030-01-01T00:00:00Z
                  the same in 2030, with the roots of this system
              HandshakeSim trust evaluate www.example.com:443
                  what a server shows now
            """)

    /// The rules by which a chain is judged.
    enum Strictness: String, CaseIterable, ExpressibleByArgument {
        case platform
        case webPKI = "web-pki"
    }

    @Argument(
        help: .text(
            "The chain, the leaf first: PEM or DER, one or many per file. Or a server that answers.",
            for: "file|host:port"))
    var files: [PathOrText] = []

    @Option(
        help: .text(
            "The name or address that the leaf must be for. Without it no name is compared; HOST:PORT brings its own.",
            for: "name"))
    var host: String?

    @OptionGroup var trusted: AnchorOptions

    @OptionGroup var moment: MomentOptions

    @Option(
        help: .text(
            "An OCSP response (DER) that the server stapled: a revocation that it proves refuses the chain.",
            for: "file"))
    var ocsp: InputPath?

    @Flag(
        help:
            "The chain was sent to a client that asked for a status: a leaf that demands one (RFC 7633) is refused without it."
    )
    var mustStaple = false

    @OptionGroup var transparency: LogOptions

    @Option(help: "Whose rules: platform or web-pki. (default: platform)")
    var profile: Strictness?

    @Option(help: "ssl, or basicX509, which looks at neither name nor extended key usage. (default: ssl)")
    var policy: String?

    @Flag(help: "Show all checks, with the purpose and the evidence of each.")
    var all = false

    @Flag(help: "Read requests from standard input, one JSON object per line.")
    var batch = false

    @Flag(help: "With --batch: answer with every check, passed or not, and its evidence.")
    var findings = false

    @Option(help: .text("Write the verdict with every check as JSON besides.", for: "file"))
    var json: FilePath?

    @Option(help: .text("How long a server may take for each answer; 10 unless given.", for: "seconds"))
    var timeout: Double?

    @OptionGroup var page: PageOptions

    func validate() throws {
        try OutputFile.check(all: [json?.path])
        guard batch == files.isEmpty else {
            throw ValidationError("Name the files of a chain, or say --batch and give requests on standard input.")
        }
        if batch {
            let others = [
                ("--host", host != nil), ("--anchors", !trusted.anchors.isEmpty),
                ("--anchor-kind", trusted.anchorKind != nil), ("--time", moment.time != nil), ("--ocsp", ocsp != nil),
                ("--must-staple", mustStaple), ("--logs", !transparency.logs.isEmpty), ("--profile", profile != nil),
                ("--policy", policy != nil), ("--all", all), ("--json", json != nil), ("--timeout", timeout != nil),
                ("--no-color", page.noColor),
            ]
            if let (name, _) = others.first(where: \.1) {
                throw ValidationError("\(name) does not go with --batch: each request says what it asks.")
            }
        }
        try HostArgument.check(host)
        if files.count == 1 { try Endpoint.check(fileOrPlace: files[0].text) }
        guard (0.1...86_400).contains(timeout ?? 10) else { throw ValidationError("--timeout: 0.1 to 86400 seconds.") }
        if findings, !batch { throw ValidationError("--findings goes with --batch; --all tells every check.") }
        if let policy, ChainQuestion.Purpose(rawValue: policy) == nil {
            throw ValidationError("--policy is \"\(policy)\"; it must be ssl or basicX509.")
        }
        try trusted.check()
    }

    func run() async throws {
        guard !batch else { return answerBatch() }
        let source = try ChainSource.read(files.map(\.text), named: host, within: timeout ?? 10)
        let chain = source.chain
        let store = try trusted.store().trusted(on: trusted.kind)
        var asked = try question(host ?? source.place?.address)
        asked.stapledResponse = try source.response(orIn: ocsp?.path)
        asked.sentTimestamps = source.timestamps
        // SecTrust does not refuse a leaf that demands a stapled response, if the response is missing.
        let isAskedBySecTrust = profile != .webPKI && !mustStaple
        var judged = JudgedChain(of: chain, asking: asked, in: store, bySecTrust: isAskedBySecTrust)
        if let opinion = await judged.verdict.secondOpinion(on: asked) { judged.add(opinion) }
        let report = judged.report(asked: asked.words, handshake: source.handshake, tellsAll: all)
        try page.show(report)
        if let json { try OutputFile.write(Array(report.json.text.utf8), to: json.path) }
        if judged.isOpen, source.handshake?.failure == nil { throw ExitCode(1) }
        if !judged.verdict.isTrusted || source.handshake?.failure != nil { throw ExitCode(3) }
    }

    private func question(_ host: String?) throws -> ChainQuestion {
        var question = ChainQuestion(host.map { .server(hostName: $0) } ?? .anyServer, time: moment.seconds)
        question.purpose = policy.flatMap(ChainQuestion.Purpose.init) ?? .ssl
        question.knownLogs = try transparency.known()
        switch profile ?? .platform {
        case .platform: question = question.askedBySecTrust
        case .webPKI: question.profile = .webPKI
        }
        question.hasSeenStaple = mustStaple
        return question
    }

    private func answerBatch() {
        StandardInput.answerLines { line in
            line.allSatisfy(\.isWhitespace) ? nil : EvaluateBatch.answer(line, withFindings: findings)
        }
    }
}
