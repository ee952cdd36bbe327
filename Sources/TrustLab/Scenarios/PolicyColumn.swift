import Crypto
import PKI
import Trace

/// A policy as a table has it: an app that was built with what it has bundled, for the host that it wants.
package struct PolicyColumn: Sendable {
    /// The name, with its settings.
    package let name: String

    /// The thing that it compares with the app's pins.
    package let comparison: Comparison

    /// A thing that a policy can compare.
    package enum Comparison: Hashable, Sendable {
        /// Nothing: it has no pins.
        case nothing
        /// Whole certificates.
        case certificates
        /// Keys, which it takes out of bundled certificates.
        case keysOfCertificates
        /// Keys, of which it has the digests.
        case keys
    }

    /// The pins that an app has bundled.
    private struct Bundle {
        /// Certificates in DER.
        let certificates: [[UInt8]]
        /// Their keys, and those of which there is no certificate.
        let keys: [PublicKeyPin]
    }

    private let make: @Sendable (_ bundle: Bundle, _ host: String) -> (any TrustPolicyModel)?

    private init(
        _ name: String, _ comparison: Comparison = .nothing,
        _ make: @escaping @Sendable (_ bundle: Bundle, _ host: String) -> (any TrustPolicyModel)?
    ) {
        self.name = name
        self.comparison = comparison
        self.make = make
    }

    /// The decision of an app with this policy; nil where the policy does not decide, or cannot be set up so.
    ///
    /// Policies of apps are about servers. Whether a client is believed is said by the first alone, the platform's.
    package func decision(on evidence: TrustEvidence) -> TrustDecision? {
        guard case .server(let host) = evidence.asked else {
            return name == PolicyColumn.platform.name ? PolicyColumn.decision(aboutClient: evidence) : nil
        }
        let keys = evidence.pins.compactMap { PublicKeyPin(ifOfCertificate: $0) } + evidence.pinnedKeys
        let bundle = Bundle(certificates: evidence.pins, keys: keys)
        return evidence.attempt.flatMap { make(bundle, host)?.decide($0) }
    }

    private static func decision(aboutClient evidence: TrustEvidence) -> TrustDecision {
        let evaluation = evidence.evaluation()
        let result = evaluation.result
        return TrustDecision(
            accepts: result.isSuccess, steps: [TrustStep(.isChainTrusted, result.isSuccess, .evaluated(evaluation))],
            result: result)
    }

    // MARK: - The policies

    /// The platform's own: every check, no pins. The others are measured by it.
    package static let platform = PolicyColumn("default handling") { _, _ in DefaultHandling() }

    /// Every policy, in the order of the tables.
    package static let all: [PolicyColumn] =
        [
            platform, PolicyColumn("no host name") { _, _ in NoHostName() },
            PolicyColumn("trust anything") { _, _ in TrustAnything() },
        ] + securityPolicies + trustKit + pinnedDomains + alamofire

    /// The policy of that name; nil for an unknown name.
    package static func named(_ name: String) -> PolicyColumn? { all.first { $0.name == name } }

    /// The policy of that name, in any case of its letters; if there is none, the one whose name begins so, if it is the only one.
    package static func abbreviated(_ text: String) -> PolicyColumn? {
        let text = text.lowercased()
        let fitting = all.filter { $0.name.lowercased().hasPrefix(text) }
        return fitting.first { $0.name.lowercased() == text } ?? (fitting.count == 1 ? fitting.first : nil)
    }

    /// AFSecurityPolicy in its three modes, each with both switches in both positions.
    private static let securityPolicies: [PolicyColumn] = AFSecurityPolicy.PinningMode.allCases.flatMap { mode in
        [(false, true), (false, false), (true, true), (true, false)].map { allowsInvalid, checksName in
            let policy = AFSecurityPolicy(
                pinningMode: mode, allowInvalidCertificates: allowsInvalid, validatesDomainName: checksName)
            let comparison: Comparison =
                switch mode {
                case .none: .nothing
                case .publicKey: .keysOfCertificates
                case .certificate: .certificates
                }
            return PolicyColumn(policy.name, comparison) { bundle, _ in
                var policy = policy
                policy.pinnedCertificates = bundle.certificates
                return policy
            }
        }
    }

    private static let trustKit: [PolicyColumn] = [("TrustKit", true), ("TrustKit, not enforced", false)].map {
        name, isEnforced in
        PolicyColumn(name, .keys) { bundle, host in
            // TrustKit asks for two pins at least: one is kept in reserve.
            var domain = TrustKitConfiguration.Domain(publicKeyHashes: bundle.keys + [spare].compactMap { $0 })
            domain.enforcePinning = isEnforced
            guard let configuration = try? TrustKitConfiguration(domains: [(host, domain)]) else { return nil }
            return TrustKit(configuration)
        }
    }

    private static let pinnedDomains: [PolicyColumn] = [
        PolicyColumn("NSPinnedDomains, CA identities", .keys) { bundle, host in
            try? NSPinnedDomains([.init(host, pinnedCAIdentities: bundle.keys)])
        },
        PolicyColumn("NSPinnedDomains, leaf identities", .keys) { bundle, host in
            try? NSPinnedDomains([.init(host, pinnedLeafIdentities: bundle.keys)])
        },
    ]

    private static let alamofire: [PolicyColumn] = [
        certificates,
        column("Alamofire pinned certificates, self-signed accepted", .certificates) {
            PinnedCertificatesTrustEvaluator(certificates: $0.certificates, acceptSelfSignedCertificates: true)
        },
        column("Alamofire pinned certificates, nothing evaluated", .certificates) {
            PinnedCertificatesTrustEvaluator(
                certificates: $0.certificates, performDefaultValidation: false, validateHost: false)
        },
        publicKeys,
        column("Alamofire public keys, nothing evaluated", .keys) {
            PublicKeysTrustEvaluator(keys: $0.keys, performDefaultValidation: false, validateHost: false)
        },
        column("Alamofire disabled") { _ in DisabledTrustEvaluator() },
    ]

    /// An app that asks the system, with the name, and then compares whole certificates.
    static let certificates = column("Alamofire pinned certificates", .certificates) {
        PinnedCertificatesTrustEvaluator(certificates: $0.certificates)
    }

    /// An app that asks the system, with the name, and then compares keys.
    static let publicKeys = column("Alamofire public keys", .keys) { PublicKeysTrustEvaluator(keys: $0.keys) }

    private static func column(
        _ name: String, _ comparison: Comparison = .nothing,
        _ make: @escaping @Sendable (Bundle) -> any ServerTrustEvaluating
    ) -> PolicyColumn {
        PolicyColumn(name, comparison) { bundle, host in ServerTrustManager(evaluators: [host: make(bundle)]) }
    }

    /// The pin of a key that is in no scenario.
    private static let spare = try? PublicKeyPin(
        base64: Base64.string(HashAlgorithm.sha256.hash(Array("a key that is kept in a safe".utf8))))
}
