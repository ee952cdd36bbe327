import Foundation
import TestSupport
import Testing

/// Our TLS on our TCP, with other people's programs on the other side.
@Suite(.enabled(if: LiveNetwork.refusal == nil, Comment(rawValue: LiveNetwork.refusal ?? "")))
struct WholeStackTests {
    /// What has happened, as stack.py tells it.
    private struct Facts: Decodable {
        struct Listen: Decodable {
            let status: Int
            let page: String
            let curl: Int
            let goodbye: Bool
            let seconds: Double
            let out: String
        }

        struct Connect: Decodable {
            let status: Int
            let out: String
            let err: String
        }

        let listen: Listen
        let connect: Connect
        let text: String
        let refused: Connect
        let dark: Int
    }

    private struct Journal: Decodable {
        struct Event: Decodable {
            let kind: String
            let time: Int
            let machine: String?

            enum CodingKeys: String, CodingKey {
                case kind, machine
                case time = "at_us"
            }
        }

        struct Message: Decodable {
            struct Segment: Decodable { let packet: Int }
            let label: String
            let segments: [Segment]
        }

        let events: [Event]
        let messages: [Message]
        let limits: [String]
    }

    @Test func realProgramsTalkToOctetsThatOnlyThisProgramHasMade() async throws {
        for tool in ["unshare", "ip", "python3", "curl", "openssl", "tshark"] { try await Tool.require(tool) }
        try await TemporaryDirectory.use { directory in
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "stack.py").path
            let text = try await Tool.output(
                "unshare", LiveNetwork.unshare + ["python3", script, directory.path, BuiltProgram.path()])
            let facts = try JSONDecoder().decode(Facts.self, from: Data(text.utf8))

            // A server behind a bad wire: a page, and a goodbye to the connection that the end of the program finds.
            #expect(facts.listen.curl == 0 && facts.listen.page.contains("TLS 1.3"))
            #expect(facts.listen.status == 0 && facts.listen.goodbye && facts.listen.seconds < 2)
            let lines = facts.listen.out.split(separator: "\n").filter { $0.hasPrefix("summary ") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(" closed=fin") }, "\(lines)")
            #expect(lines.contains { $0.contains(" retransmissions=") && !$0.contains(" srtt_us=-") })

            // One journal of both layers, in the order of time; each message with the segments that carry it.
            let journal = try JSONDecoder().decode(
                Journal.self, from: Data(directory.read("run-1.json")))
            let times = journal.events.map(\.time)
            #expect(times == times.sorted())
            #expect(Set(["TCP", "TLS"]).isSubset(of: Set(journal.events.compactMap(\.machine))))
            #expect(Set(["sent", "received", "wrote", "read"]).isSubset(of: Set(journal.events.map(\.kind))))
            #expect(journal.messages.contains { $0.label == "ClientHello" })
            #expect(journal.messages.allSatisfy { !$0.segments.isEmpty })
            #expect(!journal.limits.contains { $0.contains("segments are not seen") })

            // A client: the story tells both layers, and the capture opens by itself.
            #expect(facts.connect.status == 0 && facts.connect.out.contains("200 ok"))
            let places = ["<CTL=SYN>", "[TLS ClientHello", "[TLS ServerHello", "CTL=FIN"].map { mark in
                facts.connect.err.range(of: mark)?.lowerBound
            }
            #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
            #expect(facts.text.contains("GET / HTTP/1.0"))

            // No server, and no host.
            #expect(facts.refused.status == 1 && facts.refused.err.contains("refused"))
            #expect(facts.refused.err.contains("<CTL=RST,ACK>"))
            #expect(facts.refused.err.contains(" tcp_segments=1/1 retransmissions=0 srtt_us=- closed=reset"))
            let refused = try JSONDecoder().decode(Journal.self, from: Data(directory.read("refused.json")))
            #expect(refused.events.contains { $0.kind == "received" } && refused.messages.isEmpty)
            #expect(facts.dark == 4)
        }
    }
}
