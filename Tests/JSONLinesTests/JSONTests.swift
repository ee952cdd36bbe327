import JSONLines
import TestSupport
import Testing

/// The flat objects of the contract (RFC 8259).
@Suite struct JSONTests {
    private func problem(_ line: String) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONObject(line: line.utf8)
            return nil
        } catch {
            return error
        }
    }

    @Test func allKindsOfValuesAreRead() throws {
        let object = try JSONObject(
            line: #" {"a" : -12, "b":true,"c":false,"d":null , "e":"x\n\"\u0041\ud83d\ude00é"} "#.utf8)
        #expect(object["a"] == .integer(-12))
        #expect(object["b"] == .boolean(true))
        #expect(object["c"] == .boolean(false))
        #expect(object["d"] == .null)
        #expect(object["e"] == .string("x\n\"A😀é"))
        #expect(object["f"] == nil)
        #expect(try JSONObject(line: "{}".utf8).members.isEmpty)
    }

    @Test(arguments: ["\u{1}\u{1f}\"\\/é😀", "plain", ""]) func whatIsWrittenIsRead(text: String) throws {
        var object = JSONObject()
        object.add("name \"1\"", .string(text))
        object.add("n", .integer(.min))
        #expect(try JSONObject(line: object.line.utf8) == object)
    }

    /// Each problem is told with its place.
    @Test(
        arguments: [
            ("", 0), ("[]", 0), ("{", 1), (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1"#, 6), (#"{"a":1,}"#, 7),
            (#"{"a":1} x"#, 8), (#"{"a":1.5}"#, 5), (#"{"a":1e3}"#, 5), (#"{"a":01}"#, 5), (#"{"a":-}"#, 5),
            (#"{"a":99999999999999999999}"#, 5), (#"{"a":[1]}"#, 5), (#"{"a":{}}"#, 5), (#"{"a":tru}"#, 5),
            (#"{"a":"x"#, 7), (#"{"a":"\q"}"#, 7), (#"{"a":"\u12g4"}"#, 8), (#"{"a":"\ud800"}"#, 12), (#"{a:1}"#, 1),
            ("{\"a\":\"\u{1}\"}", 6),
        ] as [(String, Int)])
    func problemsHaveAPlace(line: String, offset: Int) {
        #expect(problem(line)?.offset == offset, "\(line): \(problem(line)?.description ?? "no problem")")
    }

    /// Whatever the line, it is read or refused.
    @Test func randomLinesNeverTrap() {
        let pieces = [
            "{", "}", "\"", ":", ",", "\\", "u", "d800", "1", "-", "null", "op", " ", "é", "\u{7f}", "[", "e",
        ]
        forEachSeed(3_000) { _, random in
            let count = Int.random(in: 0...20, using: &random)
            let line = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            _ = problem(line)
            _ = try? JSONObject(line: random.octets(count))
        }
    }
}
