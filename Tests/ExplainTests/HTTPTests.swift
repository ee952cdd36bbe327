import TestSupport
import Testing
import Trace

@testable import Explain

/// HTTP in clear, by its heads and frames.
@Suite struct HTTPTests {
    private typealias Piece = (isFromOne: Bool, octets: [UInt8])

    private static let visit: [Piece] = [
        (true, Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".utf8)),
        (
            false,
            Array(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello\n\r\n5;x=y\r\nworld\r\n0\r\nX: y\r\n\r\n"
                    .utf8)
        ), (true, Array("POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\na=b&c".utf8)),
        (
            false,
            Array(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n"
                    .utf8)
                + [0x1f, 0x8b, 8, 0]
        ), (true, Array("HEAD /c HTTP/1.1\r\n\r\n".utf8)),
        (false, Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n".utf8)),
        (true, Array("GET /d HTTP/1.1\r\n\r\n".utf8)), (false, Array("HTTP/1.1 200 OK\r\n\r\nuntil the end".utf8)),
    ]

    /// Takes pieces, each cut into parts of a size.
    private func talk(_ pieces: [Piece], size: Int = .max, keepsText: Bool = true) -> [SeenHTTP] {
        var talk = HTTPTalk(keepsText: keepsText)
        for (index, piece) in pieces.enumerated() {
            var rest = piece.octets[...]
            while !rest.isEmpty {
                talk.take(Array(rest.prefix(size))[...], isFromOne: piece.isFromOne, frame: index + 1)
                rest = rest.dropFirst(size)
            }
        }
        return talk.record.messages
    }

    @Test(arguments: [1, 2, 7, .max])
    func requestsAndAnswersAreFoundInPiecesOfAnySize(size: Int) throws {
        let seen = talk(Self.visit, size: size)
        #expect(
            seen.map(\.what) == [
                "GET /a HTTP/1.1", "200 OK", "POST /b HTTP/1.1", "100 Continue", "404 Not Found", "HEAD /c HTTP/1.1",
                "200 OK", "GET /d HTTP/1.1", "200 OK",
            ])
        #expect(seen.map(\.frame) == [1, 2, 3, 4, 4, 5, 6, 7, 8])
        #expect(seen.map { $0.body?.octets } == [nil, 11, 5, nil, 4, nil, nil, nil, 13])
        let said = seen.map { RecordedHTTPNote(messages: [$0]).quoted }
        #expect(said[0] == ["| Host: h"])
        #expect(
            said[1] == ["| Transfer-Encoding: chunked", "A body of 11 octets, in chunks:", "| hello", "| world"])
        #expect(said[4].last == "A body of 4 octets, compressed with gzip.")
        #expect(said[8] == ["A body of 13 octets:", "| until the end"])
    }

