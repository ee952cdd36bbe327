import Foundation
import Render
import TestSupport
import Trace

@testable import HandshakeSim

/// Runs the commands of documents as a reader would type them, in a folder of their own.
struct Terminal {
    /// The programs that a document may call. HandshakeSim is the one that was just built.
    static let programs: Set<String> = ["HandshakeSim", "base64", "editcap", "openssl", "python3", "tshark"]

    private let folder: TemporaryDirectory
    private let columns: Int
    private let language: Language

    /// A terminal in `folder`, of so many columns, whose user has chosen that language.
    init(in folder: TemporaryDirectory, columns: Int, _ language: Language) {
        self.folder = folder
        self.columns = columns
        self.language = language
    }

    /// The lines that a command, or the last command of a pipe, writes to standard output.
    ///
    /// - Throws: ``ToolError`` where it is no command of ours, or fails. In a pipe only the last command must not fail.
    func run(_ command: String) async throws -> [String] {
        let commands = try Terminal.pipe(command)
        guard commands.count > 1 else { return try await run(commands.flatMap { $0 }) }
        guard commands.allSatisfy({ $0.first.map(Terminal.programs.contains) == true && $0.first != "HandshakeSim" })
        else {
            throw ToolError("a pipe may have programs of the system alone: \(command)")
        }
        let words = commands.map { $0.map { "'\($0)'" }.joined(separator: " ") }.joined(separator: " | ")
        let result = try await Tool.run(
            "sh", ["-c", "cd \"$0\" && \(words)", folder.path], environment: ["LC_ALL": "C.UTF-8"])
        guard result.status == 0 else { throw ToolError("status \(result.status): \(result.standardError)") }
        return Terminal.lines(of: result.standardOutput)
    }

    /// The lines that a command writes to standard output, given as its words.
    private func run(_ command: [String]) async throws -> [String] {
        var words = command
        guard let name = words.first, Terminal.programs.contains(name) else {
            throw ToolError("a document may call \(Terminal.programs.sorted()), not: \(command)")
        }
        if name == "HandshakeSim" {
            if let page = try await page(of: Array(words.dropFirst())) { return Terminal.lines(of: page) }
            words[0] = try BuiltProgram.path()
        } else {
            try await Tool.require(name)
        }
        let result = try await Tool.run(
            "sh", ["-c", #"cd "$0" && exec "$@""#, folder.path] + words,
            environment: [
                "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "\(columns)", PageOptions.variable: language.rawValue,
            ])
        // 3 is the attack's word for "stays closed", which is a result like any other.
        guard result.status == 0 || result.status == 3 else {
            throw ToolError("status \(result.status): \(result.standardError)")
        }
        return Terminal.lines(of: result.standardOutput)
    }

    private static func lines(of output: String) -> [String] {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // What follows the last line feed is no line.
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The visits by their own arguments. Many commands of documents show steps of the same visit.
    private static let visits = Once { try await RunRequest(arguments: $0).runs(RunBudget(within: nil)) }

    /// What a command prints that only shows a visit; nil for any other command, which the program itself must run.
    private func page(of arguments: [String]) async throws -> String? {
        guard let run = await HandshakeSim.command(of: HandshakeSim.completed(arguments)) as? Run,
            (try? RunRequest(arguments: arguments).options()) != nil,
            let visit = try await Terminal.visits[RunCommand.arguments(of: arguments)].runs.first
        else { return nil }
        let style = PageStyle(
            .plain, columns: run.page.columns ?? columns, language: run.page.language ?? language)
        return try run.text(of: visit.journal, style: style)
    }

    /// The words of each command of a pipe.
    static func pipe(_ command: String) throws -> [[String]] {
        try command.split(separator: " | ").map { try words(of: String($0)) }
    }

    /// The words of a command: separated by spaces, except between quotes. Nothing else that a shell knows is used.
    static func words(of command: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in command {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let word { words.append(word) }
                word = nil
            } else if "|&;<>$()*?\\".contains(character) {
                throw ToolError("\(character) needs a shell: \(command)")
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }

    /// Output as it is compared: durations that were measured differ on every machine, and are masked.
    ///
    /// They stand on lines with the word "measured", or "实测" in Chinese; all that has a digit on such a line is taken for one.
    static func comparable(_ lines: [String]) -> [String] {
        lines.map { line in
            guard ["measured", "实测"].contains(where: line.contains) else { return line }
            return line.split(separator: " ").map { $0.contains(where: \.isNumber) ? "?" : $0 }.joined(separator: " ")
        }
    }
}
