internal import SwiftASN1
import Trace
@_spi(FixedExpiryValidationTime) internal import X509

/// The verifier of swift-certificates, asked about a path that passed every check of this module.
///
/// Its gaps are known, which is why it is not the only judge: it accepts common names, does not police key usage, and takes
/// version 1 certificates for authorities. It is a second, independent implementation of RFC 5280, and the only one here for
/// name constraints.
struct SecondOpinion {
    func examine(_ chain: CandidateChain, _ question: Question) async -> [Finding] {
        guard let leaf = chain.path.first, case .anchor(let anchor) = chain.end else { return [] }
        let cite = Citation.rfc(5280, "6.1")
        var verifier = Verifier(rootCertificates: CertificateStore([anchor.certificate])) {
            RFC5280Policy(fixedExpiryValidationTime: CertificateTime.date(question.time))
            UnderstoodExtensions()
        }
        // The verifier searches for paths. It gets the certificates of this one path only, of which there are at most ten.
        let intermediates = CertificateStore(chain.path.dropFirst().map(\.certificate))
        switch await verifier.validate(leaf: leaf.certificate, intermediates: intermediates) {
        case .validCertificate:
            return [.passed("second opinion", leaf.index, .chain, .libraryAgrees, cite)]
        case .couldNotValidate(let failures):
            let why = failures.first.map { "\($0.policyFailureReason)" } ?? "it finds no path"
            return [.failed("second opinion", leaf.index, .chain, .libraryRefuses(why), cite, .badCertificate)]
        }
    }
}

/// Tells the verifier which critical extensions this module has enforced already; otherwise it would refuse them.
private struct UnderstoodExtensions: VerifierPolicy {
    let verifyingCriticalExtensions = UsagePolicy.understood

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        .meetsPolicy
    }
}
