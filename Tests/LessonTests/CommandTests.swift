import Foundation
import Render
import TestSupport
import Testing

/// Every command in the lessons and the README is run, and prints what the document says.
///
/// With UPDATE_LESSONS=1 in the environment the documents are rewritten instead: look at what changed before you commit it.
@Suite struct CommandTests {
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_LESSONS"] == "1"

    @Test(arguments: Document.all)
    func commandsPrintWhatTheDocumentSays(_ document: Document) async throws {
        let quotations = document.quotations
        #expect(!quotations.isEmpty)
        // The commands of a document share a folder: one may write a file that the next one reads.
        let outputs = try await TemporaryDirectory.use { folder in
            for file in document.attachments { try folder.write(file.bytes, to: file.name) }
            let terminal = Terminal(in: folder, columns: document.columns, document.language)
            var outputs: [[String]] = []
            for quotation in quotations {
                do {
                    outputs.append(try await terminal.run(quotation.command))
                } catch {
                    Issue.record(error, "\(document.path):\(quotation.range.lowerBound): \(quotation.command)")
                    outputs.append(quotation.output)
                }
            }
            return outputs
        }
        let pairs = zip(quotations, outputs).map { quotation, output -> [String] in
            let output = quotation.excerpt(of: output)
            // What differs only in measured durations is left as it is.
            return Terminal.comparable(quotation.output) == Terminal.comparable(output) ? quotation.output : output
        }
        if CommandTests.isUpdating {
            let text = document.replacing(outputs: pairs)
            guard text != document.text else { return }
            try text.write(to: Document.root.appending(path: document.path), atomically: true, encoding: .utf8)
            return
        }
        for (quotation, output) in zip(quotations, pairs) where quotation.output != output {
            let index = zip(quotation.output, output).enumerated().first { $1.0 != $1.1 }?.offset
            let place = index ?? min(quotation.output.count, output.count)
            Issue.record(
                """
                \(document.path):\(quotation.range.lowerBound + place + 1): $ \(quotation.command)
                in the document: \(place < quotation.output.count ? quotation.output[place] : "(nothing more)")
                printed:         \(place < output.count ? output[place] : "(nothing more)")
                To take over what is printed: UPDATE_LESSONS=1 swift test --filter LessonTests
                """)
        }
    }

    /// Blocks that are `text`, which nothing executes: files that the reader writes, a number, and what a run on a real network has
    /// printed.
    private static let textBlocks = [
        "docs/teaching.md": 2, "docs/live.md": 1, "docs/tcp-tun.md": 1, "docs/whole-stack.md": 1,
        "lessons/16-twice-is-too-often/lesson.md": 1,
    ]

    /// Output that can be made again stands in a block that is executed.
    @Test(arguments: Document.markdown)
    func outputStandsInBlocksThatAreExecuted(_ document: Document) {
        let count = document.lines.count { $0.hasPrefix("```text") }
        #expect(count <= CommandTests.textBlocks[document.englishPath] ?? 0, "\(document.path): ```console is executed")
        var fence: String?
        for line in document.lines {
            if let open = fence {
                if line == open.prefix(while: { $0 == "`" }) { fence = nil }
            } else if line.hasPrefix("```") {
                fence = line
            }
            // A fence of four is around an example of how to write a block.
            if line.hasPrefix("$ "), fence?.hasPrefix("````") != true {
                #expect(fence == "```console", "\(document.path): \(line)")
            }
        }
    }

    @Test(arguments: Document.all)
    func outputFitsIntoATerminal(_ document: Document) {
        for quotation in document.quotations {
            for line in quotation.output {
                #expect(Text.width(line) <= document.columns, "\(document.path): \(line)")
            }
        }
    }

    @Test func wordsAreThoseOfAShell() throws {
        #expect(try Terminal.words(of: "a  --b 'c d' \"e\"f ''") == ["a", "--b", "c d", "ef", ""])
        #expect(throws: ToolError.self) { try Terminal.words(of: "a | b") }
        #expect(try Terminal.pipe("a b | c") == [["a", "b"], ["c"]])
    }

    @Test func measuredDurationsAreMaskedAndNothingElse() {
        #expect(Terminal.comparable(["实测：12 ms"]) == Terminal.comparable(["实测：7 ms"]))
        let one = ["measured: 12 ms of 3 s", "key 12"]
        #expect(Terminal.comparable(one) == Terminal.comparable(["measured: 7 ms of 44 s", "key 12"]))
        #expect(Terminal.comparable(one) != Terminal.comparable(["measured: 7 ms of 44 s", "key 13"]))
    }

    /// A line of a gap stands for lines that are left out, and only where there are some.
    @Test(
        arguments: [
            (["one 7", "…"], ["one 8", "…"]), (["…", "two 2", "three", "…"], ["…", "two 20", "three", "…"]),
            (["one", "…", "four"], ["one 8", "two 20", "three", "four"]),
            (["one 8", "…", "four"], ["one 8", "…", "four"]),
            (["one 8", "…", "two 20", "…"], ["one 8", "two 20", "…"]),
            (["…", "five", "…"], ["one 8", "two 20", "three", "four"]), (["…"], ["…"]),
            (["one 8"], ["one 8", "two 20", "three", "four"]),
        ] as [([String], [String])])
    func anExcerptHoldsWhatIsPrinted(_ quoted: [String], _ wanted: [String]) throws {
        let text = (["```console", "$ HandshakeSim"] + quoted + ["```"]).joined(separator: "\n")
        let quotation = try #require(Document(path: "sample", text: text).quotations.first)
        #expect(quotation.excerpt(of: ["one 8", "two 20", "three", "four"]) == wanted)
    }

    /// The lines of a table are alike, numbers aside. A part begins at the line that it quotes.
    @Test func anExcerptOfATableKeepsItsPlace() throws {
        let table = (0..<18).map { "\($0)\taeb32c914fe2\($0 * 7)dda" }
        let quoted = Array(table.prefix(3) + ["…"] + table.suffix(2))
        let text = (["```console", "$ HandshakeSim"] + quoted + ["```"]).joined(separator: "\n")
        let quotation = try #require(Document(path: "sample", text: text).quotations.first)
        #expect(quotation.excerpt(of: table) == quoted)
    }

    @Test func outputsAreReplacedInPlaceAndQuotedNumbersFollow() {
        let document = Document(
            path: "sample",
            text: """
                It is `10`, or `ACK=11`, not 10; `HandshakeSim --seed 10` prints `20` and `1f2e…`.
                ```console
                $ HandshakeSim one
                SEQ=10 ACK=11 1f2e
                $ HandshakeSim two \\
                  three
                20
                ```
                ```sh
                HandshakeSim `10`
                ```
                """)
        #expect(document.quotations.map(\.command) == ["HandshakeSim one", "HandshakeSim two   three"])
        #expect(document.replacing(outputs: document.quotations.map(\.output)) == document.text)
        #expect(
            document.replacing(outputs: [["SEQ=30 ACK=31 5a6b"], ["now more", "21"]])
                == """
                It is `30`, or `ACK=31`, not 10; `HandshakeSim --seed 10` prints `21` and `5a6b…`.
                ```console
                $ HandshakeSim one
                SEQ=30 ACK=31 5a6b
                $ HandshakeSim two \\
                  three
                now more
                21
                ```
                ```sh
                HandshakeSim `10`
                ```
                """)
    }
}
