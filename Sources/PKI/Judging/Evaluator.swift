import Crypto
import Trace

/// Judges whether a chain of certificates proves who owns the leaf's key.
///
/// The evaluator looks for a path among the certificates that were sent. Then every policy examines every certificate of the
/// path: one failure does not stop the other checks, so the verdict has every reason. A server can send any octets: bad ones lead
/// to a refusal, never to a crash, and the work is bounded.
public struct Evaluator: Sendable {
    /// The authorities that are trusted.
    public let store: TrustStore
    private let anchors: Anchors

    /// An evaluator that trusts the authorities in `store`.
    public init(store: TrustStore) {
        self.store = store
        anchors = Anchors(store)
    }

    /// Answers a question about a chain that was sent in a handshake, as ``evaluate(chain:extra:question:)`` does. Also the
    /// leaf's key must be of a kind that a handshake here can use.
    ///
    /// - Parameter chain: certificates in DER as they were sent, the leaf first. At most 50 are read.
    public func judge(chain: [[UInt8]], question: ChainQuestion) -> Verdict {
        var question = question
        question.isForHandshake = true
        return evaluate(chain: chain, question: question)
    }

    /// The object identifiers of the critical extensions that the checks enforce, such as "2.5.29.19".
    public static var understoodExtensions: [String] {
        CriticalExtensionsPolicy.understood.map(\.description)
    }

    /// Answers a question about a chain.
    ///
    /// - Parameters:
    ///   - chain: certificates in DER as they were sent, the leaf first.
    ///   - extra: further certificates that may be part of a path, in any order. One that cannot be read is noted and left out.
    /// - Returns: trusted or refused, with the finding of every check, in this order: reading, order, signatures, dates,
    ///   authorities, usage, form, name, anchor. The first failure in it is the reason that a client would give.
    public func evaluate(chain: [[UInt8]], extra: [[UInt8]] = [], question: ChainQuestion) -> Verdict {
        evaluate(
            CertificatePool(chain: chain.map { .octets($0) }, extra: extra.map { .octets($0) }, anchors: anchors),
            question)
    }

    /// Answers a question about a chain of certificates that have been read already, as ``evaluate(chain:extra:question:)`` does.
    public func evaluate(
        read chain: [ReadCertificate], extra: [ReadCertificate] = [], question: ChainQuestion
    ) -> Verdict {
        evaluate(
            CertificatePool(chain: chain.map { .read($0) }, extra: extra.map { .read($0) }, anchors: anchors), question)
    }

    private func evaluate(_ pool: CertificatePool, _ question: ChainQuestion) -> Verdict {
        var findings = pool.findings
        var path: [CandidatePath.Member] = []
        if let (found, isExhausted) = PathSearch.run(pool, question) {
            path = found.members
            findings += order(pool, found)
            if isExhausted, !found.isComplete {
                findings.append(
                    .failed(.search, of: 0, as: .chain, .search(.searchGivenUp), cite: .rfc(4158), refusal: .unknownCA))
            }
            findings += found.findingsByPolicy
        }
        if question.subject == .client {
            // The side only changes the sentences about the findings.
            for place in findings.indices { findings[place].side = .client }
        }
        let isTrusted = !path.isEmpty && findings.allSatisfy(\.passed)
        let verdict = Verdict(
            chain: isTrusted ? proof(path, question) : nil, findings: findings, path: path.map(\.structure.der),
            places: path.map(\.index))
        guard question.isSecTrustForServers, verdict.doubt?.address != nil, let leaf = path.first else {
            return verdict
        }
        let issuer = verdict.builtPath.count > 1 ? path.dropFirst().first : nil
        return verdict.adding(foregone: foregone(leaf, issuedBy: issuer?.structure, question))
    }

    /// The failed checks of the leaf that depend only on the kind of the anchor, where under each kind of authority in the store one fails.
    ///
    /// - Parameter issuer: the certificate of the leaf's issuer; nil if that is missing.
    private func foregone(
        _ leaf: CandidatePath.Member, issuedBy issuer: CertificateStructure?, _ question: ChainQuestion
    ) -> [CheckResult] {
        let kinds = Set(zip(anchors.structures, anchors.kinds).filter { $0.0.mayCertify }.map(\.1))
        var all: [CheckResult] = []
        for kind in kinds.sorted(by: { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }) {
            guard let kind else { return [] }
            let failed =
                ServerRulesPolicy.findings(about: leaf, question, under: kind).filter { !$0.passed }
                + TransparencyPolicy.shortfall(of: leaf, issuedBy: issuer, question, under: kind)
            guard !failed.isEmpty else { return [] }
            all += failed.filter { !all.contains($0) }
        }
        return all
    }

    /// The findings about the order of the certificates: each must certify the one before it (RFC 5246 section 7.4.2). A wrong order is
    /// only noted: if the path does not reach an anchor, the missing certificate is the reason, not the order.
    private func order(_ pool: CertificatePool, _ path: CandidatePath) -> [CheckResult] {
        let cite = Citation.rfc(5246, "7.4.2")
        let sent = pool.items.filter(\.isSent)
        guard sent.count > 1 else { return [] }
        var findings: [CheckResult] = []
        for (member, next) in zip(path.members, path.members.dropFirst().map(Optional.some) + [nil]) {
            guard let place = sent.firstIndex(where: { $0.index == member.index }), place + 1 < sent.count else {
                continue
            }
            let follower = sent[place + 1]
            let issuer = member.structure.issuer.label
            if follower.index == next?.index {
                findings.append(member.passed(.order, .path(.followedByIssuer(issuer)), cite: cite))
            } else if !member.isAnchor, next?.isAnchor != true {
                let statement = Statement.path(.notFollowedByIssuer(issuer: issuer, next: follower.structure.label))
                findings.append(member.noted(.order, statement, cite: cite))
            }
        }
        let used = Set(path.members.map(\.index))
        let statement = Statement.reading(path.isComplete ? .notNeeded : .notPartOfPath)
        for item in sent where !used.contains(item.index) {
            findings.append(.passed(.certificate, of: item.index, as: .extra, statement, cite: cite))
        }
        return findings
    }

    /// The proof of a path that passed every check; nil if no handshake here can use the leaf's key.
    private func proof(_ path: [CandidatePath.Member], _ question: ChainQuestion) -> VerifiedChain? {
        guard let leaf = path.first, let key = try? leaf.structure.certifiedKey() else { return nil }
        return VerifiedChain(
            verified: path.map(\.structure.der), leafKey: key, hostName: question.hostName,
            allowsSignatures: leaf.structure.allowsSignatures,
            allowsKeyEncipherment: leaf.structure.allowsKeyEncipherment)
    }
}
