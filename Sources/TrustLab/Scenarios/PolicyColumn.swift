import Crypto
import PKI

/// A policy as a table has it: an app that was built with what it has bundled, for the host that it wants.
public struct PolicyColumn: Sendable {
    /// What it is called, with its settings.
    public let name: String

    private let make: @Sendable (_ pins: [[UInt8]], _ host: String) -> (any TrustPolicyModel)?

    private init(
        _ name: String, _ make: @escaping @Sendable (_ pins: [[UInt8]], _ host: String) -> (any TrustPolicyModel)?
    ) {
        self.name = name
        self.make = make
    }

    /// What an app with this policy does; nil where the policy has nothing to say about it, or could not be set up so.
    ///
    /// Policies of apps are about servers. Whether a client is believed is said by the first alone, the platform's.
    public func decision(on evidence: TrustEvidence) -> TrustDecision? {
        guard case .server(let host) = evidence.asked else {
            return name == PolicyColumn.platform.name ? PolicyColumn.decision(aboutClient: evidence) : nil
        }
        var attempt = ConnectionAttempt(
            chain: evidence.chain, host: host, time: evidence.time, systemAnchors: evidence.systemAnchors,
            userAnchors: evidence.userAnchors)
        attempt.stapledResponse = evidence.stapledResponse
        attempt.systemKind = evidence.systemKind
        attempt.knownLogs = evidence.knownLogs
        return make(evidence.pins, host)?.decide(attempt)
    }

    private static func decision(aboutClient evidence: TrustEvidence) -> TrustDecision {
        let store = evidence.platformStore
        let verdict = Evaluator(store: store).evaluate(chain: evidence.chain, question: evidence.platformQuestion)
        let result = verdict.secTrustResult(in: store)
        let evaluation = SecTrust.Evaluation(
            result: result, verdict: verdict, certificateChain: verdict.path, deniedCertificate: nil)
        return TrustDecision(
            accepts: result.isSuccess, steps: [TrustStep(.isChainTrusted, result.isSuccess, .evaluated(evaluation))],
            result: result)
    }

    // MARK: - The policies

    /// The platform's own: every check, no pins. The others are measured by it.
    public static let platform = PolicyColumn("default handling") { _, _ in DefaultHandling() }

    /// Every policy, in the order of the tables.
    public static let all: [PolicyColumn] =
        [
            platform, PolicyColumn("no host name") { _, _ in NoHostName() },
            PolicyColumn("trust anything") { _, _ in TrustAnything() },
        ] + securityPolicies + trustKit + pinnedDomains + alamofire

    /// The policy of that name; nil if there is none.
    public static func named(_ name: String) -> PolicyColumn? { all.first { $0.name == name } }

    /// AFSecurityPolicy in its three modes, each with both switches in both positions.
    private static let securityPolicies: [PolicyColumn] = AFSecurityPolicy.PinningMode.allCases.flatMap { mode in
        [(false, true), (false, false), (true, true), (true, false)].map { allowsInvalid, checksName in
            let policy = AFSecurityPolicy(
                pinningMode: mode, allowInvalidCertificates: allowsInvalid, validatesDomainName: checksName)
            return PolicyColumn(policy.name) { pins, _ in
                var policy = policy
                policy.pinnedCertificates = pins
                return policy
            }
        }
    }

    private static let trustKit: [PolicyColumn] = [("TrustKit", true), ("TrustKit, not enforced", false)].map {
        name, isEnforced in
        PolicyColumn(name) { pins, host in
            // TrustKit asks for two pins at least: one is kept in reserve.
            var domain = TrustKitConfiguration.Domain(publicKeyHashes: keys(pins) + [spare].compactMap { $0 })
            domain.enforcePinning = isEnforced
            guard let configuration = try? TrustKitConfiguration(domains: [(host, domain)]) else { return nil }
            return TrustKit(configuration)
        }
    }

    private static let pinnedDomains: [PolicyColumn] = [
        PolicyColumn("NSPinnedDomains, CA identities") { pins, host in
            try? NSPinnedDomains([.init(host, pinnedCAIdentities: keys(pins))])
        },
        PolicyColumn("NSPinnedDomains, leaf identities") { pins, host in
            try? NSPinnedDomains([.init(host, pinnedLeafIdentities: keys(pins))])
        },
    ]

    private static let alamofire: [PolicyColumn] = [
        column("Alamofire pinned certificates") { PinnedCertificatesTrustEvaluator(certificates: $0) },
        column("Alamofire pinned certificates, self-signed accepted") {
            PinnedCertificatesTrustEvaluator(certificates: $0, acceptSelfSignedCertificates: true)
        },
        column("Alamofire pinned certificates, nothing evaluated") {
            PinnedCertificatesTrustEvaluator(certificates: $0, performDefaultValidation: false, validateHost: false)
        },
        column("Alamofire public keys") { PublicKeysTrustEvaluator(keys: keys($0)) },
        column("Alamofire public keys, nothing evaluated") {
            PublicKeysTrustEvaluator(keys: keys($0), performDefaultValidation: false, validateHost: false)
        },
        column("Alamofire disabled") { _ in DisabledTrustEvaluator() },
    ]

    private static func column(
        _ name: String, _ make: @escaping @Sendable (_ pins: [[UInt8]]) -> any ServerTrustEvaluating
    ) -> PolicyColumn {
        PolicyColumn(name) { pins, host in ServerTrustManager(evaluators: [host: make(pins)]) }
    }

    private static func keys(_ pins: [[UInt8]]) -> [PublicKeyPin] {
        pins.compactMap { PublicKeyPin(ifOfCertificate: $0) }
    }

    /// The pin of a key that is in no scenario.
    private static let spare = try? PublicKeyPin(
        base64: Base64.string(HashAlgorithm.sha256.hash(Array("a key that is kept in a safe".utf8))))
}
