import PKI
import Trace

/// A verdict for programs: of one chain, and of each chain of a batch.
package enum VerdictJSON {
    /// The verdict as members of an object.
    ///
    /// - Parameter withFindings: whether every check is told, passed or not.
    package static func members(_ chain: JudgedChain, withFindings: Bool) -> [JSON.Member] {
        let verdict = chain.verdict
        return JSON.Member.list(
            ("verdict", .string(verdict.isTrusted ? "trusted" : "rejected")),
            ("reason", .string(verdict.refusal?.reason ?? "")), ("secTrustResult", .string(word(chain).rawValue)),
            ("findings", withFindings ? .array(verdict.findings.map { finding($0, verdict) }) : nil))
    }

    /// What SecTrust has returned. Of a verdict by other rules SecTrust says nothing; then its words only tell whether the chain is
    /// trusted, and whether an app could except it.
    private static func word(_ chain: JudgedChain) -> SecTrustResult {
        if let secTrust = chain.secTrust { return secTrust.result }
        guard !chain.verdict.isTrusted else { return .unspecified }
        return chain.verdict.isFatal ? .fatalTrustFailure : .recoverableTrustFailure
    }

    /// The verdict on one chain, with what was asked and what an app sees.
    ///
    /// - Parameter handshake: what became of the handshake with the server; nil for files.
    package static func object(_ chain: JudgedChain, asked: String, handshake: HandshakeTrial? = nil) -> JSON {
        .object(
            [JSON.Member("asked", .string(asked))] + members(chain, withFindings: true)
                + JSON.Member.list(
                    ("errors", chain.secTrust.map { .array($0.errors.map(\.json)) }), ("handshake", handshake?.json)))
    }

    private static func finding(_ finding: Finding, _ verdict: Verdict) -> JSON {
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
    /// What became of it for programs: what stopped it, by its short name, and the sentence.
    var json: JSON {
        .members(("failure", failure.map { .string($0.name) }), ("reason", .string(self)))
    }
}

extension SecTrust.Evaluation {
    /// What an app sees of a chain that SecTrust refuses: the error of the URL Loading System, then those of SecTrust.
    package var errors: [AppleError] {
        guard !result.isSuccess else { return [] }
        var errors = [AppleError.certificateUntrusted]
        for error in findings.compactMap(\.appleError) where !errors.contains(error) { errors.append(error) }
        return errors
    }
}
