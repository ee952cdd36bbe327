import Testing
import Trace

@testable import Render

@Suite struct HexPaneTests {
    @Test func everyOctetStandsOnceWithItsField() {
        let pane = Fixture.hello().pane
        let text = HexPane(pane).text()
        #expect(text.split(separator: "\n").allSatisfy { Text.width($0) <= Text.columns })
        for leaf in pane.fields.leaves where leaf.range.count <= 16 {
            #expect(text.contains(" \(leaf.range.lowerBound)  "), "\(leaf.name)")
        }
        // The hex column, put together again, is the pane.
        var octets: [UInt8] = []
        for line in text.split(separator: "\n").dropFirst(3) where !line.contains(" octets ") {
            let column = line.dropFirst(8).prefix { $0.isHexDigit || $0 == " " }
            for word in column.prefix(47).split(separator: " ", omittingEmptySubsequences: false) {
                guard word.count == 2, let octet = Hex.octets(word) else { break }
                octets += octet
            }
        }
        #expect(octets == pane.bytes)
    }

    @Test func partsOfAnOctetHaveRowsOfTheirOwn() throws {
        let packet = Fixture.packet(
            number: 1, from: Fixture.client, to: Fixture.server, seq: 1, ack: nil, flags: "SYN", base: (0, 0))
        let lines = HexPane(packet).text().split(separator: "\n")
        #expect(lines.contains { $0.contains(".... ..1.") && $0.contains("tcp.flags.syn") && $0.hasSuffix(" 1") })
        #expect(lines.contains { $0.contains("...0 ....") && $0.contains("tcp.flags.ack") && $0.hasSuffix(" 0") })
        #expect(lines.contains { $0.contains("tcp.seq_raw") && $0.hasSuffix("9293 3.4") })
    }

    private let glossary = Glossary([
        .init("x.low", english: "The lowest bit, which says that more follows.", chinese: ""),
        .init(
            "x.number",
            english: "A number with a long explanation, so long that it takes more than one line below its field.",
            chinese: ""),
    ])

    @Test func aSentenceStandsUnderTheFirstFieldOfAName() {
        let fields = [
            Field(
                name: "x.number", range: 0..<1, number: 1, bits: [Field.Bits("x.low", mask: 1, of: 1)]),
            Field(name: "x.number", range: 1..<2, number: 2), Field(name: "x.other", range: 2..<3, number: 3),
        ]
        let pane = HexPane(title: "t", bytes: [1, 2, 3], fields: fields)
        let lines = pane.explained(by: glossary, at: Place(), in: .english).text().split(separator: "\n")
        #expect(lines.allSatisfy { Text.width($0) <= Text.columns })
        #expect(lines.filter { $0.contains("A number with a long") }.count == 1)
        #expect(lines.filter { $0.contains("The lowest bit") }.count == 1)
        let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("so long that it takes more than one line below its field."))
        #expect(pane.text().split(separator: "\n").count + 3 == lines.count)
    }

    @Test func octetsWithoutAFieldAreShownAsSuch() {
        let fields = [Field(name: "middle", range: 2..<3, number: 3)]
        let text = HexPane(title: "t", bytes: [1, 2, 3, 4, 5], fields: fields).text()
        #expect(text.split(separator: "\n").filter { $0.contains("(no field covers these)") }.count == 2)
        #expect(text.contains("01 02") && text.contains("04 05"))
    }

    @Test func fieldsBeyondTheOctetsDoNoHarm() {
        let fields = [Field(name: "too long", range: 1..<90), Field(name: "outside", range: 50..<60, number: 1)]
        #expect(HexPane(title: "t", bytes: [1, 2, 3], fields: fields).text().contains("outside"))
        #expect(HexPane(title: "empty", bytes: [], fields: []).text().hasPrefix("empty, 0 octets\n"))
    }
}
