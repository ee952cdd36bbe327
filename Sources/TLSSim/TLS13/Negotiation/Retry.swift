import Trace

/// What a HelloRetryRequest has settled (RFC 8446 section 4.1.4).
public struct Retry: Hashable, Sendable {
    /// The suite, which the ServerHello repeats.
    public let suite: TLS13.CipherSuite
    /// The group that a share is wanted of; nil where only the cookie is wanted.
    public let group: NamedGroup?
    /// The cookie that the client must return; nil where there is none.
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

    /// Checks the second hello as the server does: it is the first one again, but for what section 4.1.2 names.
    ///
    /// - Throws: ``TLSError``: missing_extension where the cookie or the shares are missing, else illegal_parameter.
    func check(_ second: ClientHello, after first: ClientHello) throws(TLSError) {
        try check(second)
        guard lasting(second) == lasting(first) else { throw .tls13(.changedAfterRetry(.hello)) }
    }

    /// The same with a cookie in the place of the first hello.
    ///
    /// - Throws: as ``check(_:after:)``.
    func check(_ second: ClientHello, after cookie: RetryCookie) throws(TLSError) {
        try check(second)
        let lasting = Self.lastingPart(of: second, afterCookie: true).message.bytes
        guard suite.hash.hash(lasting) == cookie.lastingHash else { throw .tls13(.changedAfterRetry(.hello)) }
    }

    /// Checks in the second hello what can be checked without the first: the cookie, the share, and that early data is gone.
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

    /// The HelloRetryRequest that says it, to a client with that session id.
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

    /// What of a hello has to stay as it is, the extensions in their order: all but what section 4.1.2 lets a client change. A client that
    /// offers no secret with the hash of the suite may drop pre_shared_key with its modes. A cookie is added only if one was sent.
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
