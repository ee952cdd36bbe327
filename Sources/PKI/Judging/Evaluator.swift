import Crypto
import Trace

/// Judges whether a chain of certificates proves whose key a key is.
///
/// A path is looked for among what was sent, and every policy is examined for every certificate of it: none stops another,
/// and the verdict has every reason. What a server sends can be anything: it leads to a refusal, never to a crash, and the
/// work is bounded.
public struct Evaluator: Sendable {
    /// The authorities that are trusted.
    public let store: TrustStore
    private let anchors: Anchors

    /// An evaluator that trusts the authorities in `store`.
    public init(store: TrustStore) {
        self.store = store
        anchors = Anchors(store)
    }

    /// Answers a question about a chain that was sent in a handshake: as ``evaluate(chain:extra:question:)``, and the leaf's
    /// key must be of a kind that a handshake here can use.
    ///
    /// - Parameter chain: certificates in DER as they were sent, the leaf first. At most ten are looked at.
    public func judge(chain: [[UInt8]], question: Question) -> Verdict {
        var question = question
        question.isForHandshake = true
        return evaluate(chain: chain, question: question)
    }

    /// The object identifiers of the critical extensions that the checks enforce, such as "2.5.29.19".
    public static var understoodExtensions: [String] {
        CriticalExtensionsPolicy.understood.map { $0.arcs.map(String.init).joined(separator: ".") }
    }

    /// Answers a question about a chain.
    ///
    /// - Parameters:
    ///   - chain: certificates in DER as they were sent, the leaf first.
    ///   - extra: further certificates that may be part of a path, in any order. A certificate that cannot be read is left out.
    /// - Returns: trusted or refused; either way with everything that was checked, in the order in which a client would want to
    ///   stop: reading, order, signatures, dates, authorities, usage, form, name, anchor.
    public func evaluate(chain: [[UInt8]], extra: [[UInt8]] = [], question: Question) -> Verdict {
        evaluate(
            CertificatePool(chain: chain.map { .octets($0) }, extra: extra.map { .octets($0) }, anchors: anchors),
            question)
    }

    /// Answers a question about a chain of certificates that have been read: as ``evaluate(chain:extra:question:)``.
    public func evaluate(
        read chain: [ReadCertificate], extra: [ReadCertificate] = [], question: Question
    ) -> Verdict {
        evaluate(
            CertificatePool(chain: chain.map { .read($0) }, extra: extra.map { .read($0) }, anchors: anchors), question)
    }

    private func evaluate(_ pool: CertificatePool, _ question: Question) -> Verdict {
        var findings = pool.findings
        var path: [CandidatePath.Member] = []
        if let (found, isExhausted) = PathSearch.run(pool, question) {
            path = found.members
            findings += order(pool, found)
            if isExhausted, !found.isComplete {
                findings.append(
                    .failed(.search, of: 0, as: .chain, .search(.searchGivenUp), .rfc(4158), .unknownCA))
            }
            findings += found.findingsByPolicy
        }
        if question.subject == .client {
            // Who judges whom is for the sentences only.
            for place in findings.indices { findings[place].side = .client }
        }
        let isTrusted = !path.isEmpty && findings.allSatisfy(\.passed)
        return Verdict(
            chain: isTrusted ? proof(path, question) : nil, findings: findings, path: path.map(\.structure.der),
            places: path.map(\.index))
    }

    /// What there is to say about the order in which the certificates were sent (RFC 5246 section 7.4.2): each should certify
    /// the one before it. Where a path is found all the same, the disorder does no harm.
    private func order(_ pool: CertificatePool, _ path: CandidatePath) -> [Finding] {
        let cite = Citation.rfc(5246, "7.4.2")
        let sent = pool.items.filter(\.isSent)
        guard sent.count > 1 else { return [] }
        var findings: [Finding] = []
        for (member, next) in zip(path.members, path.members.dropFirst().map(Optional.some) + [nil]) {
            guard let place = sent.firstIndex(where: { $0.index == member.index }), place + 1 < sent.count else {
                continue
            }
            let follower = sent[place + 1]
            let issuer = member.structure.issuer.label
            if follower.index == next?.index {
                findings.append(member.passed(.order, .path(.followedByIssuer(issuer)), cite))
            } else if !member.isAnchor, next?.isAnchor != true {
                let statement = Statement.path(.notFollowedByIssuer(issuer: issuer, next: follower.structure.label))
                findings.append(
                    path.isComplete
                        ? .noted(.order, of: member.index, as: member.role, statement, cite)
                        : member.failed(.order, statement, cite, .badCertificate))
            }
        }
        let used = Set(path.members.map(\.index))
        for item in sent where !used.contains(item.index) {
            findings.append(.passed(.certificate, of: item.index, as: .extra, .reading(.notNeeded), cite))
        }
        return findings
    }

    private func proof(_ path: [CandidatePath.Member], _ question: Question) -> VerifiedChain? {
        guard let leaf = path.first, let key = try? leaf.structure.certifiedKey() else { return nil }
        let usage = leaf.structure.meaning.keyUsage?.value
        return VerifiedChain(
            verified: path.map(\.structure.der), leafKey: key, hostName: question.hostName,
            allowsSignatures: usage?.contains(.digitalSignature) ?? true,
            allowsKeyEncipherment: usage?.contains(.keyEncipherment) ?? true)
    }
}
