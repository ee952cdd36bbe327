import PKI
import Synchronization

/// A cache of SecTrust's evaluations and of parsed certificates, for the time in which many policies judge one chain.
///
/// Most policies ask SecTrust the same question and read the same certificates. An evaluation depends only on the question, so the
/// cached value equals the value that a new evaluation would give.
final class TrustMemory: Sendable {
    /// The cache of this task. Nil outside of ``during(_:)``, where each evaluation is made anew.
    @TaskLocal private static var current: TrustMemory?

    private struct EvaluationKey: Hashable {
        let trust: SecTrust
        let time: Int64

        /// The leaf and the time stand for the question. The hash of all certificates takes longer than many comparisons: equal chains
        /// mostly have the same storage.
        func hash(into hasher: inout Hasher) {
            Certificate(der: trust.certificates.first ?? []).hash(into: &hasher)
            hasher.combine(time)
        }
    }

    private struct Certificate: Hashable {
        let der: [UInt8]

        /// The last octets belong to the signature, so that they differ from certificate to certificate.
        func hash(into hasher: inout Hasher) { hasher.combine(der.suffix(16)) }
    }

    private let evaluations = Mutex<[EvaluationKey: SecTrust.Evaluation]>([:])
    /// The parsed certificates. The value is nil for octets that are not a certificate.
    private let structures = Mutex<[Certificate: CertificateStructure?]>([:])

    private init() {}

    /// Runs `body` with the cache of this task, or with a new cache that ends with `body`.
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard current == nil else { return try body() }
        return try $current.withValue(TrustMemory(), operation: body)
    }

    /// The cached evaluation of the same question, or the result of `evaluate`, which is then cached.
    static func evaluation(
        of trust: SecTrust, at time: Int64, _ evaluate: () -> SecTrust.Evaluation
    ) -> SecTrust.Evaluation {
        guard let current else { return evaluate() }
        let key = EvaluationKey(trust: trust, time: time)
        if let known = current.evaluations.withLock({ $0[key] }) { return known }
        let evaluation = evaluate()
        current.evaluations.withLock { $0[key] = evaluation }
        return evaluation
    }

    /// The parsed certificate. Nil for octets that are not a certificate.
    static func structure(of der: [UInt8]) -> CertificateStructure? {
        let certificate = Certificate(der: der)
        if let known = current?.structures.withLock({ $0[certificate] }) { return known }
        let structure = try? CertificateStructure(der)
        current?.structures.withLock { $0[certificate] = .some(structure) }
        return structure
    }
}
