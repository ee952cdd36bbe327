import PKI
import Trace

/// Apple's SecTrust: certificates as a server sent them, a policy, and whose anchors count, ready to be evaluated.
///
/// The names are those of Security.framework. What the framework keeps for the whole device, the system's anchors and the
/// settings of its user, is here a part of the value, so that the same value always has the same result.
package struct SecTrust: Hashable, Sendable {
    /// The certificates in DER as they were sent, the leaf first (SecTrustCreateWithCertificates).
    package let certificates: [[UInt8]]
    /// The checks besides the path (SecTrustSetPolicies).
    package var policy: SecPolicy
    /// An OCSP response in DER that came with the handshake (SecTrustSetOCSPResponse).
    package var ocspResponse: [UInt8]?
    /// The authorities that the device trusts from the factory, in DER.
    package let systemAnchors: [[UInt8]]
    /// The kind of ``systemAnchors``, for anchors that only play the system's part.
    package var systemKind = AnchorKind.system
    /// The logs whose timestamps the device can verify; nil where it counts timestamps only.
    package var knownLogs: [KnownLog]?
    /// The user's settings for single certificates; of two settings for one certificate the later counts.
    package var userSettings: [TrustSetting]
    /// The anchors that the app supplied; nil where it supplied none.
    package private(set) var anchorCertificates: [[UInt8]]?
    /// SecTrustSetAnchorCertificatesOnly: whether the app's anchors count alone, which they do as soon as it has supplied some. If
    /// not, the system's and the user's count beside them.
    package var anchorCertificatesOnly = true

    /// A user's setting for a certificate: trusted with an installed profile, or denied.
    package struct TrustSetting: Hashable, Sendable {
        /// The certificate in DER.
        package let certificate: [UInt8]
        /// Whether it is trusted; if not, every chain with it is refused.
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

    /// SecTrustSetAnchorCertificates: the app's anchors from now on, and, silently, no others. Nil takes them back, and gives
    /// the system's again.
    package mutating func setAnchorCertificates(_ certificates: [[UInt8]]?) {
        anchorCertificates = certificates
    }

    /// SecTrustEvaluate.
    ///
    /// - Parameter time: SecTrustSetVerifyDate, in seconds since 1970.
    package func evaluate(at time: Int64) -> Evaluation {
        TrustMemory.evaluation(of: self, at: time) {
            Evaluation(of: certificates, asking: question(at: time), in: store, settings: countedSettings)
        }
    }

    /// SecTrust's answer to its own question about a chain. No other judge has a ``SecTrustResult``: a value of this type makes the
    /// evaluation itself.
    package struct Evaluation: Hashable, Sendable {
        /// The result.
        package let result: SecTrustResult
        /// Every check of the path, without what the user or the app says about it.
        package let verdict: Verdict
        /// The kind of the path's anchor; nil for a path without an anchor, and for a store that does not tell.
        package let anchorKind: AnchorKind?
        /// SecTrustCopyCertificateChain: the path that was built, from the leaf to the anchor or as far as it goes; not what
        /// was sent. It has the leaf at least, if there is one.
        package let certificateChain: [[UInt8]]
        /// The first certificate of the path that the user denies.
        package let deniedCertificate: [UInt8]?

        /// Every check, passed or not.
        package var findings: [Finding] { verdict.findings }

        /// Evaluates a chain.
        ///
        /// - Parameters:
        ///   - chain: certificates in DER as they were sent, the leaf first.
        ///   - extra: further certificates in DER that may be part of the path.
        ///   - question: what is asked. It is asked as SecTrust asks it: ``Question/askedBySecTrust``.
        ///   - store: the anchors that count.
        ///   - settings: what the user has said about single certificates; of two settings for one certificate the later counts.
        package init(
            of chain: [[UInt8]], besides extra: [[UInt8]] = [], asking question: Question, in store: TrustStore,
            settings: [TrustSetting] = []
        ) {
            let verdict = Evaluator(store: store).evaluate(
                chain: chain, extra: extra, question: question.askedBySecTrust)
            let path = verdict.path.isEmpty ? Array(chain.prefix(1)) : verdict.path
            func first(trusted: Bool) -> [UInt8]? {
                path.first { der in settings.last { $0.certificate == der }?.isTrusted == trusted }
            }
            self.verdict = verdict
            anchorKind = verdict.path.last.flatMap(store.kind)
            certificateChain = path
            deniedCertificate = first(trusted: false)
            // Fatal outranks the user's no, which outranks every failure that is recoverable.
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

    /// The app's anchors where it supplied some; otherwise the system's and the user's. What came with the system stays the
    /// system's where an app or the user trusts it too.
    private var store: TrustStore {
        guard let own = anchorCertificates else {
            return TrustStore(anchors: systemAnchors, kind: systemKind).adding(installed, kind: .user)
        }
        let known = Set(systemAnchors)
        guard anchorCertificatesOnly else {
            return TrustStore(anchors: systemAnchors, kind: systemKind).adding(installed, kind: .user)
                .adding(own, kind: .app)
        }
        return TrustStore(anchors: own.filter(known.contains), kind: systemKind).adding(own, kind: .app)
    }

    /// The certificates that the user trusts.
    private var installed: [[UInt8]] { userSettings.map(\.certificate).filter { setting(of: $0) == true } }

    private func question(at time: Int64) -> Question {
        var question =
            switch policy {
            case .ssl(let hostName?): Question(hostName: hostName, time: time)
            case .ssl(nil), .basicX509: Question(.anyServer, time: time)
            }
        question.stapledResponse = ocspResponse
        question.knownLogs = knownLogs
        question.purpose = policy == .basicX509 ? .basicX509 : .ssl
        return question
    }

    /// The user's setting for a certificate; nil for no setting.
    private func setting(of certificate: [UInt8]) -> Bool? {
        userSettings.last { $0.certificate == certificate }?.isTrusted
    }

    /// The user's settings that count. Where the app's anchors count alone, the user's trust is not asked for, and success is
    /// "unspecified"; what the user denies is denied all the same.
    private var countedSettings: [TrustSetting] {
        let isUserAsked = anchorCertificates == nil || !anchorCertificatesOnly
        return userSettings.filter { isUserAsked || setting(of: $0.certificate) == false }
    }
}

/// The two policies of Security.framework that matter for servers.
package enum SecPolicy: Hashable, Sendable {
    /// SecPolicyCreateSSL(true, hostName): path, extended key usage, and the name if there is one.
    case ssl(hostName: String?)
    /// SecPolicyCreateBasicX509: the path alone.
    case basicX509
}
