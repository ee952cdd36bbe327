import Crypto
import Simulator
import TCPSim
import TLSSim
import Trace

/// A server that takes longer over a record whose padding is right gives a cookie away (Vaudenay 2002; Canvel, Hiltgen, Vaudenay and
/// Vuagnoux 2003).
enum PaddingOracle: Exhibit {
    static let card = Card(
        "padding-oracle", in: .record, from: .inPath, to: .read, variants: ["block", "short"], unit: .records,
        year: 2002,
        cites: [.rfc(5246, "6.2.3.2"), .rfc(7366, "1")], cves: ["CVE-2003-0078"], words: PaddingOracleCard.self)

    /// A compression of SHA-1 takes a microsecond, as on a machine of 2003.
    static let costs = Costs(compression: 1)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let digits = show.variant == "short" ? 2 : BlockRecord.size
        let browser = try Browser(show, on: stage, digits: digits, costs: costs) {
            $0.recordRules.macsBadPadding = show.extent
            // Half of the rule: the MAC covers no content if the padding is wrong, so its time differs.
            if show.isHalf { $0.recordRules.balancesCompressions = .nothing }
        }
        let attacker = show.attacker(on: stage)
        browser.begin(attacker)
        var search = PaddingSearch(swap: RecordSwap(attacker, browser), noise: attacker.random, digits: digits)
        var outcome = Outcome()
        outcome.say(PaddingOracleNote.costs(microseconds: costs.compression.microseconds))
        outcome.say(PaddingOracleNote.aligned(digits: digits, offset: search.end - digits))
        outcome.say(PaddingOracleNote.asks)
        let cookie = search.run()
        outcome.tries = search.swap.count
        let codes = Browser.digits.map { Double($0) + 2 }
        let mean = codes.reduce(0, +) / 16
        let variance = codes.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 16
        outcome.theory = Theory(
            mean: Double(digits) * mean, deviation: (Double(digits) * variance).squareRoot(),
            Words(
                english: "Σ (v + 2) over the L octets v of the cookie",
                chinese: "对 cookie 的 L 个字节 v 求和的 Σ (v + 2)"), [("L", Double(digits))], words: .ascending)
        outcome.connections = [0, 1, browser.connections - 1]
        if let hit = search.firstHit {
            outcome.connections.insert(hit.answer.connection)
            outcome.say(
                PaddingOracleNote.hit(guess: hit.guess, after: hit.answer.time, others: search.times.keys.min() ?? 0),
                frames: [hit.answer.frame, hit.answer.answer],
                [
                    .init("block before it", hit.previous), .init("the cookie's block", hit.block),
                    .init("forged block", hit.forged),
                ])
            outcome.say(PaddingOracleNote.next)
        }
        conclude(&outcome, with: cookie, of: browser, times: search.times, nothing: PaddingOracleNote.nothing)
        return outcome
    }

    /// Adds to an outcome what the exhibits that measure the server's time have in common: the cookie, the times and the proof.
    ///
    /// - Parameters:
    ///   - cookie: the cookie that the attacker has found; nil if she has found none.
    ///   - times: the number of answers by the time in microseconds after which they came.
    ///   - nothing: the remark if she has found none.
    static func conclude(
        _ outcome: inout Outcome, with cookie: [UInt8]?, of browser: Browser, times: [Int64: Int], nothing: any Remark
    ) {
        outcome.reached = cookie?.count == browser.cookie.count
        outcome.loot = cookie.map { [("cookie", $0)] } ?? []
        outcome.truth = [("cookie", browser.cookie)]
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("client", .socket(IPv4Address.client)),
            ("compression_us", .number(Int(costs.compression.microseconds))),
        ]
        outcome.say(PaddingOracleNote.times(times))
        if let cookie {
            outcome.say(PaddingOracleNote.read(String(decoding: cookie, as: UTF8.self)), [.init("cookie", cookie)])
        } else {
            outcome.say(nothing, cite: .rfc(5246, "6.2.3.2"))
        }
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.record.content_type==21 && ip.src==10.0.0.2' -T fields -e tcp.time_delta | sort | "
                + "uniq -c"
        ]
    }
}

/// The attacker's search for the cookie: octet after octet from its end, with the guesses in ascending order.
private struct PaddingSearch {
    /// A guess whose answer came later than the quickest.
    struct Hit {
        let guess: UInt8
        let answer: RecordSwap.Answer
        let previous, block, forged: [UInt8]
    }

    private(set) var swap: RecordSwap
    /// What the octets before a guess are drawn from.
    private(set) var noise: SeededRandomSource
    let digits: Int
    private(set) var firstHit: Hit?
    /// The number of answers by the time in microseconds after which they came.
    private(set) var times: [Int64: Int] = [:]
    private var path: [UInt8] { BlockRecord.filler(after: Browser.head(path: []).count + digits) }
    /// The number of octets of the request up to the end of the cookie, a multiple of the block size.
    var end: Int { Browser.head(path: path).count + digits }

    /// The cookie; nil if no answer ever came later than the others.
    mutating func run() -> [UInt8]? {
        var known: [UInt8] = []
        while known.count < digits {
            guard let octet = next(knowing: known) else { return nil }
            known.insert(octet, at: 0)
        }
        return known
    }

    /// The octet before those that are known; nil if no guess is answered late twice.
    private mutating func next(knowing known: [UInt8]) -> UInt8? {
        for guess in UInt8.min...UInt8.max {
            // A wrong guess can by chance make a longer padding, whose answer is late as well. She asks again with other noise before the
            // guess: that the same happens twice is unlikely.
            if isLate(guess, knowing: known), isLate(guess, knowing: known) { return guess }
        }
        return nil
    }

    /// Sends a record that ends in a forged block and the cookie's block. Returns whether its answer comes later than the quickest so far.
    private mutating func isLate(_ guess: UInt8, knowing known: [UInt8]) -> Bool {
        let padding = UInt8(truncatingIfNeeded: known.count)
        let mask = noise.octets(BlockRecord.size - known.count - 1) + ([guess] + known).map { $0 ^ padding }
        let place = end / BlockRecord.size - 1
        var seen: (previous: [UInt8], block: [UInt8], forged: [UInt8]) = ([], [], [])
        let answer = swap.ask(path: path) { octets in
            let record = BlockRecord(octets)
            let (previous, block) = (record.block(place - 1), record.block(place))
            seen = (previous, block, previous ^ mask)
            return record.ending(in: [seen.forged, block])
        }
        guard let answer else { return false }
        times[answer.time, default: 0] += 1
        guard let quickest = times.keys.min(), answer.time > quickest else { return false }
        if firstHit == nil {
            firstHit = Hit(
                guess: guess, answer: answer, previous: seen.previous, block: seen.block, forged: seen.forged)
        }
        return true
    }
}

extension BlockRecord {
    /// The letters that fill the last block behind `count` octets of plaintext.
    static func filler(after count: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: "a"), count: (size - count % size) % size)
    }
}
