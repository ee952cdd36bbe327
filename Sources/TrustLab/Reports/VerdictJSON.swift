import PKI
import Trace

/// A verdict as JSON: on one chain, and on each chain of a batch.
package enum VerdictJSON {
    /// The verdict as members of an object.
    ///
    /// - Parameter withFindings: whether the object has every check, passed or not.
    package static func members(_ chain: JudgedChain, withFindings: Bool) -> [JSON.Member] {
        let verdict = chain.verdict
        return JSON.Member.list(
            ("verdict", .string(verdict.isTrusted ? "trusted" : "rejected")),
            ("reason", .string(verdict.refusal?.reason ?? "")), ("secTrustResult", .string(word(chain).rawValue)),
            ("findings", withFindings ? .array(verdict.findings.map { finding($0, verdict) }) : nil))
    }

    /// The result of SecTrust. For a verdict by other rules there is no such result. Then the word only tells whether the chain is trusted,
    /// and whether an app could override a refusal.
    private static func word(_ chain: JudgedChain) -> SecTrustResult {
        if let secTrust = chain.secTrust { return secTrust.result }
        guard !chain.verdict.isTrusted else { return .unspecified }
        return chain.verdict.isFatal ? .fatalTrustFailure : .recoverableTrustFailure
    }

    /// The verdict on one chain, with the question and the errors that an app sees.
    ///
    /// - Parameter handshake: the outcome of the handshake with the server; nil for a chain from files.
    package static func object(_ chain: JudgedChain, asked: String, handshake: HandshakeTrial? = nil) -> JSON {
        .object(
            [JSON.Member("asked", .string(asked))] + members(chain, withFindings: true)
                + JSON.Member.list(
                    ("fetchable_at", chain.doubt?.address.map(JSON.string)),
                    ("undecided", chain.doubt.map { .string($0.name) }),
                    ("errors", chain.secTrust.map { .array($0.errors.map(\.json)) }), ("handshake", handshake?.json)))
    }

    private static func finding(_ finding: CheckResult, _ verdict: Verdict) -> JSON {
        .members(
            ("check", .string(finding.policy)), ("outcome", .string(finding.outcome.rawValue)),
            ("certificate", .number(finding.subject)), ("role", .string(finding.role.name)),
            ("reason", .string(finding.reason)), ("rule", .string("\(finding.cite)")),
            ("purpose", .string(finding.purpose)), ("error", finding.appleError?.json),
            (
                "evidence",
                finding.evidence.map {
                    .members(("offset", .number($0.lowerBound)), ("length", .number($0.count)))
                }
            ))
    }
}

extension HandshakeTrial {
    /// The outcome as JSON: the short name of the failure or of the doubt, and the sentence.
    var json: JSON {
        .members(
            ("failure", failure.map { .string($0.name) }), ("doubt", doubt.map { .string($0.name) }),
            ("reason", .string(self)))
    }
}

extension SecTrust.Evaluation {
    /// The errors that an app sees: first that of the URL Loading System, then that of SecTrust. Empty if SecTrust accepts the chain.
    package var errors: [AppleError] {
        result.isSuccess ? [] : [.certificateUntrusted] + [error].compactMap { $0 }
    }
}
