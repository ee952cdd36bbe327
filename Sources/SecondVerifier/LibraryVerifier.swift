import PKI
import SwiftASN1
import Trace
@_spi(FixedExpiryValidationTime) import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verifier of swift-certificates, asked about a path that passed every check of this program.
///
/// It is a second, independent implementation of RFC 5280. What it says is shown and not obeyed, because its gaps go both
/// ways: it accepts common names and does not police key usage, and it refuses a leaf that is its own anchor and cannot read
/// small keys, MD5 or RSASSA-PSS. It is asynchronous, and so it stands outside the targets that are pure.
struct LibraryVerifier {
    /// What the verifier says about a path in DER, from the leaf to the anchor, at a moment in seconds since 1970.
    func examine(_ path: [[UInt8]], at time: Int64) async -> SecondOpinion {
        let certificates = path.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == path.count, let leaf = certificates.first, let anchor = certificates.last else {
            return .unreadable
        }
        // A time that no certificate can express becomes the nearest that one can.
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

/// Tells the verifier which critical extensions have been enforced already; otherwise it would refuse them.
private struct UnderstoodExtensions: VerifierPolicy {
    let verifyingCriticalExtensions = Evaluator.understoodExtensions.compactMap {
        try? ASN1ObjectIdentifier(dotRepresentation: $0)
    }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        .meetsPolicy
    }
}

extension Verdict {
    /// What the verifier of swift-certificates says about the path; nil where there is none to ask about.
    ///
    /// - Parameter question: what the verdict answers.
    package func secondOpinion(on question: Question) async -> SecondOpinion? {
        guard invitesSecondOpinion(on: question) else { return nil }
        return await LibraryVerifier().examine(path, at: question.time)
    }

    /// The same verdict, with ``secondOpinion(on:)`` among the findings.
    package func withSecondOpinion(on question: Question) async -> Verdict {
        await secondOpinion(on: question).map(adding) ?? self
    }
}

extension ChainJudge {
    /// The same judge, with what the verifier of swift-certificates says about `chain` among the findings about that chain.
    ///
    /// Asked before a run, it leaves the run itself synchronous: which chain a side shows is known before it begins.
    package func consultingLibrary(about chain: [[UInt8]]) async -> ChainJudge {
        guard let question else { return self }
        return saying(await verdict(on: chain).withSecondOpinion(on: question), of: chain)
    }
}