    @Test func programsGetTheSameListWithoutTheText() {
        let seen = talk(Self.visit, keepsText: false)
        #expect(seen.map(\.what) == talk(Self.visit).map(\.what))
        #expect(seen.allSatisfy { $0.fields.isEmpty && $0.body?.begins.isEmpty != false })
        let many = (0..<300).map { _ in Self.visit[0] }
        #expect(talk(many, keepsText: false).count == HTTPRecord.mostListed)
        let long = Array("GET /\(String(repeating: "x", count: 5_000)) HTTP/1.1\r\n\r\n".utf8)
        let octets = talk((0..<300).map { _ in (true, long) }, keepsText: false).reduce(0) {
            $0 + $1.what.english.utf8.count
        }
        #expect(octets <= HTTPRecord.mostOctets)
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream] + payload
    }

    @Test(arguments: [1, 3, .max])
    func framesOfHTTP2AreNamed(size: Int) {
        let settings: [UInt8] = [0, 3, 0, 0, 0, 100]
        let client =
            HTTP2Frame.preface + Self.frame(4, 0, 0, settings) + Self.frame(8, 0, 0, [0, 1, 0, 0])
            + Self.frame(1, 0x24, 1, [0, 0, 0, 0, 16, 0x82, 0x87, 0x41, 0x8a])
        let server =
            Self.frame(4, 0, 0, settings) + Self.frame(4, 1, 0, []) + Self.frame(1, 4, 1, [0x88, 0x5f])
            + Self.frame(0, 1, 1, [UInt8](repeating: 0x79, count: 300))
        let end = Self.frame(3, 0, 3, [0, 0, 0, 8]) + Self.frame(7, 0, 0, [0, 0, 0, 1, 0, 0, 0, 11])
        let seen = talk([(true, client), (false, server), (true, end)], size: size)
        #expect(
            seen.map(\.what.english) == [
                "the preface of HTTP/2", "SETTINGS, 6 octets", "WINDOW_UPDATE, stream 0, 4 octets",
                "HEADERS, stream 1, 9 octets of HPACK: GET https", "SETTINGS, 6 octets",
                "SETTINGS (acknowledgment), 0 octets",
                "HEADERS, stream 1, 2 octets of HPACK: 200", "DATA, stream 1, 300 octets, the last of its side",
                "RST_STREAM, stream 3, 4 octets, CANCEL", "GOAWAY, 8 octets, ENHANCE_YOUR_CALM",
            ])
        #expect(
            talk([(true, client), (false, server), (true, end)], keepsText: false).map(\.what)
                == seen.filter(\.isListed).map(\.what))
    }

    @Test func whatIsNotHTTPIsNotTaken() {
        let texts = [
            "EHLO mail\r\n", "SSH-2.0-x\r\n", "REGISTER sip:a SIP/2.0\r\n\r\n", "get / HTTP/1.1\r\n\r\n",
            "\u{0}\u{0}\u{6}\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}xxx", "PRI * HTTP/2.0\r\n\r\nXY",
            "HTTP/1.1 \r\n\r\n",
        ]
        for text in texts { #expect(talk([(true, Array(text.utf8))], size: 1).isEmpty, "\(text)") }
    }

    private func piece(_ text: String, at start: Int, frame: Int) -> RecordStream.Piece {
        RecordStream.Piece(
            octets: Array(text.utf8)[...], start: start, length: text.utf8.count, frame: frame, time: 0)
    }

    /// Octets that are missing in a body whose end is known do not matter. Any other gap ends the reading of that side.
    @Test func onlyAGapInABodyOfKnownLengthIsPassedOver() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
        let next = "HTTP/1.1 204 No Content\r\n\r\n"
        for (gap, count) in [(98, 2), (99, 1), (40, 1)] {
            var talk = HTTPTalk(keepsText: true)
            talk.take(piece(head + "ab", at: 0, frame: 1), isFromOne: false, now: 1)
            talk.take(piece(next, at: head.utf8.count + 2 + gap, frame: 2), isFromOne: false, now: 2)
            #expect(talk.record.messages.count == count, "\(gap)")
            let note = RecordedHTTPNote(messages: [try #require(talk.record.messages.first)])
            if gap == 98 {
                #expect(
                    note.quoted.dropFirst().first == "A body of 100 octets, of which 2 octets are in the recording:")
            }
        }
    }

    @Test func aStrangersLinesCannotPassForTheProgramsOwn() throws {
        let text = "GET /\u{1b}[2J HTTP/1.1\r\nX: \u{7}\u{202e}\r\n\r\n"
        let note = RecordedHTTPNote(messages: [try #require(talk([(true, Array(text.utf8))]).first)])
        for line in [note.english] + note.quoted { #expect(line == line.legible) }
        #expect(note.quoted.allSatisfy { $0.hasPrefix("| ") })
    }

    @Test func damageAndGapsDoNoHarm() {
        let frames: [Piece] = [
            (
                true,
                HTTP2Frame.preface + Self.frame(4, 0, 0, [0, 3, 0, 0, 0, 1]) + Self.frame(1, 0x28, 1, [0x82, 0x84])
            ),
            (false, Self.frame(4, 0, 0, [0, 3, 0, 0, 0, 1]) + Self.frame(7, 0, 0, [0, 0, 0, 1])),
        ]
        forEachSeed(300) { seed, random in
            var talk = HTTPTalk(keepsText: seed % 2 == 0)
            for (index, piece) in (seed % 3 == 0 ? frames : Self.visit).enumerated() {
                let octets = Bool.random(using: &random) ? random.damaged(piece.octets) : piece.octets
                let start = Int.random(in: 0..<2_000, using: &random)
                let part = octets.prefix(Int.random(in: 0...octets.count, using: &random))
                talk.take(
                    RecordStream.Piece(octets: part, start: start, length: octets.count, frame: index, time: 0),
                    isFromOne: piece.isFromOne, now: index)
                talk.take(octets.dropFirst(part.count), isFromOne: piece.isFromOne, frame: index)
                if Int.random(in: 0..<8, using: &random) == 0 { talk.lose(isFromOne: piece.isFromOne) }
            }
            for message in talk.record.messages {
                let note = RecordedHTTPNote(messages: [message])
                #expect(([note.english] + note.quoted).allSatisfy { $0 == $0.legible })
            }
        }
    }

    /// Frames with data are no reason to keep a frame of the capture that would be left out.
    @Test func framesWithDataAreNotTold() {
        var talk = HTTPTalk(keepsText: true)
        talk.take(HTTP2Frame.preface[...], isFromOne: true, frame: 1)
        let known = talk.record.count
        talk.take(Self.frame(0, 0, 1, [1, 2, 3])[...], isFromOne: true, frame: 2)
        #expect(talk.record.count == known && talk.record.messages.count == known + 1)
        talk.take(Self.frame(1, 4, 3, [0x82])[...], isFromOne: true, frame: 3)
        #expect(talk.record.count == known + 1)
    }

    /// The connection's streams are read beyond the octets in which TLS is searched.
    @Test func aLongConnectionIsReadToItsEnd() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n"
        func hex(_ text: String) -> String { Hex.string(Array(text.utf8)) }
        let ask = "GET / HTTP/1.1\r\n\r\n"
        let explanation = Explanation(
            """
            0 open 20 C S:80
            21 C > S:80 ACK len \(ask.utf8.count) head \(hex(ask))
            41 S:80 > C ACK len \(head.utf8.count) head \(hex(head))
            42 S:80 > C ACK len 1000 times 60 every 0.1
            70 C > S:80 ACK len \(ask.utf8.count) head \(hex(ask))
            90 S:80 > C ACK len \(head.utf8.count) head \(hex(head))
            91 close 20 C S:80
            """)
        let http = try #require(explanation.connections.first?.json.at("http"))
        guard case .array(let messages) = http else { throw TestProblem() }
        #expect(
            messages.map { $0.at("what") }
                == [ask, "200 OK", ask, "200 OK"].map { .string($0.replacing("\r\n\r\n", with: "")) })
        #expect(messages.map { $0.at("from") } == ["client", "server", "client", "server"].map { .string($0) })
        #expect(messages.map { $0.at("frame") } == [4, 5, 66, 67].map { .number($0) })
    }

    private struct TestProblem: Error {}
}
