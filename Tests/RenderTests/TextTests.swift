import TestSupport
import Testing
import Trace

@testable import Render

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
        #expect(Text.wrap(lines: "one\ntwo", to: 9) == ["one", "two"])
        #expect(Text.wrap("", to: 9) == [""])
        #expect(Text.wrap(lines: "one\n\ntwo\n\n", to: 9) == ["one", "", "two"])
        #expect(Text.wrap("one two three", to: 9, first: 3) == ["one", "two three"])
        #expect(Text.wrap("tls.handshake.random", to: 16) == ["tls.handshake.", "random"])
    }

    /// A line of Chinese is broken between any two wide characters and beside them, and at a space, which vanishes. No line begins or ends with
    /// a mark that may not stand there, and no Latin word is torn (GB/T 15834 section 5.1).
    @Test func chineseIsBrokenBesideWideCharacters() {
        let text = "我们请对方同步：序号从 3659180761 开始（RFC 9293 3.4 节），SYN 不带数据，但“占用”这个序号。ClientHello、Finished 也一样！"
        for width in 14...120 {
            let lines = Text.wrap(text, to: width)
            #expect(lines.allSatisfy { Text.width($0) <= width }, "\(width)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            for line in lines {
                #expect(!"，。、；：？！）”".contains(line.first ?? "x"), "\(line)")
                #expect(!"（“".contains(line.last ?? "x"), "\(line)")
                #expect(line.first != " " && line.last != " ")
            }
            for word in ["3659180761", "ClientHello", "Finished"] {
                #expect(lines.contains { $0.contains(word) }, "\(word) is torn at \(width)")
            }
        }
        #expect(Text.wrap("确认号是 7。", to: 10) == ["确认号是", "7。"])
        #expect(Text.wrap("握手握手。", to: 8) == ["握手握", "手。"])
        #expect(Text.wrap("握手握手", to: 6, hang: 2) == ["握手握", "  手"])
    }

    @Test func aChineseTextIsTheSumOfItsSentences() {
        #expect(Text.sentences("一。二？“三！”四。", in: .chinese) == ["一。", "二？", "“三！”", "四。"])
        #expect(Text.sentences("RFC 9293 3.4 节。", in: .chinese) == ["RFC 9293 3.4 节。"])
    }

    /// A stranger's name with a Chinese full stop ends no English sentence.
    @Test func aMarkOfChineseEndsNoEnglishSentence() {
        #expect(Text.sentences("It is for a。b here. Next.") == ["It is for a。b here.", "Next."])
        #expect(Text.joined(lines: ["He says “a”", "“b” follows"]) == "He says “a” “b” follows")
    }

    /// A line end between two wide characters is no space; any other is one.
    @Test func linesAreJoinedAsTheirCharactersDemand() {
        #expect(Text.joined(lines: ["握手", "开始，", "然后", "SYN", "and", "ACK"]) == "握手开始，然后 SYN and ACK")
    }

    /// For a terminal that draws ambiguous characters two columns wide: Han and full-width marks stay.
    @Test func asciiCanKeepWideCharacters() {
        #expect(Text.ascii("── “握手” → ✔", keepsWide: true) == "-- \"握手\" > +")
        #expect(Text.ascii("握手") == "????")
    }

    @Test func fittingMarksWhatIsCut() {
        #expect(Text.fit("abcdef", to: 6) == "abcdef")
        #expect(Text.fit("abcdef", to: 4) == "abc…")
        #expect(Text.fit("握手握手", to: 6) == "握手…")
    }

    @Test func legibleTextShowsWhatWouldSteerOrHide() {
        #expect(Text.legible("a\u{1b}[1mb\tc\u{202e}d") == "a\\u{1b}[1mb\\tc\\u{202e}d")
        #expect(Text.legible("one\r\ntwo\rthree\u{2028}") == "one\\r\\ntwo\\rthree\\u{2028}")
        #expect(Text.legible("\u{e0041}\u{200b}\u{3164}\u{ad}") == "\\u{e0041}\\u{200b}\\u{3164}\\u{ad}")
        #expect(Text.legible("e\u{301} \u{301}x\u{301}\u{302}") == "e\u{301} \\u{301}x\u{301}\u{302}")
        #expect(Text.legible(lines: "one\ntwo\u{85}") == "one\ntwo\\u{85}")
        #expect(Text.wrap("one\ntwo", to: 40) == ["one\\ntwo"])
        #expect("✔ Evil ✗".quotable == "\\u{2714} Evil \\u{2717}")
    }

    /// A mark of HTML is escaped although a combining mark makes another character of it.
    @Test func aCombiningMarkHidesNoMarkOfHTML() {
        #expect(WebPage.attribute("\"\u{301} x<\u{301}&\u{301}") == "&quot;\u{301} x&lt;\u{301}&amp;\u{301}")
    }

    /// A shell reads back what was written as one word of it, line feeds included; folded, too.
    @Test(arguments: ["plain.pem", "", "-x", "it's", "a b\n✔ c\u{202e}d'\t\\n$HOME", "\n\n", "ü \u{7}9", "a'\u{301} b"])
    func aShellReadsAWordBack(text: String) async throws {
        #expect(text.shellWord.legible == text.shellWord)
        #expect(try await Tool.output("bash", ["-c", "printf %s \(text.shellWord)"]) == text)
        let long = String(repeating: text + "0123456789", count: 12)
        for width in 30..<48 {
            let lines = Text.shell("printf %s \(long.shellWord)", to: width)
            #expect(try await Tool.output("bash", ["-c", lines.joined(separator: "\n")]) == long, "\(width)")
        }
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

    /// A head that is wider than the indent takes its room from the first line.
    @Test func wordsBehindAWideHeadStayInTheirColumns() {
        let lines = Text.behind("a-long-name  ", "one two three four five", indent: 4, columns: 20)
        #expect(lines == ["a-long-name  one two", "    three four five"])
        #expect(Text.behind("a  ", "one two three four five", indent: 4, columns: 20).first == "a   one two three")
    }

    /// A terminal without UTF-8 gets what it can show, in the same columns.
    @Test func aTextInASCIIKeepsItsColumns() {
        let page = "── Part 1 ──▶ ✔ ƒ dh_Ys: g^x mod p = c9e1…0da9 Diffie–Hellman “TLS” 漢字 é"
        let ascii = Text.ascii(page)
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
        #expect(Text.width(ascii) == Text.width(page))
        #expect(ascii == "-- Part 1 --> + f dh_Ys: g^x mod p = c9e1.0da9 Diffie-Hellman \"TLS\" ???? e")
        #expect(Text.ascii("plain") == "plain")
    }
}
