import ArgumentParser
import Render
import Simulator
import Trace

/// A command line that comes from a page or a lesson, run in this process for its runs alone.
///
/// What can be asked for is what is pure: visits, scenarios and the interceptor. No option that names a file is taken.
struct RunRequest {
    /// The command line without the program's name.
    let arguments: [String]

    /// How long a request may take.
    static let patience = Duration.seconds(20)

    /// The commands that make runs and reach neither files nor sockets.
    private static let commands: [any ParsableCommand.Type] = [
        Run.self, TCPCommand.Show.self, InterceptionCommand.self,
    ]

    /// The options of those commands that name a file.
    private static let files = Set(commands.flatMap { CommandOption.all(of: $0) }.filter(\.namesFile).map(\.name))

    /// Runs the command.
    ///
    /// - Parameter limit: how long it may take; nil for as long as it likes.
    /// - Throws: ``WebProblem``.
    func harvest(within limit: Duration? = patience) async throws(WebProblem) -> RunGathering.Harvest {
        let gathering = RunGathering(within: limit)
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
        guard !harvest.isCutOff else {
            throw WebProblem(
                422, .limit,
                "The run takes too long for a page: more than \(WebLimit.events) events, or more than 20 seconds. Run it in a terminal."
            )
        }
        guard !harvest.runs.isEmpty else { throw .arguments("This command makes no run that a page can show.") }
        return harvest
    }

    /// The document of the command's runs.
    ///
    /// - Throws: ``WebProblem``.
    func document() async throws(WebProblem) -> WebDocument {
        let harvest = try await harvest()
        return .of(harvest.runs, pairs: harvest.pairs, command: RunCommand.arguments(of: arguments))
    }

    /// The first step that the command picks out of its run with `--only`; nil where it picks out none.
    func step(in journal: Journal) -> Int? { ((try? command()) as? Run)?.firstStep(in: journal) }

    /// The command, if a page may have it.
    private func command() throws(WebProblem) -> any ParsableCommand {
        for argument in arguments {
            let name = String(argument.prefix { $0 != "=" })
            if Self.files.contains(name) {
                throw .forbidden(name, "\(name) names a file. A page can neither read nor write files.")
            }
            if name == "--step" { throw .forbidden(name, "--step waits for keys at a terminal.") }
            if name.hasPrefix("---") { throw .forbidden(name, "\(name) is for shells.") }
        }
        if arguments.contains("--dh"), arguments.contains("--rsa") {
            throw .arguments(
                "--dh and --rsa exclude each other on a page. In a terminal they mean 'compare rsa dhe', whose --html writes a page."
            )
        }
        let completed = HandshakeSim.completed(arguments)
        if let word = Self.forbiddenWord(of: completed) {
            throw .forbidden(
                word,
                "\(word) is not for pages, which can ask for visits, for 'tcp' with a scenario and for 'attack mitm'.")
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
