import Crypto
import PKI
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// A server that draws the nonces of AES-GCM gives away the key of its tags (Joux 2006; Böck and others 2016).
enum GCMNonce: CaptureExhibit {
    static let card = Card(
        "gcm-nonce", in: .record, from: .inPath, to: .forge, unit: "records", year: 2006,
        cites: [.rfc(5288, "3"), .rfc(5288, "6.1")], cves: ["CVE-2016-0270"], readsCaptures: true,
        words: GCMNonceCard.self)

    private static let client = Socket(.client, 50_000)
    private static let server = Socket(.server, 443)
    /// Records after which she gives up: so many without a repeat are as likely as e^-30.
    private static let patience = 500

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client)
        let victims = try Victims(show, .rsaAES128GCM)
        let places = show.pair(on: stage)
        stage.listen(places.server, port: server.port) { _ in
            victims.server(configure: {
                $0.sessions = SessionCache()
                if !show.isDefended { $0.recordRules.drawnNonces = show.seeds.fork("nonces") }
                // Half of the rule: nonces are counted, and the counter is short.
                if show.isHalf { $0.recordRules.nonceCycle = 64 }
            })
        }
        let socket = stage.connect(
            places.client, from: client.port, to: server, victims.client(says: [Array("prices".utf8)]))
        let attacker = show.attacker(on: stage)
        var reader = NonceReader()
        reader.take(attacker.wait(.seconds(1)))

        // The server says a price again and again.
        let speaker = stage.applications(of: places.server).first?.socket ?? 0
        var prices = show.seeds.fork("prices")
        func speak() {
            let digits = prices.octets(3).map { String($0 % 10) }
            stage.prompt(
                places.server, socket: speaker,
                with: .answer(Array("price 1\(digits[0]).\(digits[1])\(digits[2])".utf8)))
        }
        var candidates: [UInt128]?
        var outcome = Outcome()
        var random = attacker.random
        while reader.records.count < patience, candidates?.count != 1 {
            speak()
            reader.take(attacker.wait(.milliseconds(30)))
            guard let pair = reader.repeats.last, reader.repeats.count > outcome.figures.count else { continue }
            let difference = reader.difference(pair)
            if let known = candidates {
                candidates = known.filter { difference.value(at: $0) == 0 }
            } else {
                outcome.tries = reader.records.count
                candidates = difference.roots(using: &random)
            }
            outcome.figures.append(Figure("", unit: "roots", measured: Double(candidates?.count ?? 0)))
        }
        let counts = outcome.figures.map(\.measured)
        if outcome.tries == 0 { outcome.tries = reader.records.count }
        outcome.theory = .repetition(1 << 12, "repeat(M)")
        outcome.figures = [
            Figure("candidates", unit: "roots", measured: counts.first ?? 0),
            Figure("records", unit: "records", measured: Double(reader.records.count)),
        ]
        outcome.evidence = [
            ("client", .socket(client)), ("server", .socket(server)),
            (
                "repeated",
                .array(
                    reader.repeats.map { pair in
                        .array([
                            .number(reader.records[pair.first].frame), .number(reader.records[pair.second].frame),
                        ])
                    })
            ),
        ]
        outcome.say(GCMNonceNote.waits)
        guard let pair = reader.repeats.first, let h = candidates?.first, candidates?.count == 1 else {
            outcome.say(GCMNonceNote.nothing(reader.records.count), cite: .rfc(5288, "3"))
            return outcome.withTruth(of: stage, places.client, socket, reader)
        }
        let (one, two) = (reader.records[pair.first], reader.records[pair.second])
        outcome.say(
            GCMNonceNote.repeated(after: outcome.tries), frames: [one.frame, two.frame],
            [
                .init("nonce_explicit", one.nonce),
                .init("tag XOR tag", one.tag ^ two.tag), .init("ciphertext XOR ciphertext", one.text ^ two.text),
            ])
        let key = GaloisPolynomial.octets(h)
        outcome.say(GCMNonceNote.roots(counts.map { Int($0) }), [.init("H", key)])
        outcome.loot = [("h", key)]

        // The next price, with another digit and the tag that belongs to it.
        var forged: (frame: Int, old: [UInt8], new: [UInt8])?
        attacker.guardPath { sight in
            guard forged == nil, sight.source == server,
                let record = NonceReader.Record(
                    sight.segment.payload, number: UInt64(reader.records.count), sight.frame)
            else { return .passes }
            var text = record.text
            text[6] ^= UInt8(ascii: "1") ^ UInt8(ascii: "9")
            let tag = record.tag ^ GaloisPolynomial.octets(record.hash(h) ^ record.with(text).hash(h))
            let payload = sight.segment.payload.prefix(13) + text + tag
            forged = (sight.frame, sight.segment.payload, Array(payload))
            return .replaced([sight.carrying(Array(payload))])
        }
        speak()
        _ = attacker.wait(.milliseconds(200))
        if let forged {
            outcome.say(
                GCMNonceNote.forges, frames: [forged.frame],
                [.init("record of the server", forged.old), .init("record in its place", forged.new)])
            outcome.evidence.append(("frame", .number(forged.frame)))
        }
        let heard = (stage.application(places.client, socket) as? TLSProgram)?.heard.suffix(11) ?? []
        outcome.reached = heard.starts(with: Array("price 9".utf8))
        outcome.say(GCMNonceNote.read(String(decoding: heard, as: UTF8.self)))
        outcome.reproduce = [reproduce("ip.src==\(server.address)")]
        return outcome.withTruth(of: stage, places.client, socket, reader)
    }

    /// The explicit nonces that come twice in the records of a filter. A recording of others has several records in a packet.
    private static func reproduce(_ filter: String, splitting: String = "") -> String {
        "tshark -r FILE -Y 'tls.record.content_type==23 && \(filter)' -T fields -e tls.app_data | \(splitting)cut "
            + "-c1-16 | sort | uniq -d"
    }
    /// The longest ciphertext whose polynomial she solves, in octets: the work grows with the square of the length.
    private static let longest = 1_024

    /// She looks for nonces that come twice in a connection, and computes H.
    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome) {
        outcome.say(GCMNonceNote.reads)
        for handshake in recording.handshakes {
            guard case .aesGCM? = handshake.suite.implemented?.cipher, handshake.version == .tls12 else { continue }
            var reader = NonceReader()
            reader.take(handshake.connection.server.bytes)
            let pairs = reader.repeats.filter { pair in
                [pair.first, pair.second].allSatisfy { reader.records[$0].text.count <= longest }
            }
            if outcome.reproduce.isEmpty || !pairs.isEmpty {
                let (client, server) = (handshake.connection.client.sender, handshake.connection.server.sender.address)
                let filter = "ip\(server.contains(":") ? "v6" : "").src==\(server) && tcp.dstport==\(client.port)"
                outcome.reproduce = [reproduce(filter, splitting: "tr , '\\n' | ")]
            }
            guard let pair = pairs.first else {
                outcome.tries += reader.records.count
                continue
            }
            outcome.tries += pair.second + 1
            var random = SeededRandomSource(seed: 1)
            var counts: [Int] = []
            var candidates = reader.difference(pair).roots(using: &random)
            counts.append(candidates.count)
            for other in pairs.dropFirst() where candidates.count > 1 {
                let difference = reader.difference(other)
                candidates = candidates.filter { difference.value(at: $0) == 0 }
                counts.append(candidates.count)
            }
            let (one, two) = (reader.records[pair.first], reader.records[pair.second])
            outcome.say(
                GCMNonceNote.repeated(after: pair.second + 1),
                frames: recording.frames(with: one.beginning) + recording.frames(with: two.beginning),
                [
                    .init("nonce_explicit", one.nonce), .init("tag XOR tag", one.tag ^ two.tag),
                    .init("ciphertext XOR ciphertext", one.text ^ two.text),
                ])
            outcome.say(GCMNonceNote.recordedRoots(counts), candidates.map { .init("H", GaloisPolynomial.octets($0)) })
            guard let h = candidates.first, candidates.count == 1 else { continue }
            outcome.reached = true
            outcome.loot = [("h", GaloisPolynomial.octets(h))]
            outcome.say(GCMNonceNote.couldForge)
            return
        }
        // Nothing but the beginning was said: there was no repeat.
        if outcome.steps.count == 1 { outcome.say(GCMNonceNote.noRepeat(outcome.tries), cite: .rfc(5288, "3")) }
    }
}

