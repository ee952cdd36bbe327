import Crypto
import Testing
import Trace

@testable import JSONLines

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

    /// What is nested deeper than any request is read to that depth and no further, whatever follows: the eighth level is the last, and the
    /// ninth bracket is where the line is refused. The id is known by then.
    @Test(arguments: [8, 100, 1_000, 100_000]) func nestedListsAreReadToALimit(depth: Int) {
        for (open, close, offset) in [("[", "]", 21), (#"{"b":"#, "}", 49), (#"[{"b":"#, "}]", 33)] {
            let (before, after) = (String(repeating: open, count: depth), String(repeating: close, count: depth))
            let line = #"{"id":"1","b":\#(before)1\#(after)}"#
            var id: String?
            let error = #expect(throws: RequestError.self) { try RequestFrame.fields(of: line, at: .trust, &id) }
            #expect(error?.description == "the line is not JSON: at octet \(offset): more than 8 levels")
            #expect(id == "1")
        }
        let seven = String(repeating: "[", count: 7) + String(repeating: "]", count: 7)
        #expect(reply(#"{"id":"1","b":\#(seven)}"#) == #"{"id": "1", "refused": "a is missing"}"#)
    }

    /// A line of the greatest length is read. One octet more, and not even its id is.
    @Test func theLengthOfALineIsLimited() throws {
        var line = #"{"id":"1"}"#
        line += String(repeating: " ", count: RequestFrame.longestLine - line.utf8.count)
        var id: String?
        _ = try RequestFrame.fields(of: line, at: .trust, &id)
        #expect(id == "1")
        line += " "
        id = nil
        let error = #expect(throws: RequestError.self) { try RequestFrame.fields(of: line, at: .trust, &id) }
        #expect(error?.description == "the line has more than \(RequestFrame.longestLine) octets")
        #expect(id == nil)
    }

    /// Every door that takes a line of JSON has the limit of its frame.
    @Test(arguments: [8, 1_000, 100_000]) func everyDoorStopsAtItsLimit(depth: Int) {
        let line = #"{"b":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        var (check, drive) = (CryptoCheck(blindedBy: SeededRandomSource(seed: 1)), TCPDrive())
        var replay = TLS13Replay()
        for answer in [
            check.answer(line: line.utf8), drive.handle(line: line.utf8)[0], replay.handle(line: line.utf8)[0],
        ] {
            #expect(answer.contains("at octet 5: a value is an integer, a text, true, false or null"))
        }
        for answer in [
            EvaluateBatch.answer(line, withFindings: true), PinBatch.answer(line, withSteps: true),
        ] {
            #expect(answer.contains("at octet 12: more than 8 levels"))
        }
    }
}
