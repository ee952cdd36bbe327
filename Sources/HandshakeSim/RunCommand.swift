import Render
import TCPSim
import Trace

extension WebDocument {
    /// The document of the runs that a command line has made, by default that of the program.
    static func of(_ set: RunSet, command: [String] = RunCommand.given) -> WebDocument {
        WebDocument(
            program: Version.nameAndNumber, command: command, runs: set.runs, pairs: set.pairs, diagrams: [.tcp])
    }
}

/// A command line without what only says how its run is shown, what a thief tries on it, and where it is written: what makes the run.
enum RunCommand {
    /// Those of this command line that make the run.
    static var given: [String] { arguments(of: Array(CommandLine.arguments.dropFirst())) }

    /// Those of `arguments` that make the run.
    static func arguments(of arguments: [String]) -> [String] {
        let options = OptionType.all(of: HandshakeSim.named(by: HandshakeSim.completed(arguments)).command)
        var rest = arguments[...]
        var kept: [String] = []
        while let argument = rest.popFirst() {
            let name = argument.prefix { $0 != "=" }
            guard let option = options[String(name)], option.use != .run, option.use != .besideFile else {
                kept.append(argument)
                continue
            }
            if option.value != nil, name.count == argument.count { rest = rest.dropFirst() }
        }
        return kept
    }
}
