import PKI
import Trace

/// One app, three loaders: code that opens connections of its own, each with its own way to answer a challenge.
///
/// A delegate belongs to a session, not to an app. A loader that makes its own session has its own delegate, or none.
package enum AppLoader: String, Hashable, Sendable, CaseIterable {
    /// The client of the app's API: a URLSession, often AFNetworking's.
    case api
    /// The container for pages: a WKWebView.
    case web
    /// The loader of images: a URLSession of its own.
    case images

    /// The path that it asks for.
    package var path: String {
        switch self {
        case .api: "/api/orders"
        case .web: "/shop"
        case .images: "/images/avatar.png"
        }
    }
}

/// A change in the app, so that each loader has its pins.
package enum LoaderRemedy: String, Hashable, Sendable, CaseIterable {
    /// No change: one loader has no policy.
    case none
    /// Each loader asks the same policy.
    case sharedPolicy = "shared-policy"
    /// NSPinnedDomains in Info.plist: the system compares, for each loader.
    case pinnedDomains = "nspinneddomains"
}

/// The app on a device with an installed authority, while an interceptor answers: which loader's request reaches it?
package struct LoaderScenario: Hashable, Sendable {
    /// The server that answers.
    package let kind: ChallengeScenario.Kind
    /// The loader without the policy; nil where each has it.
    package let forgetful: AppLoader?
    /// The change in the app.
    package let remedy: LoaderRemedy
    /// The fate of each loader's request.
    package let requests: [Request]

    /// The request of a loader, and what becomes of it.
    package struct Request: Hashable, Sendable {
        /// The loader.
        package let loader: AppLoader
        /// Whether its delegate asks the app's policy.
        package let hasPolicy: Bool
        /// The answer of its delegate; without a delegate the system's own handling.
        package let disposition: AuthChallengeDisposition
        /// The decision, with its reason.
        package let decision: TrustDecision
        /// The consequence.
        package let ending: Ending
        /// Whether the request is sent.
        package var isSent: Bool { ending == .answered(.serverBelieved) }
    }

    /// How a loader's connection goes on.
    package enum Ending: Hashable, Sendable {
        /// As the delegate's answer has it.
        case answered(ChallengeConsequence)
        /// The delegate's answer would let it go on, and a pin of NSPinnedDomains does not fit.
        case pinnedBySystem
    }

    /// Tries the app.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package init(
        _ kind: ChallengeScenario.Kind = .interceptor, forgetful: AppLoader? = .images, remedy: LoaderRemedy = .none,
        in world: ScenarioWorld
    ) throws(TrustError) {
        self.kind = kind
        self.forgetful = forgetful
        self.remedy = remedy
        let challenge = try ChallengeScenario(kind, in: world)
        let pins = [try world.genuine()]
        guard let attempt = try kind.attempt(in: world) else {
            requests = []
            return
        }
        let policy = AFSecurityPolicy(pinningMode: .publicKey, pinnedCertificates: pins)
        let leaves = pins.compactMap { PublicKeyPin(ifOfCertificate: $0) }
        let domain = NSPinnedDomains.Domain(ScenarioWorld.host, pinnedLeafIdentities: leaves)
        let dictionary = remedy == .pinnedDomains ? try? NSPinnedDomains([domain]) : nil
        requests = AppLoader.allCases.map { loader in
            let hasPolicy = loader != forgetful || remedy == .sharedPolicy
            let decision = hasPolicy ? policy.decide(attempt) : DefaultHandling().decide(attempt)
            let disposition = hasPolicy ? decision.disposition : .performDefaultHandling
            let consequence = challenge.challenge.consequence(of: disposition, at: attempt.time)
            // The system compares its pins whatever a delegate has said; what a delegate has refused stays refused.
            if consequence == .serverBelieved, let system = dictionary?.decide(attempt), !system.accepts {
                return Request(
                    loader: loader, hasPolicy: hasPolicy, disposition: disposition, decision: system,
                    ending: .pinnedBySystem)
            }
            return Request(
                loader: loader, hasPolicy: hasPolicy, disposition: disposition, decision: decision,
                ending: .answered(consequence))
        }
    }

    /// The requests that someone else than the server reads.
    package var leaks: [Request] { kind.isDeceit ? requests.filter(\.isSent) : [] }
}
