import PKI
import Trace

/// Whether an iOS app would connect to a server, why not, what was bundled beside what is shown, what to do, what that costs, and
/// what will break next.
package struct Diagnosis: Sendable {
    /// The examination behind it.
    package let examination: Examination
    /// The answer.
    package let result: Result
    /// Why, what weighs most first.
    package let reasons: [Reason]
    /// The certificates in the app, beside those that the server shows.
    package let bundled: [Renewal]
    /// The certificates that the server showed earlier, beside those that it shows now.
    package let changes: [Renewal]
    /// The certificates of the path that was judged, or what was sent where there is none.
    package let shown: [CertificatePins]
    /// The coming breaks, the earliest first.
    package let next: [NextBreak]
    /// How the server was seen, and what was not examined.
    package let remarks: [String]

    /// The answers. The raw values are what JSON calls them.
    package enum Result: String, Hashable, Sendable, CaseIterable {
        /// The app would connect.
        case connects
        /// The app would refuse.
        case refuses
        /// An app that compares keys would connect, and one that compares certificates would refuse.
        case depends
        /// A fact that is needed for the decision was not seen.
        case undecided

        /// The exit status of the commands that give this answer.
        package var exitStatus: Int32 {
            switch self {
            case .connects: 0
            case .refuses, .depends: 3
            case .undecided: 1
            }
        }
    }

    /// A reason with what an app sees of it, and what can be done.
    package struct Reason: Hashable, Sendable {
        /// The reason.
        package let ailment: Ailment
        /// The errors that an app sees.
        package let errors: [AppleError]
        /// The remedies, the best first.
        package let remedies: [Remedy]
    }

    /// The answer in one sentence.
    package var verdict: Verdict { Verdict(self) }

    /// The sentence on top: an app, what it would do, and the reason that weighs most.
    package struct Verdict: Hashable, Sendable, Remark {
        private let result: Result
        private let hasPins: Bool
        private let policy: String?
        private let host: String
        private let reason: Ailment?
        private let change: Renewal?
        private let isCertificatesOnly: Bool

        fileprivate init(_ diagnosis: Diagnosis) {
            result = diagnosis.result
            hasPins = diagnosis.examination.hasPins
            policy = diagnosis.examination.policy?.name
            host = diagnosis.examination.host.text
            reason = diagnosis.reasons.first?.ailment
            change = diagnosis.changes.first { $0.kind != .unchanged }
            isCertificatesOnly = diagnosis.examination.sight == .certificates
        }

        /// Which app would do what, and the reason that weighs most.
        package var english: String {
            let app =
                "An iOS app" + (policy.map { " with \($0)" } ?? "")
                + (hasPins ? (policy == nil ? " with these pins" : " and these pins") : "")
            let why = reason.map { ": " + $0.englishClause } ?? ""
            return switch result {
            case .connects where reason != nil:
                "\(app) would connect to this server, although the system does not\(why)."
            case .connects where isCertificatesOnly: "\(app) would accept these certificates for \(host)\(changed)."
            case .connects: "\(app) would connect to this server\(changed)."
            case .refuses where reason?.isUnmade == true: "\(app) would not connect to this server\(why)."
            case .refuses: "\(app) would refuse this server\(why)."
            case .depends:
                "An iOS app that compares keys would connect to this server, and one that compares whole certificates would refuse "
                    + "it: the certificate was renewed with the same key."
            case .undecided:
                "Whether \(app.prefix(1).lowercased() + app.dropFirst()) would connect is not decided\(why)."
            }
        }

        /// What has changed since the earlier chain, where an app without pins does not mind.
        private var changed: String {
            guard let change, reason == nil else { return "" }
            let what: String? =
                switch change.kind {
                case .unchanged: nil
                case .sameKey: "the certificate was renewed with the same key, so pins of whole certificates break"
                case .newKey: "the certificate was renewed with a new key, so pins of the old one break"
                case .otherAuthority:
                    "the certificate comes from another authority, \(change.shown?.label ?? "a stranger"), so pins of "
                        + "\(change.bundled.label) break"
                case .otherHost: "the earlier certificate was for another host"
                }
            return what.map { hasPins ? "" : "; \($0)" } ?? ""
        }
    }
}
