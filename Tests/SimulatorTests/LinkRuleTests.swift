import Testing
import Trace

@testable import Simulator

@Suite struct LinkRuleTests {
    private static func at(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }

    private static let good: [(String, LinkRule.Order)] = [
        ("drop server SYN,ACK 1", .segments(by: .server, .synAck, numbers: 1...1, .drop)),
        ("drop client FIN", .segments(by: .client, .fin, numbers: nil, .drop)),
        (
            "duplicate client SYN 1 after 30s",
            .segments(by: .client, .syn, numbers: 1...1, .duplicate(after: .seconds(30)))
        ),
        ("duplicate client ACK", .segments(by: .client, .ack, numbers: nil, .duplicate(after: nil))),
        (
            "delay client data 2 by 500ms",
            .segments(by: .client, .data, numbers: 2...2, .delay(by: .milliseconds(500)))
        ),
        ("delay server data by 1s", .segments(by: .server, .data, numbers: nil, .delay(by: .seconds(1)))),
        ("corrupt server data 3", .segments(by: .server, .data, numbers: 3...3, .corrupt)),
        ("  REORDER  Server SEGMENT 2-4 ", .segments(by: .server, .segment, numbers: 2...4, .reorder)),
        ("drop client RST 1", .segments(by: .client, .rst, numbers: 1...1, .drop)),
        ("drop frame 12", .frame(12, .drop)),
        ("delay frame 3 by 2min", .frame(3, .delay(by: .seconds(120)))),
        ("partition from 2s to 5s", .partition(of: nil, from: at(2), until: at(5))),
        ("partition client from 2s", .partition(of: .client, from: at(2), until: Instant(microseconds: .max))),
    ]

    @Test(arguments: good.indices)
    func aRuleMeansWhatItSays(index: Int) throws {
        let (text, order) = Self.good[index]
        let rule = try LinkRule(text)
        #expect(rule.order == order)
        #expect(rule.text == text)
    }

    private static let bad: [(String, Int, String?, String)] = [
        ("", 1, nil, "drop"),
        ("   ", 4, nil, "drop"),
        ("frob client SYN", 1, "frob", "partition"),
        ("drop sever SYN", 6, "sever", "server"),
        ("drop client", 12, nil, "SYN,ACK"),
        ("drop client SYN,FIN", 13, "SYN,FIN", "SYN,ACK"),
        ("drop client SYN 0", 17, "0", "number from 1"),
        ("drop client SYN 3-2", 17, "3-2", "number from 1"),
        ("drop client SYN -2", 17, "-2", "number from 1"),
        ("drop client SYN 1-2-3", 17, "1-2-3", "number from 1"),
        ("drop client SYN 99999999999999999999", 17, "99999999999999999999", "number from 1"),
        ("drop client SYN 1 1", 19, "1", "the end"),
        ("drop client SYN by 1s", 17, "by", "the end"),
        ("delay client data 2", 20, nil, "\"by\""),
        ("delay client data 2 by 500", 24, "500", "500ms"),
        ("duplicate client SYN 1 after", 29, nil, "500ms"),
        ("drop frame", 11, nil, "frame's number"),
        ("drop frame x", 12, "x", "frame's number"),
        ("partition", 10, nil, "\"from\""),
        ("partition both from 1s", 11, "both", "client"),
        ("partition from 5s to 5s", 22, "5s", "later time than 5s"),
        ("partition from 5s until 6s", 19, "until", "the end"),
    ]

    @Test(arguments: bad.indices)
    func aRuleThatIsNoneSaysWhereAndWhy(index: Int) throws {
        let (text, position, found, expected) = Self.bad[index]
        let error = try #require(throws: LinkRuleError.self) { try LinkRule(text) }
        #expect(error.position == position && error.found == found && error.rule == text)
        #expect(error.expected.contains(expected), "\(error)")
        #expect(error.description.contains("position \(position)") && error.description.contains("\"\(text)\""))
    }
}