extension Outcome {
    /// The same with H as the victims could compute it: AES of zero under the key of the server's records.
    fileprivate func withTruth(of stage: Stage, _ host: Int, _ socket: Int, _ reader: NonceReader) -> Outcome {
        guard let session = (stage.application(host, socket) as? TLSProgram)?.session else { return self }
        let keys = KeySchedule(
            resuming: session.masterSecret, clientRandom: reader.randoms.client, serverRandom: reader.randoms.server,
            suite: session.suite
        ).serverKeys
        let zero = [UInt8](repeating: 0, count: 16)
        var outcome = self
        outcome.truth = [("h", (try? AESCBC.encrypt(zero, key: keys.key, iv: zero)) ?? [])]
        return outcome
    }
}

/// What the attacker makes of the server's records.
struct NonceReader {
    /// A protected record.
    struct Record {
        let frame: Int
        let nonce, text, tag: [UInt8]
        /// What the tag covers besides the ciphertext.
        let data: [UInt8]

        /// Reads a record that has its segment for itself; nil for anything else.
        init?(_ octets: [UInt8], number: UInt64, _ frame: Int) {
            guard octets.count >= 29, octets.count == 5 + (Int(octets[3]) << 8 | Int(octets[4])) else { return nil }
            self.frame = frame
            nonce = Array(octets[5..<13])
            text = Array(octets[13..<(octets.count - 16)])
            tag = Array(octets.suffix(16))
            data =
                (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } + octets.prefix(3)
                + [UInt8(truncatingIfNeeded: text.count >> 8), UInt8(truncatingIfNeeded: text.count)]
        }

