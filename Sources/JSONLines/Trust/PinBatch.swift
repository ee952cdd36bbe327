import PKI
import Trace
import TrustLab

/// The interface of `trust pin --batch`: each line is a request to decide like AFSecurityPolicy of AFNetworking, and gets one
/// line of answer.
package enum PinBatch {
    /// The largest number of certificates in each list of a request. SecTrust looks at far fewer.
    private static let most = 256

    private static let frame = RequestFrame(
        fields: [
            "pinningMode", "pinnedCertificates", "chain", "systemAnchors", "domain", "allowInvalidCertificates",
            "validatesDomainName", "validationTime",
        ], rejection: rejection)

    /// The answer to a request; a request that cannot be used is rejected with the reason.
    ///
    /// - Parameter withSteps: whether the answer has every step of the decision.
    package static func answer(_ line: String, withSteps: Bool) -> String {
        frame.reply(to: line, at: .trust) { request in
            let (policy, attempt) = (try policy(request), try attempt(request))
            return answer(policy.decide(attempt), withSteps: withSteps)
        }
    }

    private static func policy(_ request: Fields) throws(RequestError) -> AFSecurityPolicy {
        guard let mode = try request.choiceIfAny("pinningMode", of: AFSecurityPolicy.PinningMode.self) else {
            throw request.error("pinningMode", .missing)
        }
        return AFSecurityPolicy(
            pinningMode: mode, pinnedCertificates: try certificates("pinnedCertificates", request),
            allowInvalidCertificates: try request.truth("allowInvalidCertificates", else: false),
            validatesDomainName: try request.truth("validatesDomainName", else: true))
    }

    private static func attempt(_ request: Fields) throws(RequestError) -> ConnectionAttempt {
        ConnectionAttempt(
            chain: try certificates("chain", request), host: try request.textIfAny("domain"),
            time: try request.time("validationTime"), systemAnchors: try certificates("systemAnchors", request))
    }

    private static func certificates(_ key: String, _ request: Fields) throws(RequestError) -> [[UInt8]] {
        let certificates = try request.certificates(key)
        guard certificates.count <= most else {
            throw request.error(
                key, .predicate("has \(counted(certificates.count, "certificate")); at most \(most) are looked at"))
        }
        return certificates
    }

    private static func answer(_ decision: TrustDecision, withSteps: Bool) -> [JSON.Member] {
        JSON.Member.list(
            ("verdict", .string(decision.accepts ? "trusted" : "rejected")),
            ("reason", .string(decision)),
            // A SecTrust that was not evaluated has the result with which it is made: invalid.
            ("secTrustResult", .string((decision.result ?? .invalid).rawValue)),
            ("disposition", .string(decision.disposition.rawValue)),
            ("undecided", decision.doubt.map { .string($0.name) }),
            ("steps", withSteps ? .array(decision.steps.map(step)) : nil))
    }

    private static func step(_ step: TrustStep) -> JSON {
        .members(
            ("asked", .string(step.asked)), ("answer", step.answer.map(JSON.bool) ?? .null),
            ("why", .string(step.why)), ("source", step.source.map(JSON.string)))
    }

    private static func rejection(_ reason: String) -> [JSON.Member] {
        JSON.Member.list(
            ("verdict", .string("rejected")), ("reason", .string(reason)),
            ("secTrustResult", .string(SecTrustResult.invalid.rawValue)),
            ("disposition", .string(AuthChallengeDisposition.cancelAuthenticationChallenge.rawValue)))
    }
}
