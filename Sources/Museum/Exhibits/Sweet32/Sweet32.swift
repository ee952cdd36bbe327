import Crypto
import Simulator
import TCPSim
import TLSSim
import Trace

/// If blocks are short and one key encrypts many of them, equal blocks of ciphertext occur and reveal text (Bhargavan and
/// Leurent 2016).
enum Sweet32: Exhibit {
    static let card = Card(
        "sweet32", in: .record, from: .recording, to: .read, unit: .blocks, year: 2016,
        cites: [.rfc(9325, "4.1"), .rfc(5246, "6.2.3.2")],
        cves: ["CVE-2016-2183"], words: Sweet32Card.self)

    private static let client = Socket(.client, 50_000)
    private static let server = Socket(.server, 443)
    /// The request before and behind the cookie. With the eight digits of the cookie it has 36 octets, a multiple of the
    /// short block.
    private static let head = Array("GET / HTTP/1.1\r\nCookie: ".utf8)
    private static let tail = Array("\r\n\r\n".utf8)
    private static let digits = 8
    /// Requests in a record.
    private static let requests = 400
    /// The number of records after which the attacker gives up: 810,000 blocks of four octets.
    private static let patience = 225

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client)
        let victims = try Victims(show, .rsaAES128CBCSHA)
        let places = show.pair(on: stage)
        stage.listen(places.server, port: server.port) { _ in
            victims.server(configure: {
                $0.recordRules.hasLongBlocks = show.isWhole
            })
        }
        let socket = stage.connect(
            places.client, from: client.port, to: server,
            victims.client(
                says: [],
                configure: {
                    $0.recordRules.hasLongBlocks = show.isWhole
                    // Half of the rule: the client prefers a better suite, and still offers the old one.
                    if show.isHalf { $0.cipherSuites.insert(.rsaAES128GCM, at: 0) }
                }))
        let attacker = show.attacker(on: stage)
        _ = attacker.wait(.seconds(1))
        var random = show.seeds.fork("cookie")
        let cookie = random.octets(digits).map { Browser.digits[Int($0 & 0x0f)] }
        let text = Array(repeating: head + cookie + tail, count: requests).flatMap { $0 }

        var reader = Reader(block: show.isWhole ? 16 : 4)
        for _ in 0..<patience where reader.cookie == nil {
            stage.prompt(places.client, socket: socket, with: .answer(text))
            reader.take(attacker.wait(.milliseconds(100)).filter { $0.source == client })
        }
        var outcome = Outcome()
        outcome.tries = reader.first ?? reader.count
        outcome.theory = .repetition(
            1 << 32,
            Words(
                english: "repeat(2^b), b bits of a block",
                chinese: "repeat(2^b)，分组长 b 位"), words: .repetition("2^32"))
        outcome.figures = [
            Figure("blocks", unit: "blocks", measured: Double(reader.count)),
            Figure("equal", unit: "pairs", measured: Double(reader.pairs)),
        ]
        outcome.evidence = [("client", .socket(client)), ("server", .socket(server)), ("block", .number(reader.block))]
        outcome.truth = [("cookie", cookie)]
        outcome.say(Sweet32Note.repeats(requests: requests, octets: head.count + digits + tail.count))
        if let first = reader.first {
            outcome.say(Sweet32Note.equal(after: first), frames: reader.frames)
        }
        if let found = reader.cookie, let hit = reader.hit {
            outcome.reached = true
            outcome.loot = [("cookie", found)]
            outcome.say(
                Sweet32Note.solves,
                [
                    .init("equal block", hit.block), .init("block before the one", hit.one),
                    .init("block before the other", hit.other), .init("known text", hit.known),
                    .init("piece of the cookie", hit.known ^ hit.one ^ hit.other),
                ])
            outcome.say(
                Sweet32Note.read(String(decoding: found, as: UTF8.self), pairs: reader.pairs, blocks: reader.count),
                [.init("cookie", found)])
        } else {
            outcome.say(Sweet32Note.nothing(blocks: reader.count, bits: 8 * reader.block, pairs: reader.pairs))
        }
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.record.content_type==23 && ip.src==10.0.0.1' -T fields -e tls.record.length | sort "
                + "| uniq -c"
        ]
        return outcome
    }

    /// Looks for equal blocks in the client's records, and computes the cookie from them.
    private struct Reader {
        /// Octets of a block.
        let block: Int
        /// Blocks so far, without IVs, MACs and padding.
        private(set) var count = 0
        /// The number of blocks up to the first repeated one; nil before it.
        private(set) var first: Int?
        /// Pairs of equal blocks.
        private(set) var pairs = 0
        /// The frame in which the first pair was complete.
        private(set) var frames: [Int] = []
        /// The first pair that revealed a piece of the cookie: the equal blocks, the blocks before them, and the known
        /// text.
        private(set) var hit: (block: [UInt8], one: [UInt8], other: [UInt8], known: [UInt8])?

        /// The text of a request; nil for the digits of the cookie.
        private let request: [UInt8?] =
            head.map { $0 } + [UInt8?](repeating: nil, count: digits) + tail.map { $0 }
        /// The pieces of the cookie that are known, by their number.
        private var pieces: [Int: [UInt8]] = [:]
        private var records = RecordRelay()
        /// The sequence number of the next octet of the stream.
        private var next: SequenceNumber?
        /// Where a block was first seen: its place in the request, and the block before it.
        private var seen: [[UInt8]: (place: Int, before: [UInt8])] = [:]

        init(block: Int) { self.block = block }

        /// The cookie; nil as long as pieces of it are missing.
        var cookie: [UInt8]? {
            let wanted = digits / block
            guard wanted > 0, pieces.count == wanted else { return nil }
            return pieces.sorted { $0.key < $1.key }.flatMap(\.value)
        }

        /// Reads segments in the order of their sequence numbers, and the records in them. A segment out of order is left
        /// out.
        mutating func take(_ sights: [Sight]) {
            for sight in sights where !sight.segment.payload.isEmpty {
                guard next == nil || sight.segment.sequence == next else { continue }
                next = sight.segment.end
                records.append(sight.segment.payload)
                while let piece = records.next() {
                    if case .content(.applicationData, let record) = piece { read(record, sight.frame) }
                }
            }
        }

        private mutating func read(_ record: [UInt8], _ frame: Int) {
            var before = Array(record.prefix(block))
            for start in stride(from: block, through: record.count - block, by: block) {
                // Behind the requests come the MAC and the padding.
                let offset = start - block
                guard offset + block <= requests * request.count else { break }
                let octets = Array(record[start..<(start + block)])
                count += 1
                if let other = seen[octets] {
                    pairs += 1
                    if first == nil { (first, frames) = (count, [frame]) }
                    compare(octets, at: offset % request.count, after: before, with: other)
                } else {
                    seen[octets] = (offset % request.count, before)
                }
                before = octets
            }
        }

        /// Compares two equal blocks of ciphertext. Their inputs to the cipher were equal: text XOR the block before. If
        /// one text is known and the other is a piece of the cookie, this gives the piece.
        private mutating func compare(
            _ octets: [UInt8], at offset: Int, after before: [UInt8], with other: (place: Int, before: [UInt8])
        ) {
            let (here, there) = (known(offset), known(other.place))
            guard (here == nil) != (there == nil), let text = here ?? there else { return }
            let secret = here == nil ? offset : other.place
            pieces[(secret - head.count) / block] = text ^ before ^ other.before
            if hit == nil { hit = (octets, before, other.before, text) }
        }

        /// The text of a block of the request; nil for a block of the cookie.
        private func known(_ offset: Int) -> [UInt8]? {
            let text = request[offset..<min(offset + block, request.count)].compactMap { $0 }
            return text.count == block ? text : nil
        }
    }
}
