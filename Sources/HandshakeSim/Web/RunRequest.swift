import ArgumentParser
import Render
import Simulator
import Trace

/// A command line that comes from a page or a lesson, run in this process for its runs alone.
///
/// What can be asked for is what is pure and makes runs. No option that names a file is taken.
struct RunRequest {
    /// The command line without the program's name.
    let arguments: [String]

    /// How long a run and its answer may take together.
    static let patience = Duration.seconds(20)

    /// The commands that make runs and reach neither files nor sockets, each as readers know it.
    private static let offers: [(words: String, command: any ParsableCommand.Type)] = [
        ("visits", Run.self), ("'compare'", CompareCommand.self), ("'tcp' with a scenario", TCPCommand.Show.self),
        ("'attack mitm'", InterceptionCommand.self), ("'attack early-data-replay'", EarlyDataReplayCommand.self),
        ("'attack downgrade'", DowngradeCommand.self),
        ("'attack forward-secrecy --tls13'", ForwardSecrecyCommand.self),
    ]

    private static var commands: [any ParsableCommand.Type] { offers.map(\.command) }

    /// What a page can ask for, as a list of words.
    static var offered: String {
        offers.dropLast().map(\.words).joined(separator: ", ") + (offers.last.map { " and \($0.words)" } ?? "")
    }

    /// The options of those commands that name a file.
    private static let files = Set(commands.flatMap { CommandOption.all(of: $0) }.filter(\.namesFile).map(\.name))

    /// The most arguments, and the most octets of each. The argument parser compares a name that it does not know with each name that
    /// it knows, in time that grows with the product of their lengths.
    private static let longest = (arguments: 200, octets: 4_096)

    /// Runs the command.
    ///
    /// - Parameter limit: how long it may take; nil for as long as it likes.
    /// - Throws: ``WebProblem``.
    func harvest(within limit: Duration? = patience) async throws(WebProblem) -> RunGathering.Harvest {
        try await harvest(RunGathering(within: limit))
    }

    private func harvest(_ gathering: RunGathering) async throws(WebProblem) -> RunGathering.Harvest {
        let command = try command()
        do {
            try await RunGathering.$current.withValue(gathering) {
                var command = command
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
        } catch {
            // A command that has made its runs has told with its status how they ended.
            if gathering.all.runs.isEmpty, !gathering.all.isCutOff {
                throw .arguments(HandshakeSim.message(for: error))
            }
        }
        let harvest = gathering.all
        guard !harvest.isCutOff else { throw .tooLong }
        guard !harvest.runs.isEmpty else { throw .arguments("This command makes no run that a page can show.") }
        return harvest
    }

    /// The document of the command's runs.
    ///
    /// - Throws: ``WebProblem``.
    func document() async throws(WebProblem) -> WebDocument { try document(of: await harvest()) }

    /// The document of the command's runs as octets of an answer: its JSON, or the page that holds it.
    ///
    /// The run and the answer that is made of it have ``patience`` together. A cancelled task ends between two events.
    ///
    /// - Throws: ``WebProblem``.
    func answer(asPage: Bool) async throws(WebProblem) -> [UInt8] {
        let gathering = RunGathering(within: Self.patience)
        return try gathering.octets(of: document(of: await harvest(gathering)), asPage: asPage)
    }

    private func document(of harvest: RunGathering.Harvest) throws(WebProblem) -> WebDocument {
        let command = RunCommand.arguments(of: arguments)
        let runs = try harvest.runs.map { run throws(WebProblem) in
            var run = run
            // A run that a command line of its own makes has the options of that one.
            run.takesRules = try CommandOption.takesRules(RunRequest(arguments: run.command ?? command).command())
            return run
        }
        return .of(runs, pairs: harvest.pairs, command: command)
    }

    /// What a page can choose for this command line.
    ///
    /// - Throws: ``WebProblem``.
    func options() throws(WebProblem) -> JSON { CommandOption.document(of: try command(), arguments) }

    /// The first step that the command picks out of its run with `--only`; nil where it picks out none.
    func step(in journal: Journal) -> Int? { ((try? command()) as? Run)?.firstStep(in: journal) }

    /// The command, if a page may have it.
    private func command() throws(WebProblem) -> any ParsableCommand {
        guard arguments.count <= Self.longest.arguments else {
            throw .arguments(
                "There are \(arguments.count) arguments. A page can give at most \(Self.longest.arguments).")
        }
        for (index, argument) in arguments.enumerated() {
            guard argument.utf8.count <= Self.longest.octets else {
                throw .arguments(
                    "Argument \(index + 1) has \(argument.utf8.count) octets. An argument has at most \(Self.longest.octets)."
                )
            }
            let name = String(argument.prefix { $0 != "=" })
            if Self.files.contains(name) {
                throw .forbidden(name, "\(name) names a file. A page can neither read nor write files.")
            }
            if name == "--step" { throw .forbidden(name, "--step waits for keys at a terminal.") }
            if name.hasPrefix("---") { throw .forbidden(name, "\(name) is for shells.") }
        }
        if arguments.contains("--dh"), arguments.contains("--rsa") {
            throw .arguments(
                "--dh and --rsa exclude each other on a page. In a terminal they mean 'compare rsa dhe', which a page can ask for."
            )
        }
        let completed = HandshakeSim.completed(arguments)
        if let word = Self.forbiddenWord(of: completed) {
            // No request may keep all processors: how long a search takes is known when it is over.
            let reason = word == ExploreCommand._commandName ? " A search can take all processors for minutes." : ""
            throw .forbidden(word, "\(word) is not for pages.\(reason) Pages can ask for \(Self.offered).")
        }
        let parsed: any ParsableCommand
        do {
            parsed = try HandshakeSim.parseAsRoot(completed)
        } catch {
            throw .arguments(HandshakeSim.message(for: error))
        }
        guard Self.commands.contains(where: { $0 == type(of: parsed) }) else {
            throw .arguments("This command makes no run that a page can show.")
        }
        return parsed
    }

    /// The name of a subcommand in the arguments that pages may not have; nil if there is none.
    private static func forbiddenWord(of arguments: [String]) -> String? {
        var type: any ParsableCommand.Type = HandshakeSim.self
        for argument in arguments {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == argument }) else {
                continue
            }
            type = next
            guard !commands.contains(where: { $0 == next }) else { return nil }
            let leadsOn = commands.contains { command in
                next.configuration.subcommands.contains { $0 == command } || next == TCPCommand.List.self
            }
            guard leadsOn else { return argument }
        }
        return nil
    }
}
