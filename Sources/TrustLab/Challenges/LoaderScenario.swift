import PKI
import Trace

/// A loader of an app: code that opens its own connections and has its own way to answer a challenge. The app has three.
///
/// A delegate belongs to a session, not to an app. A loader that makes its own session has its own delegate, or none.
package enum AppLoader: String, Hashable, Sendable, CaseIterable {
    /// The client of the app's API: a URLSession, often AFNetworking's.
    case api
    /// The container for pages: a WKWebView.
    case web
    /// The loader of images: a URLSession of its own.
    case images

    /// The path in the loader's request.
    package var path: String {
        switch self {
        case .api: "/api/orders"
        case .web: "/shop"
        case .images: "/images/avatar.png"
        }
    }
}

/// A change of the app that makes each loader use the app's pins.
package enum LoaderRemedy: String, Hashable, Sendable, CaseIterable {
    /// No change: the forgetful loader has no policy.
    case none
    /// Each loader asks the same policy.
    case sharedPolicy = "shared-policy"
    /// NSPinnedDomains in Info.plist: the system compares the pins for each loader.
    case pinnedDomains = "nspinneddomains"
}

/// The app in a situation, by default with an interceptor under an installed authority: which loader's request is sent?
package struct LoaderScenario: Hashable, Sendable {
    /// The server that answers.
    package let kind: ChallengeScenario.Kind
    /// The loader without the policy. Nil if each loader has it.
    package let forgetful: AppLoader?
    /// The change in the app.
    package let remedy: LoaderRemedy
    /// The requests of the loaders. Empty for a challenge to the client.
    package let requests: [Request]

    /// The request of a loader, and its outcome.
    package struct Request: Hashable, Sendable {
        package let loader: AppLoader
        /// Whether its delegate asks the app's policy.
        package let hasPolicy: Bool
        /// The answer of its delegate. A loader without a delegate has the system's default handling.
        package let disposition: AuthChallengeDisposition
        /// The decision, with its reason.
        package let decision: TrustDecision
        /// The outcome for the connection.
        package let ending: Ending
        /// Whether the request is sent.
        package var isSent: Bool { ending == .answered(.serverBelieved) }
    }

    /// How a loader's connection goes on.
    package enum Ending: Hashable, Sendable {
        /// The connection goes on or ends as the delegate's answer demands.
        case answered(ChallengeConsequence)
        /// The delegate's answer lets the connection go on, but the system ends it because no pin of NSPinnedDomains fits.
        case pinnedBySystem
    }

    /// Tries each loader's request.
    ///
    /// - Parameters:
    ///   - kind: the server that answers.
    ///   - forgetful: the loader without the policy; nil if each loader has it.
    ///   - remedy: the change of the app.
    ///   - world: the certificates.
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
        let dictionary = remedy == .pinnedDomains ? NSPinnedDomains([domain]) : nil
        requests = AppLoader.allCases.map { loader in
            let hasPolicy = loader != forgetful || remedy == .sharedPolicy
            var decision = hasPolicy ? policy.decide(attempt) : DefaultHandling().decide(attempt)
            let disposition = hasPolicy ? decision.disposition : .performDefaultHandling
            let consequence = challenge.challenge.consequence(of: disposition, at: attempt.time)
            // The system compares its pins even if the delegate accepts. A refusal of the delegate remains.
            var ending = Ending.answered(consequence)
            if consequence == .serverBelieved, let system = dictionary?.decide(attempt), !system.accepts {
                (decision, ending) = (system, .pinnedBySystem)
            }
            return Request(
                loader: loader, hasPolicy: hasPolicy, disposition: disposition, decision: decision, ending: ending)
        }
    }

    /// The requests that another party than the server can read.
    package var leaks: [Request] { kind.isDeceit ? requests.filter(\.isSent) : [] }
}