        private init(_ record: Record, _ text: [UInt8]) {
            (frame, nonce, tag, data) = (record.frame, record.nonce, record.tag, record.data)
            self.text = text
        }

        /// The record's first octets, as they are on the wire.
        var beginning: [UInt8] {
            let length = nonce.count + text.count + tag.count
            return Array(data[8..<11]) + [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
                + nonce + text + tag
        }

        /// The record with another ciphertext.
        func with(_ text: [UInt8]) -> Record { Record(self, text) }

        /// The coefficients of the polynomial that GHASH is of H, that of 1 first: lengths, ciphertext and data from behind.
        var coefficients: [UInt128] {
            func blocks(_ octets: [UInt8]) -> [UInt128] {
                stride(from: 0, to: octets.count, by: 16).map { start in
                    let piece = octets[start..<min(start + 16, octets.count)]
                    return piece.reduce(0) { $0 << 8 | UInt128($1) } << UInt128(8 * (16 - piece.count))
                }
            }
            let lengths = UInt128(8 * data.count) << 64 | UInt128(8 * text.count)
            return [0] + (blocks(data) + blocks(text) + [lengths]).reversed()
        }

        /// GHASH of the record.
        func hash(_ h: UInt128) -> UInt128 { GaloisPolynomial(coefficients).value(at: h) }
    }

    /// The server's protected records so far, in the order of their numbers.
    private(set) var records: [Record] = []
    /// Records with the same nonce.
    private(set) var repeats: [(first: Int, second: Int)] = []
    /// The randoms of both hellos.
    private(set) var randoms: (client: [UInt8], server: [UInt8]) = ([], [])
    private var isProtected = false

    /// Reads what has passed.
    mutating func take(_ sights: [Sight]) {
        for sight in sights { take(sight.segment.payload, isServers: sight.source.port == 443, sight.frame) }
    }

    /// Reads whole records of one direction.
    mutating func take(_ octets: [UInt8], isServers: Bool = true, _ frame: Int = 0) {
        var rest = octets[...]
        while rest.count > 5, let type = rest.first {
            let length = 5 + Int(rest[rest.startIndex + 3]) << 8 + Int(rest[rest.startIndex + 4])
            let record = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            read(record, type, isServers: isServers, frame)
        }
    }

    private mutating func read(_ record: [UInt8], _ type: UInt8, isServers: Bool, _ frame: Int) {
        // Behind five octets of the record, four of the message and two of the version.
        if type == ContentType.handshake.rawValue, record.count >= 43, record[5] == 1 || record[5] == 2 {
            let random = Array(record[11..<43])
            if record[5] == 1 { randoms.client = random } else { randoms.server = random }
        }
        guard isServers else { return }
        if type == ContentType.changeCipherSpec.rawValue { isProtected = true }
        guard isProtected, type != ContentType.changeCipherSpec.rawValue,
            let sealed = Record(record, number: UInt64(records.count), frame)
        else { return }
        if let earlier = records.firstIndex(where: { $0.nonce == sealed.nonce }) {
            repeats.append((earlier, records.count))
        }
        records.append(sealed)
    }

    /// The polynomial that is zero at H: both tags have the same mask, which falls out of their difference.
    func difference(_ pair: (first: Int, second: Int)) -> GaloisPolynomial {
        let (one, two) = (records[pair.first], records[pair.second])
        let (a, b) = (one.coefficients, two.coefficients)
        var sum = (0..<max(a.count, b.count)).map { ($0 < a.count ? a[$0] : 0) ^ ($0 < b.count ? b[$0] : 0) }
        sum[0] = (one.tag ^ two.tag).reduce(0) { $0 << 8 | UInt128($1) }
        return GaloisPolynomial(sum)
    }
}
