import Simulator
import TestSupport
import Testing
import Trace

@testable import Explain

/// TLS in streams whose octets come in any order, in small pieces, damaged, or with gaps.
@Suite struct TLSStreamTests {
    private static let options = [Visit.Options(seed: 7), Visit.Options(seed: 7, tls13: .init())]

    /// Feeds the pieces to a course. The client is the side that sent the first frame.
    private func course(
        _ pieces: [(isFromClient: Bool, place: Int, octets: [UInt8])], _ secrets: SecretsStore,
        hasBeginning: Bool = true
    ) -> TLSCourse {
        var course = TLSCourse()
        for (frame, piece) in pieces.enumerated() where course.listens(isFromOne: piece.isFromClient) {
            let seen = RecordStream.Piece(
                octets: piece.octets[...], start: piece.place, length: piece.octets.count, frame: frame + 1,
                time: Int64(frame))
            _ = course.take(seen, isFromOne: piece.isFromClient, hasBeginning: hasBeginning, secrets)
        }
        course.end(secrets)
        return course
    }

    /// The digests of the opened data of both sides.
    private func digests(_ course: TLSCourse) -> [[UInt8]?] {
        [course.talk?.client.plaintext?.digest, course.talk?.server.plaintext?.digest]
    }

    @Test(arguments: options, [1, 7, 100])
    func orderAndSizeOfPiecesDoNotMatter(_ options: Visit.Options, size: Int) throws {
        let recording = try TLSRecording(options)
        let secrets = try recording.secrets()
        let whole = try recording.pieces()
        let expected = course(whole, secrets)
        #expect(digests(expected).allSatisfy { $0 != nil })
        var random = SplitMix64(seed: UInt64(size))
        var flights: [[(isFromClient: Bool, place: Int, octets: [UInt8])]] = []
        for piece in whole {
            let parts = stride(from: 0, to: piece.octets.count, by: size).map { start in
                (
                    piece.isFromClient, piece.place + start,
                    Array(piece.octets[start..<min(start + size, piece.octets.count)])
                )
            }
            if flights.last?.last?.isFromClient == piece.isFromClient {
                flights[flights.count - 1] += parts
            } else {
                flights.append(parts)
            }
        }
        // The pieces of a flight come in any order within groups of 400. Three of each group come twice.
        let pieces = flights.flatMap { flight in
            stride(from: 0, to: flight.count, by: 400).flatMap { start in
                let part = flight[start..<min(start + 400, flight.count)]
                return (part + part.prefix(3)).shuffled(using: &random)
            }
        }
        let found = course(pieces, secrets)
        #expect(digests(found) == digests(expected))
        #expect(found.talk?.isComplete == true)
        #expect(found.talk?.alerts.map(\.name) == expected.talk?.alerts.map(\.name))
    }

    @Test(arguments: options)
    func behindAGapRecordsAreRecognisedByTheirHeaders(_ options: Visit.Options) throws {
        let recording = try TLSRecording(options)
        let secrets = try recording.secrets()
        var pieces = try recording.pieces()
        // The server's application data is missing: its last piece is close_notify, and the data is the piece before that.
        let index = try #require(pieces.indices.filter { !pieces[$0].isFromClient }.dropLast().last)
        pieces.remove(at: index)
        let found = course(pieces, secrets)
        #expect(found.other.stream.hasGap)
        #expect(found.talk?.opening.failure == .gap)
        #expect(found.other.noRecord == nil)
    }

    @Test func compressedRecordsSayThatTheyAre() throws {
        let recording = try TLSRecording(Visit.Options(seed: 7))
        var pieces = try recording.pieces()
        let index = try #require(pieces.firstIndex { !$0.isFromClient })
        // Header of the record, header of the message, version, random; then the session identifier and the suite.
        let identifier = 5 + 4 + 2 + 32
        let method = identifier + 1 + Int(pieces[index].octets[identifier]) + 2
        pieces[index].octets[method] = 1
        let secrets = try recording.secrets()
        #expect(TLSClosed(try #require(course(pieces, secrets).talk), secrets) == .compressed)
    }

    @Test(arguments: options)
    func aCaptureThatBeginsInTheMiddleIsTLSToo(_ options: Visit.Options) throws {
        let pieces = try TLSRecording(options).pieces()
        let late = Array(pieces.suffix(4))
        let starts = [true, false].map { side in late.first { $0.isFromClient == side }?.place ?? 0 }
        let moved = late.map { ($0.isFromClient, $0.place - starts[$0.isFromClient ? 0 : 1], $0.octets) }
        let found = course(moved, SecretsStore(), hasBeginning: false)
        #expect(found.talk != nil && found.talk?.hello == nil)
    }

