import Testing

@testable import Render

/// The terms of the lessons, and the links to them.
@Suite struct TermTests {
    private static let glossary = """
        # Words

        ### ACK
        A bit. RFC 9293 §3.1. Also: acknowledgment bit.

        ### sequence number
        Counts octets.

        ### sequence
        An order.
        """

    private func link(_ text: String) -> String {
        MarkdownHTML.html(text, terms: TermLinks(Term.all(in: Self.glossary, .english), on: "g.html"))
    }

    @Test func aGlossaryIsReadAsItIsWritten() {
        let terms = Term.all(in: Self.glossary, .english)
        #expect(terms.map(\.name) == ["ACK", "sequence number", "sequence"])
        #expect(terms.map(\.also) == [["acknowledgment bit"], [], []])
        #expect(Term.anchor("sequence number") == "term-sequence-number")
    }

    @Test func theFirstUseIsALinkAndOnlyWholeWordsAre() {
        #expect(
            link("An ACK; one ACK more.")
                == "<p>An <a class=\"term\" href=\"g.html#term-ack\">ACK</a>; one ACK more.</p>\n")
        // The longest term that fits, at the beginning of a sentence and in the plural.
        #expect(
            link("Sequence numbers count.\n\nA sequence.")
                == "<p><a class=\"term\" href=\"g.html#term-sequence-number\">Sequence number</a>s count.</p>\n"
                + "<p>A <a class=\"term\" href=\"g.html#term-sequence\">sequence</a>.</p>\n")
        for text in ["ack", "SYN-ACK", "ACKnowledged", "consequence", "`ACK`", "sequenced"] {
            #expect(!link(text).contains("<a "), "\(text)")
        }
        #expect(!link("# ACK\n\n```sh\nACK\n```\n\n[ACK](https://example.com)").contains("term-ack"))
        #expect(link("An *acknowledgment bit*").contains("<em><a class=\"term\" href=\"g.html#term-ack\">"))
    }

    private static let chinese = """
        # 课程的术语

        ### ACK
        一个控制位。RFC 9293 §3.1。又称：确认位。

        ### acknowledgment number（确认号）
        等待的下一个序号。又称：确认、
        应答的序号。
        """

    @Test func aChineseGlossaryHasBothNamesOfATerm() {
        let terms = Term.all(in: Self.chinese, .chinese)
        #expect(terms.map(\.name) == ["ACK", "确认号"])
        #expect(terms.map(\.english) == ["ACK", "acknowledgment number"])
        #expect(terms.map(\.also) == [["确认位"], ["确认", "应答的序号"]])
        #expect(terms.map(\.anchor) == ["term-ack", "term-acknowledgment-number"])
        #expect(terms[1].spellings == ["确认号", "确认", "应答的序号", "acknowledgment number"])
    }

    /// No space says where a Chinese word ends. The longest term at a place is meant.
    @Test func aTermIsFoundAmongHanCharacters() {
        func link(_ text: String) -> String {
            MarkdownHTML.html(text, terms: TermLinks(Term.all(in: Self.chinese, .chinese), on: "g.html"))
        }
        #expect(
            link("报文段的确认号有效，ACK 也是。")
                == "<p>报文段的<a class=\"term\" href=\"g.html#term-acknowledgment-number\">确认号</a>有效，"
                + "<a class=\"term\" href=\"g.html#term-ack\">ACK</a> 也是。</p>\n")
        #expect(!link("SYN-ACK 报文段").contains("<a "))
    }
}
