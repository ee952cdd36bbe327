import Trace

// What there is to say about the loaders of an app.

extension AppLoader: Remark {
    /// The kind of the loader, and the session that it uses.
    package var english: String {
        switch self {
        case .api: "API client, a URLSession"
        case .web: "web container, a WKWebView"
        case .images: "image loader, a URLSession of its own"
        }
    }

    /// Where the loader gets its policy from, as code.
    package var delegateMethod: String {
        switch self {
        case .api, .images: "urlSession(_:didReceive:completionHandler:)"
        case .web: "webView(_:didReceive:completionHandler:)"
        }
    }
}

extension LoaderRemedy: Remark {
    /// The change in the app.
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
    /// The task of the app.
    package var task: String {
        "One app, three loaders, one host. Each request carries the cookie of the user's session. The policy of the app is "
            + "AFSecurityPolicy publicKey, with the key of the genuine server."
    }
}

extension LoaderScenario.Request {
    /// What the delegate answers, or that there is none that asks the policy.
    package var answer: Words {
        Words(
            english: hasPolicy
                ? "Its delegate asks the policy, and answers \(disposition.rawValue)."
                : "It has no delegate with the policy: \(disposition.rawValue).")
    }

    /// Why it is decided so, in short: what has become of a pinned certificate is left out.
    package var reason: any Wording {
        guard case .noKeyPinned(let chain, let pins, _)? = decision.steps.last?.why else { return decision }
        return PolicyReason.noKeyPinned(chain: chain, pins: pins, renewal: nil)
    }

    /// The fate of the request, its reader, and the error that the app sees.
    ///
    /// - Parameter isDeceit: whether the end that answers is not the server.
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

    /// Why the request leaks, and how to mend it; nil where it does not.
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
