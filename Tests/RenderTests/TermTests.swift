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
        MarkdownHTML.html(text, terms: TermLinks(Term.all(in: Self.glossary), on: "g.html"))
    }

    @Test func aGlossaryIsReadAsItIsWritten() {
        let terms = Term.all(in: Self.glossary)
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
}
