import Foundation
import TestPKI
import TestSupport
import Testing

@testable import PKI
@testable import TrustLab

/// Chains in which anything may have been changed, from every situation that the laboratory knows: a verdict each time, and
/// never a trap.
///
/// For more: `HANDSHAKESIM_FUZZ=100000 swift test --filter FuzzTests`.
@Suite struct EvaluatorFuzzTests {
    private static let count: UInt64 =
        ProcessInfo.processInfo.environment["HANDSHAKESIM_FUZZ"].flatMap { UInt64($0) } ?? 1500

    /// Small scenarios: large names and keys make nothing new, only slow.
    private static let evidence = Result {
        let world = try ScenarioWorld(seed: 1)
        return try TrustScenario.all.map { try $0.evidence(in: world) }.filter { evidence in
            evidence.chain.allSatisfy { $0.count < 3000 }
        }
    }

    /// What a signature covers cannot be changed unnoticed: a leaf that is not its own anchor is trusted only with the octets
    /// with which it was signed, the parameters beside the signature excepted, which are not signed.
    @Test func damagedCertificates() throws {
        let situations = try Self.evidence.get()
        #expect(situations.count > 60)
        forEachSeed(Self.count) { _, generator in
            var evidence = situations[Int.random(in: 0..<situations.count, using: &generator)]
            let originals = evidence.chain
            guard !originals.isEmpty else { return }
            let place = Int.random(in: 0..<originals.count, using: &generator)
            Self.damage(&evidence.chain[place], using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0, !evidence.systemAnchors.isEmpty {
                let anchor = Int.random(in: 0..<evidence.systemAnchors.count, using: &generator)
                Self.damage(&evidence.systemAnchors[anchor], using: &generator)
            }
            var question = evidence.platformQuestion
            if Bool.random(using: &generator) { question.profile = .webPKI }
            if Bool.random(using: &generator) { question.purpose = .basicX509 }
            let verdict = Evaluator(store: evidence.platformStore).evaluate(chain: evidence.chain, question: question)
            #expect(!verdict.findings.isEmpty)
            #expect(verdict.isTrusted == (verdict.refusal == nil))
            for finding in verdict.findings {
                #expect(!finding.reason.isEmpty && !finding.purpose.isEmpty)
                if let range = finding.evidence, let certificate = verdict.certificate(of: finding) {
                    #expect(range.upperBound <= certificate.count)
                }
            }
            if verdict.isTrusted, verdict.path.count > 1, let leaf = verdict.path.first {
                #expect(
                    originals.contains { signedParts(of: $0) == signedParts(of: leaf) }, "a changed leaf is trusted")
            }
        }
    }

    /// Octets changed, taken out, put in, or the end cut off.
    private static func damage(_ octets: inout [UInt8], using generator: inout SplitMix64) {
        for _ in 0...Int.random(in: 0..<4, using: &generator) where !octets.isEmpty {
            let place = Int.random(in: 0..<octets.count, using: &generator)
            let octet = UInt8.random(in: 0...255, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: octets.remove(at: place)
            case 1: octets.insert(octet, at: place)
            case 2: octets.removeLast(octets.count - place)
            default: octets[place] = octet
            }
        }
    }
}
