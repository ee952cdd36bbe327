import Crypto
import Measurement
import TrustSim

/// A hundred thousand certificates in which something has been changed: what the slowest of them takes.
enum DamagedCertificates {
    private static let count = 100_000

    static func measure(_ options: Options, _ pki: LessonPKI, _ report: inout Report) {
        let name = "damaged certificate, the slowest of 100,000"
        guard options.wants(name) else { return }
        var random = SeededRandomSource(seed: 2)
        let question = Question(hostName: EvaluationRate.hostName, time: EvaluationRate.time)
        let originals = pki.identity.chain + [pki.root.certificate]
        var slowest = 0.0
        for number in 0..<count {
            var certificates = originals
            let place = number % originals.count
            damage(&certificates[place], using: &random)
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
    private static func damage(_ octets: inout [UInt8], using random: inout SeededRandomSource) {
        let draws = random.octets(4).map(Int.init)
        for _ in 0...(draws[0] % 8) where !octets.isEmpty {
            let more = random.octets(4).map(Int.init)
            let place = (more[0] << 8 | more[1]) % octets.count
            switch draws[1] % 8 {
            case 0: octets.remove(at: place)
            case 1: octets.insert(UInt8(more[2]), at: place)
            case 2: octets.removeLast((octets.count - place) / 8)
            default: octets[place] = UInt8(more[2])
            }
        }
    }
}