    @Test func plainTextBeforeTLSIsNamed() throws {
        let pieces = try TLSRecording(Visit.Options(seed: 7)).pieces()
        func after(_ words: [(Bool, String)]) -> TLSCourse {
            var lengths = [true: 0, false: 0]
            var all: [(isFromClient: Bool, place: Int, octets: [UInt8])] = []
            for (side, text) in words {
                all.append((side, lengths[side] ?? 0, Array(text.utf8)))
                lengths[side, default: 0] += text.utf8.count
            }
            all += pieces.map { ($0.isFromClient, $0.place + (lengths[$0.isFromClient] ?? 0), $0.octets) }
            return course(all, SecretsStore())
        }
        let mail: [(Bool, String)] = [
            (false, "220 mail.example\r\n"), (true, "EHLO x\r\n"), (false, "250 STARTTLS\r\n"),
            (true, "STARTTLS\r\n"), (false, "220 go\r\n"),
        ]
        let cases: [([(Bool, String)], Prelude)] = [
            (mail, .smtp), ([(false, "* OK\r\n"), (true, "a STARTTLS\r\n"), (false, "a OK\r\n")], .imap),
            ([(false, "+OK\r\n"), (true, "STLS\r\n"), (false, "+OK\r\n")], .pop3),
            ([(true, "CONNECT www.example.com:443 HTTP/1.1\r\n\r\n"), (false, "HTTP/1.1 200 OK\r\n\r\n")], .connect),
            ([(true, "PROXY TCP4 192.0.2.1 192.0.2.2 1 443\r\n")], .proxy),
            ([(true, "\u{5}\u{1}\u{0}"), (false, "\u{5}\u{0}")], .socks),
        ]
        for (words, name) in cases {
            let found = after(words)
            #expect(found.prelude == name)
            #expect(found.talk?.isComplete == true, "\(name)")
        }
        // The PROXY line may also be in the same segment as the ClientHello.
        var line = pieces
        let header = Array("PROXY TCP4 192.0.2.1 192.0.2.2 1 443\r\n".utf8)
        line = line.map {
            ($0.isFromClient, $0.place + ($0.isFromClient && $0.place > 0 ? header.count : 0), $0.octets)
        }
        line[0].octets = header + line[0].octets
        #expect(course(line, SecretsStore()).prelude == .proxy)
    }

    @Test(arguments: options)
    func damageDoesNoHarm(_ options: Visit.Options) throws {
        let recording = try TLSRecording(options)
        let secrets = try recording.secrets()
        let whole = try recording.pieces()
        forEachSeed(60) { _, random in
            var pieces = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: pieces.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: pieces.remove(at: index)
                case 1: pieces[index].octets = random.damaged(pieces[index].octets)
                case 2: pieces[index].octets = random.octets(Int.random(in: 0..<4_000, using: &random))
                default: pieces.swapAt(index, Int.random(in: pieces.indices, using: &random))
                }
            }
            let found = course(pieces, secrets)
            for alert in found.talk?.alerts ?? [] { #expect((1...pieces.count).contains(alert.frame)) }
        }
    }

    @Test func whatIsNoTLSIsNotTaken() {
        let texts = ["GET / HTTP/1.1\r\n\r\n", "SSH-2.0-x\r\n", "\u{16}\u{3}\u{1}", "\u{17}\u{3}\u{3}\u{0}\u{20}xxxx"]
        for text in texts {
            let found = course([(true, 0, Array(text.utf8)), (false, 0, Array("answer".utf8))], SecretsStore())
            #expect(found.talk == nil)
            #expect((found.firstSpeakerIsOne == true) == text.hasPrefix("GET"))
        }
    }

    @Test func aGapThatNeverClosesKeepsABoundedAmount() throws {
        var course = TLSCourse()
        let hello = try TLSRecording(Visit.Options(seed: 7)).pieces()[0]
        let length = hello.octets.count
        let first = RecordStream.Piece(octets: hello.octets[...], start: 0, length: length, frame: 1, time: 0)
        _ = course.take(first, isFromOne: true, hasBeginning: true, SecretsStore())
        let block = [UInt8](repeating: 0x55, count: 1_400)
        for index in 0..<2_000 {
            let piece = RecordStream.Piece(
                octets: block[...], start: length + 10 + index * block.count, length: block.count, frame: index + 2,
                time: 0)
            _ = course.take(piece, isFromOne: true, hasBeginning: true, SecretsStore())
        }
        #expect(course.one.stream.hasGap && course.one.stream.isLost)
        #expect(course.one.stream.unread.isEmpty)
    }
}
