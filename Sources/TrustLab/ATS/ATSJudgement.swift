/// Whether an app's connection is made, with every reason.
package struct ATSJudgement: Hashable, Sendable {
    /// Under which rules.
    package let rules: ATSRules
    /// Which URL.
    package let scheme: ATSPolicy.Scheme
    /// The finding about every requirement, in the order of ``ATSRequirement``.
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

    /// Why the handshake failed; nil where it did not, or was not looked at.
    package var failure: HandshakeFailure? {
        for case .handshake(.failed(let failure)) in findings.map(\.note) { return failure }
        return nil
    }

    /// The error that an app sees; nil where it sees no error.
    package var error: AppleError? {
        guard result == .refused else { return nil }
        let failed = failures.map(\.requirement)
        if failed.contains(.scheme) { return .requiresSecureConnection }
        // The suite is settled before the chain is looked at.
        if failed.contains(where: ATSPolicy.isNegotiation) { return .secureConnectionFailed }
        if let failure { return failure.error }
        return failed.contains(where: \.isTrust) ? .certificateUntrusted : .secureConnectionFailed
    }
}
