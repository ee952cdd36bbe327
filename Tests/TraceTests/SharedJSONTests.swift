import TestSupport
import Testing

@testable import Trace

/// The form of a value in which what repeats is written once.
@Suite struct SharedJSONTests {
    private static func packet(_ number: Int, _ text: String) -> JSON {
        .members(
            ("number", .number(number)), ("text", .string(text)), ("source", .string("a host of some name")),
            (
                "fields",
                .array([
                    .members(("name", .string("ip.version")), ("text", .string("version 4, header of 5 words"))),
                    .members(("name", .string("ip.id")), ("text", .string("\(number)")), ("none", .array([]))),
                ])
            ))
    }

    @Test func theValueComesBackOctetForOctet() throws {
        let values: [JSON] = [
            .null, .bool(true), .integer(-1), .fraction(0.5), .string(""), .array([]), .object([]),
            .array([.array([]), .array([.integer(0)]), .array([.integer(-1)]), .array([.integer(3), .array([])])]),
            .array((0..<40).map { Self.packet($0, $0 % 3 == 0 ? "the same text again" : "text \($0)") }),
            .array(
                [
                    "0", "00", "7", "x7", "1,2 3", "007 008", "-5", "1.50", "0x10", "123456789012345678", "9 caf\u{e9}",
                    "",
                ].flatMap { text in
                    (0..<4).map { .string("\(text) of \($0): \(text)") } + [.string("\(text) and no other \(text)")]
                }),
            .object([
                JSON.Member("__proto__", .array((0..<3).map { Self.packet($0, "p") })), JSON.Member("", .object([])),
                JSON.Member("a", .array((0..<9).map { _ in Self.packet(7, "all of these are one") })),
            ]),
        ]
        for value in values {
            let shared = SharedJSON(value).json
            #expect(try SharedJSON.value(of: shared).compact == value.compact)
        }
    }

    /// Swift takes two strings for equal that have other octets and only look the same. A certificate may have both.
    @Test func whatOnlyLooksTheSameStaysApart() throws {
        let (one, two) = ("a caf\u{e9} of this name", "a cafe\u{301} of this name")
        #expect(one == two)
        let value = JSON.array(
            (0..<8).map { .members(($0 % 2 == 0 ? one : two, .string($0 % 3 == 0 ? one : two)), ("n", .number($0))) })
        let back = try SharedJSON.value(of: SharedJSON(value).json)
        #expect(Array(back.compact.utf8) == Array(value.compact.utf8))
    }

    @Test func whatRepeatsIsWrittenOnce() {
        let value = JSON.array((0..<200).map { Self.packet($0, "the same text in every packet") })
        let shared = SharedJSON(value).json.compact
        #expect(shared.utf8.count * 8 < value.compact.utf8.count)
        #expect(shared.split(separator: "header of 5 words").count == 2)
    }

    @Test func theWorkEndsWhereItIsCancelled() {
        struct Cancelled: Error {}
        var rest = 10
        #expect(throws: Cancelled.self) {
            _ = try SharedJSON(.array((0..<40).map { Self.packet($0, "") })) {
                rest -= 1
                if rest < 0 { throw Cancelled() }
            }
        }
    }
}
