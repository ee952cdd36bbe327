import Render
import TCPSim
import Trace

extension WebDocument {
    /// The document of runs.
    ///
    /// - Parameter command: the command line that has made the runs, by default that of the program.
    static func of(_ set: RunSet, command: [String] = RunCommand.given) -> WebDocument {
        WebDocument(
            program: Version.nameAndNumber, command: command, runs: set.runs, pairs: set.pairs, diagrams: [.tcp])
    }
}

/// The part of a command line that determines the runs. Options for display and options that name files are left out.
enum RunCommand {
    /// The arguments of this program that determine the runs.
    static var given: [String] { arguments(of: Array(CommandLine.arguments.dropFirst())) }

    /// The arguments that determine the runs, out of `arguments`.
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
