import TestSupport
import Testing

@testable import Trace

/// What is read as JSON, and what is wrong with the rest (RFC 8259).
@Suite struct JSONParserTests {
    private func problem(_ line: String) -> JSONError? {
        do throws(JSONError) {
            _ = try JSON(line.utf8, .flat)
            return nil
        } catch {
            return error
        }
    }

    @Test func allKindsOfValuesAreRead() throws {
        let object = try JSON(
            #" {"a" : -12, "b":true,"c":false,"d":null , "e":"x\n\"\u0041\ud83d\ude00é"} "#.utf8, .flat)
        #expect(object["a"] == .integer(-12))
        #expect(object["b"] == .bool(true))
        #expect(object["c"] == .bool(false))
        #expect(object["d"] == .null)
        #expect(object["e"] == .string("x\n\"A😀é"))
        #expect(object["f"] == nil)
        #expect(try JSON("{}".utf8, .flat).members?.isEmpty == true)
    }

    @Test(arguments: ["\u{1}\u{1f}\"\\/é😀", "plain", ""]) func whatIsWrittenIsRead(text: String) throws {
        let object = JSON.members(("name \"1\"", .string(text)), ("n", .integer(.min)), ("none", .null))
        for form in [object.compact, object.line, object.text] { #expect(try JSON(form.utf8, .flat) == object) }
    }

    @Test func programsGetNoSpacesAndNothingThatIsNotLegible() {
        let value = JSON.members(("a", .array([.null, .integer(1)])), ("b", .string("\n\u{7f}\u{2028}\"é")))
        #expect(value.compact == "{\"a\":[null,1],\"b\":\"\\u000a\\u007f\\u2028\\\"é\"}")
        #expect(value.line == "{\"a\": [null, 1], \"b\": \"\\n\\u007f\\u2028\\\"é\"}")
    }

    @Test func everyValueOfTheRFCIsRead() throws {
        let value = try JSON(#"{"n":[1,-0.5,1e3,2E-1,99999999999999999999],"o":{"a":[]},"n":[{}]} "#.utf8)
        #expect(
            value.members?.first?.value
                == .array([.integer(1), .fraction(-0.5), .fraction(1000), .fraction(0.2), .fraction(1e20)]))
        #expect(value["o"]?["a"] == .array([]))
        #expect(value["n"] == .array([.object([])]), "of several the last counts")
        #expect(value["n"]?["a"] == nil)
        #expect(try JSON("7".utf8) == .integer(7))
        for text in ["[1,]", "[1", "1.", "1e", "01", "-", "1e999", "[\"\u{1}\"]", "{} {}", ""] {
            #expect(throws: JSONError.self, "\(text)") { try JSON(text.utf8) }
        }
    }

    /// Each value is begun once, whatever it stands in; at the limit the text is refused, and what follows is not begun.
    @Test(
        arguments: [(JSON.Grammar.any, 64), (.levels(8), 8), (.levels(1_000), 64)],
        [1, 7, 8, 9, 63, 64, 65, 1_000, 100_000])
    func depthIsLimited(_ limited: (grammar: JSON.Grammar, levels: Int), depth: Int) {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let text = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            var parser = JSONParser(octets: Array(text.utf8), grammar: limited.grammar)
            if depth <= limited.levels {
                #expect(throws: Never.self) { try parser.all() }
                #expect(parser.begun == depth + 1)
            } else {
                let error = #expect(throws: JSONError.self) { try parser.all() }
                #expect(error?.offset == limited.levels * open.utf8.count)
                #expect(error?.problem == "more than \(limited.levels) levels")
                #expect(parser.begun == limited.levels + 1)
            }
        }
    }

    /// Lists in lists, side by side: the values are as many as they look.
    @Test func valuesSideBySideAreBegunOnce() throws {
        var text = "1"
        var values = 1
        for _ in 0..<10 { (text, values) = ("[\(text),{\"a\":\(text)}]", 2 * values + 2) }
        var parser = JSONParser(octets: Array(text.utf8), grammar: .any)
        _ = try parser.all()
        #expect(parser.begun == values && values == 3_070)
    }

    /// A line that drives a program has no lists and objects in its object, however deep.
    @Test(arguments: [1, 1_000, 100_000]) func aFlatLineIsReadToTheFirstList(depth: Int) {
        for open in ["[", #"{"a":"#] {
            var parser = JSONParser(
                octets: Array((#"{"a":1,"b":"# + String(repeating: open, count: depth)).utf8), grammar: .flat)
            let error = #expect(throws: JSONError.self) { try parser.all() }
            #expect(error?.offset == 11)
            #expect(error?.problem == "a value is an integer, a text, true, false or null")
            #expect(parser.begun == 2)
        }
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
            _ = try? JSON(random.octets(count), .flat)
            _ = try? JSON(line.utf8)
        }
    }
}
