import Testing
import Trace

@testable import Explain

/// Text of a document that is written without a tree.
struct DocumentTextTests {
    /// A value has the text that its tree has: escapes, and numbers that not every reader can represent.
    @Test func aWrittenValueHasTheTextOfItsTree() {
        func text(_ value: some DocumentValue) -> String {
            var text = DocumentText()
            value.write(to: &text)
            return String(decoding: text.octets, as: UTF8.self)
        }
        for number in [0, 7, 10, -1, 65_535, .min, .max, 9_007_199_254_740_991, 9_007_199_254_740_992] as [Int64] {
            #expect(text(number) == number.json.compact)
        }
        for string in ["", "plain", "a \"b\" \\ c", "line\nline", "µs", "\u{7f}", "\u{202e}x", "🙂"] {
            #expect(text(string) == string.json.compact)
        }
        #expect(text([[1, 2], [], [3]]) == "[[1,2],[],[3]]" && text(true) == "true" && text([String]()) == "[]")
    }

    /// Members that are nil are left out, and the others are separated by commas.
    @Test func membersAreSeparated() {
        var text = DocumentText()
        text.object { text in
            text.member("none", nil as Int?)
            text.member("first") { _ in }
            text.member("second") { $0.member("{", "{") }
            text.member("third", [] as [Int])
        }
        let expected: JSON = .members(
            ("first", .object([])), ("second", .members(("{", .string("{")))), ("third", .array([])))
        #expect(String(decoding: text.octets, as: UTF8.self) == expected.compact)
    }
}
