import PKI
import Trace

/// A policy that decides whether an app goes on with a connection: a pinning library with its settings, the system's own
/// handling, or a delegate copied from a blog.
///
/// All policies answer the same question, so that a table can compare them.
package protocol TrustPolicyModel: Sendable {
    /// The name, with the settings that differ from the defaults: "AFSecurityPolicy certificate".
    var name: String { get }
    /// Decides about one attempt to connect.
    func decide(_ attempt: ConnectionAttempt) -> TrustDecision
}

/// An attempt to connect to a server: its certificates, the device and the moment.
package struct ConnectionAttempt: Hashable, Sendable {
    /// The server's certificates in DER, the leaf first.
    package var chain: [[UInt8]]
    /// The host that the app asked for. Nil if the app gives no host.
    package var host: String?
    /// The moment, in seconds since 1970.
    package var time: Int64
    /// The authorities that came with the system, in DER.
    package var systemAnchors: [[UInt8]]
    /// The kind of ``systemAnchors``. It differs from `system` where other anchors stand in for those of the system.
    package var systemKind = AnchorKind.system
    /// The authorities that the user has installed and trusts, in DER: of a debugging proxy, an employer or an attacker.
    package var userAnchors: [[UInt8]]
    /// Certificates, in DER, that the user has denied: no chain with one of them is trusted.
    package var deniedCertificates: [[UInt8]] = []
    /// The logs whose timestamps the device can verify. Nil where timestamps are only counted.
    package var knownLogs: [KnownLog]?
    /// The timestamps of logs that the server has sent beside its certificate.
    package var sentTimestamps = SentTimestamps.notSeen
    /// The stapled OCSP response in DER. Nil if the server stapled none.
    package var stapledResponse: [UInt8]?

    /// An attempt to reach `host`, answered with `chain`.
    package init(
        chain: [[UInt8]], host: String?, time: Int64, systemAnchors: [[UInt8]], userAnchors: [[UInt8]] = []
    ) {
        self.chain = chain
        self.host = host
        self.time = time
        self.systemAnchors = systemAnchors
        self.userAnchors = userAnchors
    }

    /// The SecTrust that NSURLSession hands to a delegate: the certificates under the SSL policy for the host, with the stapled response.
    package var serverTrust: SecTrust {
        var trust = SecTrust(
            certificates: chain, policy: .ssl(hostName: host), systemAnchors: systemAnchors,
            userSettings: userAnchors.map { SecTrust.TrustSetting($0, isTrusted: true) }
                + deniedCertificates.map { SecTrust.TrustSetting($0, isTrusted: false) })
        trust.ocspResponse = stapledResponse
        trust.systemKind = systemKind
        trust.knownLogs = knownLogs
        trust.sentTimestamps = sentTimestamps
        return trust
    }
}

/// The decision about an attempt, with its steps.
package struct TrustDecision: Hashable, Sendable, Wording {
    /// Whether the connection goes on.
    package let accepts: Bool
    /// Every decision on the way, in order.
    package let steps: [TrustStep]
    /// The last result of SecTrust that the policy asked for. Nil if the policy did not ask SecTrust.
    package let result: SecTrustResult?
    /// Why it cannot be told whether the connection goes on. The decision is then that of a device that gets nothing further. Nil for a
    /// decision that is certain.
    package var doubt: Verdict.Doubt?
    /// Why ``result`` is that of a device that gets nothing further, where the decision does not depend on it. Nil for a result that is certain,
    /// and where the decision itself is open.
    var resultDoubt: Verdict.Doubt?

    /// Whether the connection goes on. Nil where it cannot be told.
    package var isAccepted: Bool? { doubt == nil ? accepts : nil }

    /// The answer that a delegate with this decision gives to NSURLSession: use the credential, or cancel.
    package var disposition: AuthChallengeDisposition {
        accepts ? .useCredential : .cancelAuthenticationChallenge
    }

    /// The reason in a sentence: that of the last step, which decided.
    package var english: String { steps.last?.why.english ?? "" }

    package var chinese: String { steps.last?.why.chinese ?? "" }
}

/// One decision inside a policy: the question, the answer and the reason.
package struct TrustStep: Hashable, Sendable {
    package let asked: PolicyQuestion
    /// The answer. Nil for a step that only sets a policy or anchors.
    package let answer: Bool?
    package let why: PolicyReason
    /// The place in the library's source: "AFSecurityPolicy.m:224–233". Nil if no single place is known.
    package let source: String?

    /// A step: a question, its answer and the reason.
    package init(_ asked: PolicyQuestion, answer: Bool?, because why: PolicyReason, source: String? = nil) {
        self.asked = asked
        self.answer = answer
        self.why = why
        self.source = source
    }
}
