import Testing
import Trace

@testable import Doors

/// The frame of requests about trust: a line in, a line out.
struct RequestFrameTests {
    private let frame = RequestFrame(fields: ["a", "b"]) { [JSON.Member("refused", .string($0))] }

    private func reply(_ line: String) -> String {
        frame.reply(to: line, at: .trust) { [JSON.Member("a", .string(try $0.text("a")))] }
    }

    @Test func theIDComesBackWithTheAnswerOrTheReason() {
        #expect(reply(#"{"id":"1","a":"x"}"#) == #"{"id": "1", "a": "x"}"#)
        #expect(reply(#"{"a":"x"}"#) == #"{"id": null, "a": "x"}"#)
        #expect(reply(#"{"id":"1"}"#) == #"{"id": "1", "refused": "a is missing"}"#)
        #expect(reply(#"{"id":"1","c":1}"#) == #"{"id": "1", "refused": "c is no field of this request"}"#)
        #expect(reply(#"{"id":"1","a":"x","a":"x"}"#) == #"{"id": "1", "refused": "a is there twice"}"#)
        #expect(reply(#"{"id":7,"a":"x"}"#) == #"{"id": null, "refused": "id is a number, not a string"}"#)
        #expect(
            reply(#"{"id":"1","a":}"#)
                == #"{"id": "1", "refused": "the line is not JSON: at octet 14: expected a value"}"#)
    }

    /// What is nested deeper than any request is read to that depth and no further, whatever follows.
    @Test(arguments: [100, 1_000, 100_000]) func nestedListsAreReadToALimit(depth: Int) {
        for (open, close) in [("[", "]"), (#"{"b":"#, "}"), (#"[{"b":"#, "}]")] {
            let (before, after) = (String(repeating: open, count: depth), String(repeating: close, count: depth))
            let line = #"{"id":"1","b":\#(before)1\#(after)}"#
            #expect(reply(line).contains("more than 8 levels"))
            var id: String?
            let error = #expect(throws: RequestError.self) { try RequestFrame.fields(of: line, at: .trust, &id) }
            let offset = error?.description.split(separator: " ").compactMap { Int($0.dropLast()) }.first
            #expect((offset ?? .max) < 14 + 8 * open.utf8.count, "\(error?.description ?? "")")
            #expect(id == "1")
        }
    }
}
