import Foundation
import TestSupport
import Testing

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
}
