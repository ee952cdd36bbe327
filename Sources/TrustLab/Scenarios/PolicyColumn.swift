import Crypto
import PKI
import Trace

/// A policy as a column of the table. With the pins of an app and a host it becomes a ``TrustPolicyModel``.
package struct PolicyColumn: Sendable {
    /// The name, with its settings.
    package let name: String

    /// The name of a policy, and in Chinese the meaning of its words behind it.
    package static func words(of name: String) -> Words {
        let meaning = name.split(separator: ", ").compactMap { meanings[String($0)] }.joined(separator: "，")
        return Words(english: name, chinese: meaning.isEmpty ? name : "\(name)（\(meaning)）")
    }

    /// The names that are words, and no names of an API.
    private static let meanings = [
        "default handling": "默认处理", "no host name": "不检查主机名", "trust anything": "什么都信任", "not enforced": "不强制",
        "CA identities": "CA 的公钥", "leaf identities": "叶子证书的公钥", "Alamofire pinned certificates": "锁定证书",
        "self-signed accepted": "接受自签名", "nothing evaluated": "不作评估", "Alamofire public keys": "锁定公钥",
        "Alamofire disabled": "不作检查",
    ]

    /// The part of a chain that the policy compares with the app's pins.
    package let comparison: Comparison

    /// A part of a chain that a policy can compare with pins.
    package enum Comparison: Hashable, Sendable {
        /// Nothing: the policy has no pins.
        case nothing
        /// Whole certificates.
        case certificates
        /// Keys. The policy takes its pins from bundled certificates.
        case keysOfCertificates
        /// Keys. The policy's pins are digests of keys.
        case keys
    }

    /// The pins that an app has bundled.
    private struct Bundle {
        /// Certificates in DER.
        let certificates: [[UInt8]]
        /// The keys of the certificates, and the pinned keys without a certificate.
        let keys: [PublicKeyPin]
    }

    private typealias Maker = @Sendable (_ bundle: Bundle, _ host: String) -> (any TrustPolicyModel)?
    private let make: Maker

    private init(_ name: String, comparing comparison: Comparison = .nothing, make: @escaping Maker) {
        self.name = name
        self.comparison = comparison
        self.make = make
    }

    /// The decision of an app with this policy. Nil if the policy does not decide, or cannot be configured with these pins.
    ///
    /// The policies of apps judge servers. Only the first one, the platform's, judges a client.
    package func decision(on evidence: TrustEvidence) -> TrustDecision? {
        guard case .server(let host) = evidence.asked else {
            return name == PolicyColumn.platform.name ? evidence.evaluation().decision : nil
        }
        let keys = evidence.pins.compactMap { PublicKeyPin(ifOfCertificate: $0) } + evidence.pinnedKeys
        let bundle = Bundle(certificates: evidence.pins, keys: keys)
        return evidence.attempt.flatMap { make(bundle, host)?.decide($0) }
    }

    // MARK: - The policies

    /// The platform's own policy: every check, and no pins. The table compares the other policies with it.
    package static let platform = PolicyColumn("default handling") { _, _ in DefaultHandling() }

    /// Every policy, in the order of the tables.
    package static let all: [PolicyColumn] =
        [
            platform, PolicyColumn("no host name") { _, _ in NoHostName() },
            PolicyColumn("trust anything") { _, _ in TrustAnything() },
        ] + securityPolicies + trustKit + pinnedDomains + alamofire

    /// The policy of that name; nil for an unknown name.
    package static func named(_ name: String) -> PolicyColumn? { all.first { $0.name == name } }

    /// The policy of that name, or else the only policy whose name begins with `text`, in upper or lower case. Otherwise nil.
    package static func abbreviated(_ text: String) -> PolicyColumn? {
        let text = text.lowercased()
        let fitting = all.filter { $0.name.lowercased().hasPrefix(text) }
        return fitting.first { $0.name.lowercased() == text } ?? (fitting.count == 1 ? fitting.first : nil)
    }

    /// AFSecurityPolicy in its three modes, each with the four combinations of its two switches.
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
            return PolicyColumn(policy.name, comparing: comparison) { bundle, _ in
                var policy = policy
                policy.pinnedCertificates = bundle.certificates
                return policy
            }
        }
    }

    private static let trustKit: [PolicyColumn] = [("TrustKit", true), ("TrustKit, not enforced", false)].map {
        name, isEnforced in
        PolicyColumn(name, comparing: .keys) { bundle, host in
            // TrustKit demands at least two pins, one of them a spare.
            var domain = TrustKitConfiguration.Domain(publicKeyHashes: bundle.keys + [spare].compactMap { $0 })
            domain.enforcePinning = isEnforced
            guard let configuration = try? TrustKitConfiguration(domains: [(host, domain)]) else { return nil }
            return TrustKit(configuration)
        }
    }

    private static let pinnedDomains: [PolicyColumn] = [
        PolicyColumn("NSPinnedDomains, CA identities", comparing: .keys) { bundle, host in
            bundle.keys.isEmpty ? nil : NSPinnedDomains([.init(host, pinnedCAIdentities: bundle.keys)])
        },
        PolicyColumn("NSPinnedDomains, leaf identities", comparing: .keys) { bundle, host in
            bundle.keys.isEmpty ? nil : NSPinnedDomains([.init(host, pinnedLeafIdentities: bundle.keys)])
        },
    ]

    /// Whether the system compares the pins, before the app is asked.
    var isOfSystem: Bool { PolicyColumn.pinnedDomains.contains { $0.name == name } }

    private static let alamofire: [PolicyColumn] = [
        certificates,
        column("Alamofire pinned certificates, self-signed accepted", comparing: .certificates) {
            PinnedCertificatesTrustEvaluator(certificates: $0.certificates, acceptSelfSignedCertificates: true)
        },
        column("Alamofire pinned certificates, nothing evaluated", comparing: .certificates) {
            PinnedCertificatesTrustEvaluator(
                certificates: $0.certificates, performDefaultValidation: false, validateHost: false)
        },
        publicKeys,
        column("Alamofire public keys, nothing evaluated", comparing: .keys) {
            PublicKeysTrustEvaluator(keys: $0.keys, performDefaultValidation: false, validateHost: false)
        },
        column("Alamofire disabled") { _ in DisabledTrustEvaluator() },
    ]

    /// An app that asks the system, with the name, and then compares whole certificates.
    static let certificates = column("Alamofire pinned certificates", comparing: .certificates) {
        PinnedCertificatesTrustEvaluator(certificates: $0.certificates)
    }

    /// An app that asks the system, with the name, and then compares keys.
    static let publicKeys = column("Alamofire public keys", comparing: .keys) {
        PublicKeysTrustEvaluator(keys: $0.keys)
    }

    private static func column(
        _ name: String, comparing comparison: Comparison = .nothing,
        make: @escaping @Sendable (Bundle) -> any ServerTrustEvaluating
    ) -> PolicyColumn {
        PolicyColumn(name, comparing: comparison) { bundle, host in
            ServerTrustManager(evaluators: [host: make(bundle)])
        }
    }

    /// The pin of a key that no scenario uses.
    private static let spare = try? PublicKeyPin(
        base64: Base64.string(HashAlgorithm.sha256.hash(Array("a key that is kept in a safe".utf8))))
}
