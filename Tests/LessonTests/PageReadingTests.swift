import Classroom
import Foundation
import TestSupport
import Testing
import Trace

/// A page reads answers as the program does: its module, run by Node.js, beside the forms of the program.
@Suite struct PageReadingTests {
    private static let forms: [AnswerForm] = [
        .number, .time, .octets, .digest, .yesOrNo, .letters(through: "d"), .sequence, .numbers, .name,
        .letter(through: "c"),
        .order(through: "d"), .parts(3), .claim,
    ]

    /// What people write, and what some of them write in place of an answer.
    private static let texts = [
        "", " ", "0", "0d", "13", "0x5b4", "0X", "1 460", "1,460", "1'460", "ACK=1460", "<ACK=17>", "908 octets",
        "16 bit", "abc", "abcd",
        "18446744073709551615", "18446744073709551616", "0xffffffffffffffff", "0x10000000000000000", "-1", "+1", "1.5",
        "12.55 ms", ".5",
        "1.", ".", "1.2.3", "30", "0.03 s", "30000us", "30000 µs", "1e9", "999999999999", "9999999999999999",
        "da 1a aa d9", "0xDA1AAAD9",
        "da:1a", "0xda 0x1a", "da1", "zz", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB=",
        "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "pin: \"" + String(repeating: "0A", count: 32) + "\"",
        String(repeating: "00:", count: 31) + "00", String(repeating: "0", count: 62), "yes", "Y", "Yes.", "no!",
        "nope", "true", "FALSE", "t",
        "only if", "only-if", "O", "b", "B D", "d, b", "b and d", "b or c", "and", "none", "neither", "a, e", "e", "bb",
        "b a c", "cab",
        "c a b d", "2 3", "3, 2", "{2, 3}", "2 and 3", "3 3 2", "1, 2, 0x0b", "2 x", "FIN-WAIT-1", "fin wait 1",
        "TIME_WAIT", "?!", "ÄÖ",
        "0a;0b;0c", "0a;;0c", ";;", "0a 0b;x", "0a;0b;0c;0d", "0A;zz", "\u{a0}12\u{202f}000", "١٢", "1\r\n2",
        String(repeating: "1", count: 1001),
    ]

    @Test func aPageReadsAnAnswerAsTheProgramDoes() async throws {
        try await Tool.require("node")
        var cases: [JSON] = []
        var wanted: [(what: String, key: String)] = []
        for form in Self.forms {
            for text in Self.texts {
                cases.append(
                    .array([
                        .string(form.name), .string(text), .string(form.last.map { String($0) } ?? "z"),
                        .number(form.blanks ?? 1),
                    ]))
                wanted.append(("\(form.name): \(text.prefix(60))", (try? form.read(text))?.key ?? "-"))
            }
        }
        let module = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../web/reading.js")
            .standardized
        let script = """
            import { readAnswer } from "\(module.absoluteString)";
            for (const one of \(JSON.array(cases).compact)) console.log(readAnswer(...one) ?? "-");
            """
        let result = try await Tool.run("node", ["--input-type=module", "-e", script])
        #expect(result.status == 0, "\(result.standardError)")
        let read = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(read.count == wanted.count)
        for (mine, page) in zip(wanted, read) { #expect(mine.key == page, "\(mine.what)") }
    }
}
