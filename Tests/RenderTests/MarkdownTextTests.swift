import Render
import Testing

/// Markdown in a terminal.
@Suite struct MarkdownTextTests {
    @Test func everyKindOfBlockHasItsShape() {
        let markdown = """
            # A title
            A paragraph
            over two lines with `code`, *stress*, **more stress** and [a link](there.md).

            ## A part
            ### A piece
            - one
              goes on
            - two

              with a paragraph
            1. first
            2. second

            > quoted

            ```console
            $ command   with  spaces
              - output that is no list
            ```
            | A | B |
            |---|---|
            | `x` | y |
            ---
            """
        #expect(
            MarkdownText.text(markdown) == """
                ── A title \(String(repeating: "─", count: 89))

                A paragraph over two lines with `code`, stress, more stress and a link.

                A PART

                A piece

                  · one goes on
                  · two

                    with a paragraph

                  1. first
                  2. second

                  | quoted

                $ command   with  spaces
                  - output that is no list

                A  B
                ─  ─
                x  y

                \(String(repeating: "─", count: 100))

                """)
    }

    @Test func proseIsWrappedAndCodeIsNot() {
        let word = "abcdefghi "
        let long = String(repeating: word, count: 30)
        let lines = MarkdownText.text("\(long)\n\n- \(long)\n\n```\n\(long)x\n```\n").split(separator: "\n")
        #expect(lines.last == "\(long)x")
        for line in lines.dropLast() { #expect(Text.width(line) <= Text.columns) }
        #expect(lines.dropLast().count == 3 + 4)
    }

    @Test func aTableThatIsTooWideIsWrappedInItsWidestColumn() {
        let long = String(repeating: "abcdefghi ", count: 30)
        let lines = MarkdownText.text("| A | B |\n|---|---|\n| short | \(long) |\n").split(separator: "\n")
        #expect(lines.count > 4)
        for line in lines { #expect(Text.width(line) <= Text.columns) }
    }

    @Test func foldedPartsAreShownOrReplaced() {
        let markdown = "<details><summary>Answer</summary>\n\nIt is *this*.\n\n```\n42\n```\n\n</details>\n\nafter\n"
        #expect(MarkdownText.text(markdown) == "Answer\n\nIt is this.\n\n42\n\nafter\n")
        #expect(MarkdownText.text(markdown, fold: "ask for it") == "Answer: ask for it\n\nafter\n")
    }

    @Test func colourIsUsedOnlyWhenAskedFor() {
        let markdown = "# T\n\n`code` and *stress*\n"
        #expect(!MarkdownText.text(markdown).contains("\u{1b}"))
        let coloured = MarkdownText.text(markdown, style: .coloured)
        #expect(coloured.contains("\u{1b}[") && !coloured.contains("`"))
    }

    @Test func unfinishedMarksAreTakenAsTheyAre() {
        #expect(MarkdownText.text("a `b") == "a `b\n")
        #expect(MarkdownText.text("[a](b") == "[a](b\n")
        #expect(MarkdownText.text("```\nopen") == "open\n")
        #expect(MarkdownText.text("<details>\nx") == "Details\n\nx\n")
        #expect(MarkdownText.text("") == "")
    }

    @Test func nothingInATextSteersTheTerminal() {
        #expect(
            MarkdownText.text("a \u{1b}[31m b\n\n```\n\u{1b}]0;x\u{7}\n```\n")
                == "a \\u{1b}[31m b\n\n\\u{1b}]0;x\\u{7}\n")
    }
}
