import Foundation
import TestSupport
import Testing
import Trace

@testable import HandshakeSim

/// The help texts as a user reads them.
@Suite struct HelpTests {
    private static let commands = CatalogueTests.commands().map(\.words)

    private static let pages = Once { try await BuiltProgram.run($0 + ["--help"]) }

    /// A default that is printed as Swift has a type's name, a parenthesis or a label in it.
    @Test(arguments: commands)
    func noDefaultShowsSwift(command: [String]) async throws {
        let result = try await Self.pages[command]
        #expect(result.status == 0)
        let text = result.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for part in text.components(separatedBy: "default: ").dropFirst() {
            let value = part.prefix { $0 != ")" }
            #expect(!value.contains("("), "\(command): \(value)")
            #expect(!value.contains(": ") && !value.contains("nil"), "\(command): \(value)")
            let isTypeName = value.first?.isUppercase == true && value.contains(".")
            #expect(!isTypeName, "\(command): \(value)")
        }
        for word in ["TimeSpan", "Optional(", "microseconds:"] { #expect(!text.contains(word), "\(command)") }
    }

    @Test(arguments: commands)
    func helpAddressesAReaderInPlainWords(command: [String]) async throws {
        let text = try await Self.pages[command].standardOutput.lowercased()
        let words = Set(text.split { !$0.isLetter }.map(String.init))
        #expect(words.isDisjoint(with: ["nobody", "somebody", "anybody", "everybody", "whoever"]))
    }

    // MARK: Examples

    /// The commands of a command's examples, as its source has them.
    static func examples(of command: [String]) -> [String] {
        let type = HandshakeSim.commands(named: command).last?.type ?? HandshakeSim.self
        return commands(in: joined(type.configuration.discussion))
    }

    /// The lines of commands in the lines of a page, below headings of examples.
    private static func commands(in lines: [String]) -> [String] {
        var isExample = false
        return lines.filter { line in
            if line.first?.isLetter == true {
                isExample = HelpPage.headings.contains { line.hasPrefix($0) }
            }
            return isExample && line.hasPrefix("  ") && line.dropFirst(2).first?.isWhitespace == false
        }.map { String($0.dropFirst(2)) }
    }

    /// The lines of a page in which a line that ends with a backslash and the next one are one line, as in a shell.
    private static func joined(_ page: String) -> [String] {
        page.replacing(#/ \\\n */#, with: " ").split(separator: "\n").map { String($0) }
    }

    @Test(arguments: commands, [80, 100])
    func noExampleIsBrokenAndNoLineIsWiderThanTheTerminal(command: [String], columns: Int) async throws {
        let result = try await BuiltProgram.run(command + ["--help"], environment: ["COLUMNS": "\(columns)"])
        #expect(result.status == 0)
        let examples = Self.examples(of: command)
        #expect(Self.commands(in: Self.joined(result.standardOutput)) == examples, "\(command)")
        // The name of an option with the names of its values is one word.
        let wide = result.lines.filter { $0.count > columns && $0.split(separator: " ").count > 2 }
        #expect(wide.isEmpty, "\(command): \(wide)")
    }

    /// Each example can be entered. Where nothing is needed for it, it is.
    @Test(arguments: commands) func eachExampleIsACommand(command: [String]) async throws {
        for example in Self.examples(of: command) {
            // "tcpdump … | HandshakeSim explain -", "HandshakeSim lesson 1 | less"
            let own = example.split(separator: " | ").first { $0.hasPrefix("HandshakeSim") } ?? ""
            let words = try await Tool.run("sh", ["-c", "HandshakeSim() { printf '%s\\0' \"$@\"; }; \(own)"])
            #expect(words.status == 0, "\(example)")
            let arguments = words.standardOutput.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
                .map { String($0) }
            if FirstWords(arguments, style: .plain) != nil { continue }
            let completed = HandshakeSim.completed(arguments)
            let parsed = await HandshakeSim.command(of: completed)
            // What cannot be parsed names a file that is not there.
            if parsed == nil {
                let result = try await BuiltProgram.run(arguments)
                #expect(result.standardError.contains("no such file"), "\(example): \(result.standardError)")
            }
        }
    }

    // MARK: Terminals without UTF-8

    /// Runs each command line on a terminal of its own, in a locale without UTF-8, and prints what came in hexadecimal digits.
    private static let script = """
        import json, os, pty, sys
        os.environ.update(LC_ALL="C", COLUMNS="100", PAGER="cat")
        for arguments in json.load(sys.stdin):
            child, terminal = pty.fork()
            if child == 0: os.execv(arguments[0], arguments)
            said = b""
            while True:
                try: piece = os.read(terminal, 65536)
                except OSError: break
                if not piece: break
                said += piece
            os.waitpid(child, 0)
            print(said.hex())
        """

    /// Help, errors and answers to words come in ASCII where the terminal has nothing else. No letter of ours is unknown there.
    @Test func withoutUTF8HelpAndErrorsAreASCII() async throws {
        try await Tool.require("python3")
        let program = try BuiltProgram.path()
        let lines =
            Self.commands.map { $0 + ["--help"] } + ErrorPageTests.lines + [["TIME-WAIT"], ["-1202"], ["random"]]
        let input = try JSONSerialization.data(withJSONObject: lines.map { [program] + $0 })
        let result = try await Tool.run("python3", ["-c", Self.script], input: Array(input))
        #expect(result.status == 0 && result.lines.count == lines.count, "\(result.standardError)")
        for (arguments, hex) in zip(lines, result.lines) {
            let octets = try #require(Hex.octets(hex))
            #expect(octets.count > 20 && octets.allSatisfy { $0 < 0x80 }, "\(arguments)")
            // A letter without a likeness would come as a question mark.
            let other = try await BuiltProgram.run(arguments, environment: ["COLUMNS": "100"])
            let marks = (other.standardOutput + other.standardError).utf8.count { $0 == UInt8(ascii: "?") }
            #expect(octets.count { $0 == UInt8(ascii: "?") } == marks, "\(arguments)")
        }
    }
}
