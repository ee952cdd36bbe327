import PKI
import Trace

/// Judges the certificate chains in a capture, with given authorities and at a given time.
package struct TLSJudge: Sendable {
    /// The verdict on a chain.
    package struct ChainVerdict: Sendable {
        let isTrusted: Bool
        /// Why the chain is rejected, and the kind of the reason; nil for a trusted chain.
        let reason: String?
        let kind: RefusalKind?
        /// The time for which the chain was judged, in seconds since 1970.
        let at: Int64
        /// Whether the judge trusts the authority that the leaf names as its issuer.
        let trustsIssuer: Bool
    }

    /// A chain, and the host name and the day for which it was judged. `areValid` is which certificates were valid at the time.
    private struct Key: Hashable {
        let chain: [[UInt8]]
        let name: String?
        let day: Int64
        let areValid: [Bool]
    }

    /// Whether the user named the authorities. If not, they are the system's.
    let areGiven: Bool
    /// The authorities, which are read when the first chain is to be judged: most captures show none.
    private enum Authorities: Sendable {
        case unread(@Sendable () -> TrustStore?)
        case read(Evaluator, names: Set<[UInt8]>)
        case none
    }

    private var authorities: Authorities
    private let time: Int64?
    /// The verdicts so far. A server shows the same chain in every connection.
    private var known: [Key: ChainVerdict] = [:]

    /// A judge that trusts the authorities of a store. Without a store it gives no verdicts.
    ///
    /// - Parameters:
    ///   - areGiven: whether the user named the authorities.
    ///   - time: the time for which chains are judged, in seconds since 1970; nil for the time at which each was shown.
    package init(_ store: TrustStore? = nil, areGiven: Bool = false, at time: Int64? = nil) {
        authorities = store.map(Self.read) ?? .none
        (self.areGiven, self.time) = (areGiven, time)
    }

    /// A judge that trusts the authorities of the system. They are read when the first chain is to be judged; nil if there are none.
    package init(system: @escaping @Sendable () -> TrustStore?, at time: Int64?) {
        (authorities, areGiven, self.time) = (.unread(system), false, time)
    }

    private static func read(_ store: TrustStore) -> Authorities {
        .read(Evaluator(store: store), names: Set(store.authorityNames))
    }

    /// The verdict on a server's chain; nil without authorities, for an empty chain, or without a time.
    ///
    /// - Parameters:
    ///   - name: the host name in the ClientHello; nil if it names none. The chain is then judged for any server.
    ///   - shown: when the server showed the chain, in seconds since 1970; nil if that is not known.
    mutating func verdict(on chain: [CertificateStructure], for name: String?, at shown: Int64?) -> ChainVerdict? {
        guard let time = time ?? shown, let leaf = chain.first else { return nil }
        if case .unread(let system) = authorities { authorities = system().map(Self.read) ?? .none }
        guard case .read(let evaluator, let anchorNames) = authorities else { return nil }
        let key = Key(
            chain: chain.map(\.der), name: name, day: time / CivilTime.day, areValid: chain.map { $0.isValid(at: time) }
        )
        if let verdict = known[key] { return verdict }
        let host = name.flatMap { HostName($0) == nil ? nil : $0 }
        let question = ChainQuestion(host.map { .server(hostName: $0) } ?? .anyServer, time: time)
        let verdict = evaluator.evaluate(chain: key.chain, question: question)
        let said = ChainVerdict(
            isTrusted: verdict.isTrusted, reason: verdict.refusal?.reason, kind: verdict.refusalKind, at: time,
            trustsIssuer: anchorNames.contains(leaf.issuer.encoded))
        if known.count > 1_000 { known = [:] }
        known[key] = said
        return said
    }
}

extension DistinguishedName {
    /// The name in a sentence.
    var shownName: String { isEmpty ? "an authority without a name" : label }
}

extension CertificateStructure {
    /// The subject in a sentence. An empty subject is legal: then the first name of the extension subjectAltName stands for it.
    var shownName: String {
        guard subject.isEmpty else { return label }
        return serverNames.first.map { EndedTLS.text($0.utf8).quotable } ?? "one without a name"
    }

    /// Whether a time, in seconds since 1970, lies in the validity period.
    func isValid(at time: Int64) -> Bool { (notBefore...max(notBefore, notAfter)).contains(time) }

    /// The DNS names, IP addresses, mail addresses and URIs in the extension subjectAltName (RFC 5280 section 4.2.1.6).
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

    /// Whether a DNS name fits one of the certificate's names (RFC 9525 section 6.3). Any other kind of name is not compared: true.
    func isFor(_ name: String) -> Bool {
        guard case .dns(let labels)? = HostName(name) else { return true }
        return meaning.subjectAlternativeNames?.value?.contains {
            if case .dnsName(let presented) = $0 { HostName.dnsName(presented, fits: labels) } else { false }
        } ?? false
    }
}
