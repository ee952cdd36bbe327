import ArgumentParser
import LiveIO
import Render
import Simulator
import TLSExplorer
import TLSSim
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

/// The versions of TLS that are explored.
enum ExploredTLS: String, ExpressibleByArgument, CaseIterable {
    case tls12 = "1.2"
    case tls13 = "1.3"
    case both
    case each

    /// The spaces, one after the other.
    var versions: [TLSScope.Version] {
        switch self {
        case .tls12: [.tls12]
        case .tls13: [.tls13]
        case .both: [.both]
        case .each: [.tls12, .tls13]
        }
    }

    /// Whether every space has `version`.
    func has(_ version: TLSScope.Version) -> Bool { versions.allSatisfy { $0 == version || $0 == .both } }
}

/// What the ends do besides, with commas between the names.
struct TLSHabits: ExpressibleByArgument {
    let habits: [TLSHabit]

    static var allValueStrings: [String] { TLSHabit.allCases.map(\.rawValue) }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        habits = names.compactMap { TLSHabit(rawValue: String($0)) }
        guard habits.count == names.count else { return nil }
    }
}

/// The options of the explorer for TLS.
struct TLSExploreOptions: ParsableArguments {
    @Option(
        defaultAsFlag: .each,
        help: .text(
            "Explore TLS and an attacker: 1.2, 1.3, both for ends that speak both versions, or each for 1.2 and then 1.3, which is what "
                + "--tls alone means.",
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

    @Option(help: .text("The one suite that both ends have in its version, by its name in the registry.", for: "name"))
    var suite: SuiteName?

    @Option(
        name: .customLong("with"),
        help: .text(
            "What the ends do besides, with commas between the names: \(TLSHabits.allValueStrings.joined(separator: ", ")).",
            for: "name"))
    var habits: TLSHabits?

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
            if suite != nil { throw ValidationError("--suite is about TLS: add --tls.") }
            if habits != nil { throw ValidationError("--with is about TLS: add --tls.") }
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
        if visitHer, resume || sessions == 2 || suite != nil {
            throw ValidationError(
                "--visit-her is about one full handshake with RSA key transport: leave out --resume, --sessions 2 and --suite."
            )
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
                guard let version = mistake.version, !tls.has(version) else { continue }
                throw ValidationError(
                    "--variant \(mistake.rawValue) is one of \(version.name): --tls \(version.rawValue).")
            }
            if !clientCert, let mistake = mistakes.first(where: \.needsClientCertificate) {
                throw ValidationError(
                    "--variant \(mistake.rawValue) is about a client's certificate: add --client-cert.")
            }
        }
        for habit in habits?.habits ?? [] {
            guard let version = habit.version, !tls.has(version) else { continue }
            throw ValidationError(
                "--with \(habit.rawValue) is about TLS \(version.rawValue): --tls \(version.rawValue).")
        }
        if clientCert, habits?.habits.contains(.noCertificate) ?? false {
            throw ValidationError("--with no-certificate: with --client-cert the client has one.")
        }
        if let suite {
            guard let version = Self.version(of: suite) else {
                throw ValidationError(
                    "--suite: no suite has this name. Known: \(SuiteName.names.joined(separator: ", ")).")
            }
            guard tls.has(version) else {
                throw ValidationError("--suite \(suite) is of TLS \(version.rawValue): --tls \(version.rawValue).")
            }
        }
        let names = TLSSpace.Rule.allCases.map { "\($0)" }
        for name in command.excuse where !names.contains(name) {
            throw ValidationError("--excuse \(name): the rules of TLS are \(names.joined(separator: ", ")).")
        }
    }
}

extension TLSExploreOptions {
    /// The version of a suite; nil if none has this name.
    private static func version(of suite: SuiteName) -> TLSScope.Version? {
        if TLS13.CipherSuite.named(suite.description) != nil { return .tls13 }
        return CipherSuite.named(suite.description) == nil ? nil : .tls12
    }

    /// A space of these options.
    func scope(_ version: TLSScope.Version, _ mistakes: [TLSMistake], isStrict: Bool) -> TLSScope {
        var scope = TLSScope(version, moves: moves ?? 2)
        scope.clientCertificate = clientCert
        scope.resumes = resume
        scope.earlyData = earlyData
        scope.suite = suite.flatMap {
            CipherSuite.named($0.description)?.codePoint ?? TLS13.CipherSuite.named($0.description)?.codePoint
        }
        scope.habits = Set(habits?.habits ?? [])
        scope.sessions = sessions ?? 1
        scope.visitsHer = visitHer
        scope.isStrict = isStrict
        scope.mistakes = mistakes
        scope.widen()
        return scope
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
        var told = Report(mistakes.map { .wrongOnPurpose($0) })
        var isCut = false
        for (index, version) in (tls.tls?.versions ?? []).enumerated() {
            let clock = ContinuousClock()
            let start = clock.now
            let progress = ProgressLine("explore")
            let (found, space) = try space(version).search(limit: limit, by: .processors) { soFar in
                progress.tell("\(counted(soFar.states, "state")), depth \(soFar.depth)")
            }
            let seconds = (clock.now - start) / .seconds(1)
            progress.end()

            let report = TLSReport(space, found)
            if index > 0 { told.add(.space) }
            told += Report(apart: [
                report.facts(seconds: Terminal.standard.showsOutput ? seconds : nil),
                report.outcome(columns: page.style.columns, in: page.spoken),
            ])
            isCut = isCut || found.isCut && found.counterexample == nil
            guard let set = Self.set(found, space) else { continue }
            try page.show(told, output.ladders(of: set, style: page.style))
            try output.write(set, in: page.spoken)
            throw ExitCode(3)
        }
        try page.show(told)
        if isCut { throw ExitCode(4) }
    }

    private var mistakes: [TLSMistake] { if case .tls(let given) = variant { given } else { [] } }

    /// The space of a version under the options.
    private func space(_ version: TLSScope.Version) throws -> TLSSpace {
        let excused = Set(TLSSpace.Rule.allCases.filter { excuse.contains("\($0)") })
        return try TLSSpace(tls.scope(version, mistakes, isStrict: strict), excusing: excused)
    }

    /// The run of the counterexample; nil if there is none.
    private static func set(_ found: Exploration<TLSSpace>, _ space: TLSSpace) -> RunSet? {
        found.counterexample.map { RunSet(one: space.journal($0), telling: TLSReport(space, found).telling) }
    }
}

extension ExploreCommand: PageCommand {
    static let words = "'explore --tls'"
    static let option: String? = "--tls"
    static let formOptions: [String: [String]]? = [
        "--tls": [], "--moves": [], "--client-cert": [], "--resume": [], "--early-data": [],
        "--variant": TLSMistake.allCases.map(\.rawValue),
    ]

    /// How many states a search of a page may find. One processor takes some seconds for them.
    private static let mostStates = 30_000

    /// The run of the counterexample of TLS. A page has one processor and few states.
    ///
    /// - Throws: `ValidationError` if no rule is broken in these states.
    func runs(while goesOn: (Int) -> Bool) throws -> RunSet {
        var said: [String] = []
        for version in tls.tls?.versions ?? [] where goesOn(0) {
            let (found, space) = try space(version).search(limit: min(limit, Self.mostStates))
            if let set = Self.set(found, space) { return set }
            let end = found.isCut ? "the search has ended at its limit" : "these are all within the bounds"
            said.append("TLS \(version.rawValue): no rule is broken in \(counted(found.states, "state")); \(end).")
        }
        throw ValidationError(
            (said + ["A page shows the run that breaks a rule, and there is none."]).joined(separator: " "))
    }
}
