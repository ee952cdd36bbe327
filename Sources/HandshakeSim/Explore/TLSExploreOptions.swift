import ArgumentParser
import LiveIO
import Render
import Simulator
import TLSExplorer
import Trace

/// What is wrong on purpose in an exploration: a TCP, or one or several mistakes of TLS.
enum ExploredVariant: ExpressibleByArgument, Equatable {
    case tcp(Variant)
    case tls([TLSMistake])

    /// The names that the explorer knows.
    static var allValueStrings: [String] {
        (Variant.explored + Variant.ofHosts).map(\.rawValue) + TLSMistake.allCases.map(\.rawValue)
    }

    /// The variant with that name; several mistakes of TLS have commas between them. Nil for an unknown name.
    init?(argument: String) {
        if let variant = Variant(rawValue: argument) {
            self = .tcp(variant)
            return
        }
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        let mistakes = names.compactMap { TLSMistake(rawValue: String($0)) }
        guard mistakes.count == names.count else { return nil }
        self = .tls(TLSMistake.allCases.filter(mistakes.contains))
    }

    /// The name.
    var defaultValueDescription: String {
        switch self {
        case .tcp(let variant): variant.rawValue
        case .tls(let mistakes): mistakes.map(\.rawValue).joined(separator: ",")
        }
    }
}

/// The versions of TLS that are explored, one after the other.
enum ExploredTLS: String, ExpressibleByArgument, CaseIterable {
    case tls12 = "1.2"
    case tls13 = "1.3"
    case both

    /// The versions.
    var versions: [TLSScope.Version] {
        switch self {
        case .tls12: [.tls12]
        case .tls13: [.tls13]
        case .both: [.tls12, .tls13]
        }
    }
}

/// The options of the explorer for TLS.
struct TLSExploreOptions: ParsableArguments {
    @Option(
        defaultAsFlag: .both,
        help: .text(
            "Explore TLS and an attacker: 1.2, 1.3, or both one after the other, which is what --tls alone means.",
            for: "version"))
    var tls: ExploredTLS?

    @Option(help: .text("How many moves the attacker has, at most \(TLSScope.mostMoves). Default: 2.", for: "n"))
    var moves: Int?

    @Flag(help: "The server demands a certificate of the client, which has one.")
    var clientCert = false

    @Flag(help: "The client resumes the session of an earlier connection, which the attacker left alone.")
    var resume = false

    @Flag(help: "The client of TLS 1.3 resumes such a session and sends early data with its hello.")
    var earlyData = false

    @Option(
        help: .text(
            "How many connections of the client with the server, one after the other: 1 or 2. In the second one the attacker can send again "
                + "what she has recorded in the first. With --resume the second one resumes the first. Default: 1.",
            for: "n"))
    var sessions: Int?

    @Flag(
        help: """
            The client of TLS 1.2 visits the attacker's own name, with RSA key transport, and she has a connection of her own with the \
            server.
            """)
    var visitHer = false

    /// Whether TLS is explored.
    var isOn: Bool { tls != nil }

