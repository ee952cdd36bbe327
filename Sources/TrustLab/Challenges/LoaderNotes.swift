import Trace

// The sentences about the loaders of an app.

extension AppLoader: Remark {
    package var english: String {
        switch self {
        case .api: "API client, a URLSession"
        case .web: "web container, a WKWebView"
        case .images: "image loader, a URLSession of its own"
        }
    }

    /// The delegate method that gets the challenges of the loader's connections, as code.
    package var delegateMethod: String {
        switch self {
        case .api, .images: "urlSession(_:didReceive:completionHandler:)"
        case .web: "webView(_:didReceive:completionHandler:)"
        }
    }
}

extension LoaderRemedy: Remark {
    package var english: String {
        switch self {
        case .none: "The app as it was shipped."
        case .sharedPolicy:
            "Mended in code: each loader asks one policy. A new loader that forgets it leaks again."
        case .pinnedDomains:
            "Mended in Info.plist: NSPinnedDomains has the key of the server. The system compares it for each loader, also for those "
                + "without a delegate."
        }
    }
}

extension LoaderScenario {
    /// The app, its requests and its policy.
    package var task: String {
        "One app, three loaders, one host. Each request carries the cookie of the user's session. The policy of the app is "
            + "AFSecurityPolicy publicKey, with the key of the genuine server."
    }
}

extension LoaderScenario.Request {
    /// The answer of the loader's delegate, or the system's handling if no delegate asks the policy.
    package var answer: Words {
        Words(
            english: hasPolicy
                ? "Its delegate asks the policy, and answers \(disposition.rawValue)."
                : "It has no delegate with the policy: \(disposition.rawValue).")
    }

    /// The reason for the decision, in short: without the comparison of a pinned certificate with the one that is shown.
    package var reason: any Wording {
        guard case .noKeyPinned(let chain, let pins, _)? = decision.steps.last?.why else { return decision }
        return PolicyReason.noKeyPinned(chain: chain, pins: pins, renewal: nil)
    }

    /// Whether the request is sent and who can read it, and the error that the app sees.
    ///
    /// - Parameter isDeceit: whether another party than the server answers.
    package func outcome(isDeceit: Bool) -> Words {
        Words(english: english(isDeceit) + (consequence?.englishError ?? ""))
    }

    private var consequence: ChallengeConsequence? {
        if case .answered(let consequence) = ending { consequence } else { nil }
    }

    private func english(_ isDeceit: Bool) -> String {
        switch ending {
        case .answered(.serverBelieved) where isDeceit:
            "The interceptor reads the request and its cookie. With the cookie the interceptor is the user, also at the API."
        case .answered(.serverBelieved): "The server gets the request."
        case .answered(.cancelled): "The connection is closed, and no request is sent."
        case .answered(let consequence): consequence.english
        case .pinnedBySystem:
            "The system closes the connection, because no pin of NSPinnedDomains fits. No request is sent."
        }
    }

    /// Why the request leaks, and how to mend the app. Empty if the request does not leak.
    package func lesson(isDeceit: Bool) -> [Words] {
        guard isDeceit, isSent else { return [] }
        return [
            Words(
                english:
                    "Why: a delegate belongs to a session, not to an app. The policy of another loader does not count here."
            ),
            Words(
                english:
                    "Mend it: answer \(loader.delegateMethod) with the same policy (--remedy shared-policy), or pin the key in "
                    + "Info.plist (--remedy nspinneddomains)."),
        ]
    }
}
