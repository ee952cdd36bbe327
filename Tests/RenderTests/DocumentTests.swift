import Foundation
import Render
import Testing

/// What the documents quote is what the program prints.
@Suite struct DocumentTests {
    @Test func theLadderInTheManualIsALadder() throws {
        let manual = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/ladder.md")
        let parts = try String(contentsOf: manual, encoding: .utf8).components(separatedBy: "```")
        let printed = Set(Ladder(Fixture.conversation()).text.split(separator: "\n"))
        let quoted = parts.indices.filter { $0 % 2 == 1 }.flatMap { parts[$0].split(separator: "\n") }
        #expect(quoted.count > 20)
        for line in quoted { #expect(printed.contains(line), "\(line)") }
    }
}
