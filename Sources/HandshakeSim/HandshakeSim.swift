import ArgumentParser
import LiveIO
import Render
import Simulator
import Trace

/// The command: how HTTPS works, run byte for byte.
@main
struct HandshakeSim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "HandshakeSim",
        abstract: "How HTTPS works, run byte for byte: from SYN to TIME-WAIT.",
        usage: """
            HandshakeSim [--dh | --rsa] [--seed N] [--detail overview|story|messages|bytes] [...]
            HandshakeSim <subcommand> [...]
            """,
        discussion: """
            THREE WAYS IN
              HandshakeSim --dh
                  the story of one visit over HTTPS, from SYN to TIME-WAIT
              HandshakeSim serve --open
                  the same visit as a page: step through it, lose a packet
              HandshakeSim lesson 1
                  the course: lessons with commands and exercises

            Without a subcommand it tells the story; 'HandshakeSim help run' lists its options.

            ONE QUESTION
              HandshakeSim TIME-WAIT
                  what is it for: every lesson, run and claim about a word
              HandshakeSim doctor example.com:443 --pin bundled.cer
                  would an iOS app connect, and if not, why, and what to do
              HandshakeSim explain trace.pcapng
                  what is in this capture, and what went wrong
              HandshakeSim attack mitm
                  show me a machine in the middle
              HandshakeSim class plan 90 --lesson 1,2
                  I teach tomorrow: a plan of the lesson, minute by minute

            MORE EXAMPLES
              HandshakeSim --rsa --seed 7 --detail messages
                  the same with RSA key transport, and with every field
              HandshakeSim --dh --pcap run.pcapng
                  a capture for Wireshark, which decrypts it without any setting
              HandshakeSim compare rsa dhe tls13
                  three handshakes side by side: what changes, and why
              HandshakeSim attack forward-secrecy
                  what a stolen key decrypts, and what it does not
              HandshakeSim tcp why-three
                  what goes wrong with a handshake of two segments
              HandshakeSim explore
                  every order of events on two TCP connections
              HandshakeSim connect example.com:443
                  the same TLS with a real server
              HandshakeSim trust matrix
                  which policy accepts which certificate
              HandshakeSim doctor --self
                  what this machine has for the commands that need more
            """,
        version: Version.text,
        subcommands: Catalogue.commands)

    /// Parses the arguments and runs the command. Arguments without the name of a subcommand belong to ``Run``.
    ///
    /// The default subcommand of the argument parser is not used for this. With it the parser reads all options of the default subcommand
    /// for every argument of every command, which takes longer than most commands.
    static func main() async {
        let given = Array(CommandLine.arguments.dropFirst())
        let arguments = completed(given)
        PageOptions.prepare(given)
        do {
            switch FirstWords(given, style: PageOptions.plainStyle) {
            case .found(let text)?:
                throw CleanExit.message(Terminal.standard.showable(text))
            case .unknown(let page)?: end(with: page, code: .validationFailure)
            case nil: break
            }
            let quick = await command(of: arguments)
            let command = if let quick { quick } else { try await asyncParseAsRoot(arguments) }
            try FileArguments.check(command)
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                var command = command
                try command.run()
            }
        } catch {
            end(with: error, after: given)
        }
    }

    /// Prints the error, or the help that was asked for, and exits.
    private static func end(with error: any Error, after arguments: [String]) -> Never {
        Interruption.standStill()
        if case NetworkError.interrupted? = error as? NetworkError { exit(withError: ExitCode(128 + SIGINT)) }
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        guard code != .success else {
            guard let help = HelpPage.text(for: message, after: arguments) else { exit(withError: error) }
            exit(withError: CleanExit.message(Terminal.standard.showable(help)))
        }
        guard !message.isEmpty else { exit(withError: error) }
        var page = ErrorPage(message, after: arguments)
        if let error = fileError(in: error) { page.add(error, after: arguments) }
        end(with: page, code: code)
    }

    /// The error about a file, also where the argument parser has put it into an error of its own.
    private static func fileError(in error: any Error) -> FileError? {
        (error as? FileError)
            ?? Mirror(reflecting: error).children.lazy.compactMap { ($0.value as? any Error).flatMap(fileError) }.first
    }

    private static func end(with page: ErrorPage, code: ExitCode) -> Never {
        StreamedFile.warn(page.text(columns: PageOptions.width(of: .standardError)))
        exit(withError: code)
    }

    /// The command that the first words name, with the values of the other arguments; nil if the words name no command, or if the other
    /// arguments are wrong or ask for help. Then the caller lets the argument parser read the whole tree of commands.
    ///
    /// This is faster: the parser of the whole tree reads all options of a command again for each word that leads to the command.
    static func command(of arguments: [String]) async -> (any ParsableCommand)? {
        let (type, rest) = named(by: arguments)
        guard type.configuration.subcommands.isEmpty else { return nil }
        let command: (any ParsableCommand)? =
            if let waiting = type as? any AsyncParsableCommand.Type {
                try? await waiting.asyncParseAsRoot(Array(rest))
            } else {
                try? type.parseAsRoot(Array(rest))
            }
        // A request for help is parsed as a command of the argument parser's own.
        return command.flatMap { Swift.type(of: $0) == type ? $0 : nil }
    }

    /// The command of these arguments, which name a subcommand. The whole tree of commands is read only where the short way fails.
    ///
    /// - Throws: the argument parser's error.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let (type, rest) = named(by: arguments)
        if type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest)),
            Swift.type(of: command) == type
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// All commands below this one, each with the words that lead to it.
    static var tree: [(path: [String], type: any ParsableCommand.Type)] { tree(below: self, path: []) }

    private static func tree(
        below type: any ParsableCommand.Type, path: [String]
    ) -> [(path: [String], type: any ParsableCommand.Type)] {
        type.configuration.subcommands.flatMap { command in
            let own = path + [command._commandName]
            return [(own, command)] + tree(below: command, path: own)
        }
    }

    /// The commands that the first words name, from the group to the command, each with its name. Other words end them.
    static func commands(named words: [String]) -> [(name: String, type: any ParsableCommand.Type)] {
        var (type, path): (any ParsableCommand.Type, [(name: String, type: any ParsableCommand.Type)]) = (self, [])
        for word in words {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            path.append((word, next))
            type = next
        }
        return path
    }

    /// The command that the first words name, and the arguments after these words.
    static func named(by arguments: [String]) -> (command: any ParsableCommand.Type, rest: ArraySlice<String>) {
        var type: any ParsableCommand.Type = self
        var rest = arguments[...]
        while !type.configuration.subcommands.isEmpty {
            if let named = type.configuration.subcommands.first(where: { $0._commandName == rest.first }) {
                type = named
                rest = rest.dropFirst()
            } else if let usual = type.configuration.defaultSubcommand {
                type = usual
            } else {
                break
            }
        }
        return (type, rest)
    }

    /// The arguments with the name of the subcommand, if they leave it out: "run", or "compare" for `--dh --rsa`, also with `--tls13`. One
    /// handshake has one key exchange, so two of them mean a comparison.
    static func completed(_ arguments: [String]) -> [String] {
        let own = ["help", "-h", "--help", "--help-hidden", "--version", "--experimental-dump-help"]
        guard let first = arguments.first else { return [Run._commandName] }
        let isOwn =
            own.contains(first) || first.hasPrefix("--generate-completion-script") || first.hasPrefix("---")
            || configuration.subcommands.contains { $0._commandName == first }
        let isRun = !isOwn || first == Run._commandName
        if isRun, arguments.contains("--dh"), arguments.contains("--rsa") {
            let isThree = arguments.contains("--tls13")
            let visits = [ComparedVisit.rsa, .dhe] + (isThree ? [.tls13] : [])
            let rest = arguments.drop { $0 == Run._commandName }.filter { !["--dh", "--rsa", "--tls13"].contains($0) }
            return [CompareCommand._commandName] + visits.map(\.name) + rest
        }
        return isOwn ? arguments : [Run._commandName] + arguments
    }
}
