import PKI
import Trace

/// Judges the chains of certificates in a capture: by which authorities, and at what time.
package struct TLSJudge: Sendable {
    /// What is said of a chain.
    package struct ChainVerdict: Sendable {
        let isTrusted: Bool
        /// Why it is rejected.
        let reason: String?
        let kind: RefusalKind?
        /// The moment of the question, in seconds since 1970.
        let at: Int64
        /// Whether the judge trusts the authority that the leaf names as its issuer.
        let trustsIssuer: Bool
    }

    private struct Key: Hashable {
        let chain: [[UInt8]]
        let name: String?
    }

    /// Whether the authorities were given, and are not simply the system's.
    let areGiven: Bool
    private let evaluator: Evaluator?
    private var time: Int64?
    private let anchorNames: Set<[UInt8]>
    /// Chains that were judged: a server shows the same one again and again.
    private var known: [Key: ChainVerdict] = [:]

    /// A judge without authorities does not judge.
    ///
    /// - Parameters:
    ///   - areGiven: whether the authorities were named by the person who asks.
    ///   - time: the moment of the question, in seconds since 1970; nil for that of the first frame of the capture.
    package init(_ store: TrustStore? = nil, areGiven: Bool = false, at time: Int64? = nil) {
        evaluator = store.map { Evaluator(store: $0) }
        anchorNames = Set(store?.authorityNames ?? [])
        (self.areGiven, self.time) = (areGiven, time)
    }

    /// The capture has a frame of that time, in microseconds since 1970.
    mutating func captured(at microseconds: Int64) { time = time ?? microseconds / 1_000_000 }

    /// The verdict on a server's chain; nil without authorities.
    ///
    /// - Parameter name: the name that the client has asked for.
    mutating func verdict(on chain: [CertificateStructure], for name: String?) -> ChainVerdict? {
        guard let evaluator, let time, let leaf = chain.first else { return nil }
        let key = Key(chain: chain.map(\.der), name: name)
        if let verdict = known[key] { return verdict }
        let host = name.flatMap { HostName($0) == nil ? nil : $0 }
        let question = Question(host.map { .server(hostName: $0) } ?? .anyServer, time: time)
        let verdict = evaluator.evaluate(chain: key.chain, question: question)
        let said = ChainVerdict(
            isTrusted: verdict.isTrusted, reason: verdict.refusal?.reason, kind: verdict.refusalKind, at: time,
            trustsIssuer: anchorNames.contains(leaf.issuer.encoded))
        if known.count > 1_000 { known = [:] }
        known[key] = said
        return said
    }
}

extension CertificateStructure {
    /// Whether it is valid at a moment, in seconds since 1970.
    func isValid(at time: Int64) -> Bool { (notBefore...max(notBefore, notAfter)).contains(time) }

    /// The names that it is for (RFC 9525 section 2).
    var serverNames: [String] {
        (meaning.subjectAlternativeNames?.value ?? []).compactMap { name in
            switch name {
            case .dnsName(let name): name
            case .ipAddress(let octets): HostName.text(address: octets)
            case .rfc822Name(let name), .uniformResourceIdentifier(let name): name
            default: nil
            }
        }
    }

    /// Whether one of its names is that one (RFC 9525 section 6.3).
    func isFor(_ name: String) -> Bool {
        guard case .dns(let labels)? = HostName(name) else { return true }
        return meaning.subjectAlternativeNames?.value?.contains {
            if case .dnsName(let presented) = $0 { HostName.dnsName(presented, fits: labels) } else { false }
        } ?? false
    }
}
