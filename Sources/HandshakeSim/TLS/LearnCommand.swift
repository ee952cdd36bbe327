import ArgumentParser
import Crypto
import Learning
import LiveIO
import PKI
import Render
import Simulator
import TLSSim
import Trace

/// The command that finds out the state machine of another program's TLS by talking to it.
struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Find out the state machine of another program's TLS by asking it.",
        discussion: """
            A puppet sends the server messages in every order, right ones and wrong ones, with the best keys that it has. From the answers \
            a learner makes a machine: the states of the server, and what it does in each with each message. It tests the machine until no \
            test refutes it. Then it says whether there is a way to an open connection on which a step of the handshake is missing. With \
            --role client the puppet is a server, and a command starts the client for each question.

            Each question is a connection, and there may be many hundreds. Ask your own servers only. The certificate is not judged.

            The peer "self" is this program's own TLS, in memory: the same arguments give the same report. With --variant it leaves out a rule on \
            purpose, and the machine shows what is missing.

            EXIT STATUS
              0  the machine is learned; with --compare there is no difference
              1  the server cannot be reached, or the client does not come, or a file cannot be read or written
              3  there is a difference, or a way to an open connection with a step missing
              4  not finished: the limit is reached, or the peer answers one question in several ways
             64  an option is wrong

            docs/learn.md tells what was learned about several servers, and what the tests prove.

            EXAMPLES
              HandshakeSim learn localhost:4433
              HandshakeSim learn localhost:4433 --tls 1.3 --compare self
              HandshakeSim learn localhost:4433 --json before.json
                  then, after an update: HandshakeSim learn localhost:4433 --compare before.json
              HandshakeSim learn localhost:4433 --alphabet full --dot machine.dot
              HandshakeSim learn --role client -- openssl s_client -connect localhost:{port} -quiet
              HandshakeSim learn --role client --tls 1.3 -- curl --insecure https://localhost:{port}
              HandshakeSim learn self --variant early-ccs --compare self
            """)

    @Argument(
        help: .text(
            "The server: a host and a port, such as localhost:4433. Or self: this program's own TLS.",
            for: "host:port|self"))
    var target: String?

    @Argument(
        parsing: .postTerminator,
        help: .text(
            "With --role client: the command that starts the client. {port} stands for the port that it has to connect to.",
            for: "command"))
    var command: [String] = []

    @Option(help: .text("The side that is learned: server or client.", for: "side"))
    var role = Role.server

    @Option(
        help: .text(
            "With self: what is wrong on purpose. One or several, with commas between them: \(WrongEndpoint.allCases.map(\.rawValue).joined(separator: ", ")).",
            for: "names"))
    var variant: WrongEndpoints?

    @Option(
        help: .text(
            "With --role client: the port to listen on, on 127.0.0.1. Default: two free ports in turn, so that the next client starts while one is asked.",
            for: "n"))
    var listen: UInt16?

    @Option(
        help: .text(
            "The puppet's certificate and any intermediates (PEM). Default: for a server one for localhost that no client trusts, for a client none.",
            for: "file"))
    var cert: InputPath?

    @Option(help: .text("The private key of the certificate (PEM).", for: "file"))
    var key: InputPath?

    @Option(help: .text("The version: 1.2 or 1.3.", for: "version"))
    var tls = "1.2"

    @Option(
        help: .text(
            "The messages that are sent: small, full, or names from the list of full, with commas between them.",
            for: "names"))
    var alphabet = "small"

    @Option(help: .text("The name to ask for in server_name. Default: the host, if it is a name.", for: "host"))
    var host: String?

    @Option(
        help: .text(
            "How many states more than the machine that is found another machine may have without passing all tests. Default: 2, or 1 where there are many states.",
            for: "n"))
    var depth: Int?

    @Option(help: .text("How many random words to try on each machine that passes the other tests.", for: "n"))
    var tests = 150

    @Option(
        help: .text(
            "How many times in a row to send each message that changes nothing, before the tests. Servers may count.",
            for: "n"))
    var pump = 6

    @Option(
        help: .text(
            "After how long without an octet an answer is over. Default: five times as long as the slowest answer of a handshake in good order, and at least \(LearningPatience.leastQuiet).",
            for: "ms"))
    var timeout: Int?

    @Option(help: .text("How many questions may be asked.", for: "n"))
    var limit = 20_000

    @Option(help: .text("The seed of the random words and of the puppet's keys.", for: "n"))
    var seed: UInt64 = 1

    @Option(
        help: .text(
            "Compare with a machine of an earlier run (a file of --json), or with this program's own server: self.",
            for: "file|self"))
    var compare: PathOrText?

    @Option(help: .text("Write the machine as JSON.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write the machine as a graph for Graphviz.", for: "file"))
    var dot: FilePath?

    @Option(help: .text("Write the report as a page to look at in a browser.", for: "file"))
    var html: FilePath?

    @Option(
        help: .text(
            "Write the questions' connections as a capture, with the secrets that open them. TCP in it is made up. At most \(QuestionCapture.limit >> 20) MiB.",
            for: "file"))
    var pcap: FilePath?

    @Option(
        help: .text(
            "Judge the server's certificates by the authorities in this file (PEM), and report it. Nothing else changes.",
            for: "file"))
    var ca: InputPath?

    @OptionGroup var page: PageOptions

    func validate() throws {
        try checkPeer()
        let version = try version
        _ = try letters(version)
        for (name, value, range) in [
            ("depth", depth ?? 0, 0...6), ("tests", tests, 0...100_000), ("pump", pump, 0...100),
            ("timeout", timeout ?? 1, 1...60_000),
            ("limit", limit, 1...10_000_000),
        ] where !range.contains(value) {
            throw ValidationError("--\(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound).")
        }
        try OutputFile.check(all: [json, dot, html, pcap].map { $0?.path })
    }

    var version: ProtocolVersion {
        get throws {
            switch tls {
            case "1.2": .tls12
            case "1.3": .tls13
            default: throw ValidationError("--tls is \(tls.quotable); it must be 1.2 or 1.3.")
            }
        }
    }

    private func letters(_ version: ProtocolVersion) throws -> [Letter] {
        do {
            return try Alphabet.letters(alphabet, role, version, isCertified: cert != nil)
        } catch {
            throw ValidationError(
                "--alphabet: there is no message \(error.name.quotable). The messages are \(error.known.joined(separator: ", "))."
            )
        }
    }

    var settings: LearnerSettings {
        var settings = LearnerSettings()
        (settings.depth, settings.randomWords, settings.pump) = (depth, tests, pump)
        (settings.limit, settings.seed) = (limit, seed)
        return settings
    }

    /// Whether this program's own TLS is learned.
    private var isOwn: Bool { target == MachineReport.Subject.own }

    /// Refuses options of another peer.
    private func checkPeer() throws {
        let ofServers = [("host", host != nil), ("ca", ca != nil)]
        let ofClients = [("listen", listen != nil)]
        let certificates = [("cert", cert != nil), ("key", key != nil)]
        func refuse(_ options: [(name: String, isGiven: Bool)], _ owner: String) throws {
            if let name = options.first(where: \.isGiven)?.name {
                throw ValidationError("--\(name): it belongs to \(owner).")
            }
        }
        if isOwn {
            try refuse(
                ofServers + ofClients + certificates + [("timeout", timeout != nil), ("pcap", pcap != nil)],
                "a peer on the network")
            guard command.isEmpty else {
                throw ValidationError("\(command[0].quotable): a command belongs to a peer on the network.")
            }
            guard let variant else { return }
            guard try version == .tls12 else { throw ValidationError("--variant: its mistakes are of TLS 1.2.") }
            for mistake in variant.mistakes where mistake.missingRules(of: role).isEmpty {
                throw ValidationError("--variant \(mistake.rawValue): a \(role) has no such rule.")
            }
            return
        }
        try refuse([("variant", variant != nil)], "the peer self")
        guard (cert == nil) == (key == nil) else { throw ValidationError("--cert and --key belong together.") }
        switch role {
        case .server:
            guard let target else {
                throw ValidationError("Name the server: a host and a port, such as localhost:4433.")
            }
            _ = try Endpoint(argument: target)
            try HostArgument.check(host)
            try refuse(ofClients, "--role client")
            if cert != nil, compare?.text == MachineReport.Subject.own {
                throw ValidationError(
                    "--compare self: this program's own server does not trust the certificate of --cert.")
            }
            guard command.isEmpty else {
                throw ValidationError("\(command[0].quotable): a command belongs to --role client.")
            }
        case .client:
            guard target == nil else {
                throw ValidationError(
                    "\((target ?? "").quotable): with --role client no server is named; the command stands behind --.")
            }
            guard !command.isEmpty else {
                throw ValidationError(
                    "Name the command that starts the client, behind --: -- openssl s_client -connect localhost:{port}")
            }
            try refuse(ofServers, "--role server")
        }
    }

    func run() throws {
        let outcome = try outcome()
        try page.show(outcome.told)
        try write(outcome)
        if outcome.differs || !outcome.report.shortcuts.isEmpty { throw ExitCode(3) }
    }

    /// What was learned, and what is said of it.
    struct Outcome {
        fileprivate let subject: MachineReport.Subject
        fileprivate let learned: LearnedMachine
        /// How long it took; nil for a peer in memory.
        fileprivate let seconds: Double?
        fileprivate let report: MachineReport
        /// The report, with the comparison.
        fileprivate var told: Report
        /// Whether the machine differs from the one that it is compared with.
        fileprivate var differs = false

        /// The title of its page.
        var title: Words {
            let name = subject.words
            return Words(
                english: "The state machine of the \(name.english)", chinese: "\(name.chinese)的状态机")
        }
        /// The page: the drawing, then the report.
        var page: Report { Report([.graph(report.graph)]) + told }
    }

    /// Learns the machine, and compares it.
    func outcome() throws -> Outcome {
        let version = try version
        let letters = try letters(version)
        let earlier = try earlierMachine()
        let judge = try ca.map { Evaluator(store: try CertificateFiles.store([$0.path])) }
        let (subject, learned, seconds, chain) = try isOwn ? askSelf(letters, version) : askPeer(letters, version)
        let report = MachineReport(subject, learned, settings, seconds: seconds)
        var outcome = Outcome(
            subject: subject, learned: learned, seconds: seconds, report: report, told: report.report)
        if let mistakes = variant?.mistakes {
            outcome.told =
                Report(mistakes.map { .wrongOnPurpose($0) } + [.space]) + outcome.told
        }
        if let judge {
            let name = try host ?? Endpoint(argument: target ?? "").address
            let question = ChainQuestion(hostName: name, time: WallClock.microseconds / 1_000_000)
            outcome.told.add(.space)
            outcome.told += MachineReport.report(on: chain.map { judge.judge(chain: $0, question: question) }, of: name)
        }
        if let compare {
            let isOurs = compare.text == MachineReport.Subject.own
            let other =
                try earlier
                ?? learn(letters, from: ownEndpoint(version).like(learned.machine, role).teacher(of: role)).machine
            let differences = learned.machine.differences(from: other, version)
            outcome.differs = !differences.isEmpty
            outcome.told.add(.space)
            outcome.told += MachineReport.report(
                on: differences, from: isOurs ? .ours(role) : .earlier(file: compare.text), version)
        }
        return outcome
    }

    /// What was learned of a peer, how long it took, and the chain that the peer has shown.
    private typealias Learned = (MachineReport.Subject, LearnedMachine, seconds: Double?, chain: [[UInt8]]?)

    /// Learns the machine of this program's own client or server.
    private func askSelf(
        _ letters: [Letter], _ version: ProtocolVersion
    ) throws -> Learned {
        var endpoint = try ownEndpoint(version)
        for mistake in variant?.mistakes ?? [] { endpoint.missingRules.formUnion(mistake.missingRules(of: role)) }
        let subject = MachineReport.Subject(peer: MachineReport.Subject.own, role: role, version: version)
        return (subject, try learn(letters, from: endpoint.teacher(of: role)), nil, nil)
    }

    /// This program's own endpoint. Its clock stands still, so that its machine is the same at any time.
    private func ownEndpoint(_ version: ProtocolVersion) throws -> OwnEndpoint {
        try OwnEndpoint(role, version, at: Visit.epoch, seed: seed)
    }

    /// Learns the machine of the peer. Afterwards Ctrl-C ends the program as usual.
    private func askPeer(
        _ letters: [Letter], _ version: ProtocolVersion
    ) throws -> Learned {
        let peer = try peer(version)
        peer.capture = try pcap.map { try QuestionCapture($0.path) }
        try prepare(peer, version)
        let clock = ContinuousClock()
        let start = clock.now
        let learned = try learn(letters, from: peer)
        let subject = MachineReport.Subject(peer: peer.name, role: role, version: version)
        if peer.capture?.isFull == true {
            StreamedFile.warn(
                "learn: --pcap is full. The questions after \(QuestionCapture.limit >> 20) MiB are not in it.\n")
        }
        return (subject, learned, (clock.now - start) / .seconds(1), peer.chain)
    }

    private func write(_ outcome: Outcome) throws {
        let report = outcome.report
        try json?.write(
            MachineFile.document(outcome.subject, outcome.learned, report.shortcuts, seconds: outcome.seconds))
        if let dot {
            let graph = MachineGraph(report.view, title: outcome.subject.words, in: page.spoken)
            try OutputFile.write(Array(graph.text.utf8), to: dot.path)
        }
        try html?.write(page: outcome.page, title: outcome.title, in: page.spoken)
    }
}

/// The value of `--variant`: mistakes with commas between their names.
struct WrongEndpoints: ExpressibleByArgument {
    let mistakes: [WrongEndpoint]

    static var allValueStrings: [String] { WrongEndpoint.allCases.map(\.rawValue) }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        mistakes = WrongEndpoint.allCases.filter { names.contains($0.rawValue[...]) }
        guard mistakes.count == names.count else { return nil }
    }
}

extension Role: ExpressibleByArgument {}
