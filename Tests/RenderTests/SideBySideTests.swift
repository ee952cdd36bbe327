import Render
import Testing

@Suite struct SideBySideTests {
    private let table = SideBySide(
        left: "WRONG", right: "real", heads: "A     B",
        steps: [
            .init("Both do this.", left: ["a --> b"], right: ["a --> b"]),
            .init("Here they part.", left: ["a --> B", "b <-- A"], right: []),
        ])

    @Test func theyStandInColumnsWhereThereIsRoom() {
        #expect(table.columnsForTwo == 4 + 7 + 3 + 7)
        #expect(
            table.text(columns: 21) == """
                    WRONG   │ real
                    A     B │ A     B

                1.  Both do this.
                    a --> b │ a --> b

                2.  Here they part.
                    a --> B │
                    b <-- A │


                """)
    }

    @Test func oneAboveTheOtherOtherwise() {
        #expect(
            table.text(columns: 20) == """
                         A     B

                1.  Both do this.
                  both   a --> b

                2.  Here they part.
                  WRONG  a --> B
                         b <-- A
                  real   –


                """)
    }

    @Test func whatPeersSendCannotSteerTheTerminal() {
        let table = SideBySide(
            left: "WRONG", right: "real", heads: "", steps: [.init("", left: ["\u{1b}[2J"], right: [""])])
        #expect(!table.text(columns: 20).contains("\u{1b}"))
        #expect(!table.text(columns: 200).contains("\u{1b}"))
    }

    @Test func aParagraphHangsBehindItsLabel() {
        let text = LabelledParagraph("real", mood: .good, words: String(repeating: "word ", count: 40)).text()
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("real    word"))
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("        word") })
        #expect(
            LabelledParagraph("real", mood: .good, words: "word").text(style: .coloured).hasPrefix(
                "\u{1b}[32mreal\u{1b}[0m"))
    }
}
