import Render
import TestSupport
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("──▶ ✔ ✘ ƒ …", 11), ("e\u{301}", 1), ("握手", 4), ("🔐", 2),
    ])
    func widthCountsColumns(text: String, columns: Int) {
        #expect(Text.width(text) == columns)
    }

    @Test func paddingReachesTheWidthAndNeverCuts() {
        #expect(Text.pad("ab", to: 4) == "ab  ")
        #expect(Text.pad("ab", to: 4, side: .right) == "  ab")
        #expect(Text.pad("abcd", to: 2) == "abcd")
        #expect(Text.pad("握手", to: 6) == "握手  ")
    }

    @Test func wrappingLosesNothingAndKeepsTheWidth() {
        let text = "The quick brown fox jumps over tls.handshake.extensions_supported_groups_length and 握手握手 twice."
        for width in 2...100 {
            let lines = Text.wrap(text, to: width)
            #expect(lines.allSatisfy { Text.width($0) <= width })
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
        #expect(Text.wrap("one two three", to: 9) == ["one two", "three"])
        #expect(Text.wrap("one\ntwo", to: 9) == ["one", "two"])
        #expect(Text.wrap("", to: 9) == [""])
        #expect(Text.wrap("one\n\ntwo\n\n", to: 9) == ["one", "", "two"])
        #expect(Text.wrap("one two three", to: 9, first: 3) == ["one", "two three"])
        #expect(Text.wrap("tls.handshake.random", to: 16) == ["tls.handshake.", "random"])
    }

    @Test func fittingMarksWhatIsCut() {
        #expect(Text.fit("abcdef", to: 6) == "abcdef")
        #expect(Text.fit("abcdef", to: 4) == "abc…")
        #expect(Text.fit("握手握手", to: 6) == "握手…")
    }

    @Test func legibleTextHasNoControls() {
        #expect(Text.legible("a\u{1b}[1mb\tc\u{202e}d") == "a·[1mb c·d")
        #expect(Text.legible("SND.NXT 1→2 – “so”…", ascii: true) == "SND.NXT 1->2 - \"so\"...")
        #expect(Text.legible("握", ascii: true) == "?")
        #expect(Text.legible("one\r\ntwo\rthree") == "one\ntwo·three")
        #expect(Text.legible("one\ntwo") == "one\ntwo")
    }

    /// A shell is the judge: the folded command prints what the command prints.
    @Test(arguments: [
        "printf '%s|' one two three four five six seven eight nine ten",
        "printf '%s|' 'single quotes with spaces and a very long word 0123456789abcdef0123456789abcdef' \"double $HOME x\"",
        "printf '%s|' 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef a\\ b",
        "printf '%s|' \"a \\\"b\\\" 0123456789abcdef0123456789abcdef0123456789abcdef\" | tr a-f A-F",
        "printf '%s|' 'a'\\''b 0123456789abcdef0123456789abcdef0123456789abcdef'\necho second",
    ])
    func aFoldedCommandIsTheSameCommand(command: String) async throws {
        let expected = try await Tool.output("sh", ["-c", command])
        for width in [24, 31, 40, 57, 100] {
            let lines = Text.shell(command, to: width)
            #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
            #expect(try await Tool.output("sh", ["-c", lines.joined(separator: "\n")]) == expected, "\(lines)")
        }
    }
}
