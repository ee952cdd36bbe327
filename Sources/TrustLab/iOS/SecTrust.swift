import PKI
import Trace

/// Apple's SecTrust: certificates as a server sent them, a policy, and the anchors that count. It can be evaluated.
///
/// The names are those of Security.framework. The framework keeps the system's anchors and the user's settings for the whole
/// device. Here they are a part of the value, so that the same value always has the same result.
package struct SecTrust: Hashable, Sendable {
    /// The certificates in DER as they were sent, the leaf first (SecTrustCreateWithCertificates).
    package let certificates: [[UInt8]]
    /// The policy, which adds checks to those of the path (SecTrustSetPolicies).
    package var policy: SecPolicy
    /// An OCSP response in DER that came with the handshake (SecTrustSetOCSPResponse).
    package var ocspResponse: [UInt8]?
    /// The authorities that came with the system, in DER.
    package let systemAnchors: [[UInt8]]
    /// The kind of ``systemAnchors``. It differs from `system` where other anchors stand in for those of the system.
    package var systemKind = AnchorKind.system
    /// The logs whose timestamps the device can verify. Nil where timestamps are only counted.
    package var knownLogs: [KnownLog]?
    /// The timestamps of logs that came with the handshake (SecTrustSetSignedCertificateTimestamps).
    package var sentTimestamps = SentTimestamps.notSeen
    /// The user's settings for single certificates. If a certificate has two settings, the later one counts.
    package var userSettings: [TrustSetting]
    /// The anchors that the app supplied. Nil if it supplied none.
    package private(set) var anchorCertificates: [[UInt8]]?
    /// SecTrustSetAnchorCertificatesOnly: whether only the app's anchors count, once the app has supplied some. If false, the anchors
    /// of the system and of the user count too.
    package var anchorCertificatesOnly = true

    /// A user's setting for a certificate: trusted with an installed profile, or denied.
    package struct TrustSetting: Hashable, Sendable {
        /// The certificate in DER.
        package let certificate: [UInt8]
        /// Whether the user trusts it. If not, every chain that contains it is refused.
        package let isTrusted: Bool

        /// The user trusts `certificate`, or denies it.
        package init(_ certificate: [UInt8], isTrusted: Bool) {
            self.certificate = certificate
            self.isTrusted = isTrusted
        }
    }

    /// Certificates under a policy, on a device with these anchors and settings.
    package init(
        certificates: [[UInt8]], policy: SecPolicy, systemAnchors: [[UInt8]], userSettings: [TrustSetting] = []
    ) {
        self.certificates = certificates
        self.policy = policy
        self.systemAnchors = systemAnchors
        self.userSettings = userSettings
    }

    /// SecTrustSetAnchorCertificates: sets the app's anchors, in DER. From then on no other anchors count, unless
    /// ``anchorCertificatesOnly`` is false. Nil removes the app's anchors, and the anchors of the device count again.
    package mutating func setAnchorCertificates(_ certificates: [[UInt8]]?) {
        anchorCertificates = certificates
    }

    /// SecTrustEvaluate.
    ///
    /// - Parameter time: the moment of SecTrustSetVerifyDate, in seconds since 1970.
    package func evaluate(at time: Int64) -> Evaluation {
        TrustMemory.evaluation(of: self, at: time) {
            Evaluation(
                of: certificates, besides: parents, asking: question(at: time), in: store, settings: countedSettings)
        }
    }

    /// SecTrust's evaluation of a chain, made by the initializer: so a ``SecTrustResult`` cannot come from another verifier.
    package struct Evaluation: Hashable, Sendable {
        package let result: SecTrustResult
        /// Every check of the path. The settings of the user have no part in it.
        package let verdict: Verdict
        /// The kind of the path's anchor. Nil for a path without an anchor, and for a store that does not know the kind.
        package let anchorKind: AnchorKind?
        /// SecTrustCopyCertificateChain: the path that was built, from the leaf to the anchor or as far as it could be built. It may
        /// differ from the certificates that were sent. If a leaf was sent, the path has it at least.
        package let certificateChain: [[UInt8]]
        /// The first certificate of the path that the user denies. Nil if the user denies none.
        package let deniedCertificate: [UInt8]?

        /// Why it cannot be told whether a device accepts the chain. The result is then that of a device that gets nothing further. Nil if
        /// the result is certain.
        package let doubt: Verdict.Doubt?
        /// The issuer that the path lacks and that a device may fetch, whatever else is wrong with the chain. Nil for a path that is certain.
        let doubtAboutPath: Verdict.Doubt?

        /// Every check, passed or not.
        package var findings: [CheckResult] { verdict.findings }

        /// Evaluates a chain.
        ///
        /// - Parameters:
        ///   - chain: certificates in DER as they were sent, the leaf first.
        ///   - extra: further certificates in DER that may be part of the path.
        ///   - question: the question. SecTrust's own rules are added to it: ``ChainQuestion/askedBySecTrust``.
        ///   - store: the anchors that count.
        ///   - settings: the user's settings for single certificates. If a certificate has two settings, the later one counts.
        package init(
            of chain: [[UInt8]], besides extra: [[UInt8]] = [], asking question: ChainQuestion, in store: TrustStore,
            settings: [TrustSetting] = []
        ) {
            let verdict = Evaluator(store: store).evaluate(
                chain: chain, extra: extra, question: question.askedBySecTrust)
            let path = verdict.path.isEmpty ? Array(chain.prefix(1)) : verdict.builtPath
            func first(trusted: Bool) -> [UInt8]? {
                path.first { der in settings.last { $0.certificate == der }?.isTrusted == trusted }
            }
            self.verdict = verdict
            anchorKind = verdict.path.last.flatMap(store.kind)
            certificateChain = path
            deniedCertificate = first(trusted: false)
            // With the basic policy SecTrust fetches nothing.
            doubtAboutPath = question.purpose == .ssl ? verdict.missingIssuer : nil
            // A denial holds whatever is fetched. A path that is completed must end at an authority that counts.
            doubt =
                if deniedCertificate != nil || question.purpose != .ssl {
                    nil
                } else if verdict.doubt?.address == nil || store.hasAuthority {
                    verdict.doubt
                } else { nil }
            // A fatal failure outranks a denial by the user. The denial outranks every recoverable failure.
            result =
                if chain.isEmpty {
                    .invalid
                } else if verdict.isFatal {
                    .fatalTrustFailure
                } else if deniedCertificate != nil {
                    .deny
                } else if !verdict.isTrusted {
                    .recoverableTrustFailure
                } else {
                    anchorKind == .user || first(trusted: true) != nil ? .proceed : .unspecified
                }
        }
    }

    // MARK: - Parts of an evaluation

    /// The anchors that count: the app's, if it supplied some; otherwise those of the device. An anchor that came with the system
    /// keeps that kind where the app or the user trusts it too.
    private var store: TrustStore {
        guard let own = anchorCertificates else { return deviceStore }
        guard anchorCertificatesOnly else { return deviceStore.adding(own, kind: .app) }
        let known = Set(systemAnchors)
        return TrustStore(anchors: own.filter(known.contains), kind: systemKind).adding(own, kind: .app)
    }

    /// The certificates that may be part of a path without being anchors: where only the app's anchors count, SecTrust goes on searching
    /// among the authorities of the system.
    private var parents: [[UInt8]] { anchorCertificates != nil && anchorCertificatesOnly ? systemAnchors : [] }

    /// The anchors of the system, then those that the user has installed.
    private var deviceStore: TrustStore {
        TrustStore(anchors: systemAnchors, kind: systemKind).adding(installed, kind: .user)
    }

    /// The certificates that the user trusts.
    private var installed: [[UInt8]] { userSettings.map(\.certificate).filter { setting(of: $0) == true } }

    private func question(at time: Int64) -> ChainQuestion {
        var question =
            switch policy {
            case .ssl(let hostName?): ChainQuestion(hostName: hostName, time: time)
            case .ssl(nil), .basicX509: ChainQuestion(.anyServer, time: time)
            }
        question.stapledResponse = ocspResponse
        question.knownLogs = knownLogs
        question.sentTimestamps = sentTimestamps
        question.purpose = policy == .basicX509 ? .basicX509 : .ssl
        return question
    }

    /// The user's setting for a certificate: trusted or denied. Nil for no setting.
    private func setting(of certificate: [UInt8]) -> Bool? {
        userSettings.last { $0.certificate == certificate }?.isTrusted
    }

    /// The user's settings that count. Where only the app's anchors count, the user's trust does not count, and a success is
    /// "unspecified". A denial by the user counts always.
    private var countedSettings: [TrustSetting] {
        let isUserAsked = anchorCertificates == nil || !anchorCertificatesOnly
        return userSettings.filter { isUserAsked || setting(of: $0.certificate) == false }
    }
}

/// The two policies of Security.framework that matter for servers.
package enum SecPolicy: Hashable, Sendable {
    /// SecPolicyCreateSSL(true, hostName): checks the path, the extended key usage, and the name if `hostName` is not nil.
    case ssl(hostName: String?)
    /// SecPolicyCreateBasicX509: checks only the path.
    case basicX509
}

extension TrustStore {
    /// Whether a path of more than one certificate can end at one of the anchors.
    var hasAuthority: Bool { anchors.contains { TrustMemory.structure(of: $0)?.mayCertify == true } }
}
