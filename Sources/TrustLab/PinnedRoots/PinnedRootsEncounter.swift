import PKI
import Trace

/// A server that an app with pinned roots connects to, and the decision of two policies: with the recipe's excuse, and without it.
package struct PinnedRootsEncounter: Hashable, Sendable {
    /// The server that answers.
    package let kind: Kind
    /// The decision of ``PinnedRootsPolicy``, which treats a recoverable failure under a pinned root as a success.
    package let excusing: TrustDecision
    /// The decision of ``AFSecurityPolicy`` with the same roots as pins.
    package let strict: TrustDecision

    /// The server that answers.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case genuine
        case expired
        case otherSite = "other-site-same-ca"
        case evilRoot = "evil-root"

        /// Whether the app should go on.
        package var deservesTrust: Bool { self == .genuine }
    }

    /// One encounter for each kind of server. The app has pinned the root of the server that it wants; for the interceptor also the
    /// interceptor's root.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package static func all(in world: ScenarioWorld) throws(TrustError) -> [PinnedRootsEncounter] {
        var encounters: [PinnedRootsEncounter] = []
        for kind in Kind.allCases {
            var roots = [world.root.certificate]
            let attempt: ConnectionAttempt?
            if let scenario = TrustScenario.named(kind.rawValue) {
                attempt = try scenario.evidence(in: world).attempt
            } else {
                roots.append(world.evilRoot)
                attempt = ConnectionAttempt(
                    chain: [try world.intercepted("evil root", by: world.stranger), world.evilRoot],
                    host: ScenarioWorld.host, time: ScenarioWorld.time,
                    systemAnchors: [world.root.certificate, world.otherRoot.certificate])
            }
            guard let attempt else { continue }
            encounters.append(
                PinnedRootsEncounter(
                    kind: kind, excusing: PinnedRootsPolicy(roots: roots).decide(attempt),
                    strict: AFSecurityPolicy(pinningMode: .certificate, pinnedCertificates: roots).decide(attempt)))
        }
        return encounters
    }
}

extension PinnedRootsEncounter.Kind: Remark {
    package var english: String {
        switch self {
        case .genuine: "The server that the app wants."
        case .expired: "The same server; its certificate expired yesterday."
        case .otherSite: "A server of another owner. The pinned authority has certified it, for its own name."
        case .evilRoot: "An interceptor. An attack on the bundle has pinned its root; the device does not trust it."
        }
    }

    package var chinese: String {
        switch self {
        case .genuine: "应用想要的服务器。"
        case .expired: "同一台服务器；它的证书昨天过期。"
        case .otherSite: "别人的服务器。它的证书由锁定的 CA 签发，写的是它自己的名称。"
        case .evilRoot: "拦截者。对应用包的一次攻击锁定了它的根证书；设备不信任这张根证书。"
        }
    }
}
