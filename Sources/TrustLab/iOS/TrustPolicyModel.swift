import PKI
import Trace

/// A policy that decides whether an app goes on with a connection: a pinning library with its settings, the system's own
/// handling, or a delegate copied from a blog.
///
/// All are asked the same thing, so that a table can set them side by side.
package protocol TrustPolicyModel: Sendable {
    /// The name, with its settings as far as they matter: "AFSecurityPolicy certificate".
    var name: String { get }
    /// Decides about one attempt to connect.
    func decide(_ attempt: ConnectionAttempt) -> TrustDecision
}

/// A connection to a server, on a device, at a moment.
package struct ConnectionAttempt: Hashable, Sendable {
    /// The server's certificates in DER, the leaf first.
    package var chain: [[UInt8]]
    /// The host that the app asked for; nil where it names none.
    package var host: String?
    /// The moment, in seconds since 1970.
    package var time: Int64
    /// The authorities that the device trusts from the factory, in DER.
    package var systemAnchors: [[UInt8]]
    /// The kind of ``systemAnchors``, for anchors that only play the system's part.
    package var systemKind = AnchorKind.system
    /// The authorities that the user has installed and trusted, in DER: a debugging proxy's, an employer's, an attacker's.
    package var userAnchors: [[UInt8]]
    /// Certificates, in DER, that the user has denied: no chain with one of them is trusted.
    package var deniedCertificates: [[UInt8]] = []
    /// The logs whose timestamps the device can verify; nil where it counts timestamps only.
    package var knownLogs: [KnownLog]?
    /// An OCSP response in DER, if one was stapled.
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
        return trust
    }
}

/// The decision about an attempt, with its steps.
package struct TrustDecision: Hashable, Sendable, Wording {
    /// Whether the connection goes on.
    package let accepts: Bool
    /// Every decision on the way, in order.
    package let steps: [TrustStep]
    /// The last result of SecTrust that the policy asked for; nil where it asked for none.
    package let result: SecTrustResult?

    /// A delegate's answer to NSURLSession: use the credential, or cancel.
    package var disposition: AuthChallengeDisposition {
        accepts ? .useCredential : .cancelAuthenticationChallenge
    }

    /// The reason in a sentence: of the step that decided, the last.
    package var english: String { steps.last?.why.english ?? "" }
}

/// One decision inside a policy: the question, the answer and the reason.
package struct TrustStep: Hashable, Sendable {
    /// The question.
    package let asked: PolicyQuestion
    /// The answer; nil where the step only sets something up.
    package let answer: Bool?
    /// The reason.
    package let why: PolicyReason
    /// Where the library does it: "AFSecurityPolicy.m:224–233"; nil where there is no one place.
    package let source: String?

    /// A decision.
    package init(_ asked: PolicyQuestion, _ answer: Bool?, _ why: PolicyReason, source: String? = nil) {
        self.asked = asked
        self.answer = answer
        self.why = why
        self.source = source
    }
}
