internal import SwiftASN1
import Trace
@_spi(FixedExpiryValidationTime) internal import X509

// X509 takes a date as Foundation's Date; nothing else of Foundation is used, its clock least of all.
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The verifier of swift-certificates, asked about a path that passed every check of this module.
///
/// It is a second, independent implementation of RFC 5280, and what it says is shown and not obeyed, because its gaps go
/// both ways: it accepts common names and does not police key usage, and it refuses a leaf that is its own anchor and cannot
/// read small keys, MD5 or RSASSA-PSS.
struct SecondOpinion {
    func examine(_ path: [[UInt8]], _ question: Question) async -> [Finding] {
        guard path.count > 1, question.purpose == .ssl else { return [] }
        let cite = Citation.rfc(5280, "6.1")
        let certificates = path.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == path.count, let leaf = certificates.first, let anchor = certificates.last else {
            return [.noted(.secondOpinion, 0, .chain, .libraryCannotRead, cite)]
        }
        var verifier = Verifier(rootCertificates: CertificateStore([anchor])) {
            RFC5280Policy(fixedExpiryValidationTime: date(question.time))
            UnderstoodExtensions()
        }
        // The verifier searches for paths. It gets the certificates of this one path only.
        let intermediates = CertificateStore(certificates.dropFirst().dropLast())
        switch await verifier.validate(leaf: leaf, intermediates: intermediates) {
        case .validCertificate: return [.passed(.secondOpinion, 0, .chain, .libraryAgrees, cite)]
        case .couldNotValidate(let failures):
            let why = failures.first.map { "\($0.policyFailureReason)" } ?? "it finds no path"
            return [.noted(.secondOpinion, 0, .chain, .libraryRefuses(why), cite)]
        }
    }
}

extension SecondOpinion {
    /// The library's form of a time; one outside the years that a certificate can express becomes the nearest within.
    private func date(_ time: Int64) -> Date {
        Date(timeIntervalSince1970: Double(CivilTime(secondsSince1970: time).secondsSince1970))
    }
}

/// Tells the verifier which critical extensions this module has enforced already; otherwise it would refuse them.
private struct UnderstoodExtensions: VerifierPolicy {
    let verifyingCriticalExtensions = CriticalExtensionsPolicy.understood.compactMap {
        try? ASN1ObjectIdentifier(elements: $0.arcs.map { UInt($0) })
    }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        .meetsPolicy
    }
}
