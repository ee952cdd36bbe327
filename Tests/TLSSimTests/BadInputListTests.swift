import Foundation
import Testing

/// The list of what a TLS endpoint must refuse, docs/tls-bad-inputs.md, and the tests that it names.
struct BadInputListTests {
    @Test func everyRowOfTheListOfBadInputsNamesATestThatExists() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let list = try String(
            contentsOf: tests.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "docs/tls-bad-inputs.md"), encoding: .utf8)
        let sources = try FileManager.default.contentsOfDirectory(atPath: tests.path)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
        let rows = list.split(separator: "\n").filter { line in
            line.hasPrefix("| ") && line.dropFirst(2).first?.isNumber == true
        }
        // Two tables of TLS 1.2 and three of TLS 1.3, each numbered from 1 without a gap.
        let numbers = [61, 35, 37, 22, 14].flatMap { Array(1...$0) }
        #expect(rows.compactMap { Int($0.dropFirst(2).prefix { $0 != " " }) } == numbers)
        for row in rows {
            let cells = row.split(separator: "|")
            let names = cells[cells.count - 1].split(separator: "`").filter { $0.contains { $0.isLetter } }
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                #expect(sources.contains { $0.contains("func \(name)(") }, "\(name)")
            }
        }
    }
}
