/// The answer to a ``Question``: trusted or refused, with everything that was checked on the way.
public struct Verdict: Sendable, Hashable {
    /// The proof that a handshake needs, where the chain is trusted; nil where it is refused, and where the leaf's key is of a
    /// kind that no handshake here can use.
    public let chain: VerifiedChain?
    /// Everything that was checked, passed or not, in order.
    public let findings: [Finding]
    /// The certificates of the path that was judged, in DER: from the leaf to the anchor, or as far as there is one. Empty
    /// where not even the leaf could be read.
    public let path: [[UInt8]]
    /// The place of each certificate of the path among those that were sent, as in ``Finding/subject``.
    let places: [Int]

    /// Every check was passed.
    static func trusted(_ chain: VerifiedChain, _ findings: [Finding]) -> Verdict {
        Verdict(chain: chain, findings: findings, path: chain.path, places: Array(chain.path.indices))
    }

    /// At least one check was not passed.
    static func refused(_ findings: [Finding], path: [[UInt8]] = []) -> Verdict {
        Verdict(chain: nil, findings: findings, path: path, places: Array(path.indices))
    }

    /// The certificate of the path that a finding is about, in DER; nil for one that is in no path, and for the chain as a
    /// whole.
    public func certificate(of finding: Finding) -> [UInt8]? {
        guard finding.role != .chain, finding.role != .extra else { return nil }
        return zip(places, path).first { $0.0 == finding.subject }?.1
    }

    /// Whether every check was passed.
    public var isTrusted: Bool { !findings.isEmpty && refusal == nil || chain != nil }

    /// The first check that was not passed; nil for a chain that is trusted.
    public var refusal: Finding? { findings.first { !$0.passed } }

    /// The kind of the refusal; nil for a chain that is trusted.
    public var refusalKind: RefusalKind? { refusal?.refusal }

    /// Whether a check was not passed for a reason that an app may not except.
    public var isFatal: Bool { findings.contains { $0.refusal?.isFatal == true } }
}
