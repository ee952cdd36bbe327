import TLSSim

/// An exception that an app can ask for in Info.plist. Each trial of `nscurl --ats-diagnostics` tries one.
package struct ATSException: Hashable, Sendable {
    /// NSExceptionMinimumTLSVersion. Nil for an exception without this key.
    package var minimumVersion: ProtocolVersion?
    /// NSExceptionRequiresForwardSecrecy = NO.
    package var disablesForwardSecrecy = false
    /// NSExceptionAllowsInsecureHTTPLoads = YES.
    package var allowsInsecureHTTP = false
    /// NSAllowsArbitraryLoads = YES. Then the other keys have no place in the exception.
    package var allowsArbitraryLoads = false

    /// The exception with these keys. By default it has no key.
    package init(
        minimumVersion: ProtocolVersion? = nil, disablesForwardSecrecy: Bool = false, allowsInsecureHTTP: Bool = false,
        allowsArbitraryLoads: Bool = false
    ) {
        self.minimumVersion = minimumVersion
        self.disablesForwardSecrecy = disablesForwardSecrecy
        self.allowsInsecureHTTP = allowsInsecureHTTP
        self.allowsArbitraryLoads = allowsArbitraryLoads
    }

    /// The dictionary with the exception for `host`.
    package func dictionary(for host: ATSHost) -> ATSDictionary {
        var dictionary = ATSDictionary()
        if allowsArbitraryLoads {
            dictionary.allowsArbitraryLoads = true
        } else if self != ATSException() {
            var domain = ATSDictionary.Domain(host.key)
            domain.minimumVersion = minimumVersion
            if disablesForwardSecrecy { domain.requiresForwardSecrecy = false }
            if allowsInsecureHTTP { domain.allowsInsecureHTTPLoads = true }
            dictionary.domains = [domain]
        }
        return dictionary
    }

    /// The keys and their values as nscurl prints them, in alphabetical order.
    package var keys: [(key: String, value: String)] {
        if allowsArbitraryLoads { return [("NSAllowsArbitraryLoads", "true")] }
        var keys: [(key: String, value: String)] = []
        if allowsInsecureHTTP { keys.append(("NSExceptionAllowsInsecureHTTPLoads", "true")) }
        if let version = minimumVersion?.minimumTLSVersion {
            keys.append(("NSExceptionMinimumTLSVersion", "\"\(version)\""))
        }
        if disablesForwardSecrecy { keys.append(("NSExceptionRequiresForwardSecrecy", "false")) }
        return keys
    }

    /// The dictionary as nscurl prints it: Foundation's description of a dictionary, line by line.
    package func description(for host: ATSHost) -> [String] {
        guard self != ATSException() else { return ["{", "}"] }
        let keys = keys.map { "\($0.key) = \($0.value);" }
        if allowsArbitraryLoads { return ["{"] + keys.map { "    " + $0 } + ["}"] }
        // Foundation prints a name of letters and digits without quotes.
        let isPlain = host.key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let name = isPlain ? host.key : "\"\(host.key)\""
        return ["{", "    NSExceptionDomains =     {", "        \(name) =         {"]
            + keys.map { "            " + $0 } + ["        };", "    };", "}"]
    }

    /// The dictionary as XML for an Info.plist, line by line.
    package func propertyList(for host: ATSHost) -> [String] {
        let keys = keys.flatMap { key, value in
            [
                "<key>\(key)</key>",
                value.hasPrefix("\"") ? "<string>\(value.dropFirst().dropLast())</string>" : "<\(value)/>",
            ]
        }
        let inner =
            allowsArbitraryLoads
            ? keys
            : ["<key>NSExceptionDomains</key>", "<dict>", "    <key>\(host.key)</key>", "    <dict>"]
                + keys.map { "        " + $0 } + ["    </dict>", "</dict>"]
        return ["<key>NSAppTransportSecurity</key>", "<dict>"] + inner.map { "    " + $0 } + ["</dict>"]
    }

    /// The exceptions without plain HTTP, the cheapest first: from small exceptions for one host to the one for every host.
    package static let byCost: [ATSException] = [
        ATSException(), ATSException(minimumVersion: .tls12), ATSException(minimumVersion: .tls11),
        ATSException(minimumVersion: .tls10), ATSException(disablesForwardSecrecy: true),
        ATSException(minimumVersion: .tls11, disablesForwardSecrecy: true),
        ATSException(minimumVersion: .tls10, disablesForwardSecrecy: true), ATSException(allowsArbitraryLoads: true),
    ]

    /// The cost of each key.
    package var costs: [ATSCost] {
        if allowsArbitraryLoads { return [.everything] }
        var costs: [ATSCost] = []
        if let minimumVersion, minimumVersion < .tls12 { costs.append(.olderVersion(minimumVersion)) }
        if disablesForwardSecrecy { costs.append(.noForwardSecrecy) }
        if allowsInsecureHTTP { costs.append(.plainHTTP) }
        return costs
    }
}

extension ATSPolicy {
    /// The cheapest exception under which a URL on a server loads. Nil if no exception helps.
    package func remedy(
        for server: ATSServer, scheme: Scheme, host: ATSHost, on period: ATSPeriod = .latest
    ) -> ATSException? {
        let candidates = scheme == .http ? [ATSException(allowsInsecureHTTP: true)] : ATSException.byCost
        return candidates.first { exception in
            let rules = exception.dictionary(for: host).rules(forHost: host, on: period)
            return judge(server, scheme: scheme, by: rules).result == .loads
        }
    }
}
