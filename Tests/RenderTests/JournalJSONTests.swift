import Foundation
import Render
import Testing
import Trace

@Suite struct JSONTests {
    let journal = Fixture.conversation()

    private func parse(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func strangersReadWhatWasWritten() throws {
        let text = "quote \" backslash \\ line\nfeed \r\t \u{0}\u{1f}\u{7f}\u{9b}\u{2028} 握手 🔐 / é"
        let value = JSON.members(
            ("text", .string(text)), ("absent", nil), ("null", .null), ("yes", .bool(true)),
            ("large", .number(9_007_199_254_740_991)), ("larger", .number(9_007_199_254_740_992 as UInt64)),
            ("largest", .number(UInt64.max)), ("least", .number(Int64.min)), ("none", .array([])),
            ("deep", .array([.array([.integer(1), .integer(-2)]), .members()])))
        for form in [value.text, value.line] {
            let object = try parse(form)
            #expect(object["text"] as? String == text)
            #expect(object["null"] is NSNull)
            #expect(object["yes"] as? Bool == true)
            #expect(object["large"] as? Int64 == 9_007_199_254_740_991)
            #expect(object["larger"] as? String == "9007199254740992")
            #expect(object["largest"] as? String == "18446744073709551615")
            #expect(object["least"] as? String == "-9223372036854775808")
            #expect(object.keys.contains("absent") == false)
            #expect((object["deep"] as? [Any])?.first as? [Int] == [1, -2])
        }
        #expect(!value.line.contains("\n"))
        #expect(!value.text.utf8.contains(0x7f))
    }

    @Test func theSchemaIsNamedAndTheTextRepeatable() throws {
        let text = JSON.journal(journal).text
        let object = try parse(text)
        #expect(object["schema"] as? String == "handshakesim.journal")
        #expect(object["version"] as? Int == 1)
        #expect(object["epoch"] as? Int == 1_700_000_000)
        #expect(text == JSON.journal(Fixture.conversation()).text)
    }

    @Test func everyEventIsThereWithItsData() throws {
        let object = try parse(JSON.journal(journal).line)
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.count == journal.events.count)
        for (event, json) in zip(journal.events, events) {
            #expect(json["number"] as? Int == event.number)
            #expect(json["at_us"] as? Int64 == event.at.microseconds)
            #expect(json["who"] as? String == event.who.description)
            #expect(json["cause"] as? Int == event.cause)
            #expect(json["step"] as? String == event.step)
            #expect(json["remark"] as? String == event.remark?.sentence(in: .english))
            #expect(json["cite"] as? String == event.cite?.description)
            #expect((json["changes"] as? [Any])?.count ?? 0 == event.changes.count)
        }
        let kinds = Set(events.compactMap { $0["kind"] as? String })
        #expect(
            kinds == [
                "sent", "received", "lost", "transition", "wrote", "read", "computed", "checked", "learned", "timer",
                "call", "failed", "chapter", "remarked",
            ])
        let learned = try #require(events.first { ($0["how"] as? [String: Any])?["by"] as? String == "derived" })
        #expect((learned["how"] as? [String: Any])?["operation"] as? String == "RSADP")
    }

    @Test func everyFieldOfEveryPacketComesBack() throws {
        let object = try parse(JSON.journal(journal).text)
        let packets = try #require(object["packets"] as? [[String: Any]])
        var place = 0
        for event in journal.events {
            guard case .sent(let packet, _) = event.kind else { continue }
            let json = packets[place]
            place += 1
            #expect(json["sent"] as? Int == event.number)
            #expect(json["bytes"] as? String == Hex.string(packet.bytes))
            try compare(packet.fields, with: json["fields"])
        }
        #expect(place == packets.count)
        #expect(packets[3]["lost"] as? Int == 21 && packets[3]["received"] == nil)
        #expect(packets[0]["received"] as? Int == 8)
    }

    private func octets(_ json: [String: Any]) throws -> [UInt8] {
        let text = try #require(json["bytes"] as? String)
        return try #require(Hex.octets(text))
    }

    private func compare(_ fields: [Field], with json: Any?) throws {
        let list = (json as? [[String: Any]]) ?? []
        #expect(list.count == fields.count)
        for (field, json) in zip(fields, list) {
            #expect(json["name"] as? String == field.name)
            #expect(json["offset"] as? Int == field.range.lowerBound)
            #expect(json["length"] as? Int == field.range.count)
            #expect(json["number"] as? UInt64 == field.number)
            #expect(json["text"] as? String == field.value)
            let bits = (json["bits"] as? [[String: Any]]) ?? []
            #expect(bits.map { $0["mask"] as? UInt64 } == field.bits.map(\.mask))
            #expect(bits.map { $0["value"] as? UInt64 } == field.bits.map(\.number))
            try compare(field.children, with: json["children"])
        }
    }

    @Test func theSegmentsOfAMessageAreItsOctets() throws {
        let object = try parse(JSON.journal(journal).line)
        let packets = try #require(object["packets"] as? [[String: Any]])
        let messages = try #require(object["messages"] as? [[String: Any]])
        #expect(messages.count == 2, "the server's reading of the ClientHello is the client's message")
        for message in messages {
            let panes = try #require(message["panes"] as? [[String: Any]])
            let record = try octets(panes[0])
            var seen = [UInt8?](repeating: nil, count: record.count)
            for segment in try #require(message["segments"] as? [[String: Int]]) {
                let offset = try #require(segment["offset"])
                let length = try #require(segment["length"])
                let within = try #require(segment["within"])
                let number = segment["packet"]
                let packet = try #require(packets.first { $0["number"] as? Int == number })
                let bytes = try octets(packet)
                for index in 0..<length { seen[within + index] = bytes[offset + index] }
            }
            #expect(seen == record.map { $0 })
        }
        #expect(messages[0]["offset"] == nil, "split over two packets")
        #expect(messages[1]["offset"] as? Int == 40 && messages[1]["packet"] as? Int == 7)
    }

    @Test func theLedgerSaysWhoHoldsWhatAndWhy() throws {
        let object = try parse(JSON.journal(journal).line)
        let ledger = try #require(object["ledger"] as? [String: [[String: Any]]])
        let thief = try #require(ledger["thief"]?.first { $0["secret"] as? String == "master secret" })
        #expect((thief["reasons"] as? [String])?.isEmpty == false)
        #expect(thief["event"] as? Int == 46)
        #expect(ledger["eavesdropper"]?.contains { $0["secret"] as? String == "master secret" } == false)
        let client = try #require(ledger["client"]?.first { $0["secret"] as? String == "master secret" })
        #expect(client["value"] as? String == Hex.string(Fixture.master))
    }
}
