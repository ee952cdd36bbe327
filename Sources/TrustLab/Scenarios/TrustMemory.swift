import PKI
import Synchronization

/// The answers of SecTrust, and the certificates that were taken apart, while one chain is shown to many policies.
///
/// Most policies ask the same of SecTrust, and read the same certificates. An answer follows from the question
/// alone, so an answer that is remembered is the one that would be given again.
final class TrustMemory: Sendable {
    /// The memory of this task; nil where each question is answered anew.
    @TaskLocal private static var current: TrustMemory?

    private struct Question: Hashable {
        let trust: SecTrust
        let time: Int64
    }

    private let evaluations = Mutex<[Question: SecTrust.Evaluation]>([:])
    /// By certificate; nil for octets that are no certificate.
    private let structures = Mutex<[[UInt8]: CertificateStructure?]>([:])

    private init() {}

    /// Runs `body` with a memory that ends with it, or with the one that is there already.
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard current == nil else { return try body() }
        return try $current.withValue(TrustMemory(), operation: body)
    }

    /// The remembered answer to the same question, or the result of `evaluate`.
    static func evaluation(
        of trust: SecTrust, at time: Int64, _ evaluate: () -> SecTrust.Evaluation
    ) -> SecTrust.Evaluation {
        guard let current else { return evaluate() }
        let question = Question(trust: trust, time: time)
        if let known = current.evaluations.withLock({ $0[question] }) { return known }
        let evaluation = evaluate()
        current.evaluations.withLock { $0[question] = evaluation }
        return evaluation
    }

    /// A certificate taken apart; nil for octets that are no certificate.
    static func structure(of der: [UInt8]) -> CertificateStructure? {
        if let known = current?.structures.withLock({ $0[der] }) { return known }
        let structure = try? CertificateStructure(der)
        current?.structures.withLock { $0[der] = .some(structure) }
        return structure
    }
}
