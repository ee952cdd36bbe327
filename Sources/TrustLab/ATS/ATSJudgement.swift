/// The judgement whether an app's connection is made, with every finding.
package struct ATSJudgement: Hashable, Sendable {
    /// The rules of the judgement.
    package let rules: ATSRules
    /// The scheme of the URL.
    package let scheme: ATSPolicy.Scheme
    /// The findings about the requirements, in the order of ``ATSRequirement``.
    package let findings: [ATSFinding]

    /// The three answers.
    package enum Result: String, Hashable, Sendable, CaseIterable {
        /// The connection is made.
        case loads
        /// The connection is refused.
        case refused
        /// A fact that is needed for the decision was not seen.
        case undecided
    }

    /// The answer.
    package var result: Result {
        if findings.contains(where: { $0.outcome == .failed }) { return .refused }
        return findings.contains { $0.outcome == .unknown } ? .undecided : .loads
    }

    /// The findings that refuse the connection.
    package var failures: [ATSFinding] { findings.filter { $0.outcome == .failed } }

    /// Why the handshake failed. Nil if it did not fail, or was not examined.
    package var failure: HandshakeFailure? {
        for case .handshake(.failed(let failure)) in findings.map(\.note) { return failure }
        return nil
    }

    /// The error that an app sees. Nil if the connection is not refused, or if the error is not known for certain.
    package var error: AppleError? {
        guard result == .refused else { return nil }
        let failed = failures.map(\.requirement)
        if failed.contains(.scheme) { return .requiresSecureConnection }
        // Version, suite and group are negotiated before the chain is evaluated.
        if failed.contains(where: ATSPolicy.isNegotiation) { return .secureConnectionFailed }
        if let failure { return failure.error }
        return failed.contains(where: \.isTrust) ? .certificateUntrusted : .secureConnectionFailed
    }
}
