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

    package var chinese: String {
        switch self {
        case .api: "API 客户端，一个 URLSession"
        case .web: "网页容器，一个 WKWebView"
        case .images: "图片加载器，它自己的一个 URLSession"
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

    package var chinese: String {
        switch self {
        case .none: "应用发布时的样子。"
        case .sharedPolicy:
            "在代码中修正：每个加载器都询问同一个策略。新的加载器如果忘了这样做，又会泄露。"
        case .pinnedDomains:
            "在 Info.plist 中修正：NSPinnedDomains 有服务器的密钥。系统为每个加载器比较这个密钥，没有代理的加载器也一样。"
        }
    }
}

extension LoaderScenario {
    /// The app, its requests and its policy.
    package var task: Words {
        Words(
            english:
                "One app, three loaders, one host. Each request carries the cookie of the user's session. The policy of the app is "
                + "AFSecurityPolicy publicKey, with the key of the genuine server.",
            chinese: """
                一个应用，三个加载器，一台主机。每个请求都带着用户会话的 cookie。应用的策略是 AFSecurityPolicy publicKey，\
                使用真服务器的密钥。
                """)
    }
}

extension LoaderScenario.Request {
    /// The answer of the loader's delegate, or the system's handling if no delegate asks the policy.
    package var answer: Words {
        Words(
            english: hasPolicy
                ? "Its delegate asks the policy, and answers \(disposition.rawValue)."
                : "It has no delegate with the policy: \(disposition.rawValue).",
            chinese: hasPolicy
                ? "它的代理询问策略，应答 \(disposition.rawValue)。"
                : "它没有带这个策略的代理：\(disposition.rawValue)。")
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
        Words(
            english: english(isDeceit) + (consequence?.englishError ?? ""),
            chinese: chinese(isDeceit) + (consequence?.chineseError ?? ""))
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

    private func chinese(_ isDeceit: Bool) -> String {
        switch ending {
        case .answered(.serverBelieved) where isDeceit:
            "拦截者读到请求和它的 cookie。有了 cookie，拦截者就成了这个用户，在 API 上也一样。"
        case .answered(.serverBelieved): "服务器得到请求。"
        case .answered(.cancelled): "连接关闭，不发送请求。"
        case .answered(let consequence): consequence.chinese
        case .pinnedBySystem:
            "系统关闭连接，因为 NSPinnedDomains 中没有相符的锁定值。不发送请求。"
        }
    }

    /// Why the request leaks, and how to mend the app. Empty if the request does not leak.
    package func lesson(isDeceit: Bool) -> [Words] {
        guard isDeceit, isSent else { return [] }
        return [
            Words(
                english:
                    "Why: a delegate belongs to a session, not to an app. The policy of another loader does not count here.",
                chinese: "原因：代理属于一个会话，不属于应用。另一个加载器的策略在这里不算数。"
            ),
            Words(
                english:
                    "Mend it: answer \(loader.delegateMethod) with the same policy (--remedy shared-policy), or pin the key in "
                    + "Info.plist (--remedy nspinneddomains).",
                chinese:
                    "修正：用同一个策略应答 \(loader.delegateMethod)（--remedy shared-policy），或者在 Info.plist 中锁定密钥"
                    + "（--remedy nspinneddomains）。"),
        ]
    }
}
