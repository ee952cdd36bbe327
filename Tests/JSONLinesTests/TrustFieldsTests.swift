import Testing
import Trace

@testable import JSONLines

extension Fields {
    fileprivate static func trust(_ line: String) throws(RequestError) -> Fields {
        var id: String?
        return try RequestFrame.fields(of: line, at: .trust, &id)
    }
}

/// What a batch reads, and what it says about what it cannot read.
struct TrustFieldsTests {
    @Test func everyTypeIsRead() throws {
        let request = try Fields.trust(
            #"{"s":"a","n":null,"b":true,"i":7,"l":["x","y"],"o":{"kind":"DNS"},"t":"2024-02-29T12:00:00Z","e":[]}"#
        )
        #expect(try request.text("s") == "a")
        #expect(try request.textIfAny("n") == nil)
        #expect(try request.textIfAny("absent") == nil)
        #expect(try request.truth("b", else: false))
        #expect(try request.truth("absent", else: true))
        #expect(try request.integerIfAny("i") as Int? == 7)
        #expect(try request.texts("l") == ["x", "y"])
        #expect(try request.texts("e").isEmpty)
        #expect(try request.objectIfAny("o")?.text("kind") == "DNS")
        // date -u -d 2024-02-29T12:00:00Z +%s
        #expect(try request.time("t") == 1_709_208_000)
    }

    private func problem(_ line: String, _ read: (Fields) throws -> Void) -> String {
        do {
            try read(try Fields.trust(line))
            return "nothing"
        } catch { return "\(error)" }
    }

    @Test func errorsNameTheKey() {
        #expect(problem("{") { _ in } == "the line is not JSON: at octet 1: expected a name in quotes")
        #expect(problem("[]") { _ in } == "the line is not a JSON object")
        // However long the line is, it is read to the ninth bracket.
        #expect(
            problem(String(repeating: "[", count: 100_000)) { _ in }
                == "the line is not JSON: at octet 8: more than 8 levels"
        )
        #expect(problem("{}") { _ = try $0.text("id") } == "id is missing")
        #expect(problem(#"{"b":1}"#) { _ = try $0.truth("b", else: true) } == "b is a number, not true or false")
        #expect(problem(#"{"b":"true"}"#) { _ = try $0.truth("b", else: true) } == "b is a string, not true or false")
        #expect(problem(#"{"i":1.5}"#) { _ = try $0.integerIfAny("i") as Int? } == "i is not a whole number")
        #expect(
            problem(#"{"i":true}"#) { _ = try $0.integerIfAny("i") as Int? } == "i is true or false, not a whole number"
        )
        #expect(problem(#"{"l":["a",3]}"#) { _ = try $0.texts("l") } == "l[1] is a number, not a string")
        #expect(
            problem(#"{"o":{"v":[]}}"#) { _ = try $0.objectIfAny("o")?.text("v") } == "o.v is a list, not a string")
        #expect(
            problem(#"{"t":"yesterday"}"#) { _ = try $0.time("t") }
                == #"t: "yesterday" is not a moment such as 2026-03-01T12:00:00Z"#)
        #expect(
            problem(#"{"c":["x"]}"#) { _ = try $0.certificates("c") }
                == "c[0]: malformed PEM: no -----BEGIN CERTIFICATE-----")
    }

    /// Against what date(1) of GNU says.
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func momentsAreSeconds(text: String, seconds: Int64) {
        #expect(CivilTime.seconds(rfc3339: text) == seconds)
    }

    @Test(arguments: [
        "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-01-01T24:00:00Z", "2023-01-01 00:00:00Z",
        "2023-01-01T00:00:00", "+023-01-01T00:00:00Z", "", "2023-00-10T00:00:00Z",
    ])
    func otherTextsAreNoMoments(text: String) {
        #expect(CivilTime.seconds(rfc3339: text) == nil)
    }
}
