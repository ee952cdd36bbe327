import Foundation
import Measurement
import PKI
@_spi(FixedExpiryValidationTime) import X509

/// A chain of three certificates with RSA keys of 2048 bits, judged here with every finding kept, and by the verifier of
/// swift-certificates, which answers yes or no.
enum EvaluationRate {
    static let hostName = "www.example.com"
    /// 2026-01-01 00:00:00 UTC.
    static let time: Int64 = 1_767_225_600
    private static let rounds = 400

    static func measure(_ options: Options, _ pki: LessonPKI, _ report: inout Report) async throws {
        let evaluator = Evaluator(store: pki.trustStore)
        let question = ChainQuestion(hostName: hostName, time: time)
        let chain = pki.identity.chain
        let read = try chain.map { try ReadCertificate($0) }
        let judgements: [(name: String, judge: () -> Verdict)] = [
            ("evaluate, with every finding", { evaluator.evaluate(chain: chain, question: question) }),
            (
                "evaluate, with every finding, certificates read before",
                { evaluator.evaluate(read: read, question: question) }
            ),
        ]
        for (name, judge) in judgements where options.wants(name) {
            let rates = (0..<options.repetitions).map { _ in
                var trusted = 0
                let elapsed = seconds { for _ in 0..<rounds where judge().isTrusted { trusted += 1 } }
                precondition(trusted == rounds)
                return Double(rounds) / elapsed
            }
            report.add(Figure(name, unit: "chains/s", rates))
        }
        try await measureLibrary(options, pki, &report)
    }

    /// The library is asked from the octets on, as we are, and once more with certificates that are read already.
    private static func measureLibrary(_ options: Options, _ pki: LessonPKI, _ report: inout Report) async throws {
        let root = try Certificate(derEncoded: pki.root.certificate)
        let read = try pki.identity.chain.map { try Certificate(derEncoded: $0) }
        for (name, isRead) in [
            ("swift-certificates' verifier, from the octets", false),
            ("swift-certificates' verifier, certificates read before", true),
        ] where options.wants(name) {
            var rates: [Double] = []
            for _ in 0..<options.repetitions {
                let start = processorSeconds()
                for _ in 0..<rounds {
                    let chain = isRead ? read : try pki.identity.chain.map { try Certificate(derEncoded: $0) }
                    var verifier = Verifier(rootCertificates: CertificateStore([root])) {
                        RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: Double(time)))
                        ServerIdentityPolicy(serverHostname: hostName, serverIP: nil)
                    }
                    let result = await verifier.validate(
                        leaf: chain[0], intermediates: CertificateStore(chain.dropFirst()))
                    guard case .validCertificate = result else { fatalError("the library refuses the chain") }
                }
                rates.append(Double(rounds) / (processorSeconds() - start))
            }
            report.add(Figure(name, unit: "chains/s", rates))
        }
    }
}
