import PKI
import SwiftASN1
import Trace
@_spi(FixedExpiryValidationTime) import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verifier of swift-certificates. It examines a path that passed every check of this program.
///
/// It is a second, independent implementation of RFC 5280. Its opinion is shown, but it does not change the verdict, because it has gaps
/// in both directions. It accepts common names and does not check key usage. It refuses a leaf that is its own anchor, and it cannot
/// read small keys, MD5 or RSASSA-PSS. It is asynchronous, so it stands outside the pure targets.
struct LibraryVerifier {
    /// The verifier's opinion on a path.
    ///
    /// - Parameters:
    ///   - path: the certificates in DER, from the leaf to the anchor.
    ///   - time: the moment of the verification, in seconds since 1970.
    func examine(_ path: [[UInt8]], at time: Int64) async -> SecondOpinion {
        let certificates = path.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == path.count, let leaf = certificates.first, let anchor = certificates.last else {
            return .unreadable
        }
        // A time outside of the years that a certificate can express becomes the nearest such time.
        let nearest = CivilTime(secondsSince1970: time).secondsSince1970
        var verifier = Verifier(rootCertificates: CertificateStore([anchor])) {
            RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: Double(nearest)))
            UnderstoodExtensions()
        }
        // The verifier searches for paths. It gets the certificates of this one path only.
        let intermediates = CertificateStore(certificates.dropFirst().dropLast())
        switch await verifier.validate(leaf: leaf, intermediates: intermediates) {
        case .validCertificate: return .agrees
        case .couldNotValidate(let failures):
            return .refuses(why: failures.first.map { "\($0.policyFailureReason)" } ?? "it finds no path")
        }
    }
}

/// Tells the verifier which critical extensions this program has already enforced. Otherwise it would refuse them.
private struct UnderstoodExtensions: VerifierPolicy {
    let verifyingCriticalExtensions = Evaluator.understoodExtensions.compactMap {
        try? ASN1ObjectIdentifier(dotRepresentation: $0)
    }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        .meetsPolicy
    }
}

extension Verdict {
    /// The opinion of the verifier of swift-certificates on the path. Nil if the verdict has no path to examine.
    ///
    /// - Parameter question: the question that the verdict answers.
    package func secondOpinion(on question: ChainQuestion) async -> SecondOpinion? {
        guard invitesSecondOpinion(on: question) else { return nil }
        return await LibraryVerifier().examine(path, at: question.time)
    }

    /// The same verdict, with ``secondOpinion(on:)`` among the findings.
    package func withSecondOpinion(on question: ChainQuestion) async -> Verdict {
        await secondOpinion(on: question).map(adding) ?? self
    }
}

extension ChainJudge {
    /// The same judge. Its findings about `chain` also have the opinion of the verifier of swift-certificates.
    ///
    /// The verifier is asked before a run, so that the run itself stays synchronous. The chain that each side shows is known before the run.
    package func consultingLibrary(about chain: [[UInt8]]) async -> ChainJudge {
        guard let question else { return self }
        return saying(await verdict(on: chain).withSecondOpinion(on: question), of: chain)
    }
}
