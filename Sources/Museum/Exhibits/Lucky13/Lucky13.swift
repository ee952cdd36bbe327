import TLSSim
import Trace

/// A server that always computes a MAC, but over more or fewer octets as the padding says, gives a cookie away (AlFardan and Paterson
/// 2013).
enum Lucky13: Exhibit {
    static let card = Card(
        "lucky13", in: .record, from: .inPath, to: .read, variants: ["block", "short"], unit: .records, year: 2013,
        cites: [.rfc(5246, "6.2.3.2"), .rfc(7366, "1")], cves: ["CVE-2013-0169"], words: Lucky13Card.self)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let digits = show.variant == "short" ? 2 : BlockRecord.size
        let browser = try Browser(
            show, on: stage, digits: digits, costs: PaddingOracle.costs,
            server: { $0.recordRules.balancesCompressions = show.extent })
        let attacker = show.attacker(on: stage)
        browser.begin(attacker)
        var search = Lucky13Search(swap: RecordSwap(attacker, browser), digits: digits)
        var outcome = Outcome()
        outcome.say(PaddingOracleNote.costs(microseconds: PaddingOracle.costs.compression.microseconds))
        outcome.say(Lucky13Note.cuts)
        outcome.say(Lucky13Note.pair)
        let cookie = search.run()
        outcome.tries = search.swap.count
        outcome.theory = .sum(
            of: [.uniform(256)] + Array(repeating: .uniform(16), count: digits - 2),
            formula: Words(
                english: "uniform(256) for two digits together, then uniform(16) for each of L - 2",
                chinese: "两位一起用 uniform(256)，其余 L - 2 位各用 uniform(16)"),
            parameters: [("L", Double(digits))], words: .digits)
        outcome.connections = [0, 1, search.first?.answer.connection ?? 2, browser.connections - 1]
        if let first = search.first {
            outcome.say(
                Lucky13Note.hit(String(decoding: first.guess, as: UTF8.self), after: first.answer.time),
                frames: [first.answer.frame, first.answer.answer])
        }
        PaddingOracle.conclude(
            &outcome, with: cookie, of: browser, times: search.times, nothing: Lucky13Note.nothing)
        return outcome
    }
}

/// The attacker's search for the cookie: the last two digits together, then digit after digit before them.
private struct Lucky13Search {
    private(set) var swap: RecordSwap
    let digits: Int
    /// The first guess whose answer came sooner than the slowest.
    private(set) var first: (guess: [UInt8], answer: RecordSwap.Answer)?
    /// The number of answers by the time in microseconds after which they came.
    private(set) var times: [Int64: Int] = [:]
    private var path: [UInt8] { BlockRecord.filler(after: Browser.head(path: []).count + digits) }

    /// The cookie; nil if all answers come after the same time.
    mutating func run() -> [UInt8]? {
        var known: [UInt8] = []
        while known.count < digits {
            let singles = Browser.digits.map { [$0] }
            let guesses = known.isEmpty ? singles.flatMap { one in singles.map { one + $0 } } : singles
            guard let found = quick(among: guesses, knowing: known) else { return nil }
            known = found + known
        }
        return known
    }

    /// The first guess whose answer comes sooner than the slowest so far; nil if there is none.
    private mutating func quick(among guesses: [[UInt8]], knowing known: [UInt8]) -> [UInt8]? {
        var asked: [(guess: [UInt8], answer: RecordSwap.Answer)] = []
        for guess in guesses {
            guard let answer = ask(guess + known) else { return nil }
            times[answer.time, default: 0] += 1
            asked.append((guess, answer))
            if let slow = times.keys.max(), let hit = asked.first(where: { $0.answer.time < slow }) {
                if first == nil { first = hit }
                return hit.guess
            }
        }
        return nil
    }

    /// Sends a record of an IV and four blocks, the last of which is the cookie's block. If that block ends in `end`, the record ends in
    /// padding.
    private mutating func ask(_ end: [UInt8]) -> RecordSwap.Answer? {
        let size = BlockRecord.size
        let padding = UInt8(truncatingIfNeeded: end.count - 1)
        let mask = [UInt8](repeating: 0, count: size - end.count) + end.map { $0 ^ padding }
        let place = (Browser.head(path: path).count + digits) / size - 1
        return swap.ask(path: path) { octets in
            let record = BlockRecord(octets)
            let blocks = [
                record.block(-1), record.block(0), record.block(1), record.block(place - 1) ^ mask, record.block(place),
            ]
            // The rest of the segment becomes another record. The server does not read it, because it refuses the first.
            let rest = octets.dropFirst(5 + 5 * size)
            let header: [UInt8] = [ContentType.applicationData.rawValue, 3, 3, 0]
            return header + [UInt8(5 * size)] + blocks.joined() + header
                + [UInt8(truncatingIfNeeded: max(5, rest.count) - 5)] + rest.dropFirst(5)
        }
    }
}
