import ArgumentParser
import Render
import Trace

/// A command line from a page or a lesson. It is run in this process, and only its runs are used.
///
/// Only commands that make runs and have no other effects are allowed. Options that name files are refused.
struct RunRequest {
    /// The command line without the program's name.
    let arguments: [String]

    /// How long a run and its answer may take together.
    static let patience = Duration.seconds(20)

    /// The commands that a page can ask for, as a list in words.
    static var offered: String {
        // All exhibits of the museum have the same name here.
        listed(Catalogue.pages.map { $0.words }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }

    /// The options of those commands that name a file.
    private static let files = Set(
        Catalogue.pages.flatMap { OptionType.all(of: $0) }.filter { $0.value.use == .file }.map(\.key))

    /// The largest number of arguments, and the largest number of octets in an argument. The argument parser compares an unknown name with
    /// each name that it knows. The time for this grows with the product of their lengths.
    private static let longest = (arguments: 200, octets: 4_096)

    /// Runs the command.
    ///
    /// - Parameter budget: the limits; nil for a time of ``patience``.
    /// - Throws: ``WebProblem`` if a page may not have the command, if it fails, makes no runs, or exceeds the limits.
    func runs(_ budget: RunBudget? = nil) async throws(WebProblem) -> RunSet {
        let budget = budget ?? RunBudget(within: Self.patience, for: arguments)
        let command = try command()
        let set: RunSet
        do {
            set = try await command.runs(while: budget.allows)
        } catch {
            throw budget.hasTime ? .arguments(HandshakeSim.message(for: error)) : budget.tooLong
        }
        guard budget.allows(events: set.runs.reduce(0) { $0 + $1.journal.events.count }) else {
            throw budget.tooLong
        }
        guard !set.runs.isEmpty else { throw .arguments("This command makes no run that a page can show.") }
        return set
    }

    /// The document of the command's runs.
    ///
    /// - Parameter budget: the limits; nil for a time of ``patience``.
    /// - Throws: ``WebProblem``.
    func document(_ budget: RunBudget? = nil) async throws(WebProblem) -> WebDocument {
        try document(of: await runs(budget))
    }

    /// The language that the command line asks for; nil if it asks for none.
    var language: Language? {
        let name = "--language"
        let given = arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
        return (given ?? arguments.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) })
            .flatMap(Language.init(rawValue:))
    }

    /// The octets of the answer: the document of the command's runs as JSON, or a page that contains it.
    ///
    /// The run and the answer have a time of ``patience`` together. A cancelled task ends between two events.
    ///
    /// - Parameter language: the language in which a page opens, unless the command line asks for one.
    /// - Throws: ``WebProblem``.
    func answer(asPage: Bool, in language: Language = .english) async throws(WebProblem) -> [UInt8] {
        let budget = RunBudget(within: Self.patience, for: arguments)
        return try budget.octets(
            of: document(of: await runs(budget)), asPage: asPage, in: self.language ?? language)
    }

    private func document(of set: RunSet) throws(WebProblem) -> WebDocument {
        let command = RunCommand.arguments(of: arguments)
        let runs = try set.runs.map { run throws(WebProblem) in
            var run = run
            // If a run has a command line of its own, the options of that command count.
            run.takesRules = try CommandOption.takesRules(RunRequest(arguments: run.command ?? command).command())
            return run
        }
        return .of(RunSet(runs, pairs: set.pairs), command: command)
    }

    /// The options that a page can offer for this command line, as JSON.
    ///
    /// - Throws: ``WebProblem``.
    func options() throws(WebProblem) -> JSON { CommandOption.document(of: try command(), arguments) }

    /// The number of the first step that the command chooses with `--only`; nil if it chooses none.
    func step(in journal: Journal) -> Int? { ((try? command()) as? Run)?.firstStep(in: journal) }

    /// The command of the arguments.
    ///
    /// - Throws: ``WebProblem`` if the arguments are wrong, or if a page may not have the command.
    private func command() throws(WebProblem) -> any PageCommand {
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
            throw .forbidden(word, "\(word) is not for pages. Pages can ask for \(Self.offered).")
        }
        let parsed: any ParsableCommand
        do {
            parsed = try HandshakeSim.parsed(completed)
        } catch {
            throw .arguments(HandshakeSim.message(for: error))
        }
        if let search = parsed as? ExploreCommand, !search.tls.isOn {
            let name = ExploreCommand._commandName
            throw .forbidden(
                name,
                "\(name) without --tls is not for pages. A search of TCP can take all processors for minutes. Pages can ask for \(Self.offered)."
            )
        }
        if let command = parsed as? any PageCommand { return command }
        throw .arguments("This command makes no run that a page can show.")
    }

    /// The name of a subcommand in the arguments that pages may not ask for; nil if there is none.
    private static func forbiddenWord(of arguments: [String]) -> String? {
        var type: any ParsableCommand.Type = HandshakeSim.self
        for argument in arguments {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == argument }) else {
                continue
            }
            type = next
            if next is any PageCommand.Type { return nil }
            let leadsOn =
                next.configuration.subcommands.contains { $0 is any PageCommand.Type } || next == TCPCommand.List.self
            guard leadsOn else { return argument }
        }
        return nil
    }
}