    /// Checks these options together with the command's other options.
    ///
    /// - Throws: `ValidationError` for options that exclude each other, or for a number that is out of range.
    func validate(beside command: ExploreCommand) throws {
        guard let tls else {
            if moves != nil { throw ValidationError("--moves is about TLS: add --tls.") }
            if sessions != nil { throw ValidationError("--sessions is about TLS: add --tls.") }
            if visitHer { throw ValidationError("--visit-her is about TLS: add --tls 1.2.") }
            if earlyData { throw ValidationError("--early-data is about TLS: add --tls 1.3.") }
            if resume { throw ValidationError("--resume is about TLS: add --tls.") }
            if clientCert { throw ValidationError("--client-cert is about TLS: add --tls.") }
            if case .tls = command.variant {
                throw ValidationError("--variant \(command.variant.defaultValueDescription) is one of TLS: add --tls.")
            }
            return
        }
        if let moves, !(0...TLSScope.mostMoves).contains(moves) {
            throw ValidationError("--moves is \(moves); it must be from 0 to \(TLSScope.mostMoves).")
        }
        if let sessions, !(1...2).contains(sessions) {
            throw ValidationError("--sessions is \(sessions); it must be 1 or 2.")
        }
        if visitHer, tls != .tls12 { throw ValidationError("--visit-her is about TLS 1.2: --tls 1.2.") }
        if visitHer, resume || sessions == 2 {
            throw ValidationError("--visit-her is about one full handshake: leave out --resume and --sessions 2.")
        }
        if earlyData, tls != .tls13 { throw ValidationError("--early-data is about TLS 1.3: --tls 1.3.") }
        for (name, isGiven) in command.optionsOfTCP where isGiven {
            throw ValidationError("--\(name) is about TCP: leave it out with --tls.")
        }
        if case .tcp(let variant) = command.variant, variant != .standard {
            throw ValidationError("--variant \(variant.rawValue) is one of TCP: leave out --tls.")
        }
        if case .tls(let mistakes) = command.variant {
            for mistake in mistakes {
                guard let version = mistake.version, tls.versions != [version] else { continue }
                throw ValidationError(
                    "--variant \(mistake.rawValue) is one of TLS \(version.rawValue): --tls \(version.rawValue).")
            }
        }
        let names = TLSSpace.Rule.allCases.map { "\($0)" }
        for name in command.excuse where !names.contains(name) {
            throw ValidationError("--excuse \(name): the rules of TLS are \(names.joined(separator: ", ")).")
        }
    }
}

extension ExploreCommand {
    /// The options that only TCP has, and whether they differ from their defaults.
    var optionsOfTCP: [(name: String, isGiven: Bool)] {
        [
            ("loss", loss != 1), ("duplicate", duplicate != 0), ("reorder", reorder != 0), ("timeouts", timeouts != 2),
            ("forged", forged != 0), ("data", data != 1), ("buffer", buffer != nil), ("abort", abort),
            ("reopen", reopen),
            ("simultaneous", simultaneous), ("old-syn", oldSyn != nil),
            ("listener", listening.listener),
            ("clients", listening.clients != nil), ("backlog", listening.backlog != nil),
            ("cookies", listening.cookies != nil),
            ("flood", listening.flood != nil),
        ]
    }

    /// Explores TLS, one version after the other up to the first counterexample, and prints the results.
    ///
    /// - Throws: `ExitCode` 3 if there is a counterexample, 4 if a search has ended at its limit; `TrustError` if the certificates cannot be
    ///   made.
    func exploreTLS() throws {
        let excused = Set(TLSSpace.Rule.allCases.filter { excuse.contains("\($0)") })
        var mistakes: [TLSMistake] = []
        if case .tls(let given) = variant { mistakes = given }
        var told = Report(mistakes.map { .marked("WRONG", .bad, "on purpose: \($0.sentence(in: .english))") })
        var isCut = false
        for (index, version) in (tls.tls?.versions ?? []).enumerated() {
            var scope = TLSScope(version, moves: tls.moves ?? 2)
            scope.clientCertificate = tls.clientCert
            scope.resumes = tls.resume
            scope.sessions = tls.sessions ?? 1
            scope.earlyData = tls.earlyData
            scope.visitsHer = tls.visitHer
            scope.isStrict = strict
            scope.mistakes = mistakes
            scope.widen()
            let clock = ContinuousClock()
            let start = clock.now
            let progress = ProgressLine("explore")
            let (found, space) = try TLSSpace(scope, excusing: excused).search(limit: limit, by: .processors) { soFar in
                progress.tell("\(counted(soFar.states, "state")), depth \(soFar.depth)")
            }
            let seconds = (clock.now - start) / .seconds(1)
            progress.end()

            let report = TLSReport(space, found)
            if index > 0 { told.add(.space) }
            told += Report(apart: [report.facts(seconds: seconds), report.outcome(columns: page.style.columns)])
            isCut = isCut || found.isCut && found.counterexample == nil
            guard let counterexample = found.counterexample else { continue }
            let set = RunSet(one: space.journal(counterexample), telling: report.telling)
            try page.show(told, output.ladders(of: set, style: page.style))
            try output.write(set)
            throw ExitCode(3)
        }
        try page.show(told)
        if isCut { throw ExitCode(4) }
    }
}
