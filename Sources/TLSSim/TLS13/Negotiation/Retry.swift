import Trace

/// The content of a HelloRetryRequest (RFC 8446 section 4.1.4).
public struct Retry: Hashable, Sendable {
    /// The suite, which the ServerHello repeats.
    public let suite: TLS13.CipherSuite
    /// The group of which the server wants a share; nil if it wants only the cookie back.
    public let group: NamedGroup?
    /// The cookie that the client must return; nil without a cookie.
    public let cookie: [UInt8]?
}

extension Retry {
    /// Checks a HelloRetryRequest as the client of `hello` does.
    ///
    /// - Throws: ``TLSError`` with the alert of section 4.1.4.
    init(_ answer: ServerHello, to hello: ClientHello) throws(TLSError) {
        self.init(
            suite: try hello.suite(in: answer, .helloRetryRequest), group: answer.selectedGroup,
            cookie: answer.extensions.cookie)
        guard group != nil || cookie != nil else { throw .tls13(.retryWithoutChange) }
        guard let group else { return }
        let shares = hello.keyShares ?? []
        guard hello.supportedGroups?.contains(group) == true, !shares.contains(where: { $0.group == group }) else {
            throw .tls13(.retryForGroup(group))
        }
    }

    /// Checks the second hello as the server does: it must be the same as the first, except for the changes that section 4.1.2 allows.
    ///
    /// - Throws: ``TLSError``: missing_extension where the cookie or the shares are missing, else illegal_parameter.
    func check(_ second: ClientHello, after first: ClientHello) throws(TLSError) {
        try check(second)
        guard lasting(second) == lasting(first) else { throw .tls13(.changedAfterRetry(.hello)) }
    }

    /// As ``check(_:after:)``, with a cookie in place of the first hello.
    ///
    /// - Throws: as ``check(_:after:)``.
    func check(_ second: ClientHello, after cookie: RetryCookie) throws(TLSError) {
        try check(second)
        let lasting = Self.lastingPart(of: second, afterCookie: true).message.bytes
        guard suite.hash.hash(lasting) == cookie.lastingHash else { throw .tls13(.changedAfterRetry(.hello)) }
    }

    /// Checks the parts of the second hello that do not depend on the first: the cookie, the share, and that it does not offer early data.
    ///
    /// - Throws: as ``check(_:after:)``.
    private func check(_ second: ClientHello) throws(TLSError) {
        if let cookie {
            guard let returned = second.extensions.cookie else {
                throw .tls13(.missingExtension(ExtensionType.cookie.rawValue, in: .clientHello))
            }
            guard returned == cookie else { throw .tls13(.changedAfterRetry(.cookie)) }
        }
        guard !second.offersEarlyData else { throw .tls13(.changedAfterRetry(.earlyData)) }
        if let group {
            guard second.keyShares?.map(\.group) == [group] else { throw .tls13(.changedAfterRetry(.shares)) }
        }
    }

    /// The HelloRetryRequest with this content, to a client with that session id.
    func request(echoing sessionID: [UInt8]) -> ServerHello {
        var extensions: [HelloExtension] = [.selectedVersion(.tls13)]
        if let group { extensions.append(.selectedGroup(group)) }
        if let cookie { extensions.append(.cookie(cookie)) }
        return ServerHello(
            random: ServerHello.helloRetryRequestRandom, sessionID: sessionID, cipherSuite: suite.codePoint,
            extensions: extensions)
    }

    private func lasting(_ hello: ClientHello) -> ClientHello {
        Self.lastingPart(of: hello, afterCookie: cookie != nil)
    }

    /// The part of a hello that has to stay the same, with the extensions in their order: all but the parts that section 4.1.2 lets a
    /// client change. A client may leave out pre_shared_key if none of its secrets has the suite's hash. A cookie may be new only if one
    /// was sent.
    static func lastingPart(of hello: ClientHello, afterCookie: Bool) -> ClientHello {
        let padding: UInt16 = 21
        var lasting = hello
        lasting.extensions = hello.extensions.filter { item in
            switch item {
            case .keyShares, .earlyData, .preSharedKeys: false
            case .cookie: !afterCookie
            case .other(padding, _): false
            default: true
            }
        }
        return lasting
    }
}
