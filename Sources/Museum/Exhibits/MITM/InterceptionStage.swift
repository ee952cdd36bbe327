import Crypto
import PKI
import Simulator

/// The keys and certificates of the three parties: a genuine server with a certificate of a public authority, a victim that trusts
/// this authority, and Mallory. They are made once for all runs.
package struct InterceptionStage: Sendable {
    /// The seed of all random values.
    package let seed: UInt64
    /// The public authority and the genuine server.
    package let pki: LessonPKI
    /// How Mallory decides about the genuine server's chain: by the full check.
    package var attackerJudge: ChainJudge
    /// The request and the answer that Mallory wants.
    let exchange: InterceptedExchange
    private let authority: CertificateAuthority
    private let identities: [Interception.Attacker: Identity]

    /// The name that Mallory can prove is hers (RFC 2606).
    package static let ownHost = "mallory.example.net"

    /// Makes the keys and certificates.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(seed: UInt64) throws(TrustError) {
        self.seed = seed
        let seeds = SeededRandomSource(seed: seed)
        let pki = try Visit.Cast(Visit.Options(seed: seed)).pki
        var hers = seeds.fork("mallory pki")
        let authority = try CertificateAuthority.root(.root(named: "Mallory CA", at: Visit.epoch), using: &hers)
        let forged = try authority.issueServer(hostName: Visit.hostName, at: Visit.epoch, using: &hers).identity
        let honest = try pki.intermediate.issueServer(
            hostName: Self.ownHost, key: forged.privateKey, at: Visit.epoch, using: &hers)
        let alone = try PresentedChain.selfSigned(
            .server(hostName: Visit.hostName, at: Visit.epoch), by: forged, using: &hers)
        identities = [
            .ownAuthority: forged, .installedAuthority: forged, .samePublicAuthority: honest,
            .selfSigned: Identity(chain: [alone], privateKey: forged.privateKey, hostNames: [Visit.hostName]),
        ]
        var secrets = seeds.fork("intercepted exchange")
        exchange = InterceptedExchange(using: &secrets)
        attackerJudge = ChainJudge(
            by: Evaluator(store: pki.trustStore), asking: ChainQuestion(hostName: Visit.hostName, time: Visit.epoch))
        self.pki = pki
        self.authority = authority
    }

    /// The chain that Mallory shows the victim, with its private key.
    package func identity(of attacker: Interception.Attacker) -> Identity { identities[attacker] ?? pki.identity }

    /// The authorities that the victim trusts: the public one, and Mallory's if it was installed.
    package func store(against attacker: Interception.Attacker) -> TrustStore {
        TrustStore(anchors: pki.trustStore.anchors + installed(by: attacker))
    }

    /// The attacker's authorities that are installed on the victim's device, in DER.
    package func installed(by attacker: Interception.Attacker) -> [[UInt8]] {
        attacker == .installedAuthority ? [authority.certificate] : []
    }

    /// The victim's judge under `policy`, with the authorities that the victim trusts.
    package func judge(_ policy: Interception.Policy, against attacker: Interception.Attacker) -> ChainJudge {
        ChainJudge(
            checksMade(policy), by: Evaluator(store: store(against: attacker)),
            asking: ChainQuestion(hostName: Visit.hostName, time: Visit.epoch), called: policy.rawValue)
    }

    private func checksMade(_ policy: Interception.Policy) -> ChecksMade {
        // The genuine chain is the leaf's certificate, then that of the authority which issued it.
        let pins = pki.identity.chain.map { Evaluator.pin(ofCertificate: $0) }
        return switch policy {
        case .full: .full
        case .pinnedLeaf: .pinned(pins.prefix(1).compactMap { $0 })
        case .pinnedAuthority: .pinned(pins.dropFirst().compactMap { $0 })
        case .noHostName: .anyName
        case .none: .none
        }
    }
}
