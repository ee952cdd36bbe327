/// The answer to a ``Question``: trusted or refused, with the finding of every check.
public struct Verdict: Sendable, Hashable {
    /// The proof that a handshake needs; nil for a chain that is refused, and for a leaf whose key no handshake here can use.
    public let chain: VerifiedChain?
    /// The findings of all checks, passed or not, in the order of ``Evaluator/evaluate(chain:extra:question:)``.
    public let findings: [Finding]
    /// The certificates of the path that was judged, in DER, from the leaf to the anchor. A path without an anchor ends at the
    /// last certificate that was found. Empty if the leaf cannot be read.
    public let path: [[UInt8]]
    /// The number of each certificate of the path, as in ``Finding/subject``.
    let places: [Int]

    /// The verdict on a chain that passed every check.
    static func trusted(_ chain: VerifiedChain, _ findings: [Finding]) -> Verdict {
        Verdict(chain: chain, findings: findings, path: chain.path, places: Array(chain.path.indices))
    }

    /// The verdict on a chain that failed a check.
    static func refused(_ findings: [Finding], path: [[UInt8]]) -> Verdict {
        Verdict(chain: nil, findings: findings, path: path, places: Array(path.indices))
    }

    /// The certificate of the path that a finding is about, in DER; nil for a finding about a certificate outside the path or
    /// about the chain as a whole.
    public func certificate(of finding: Finding) -> [UInt8]? {
        guard finding.role != .chain, finding.role != .extra else { return nil }
        return zip(places, path).first { $0.0 == finding.subject }?.1
    }

    /// Whether every check was passed.
    public var isTrusted: Bool { !findings.isEmpty && refusal == nil || chain != nil }

    /// The finding of the first check that failed; nil for a trusted chain.
    public var refusal: Finding? { findings.first { !$0.passed } }

    /// The kind of the refusal; nil for a trusted chain.
    public var refusalKind: RefusalKind? { refusal?.refusal }

    /// The certificate that is the only thing that the chain lacks, as far as the checks could be made: the name of its authority, and the
    /// http address at which a device can fetch it (RFC 5280 section 4.2.2.1). Nil if something else is wrong, or if no address is given.
    package var fetchable: (issuer: String, address: String)? {
        let failed = findings.filter { !$0.passed }
        guard !failed.isEmpty, let tip = path.last.flatMap({ try? CertificateStructure($0) }),
            let address = tip.fetchableIssuer
        else { return nil }
        let isOnlyMissing = failed.allSatisfy { finding in
            switch finding.statement {
            case .path(.issuerMissing), .path(.noAnchor): true
            case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
                .nameConstraint, .search, .transparency, .library:
                false
            }
        }
        return isOnlyMissing ? (tip.issuer.label, address) : nil
    }

    /// Whether a check failed for a reason in spite of which neither a user nor an app may accept the chain.
    public var isFatal: Bool { findings.contains { $0.refusal?.isFatal == true } }
}
