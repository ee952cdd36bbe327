import Measurement
import PKI

/// A hundred thousand certificates in which something has been changed: what the slowest of them takes.
enum DamagedCertificates {
    private static let count = 100_000

    static func measure(_ options: Options, _ pki: LessonPKI, _ report: inout Report) {
        let name = "damaged certificate, the slowest of 100,000"
        guard options.wants(name) else { return }
        var draw = Draw(state: 2)
        let question = ChainQuestion(hostName: EvaluationRate.hostName, time: EvaluationRate.time)
        let originals = pki.identity.chain + [pki.root.certificate]
        var slowest = 0.0
        for number in 0..<count {
            var certificates = originals
            let place = number % originals.count
            damage(&certificates[place], using: &draw)
            let anchors = [certificates[2]]
            let elapsed = seconds {
                let evaluator = Evaluator(store: TrustStore(anchors: anchors))
                _ = evaluator.evaluate(chain: Array(certificates.prefix(2)), question: question)
            }
            slowest = max(slowest, elapsed)
        }
        report.add(Figure(name, unit: "ms", [slowest * 1000]))
    }

    /// Changes one to eight octets, or takes some out, or puts some in.
    private static func damage(_ octets: inout [UInt8], using draw: inout Draw) {
        let kind = draw.next(below: 8)
        for _ in 0...draw.next(below: 8) where !octets.isEmpty {
            let place = draw.next(below: octets.count)
            let octet = UInt8(truncatingIfNeeded: draw.next(below: 256))
            switch kind {
            case 0: octets.remove(at: place)
            case 1: octets.insert(octet, at: place)
            case 2: octets.removeLast((octets.count - place) / 8)
            default: octets[place] = octet
            }
        }
    }
}

/// Numbers that are the same on every run (SplitMix64).
private struct Draw {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
