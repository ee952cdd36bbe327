import TLSSim

/// An exception that an app can ask for: what a row of `nscurl --ats-diagnostics` tries.
package struct ATSException: Hashable, Sendable {
    /// NSExceptionMinimumTLSVersion; nil leaves it out.
    package var minimumVersion: ProtocolVersion?
    /// NSExceptionRequiresForwardSecrecy = NO.
    package var disablesForwardSecrecy = false
    /// NSExceptionAllowsInsecureHTTPLoads = YES.
    package var allowsInsecureHTTP = false
    /// NSAllowsArbitraryLoads = YES, which leaves nothing else to be asked for.
    package var allowsArbitraryLoads = false

    /// The exception with these keys; none by default.
    package init(
        minimumVersion: ProtocolVersion? = nil, disablesForwardSecrecy: Bool = false, allowsInsecureHTTP: Bool = false,
        allowsArbitraryLoads: Bool = false
    ) {
        self.minimumVersion = minimumVersion
        self.disablesForwardSecrecy = disablesForwardSecrecy
        self.allowsInsecureHTTP = allowsInsecureHTTP
        self.allowsArbitraryLoads = allowsArbitraryLoads
    }

    /// The dictionary that asks for it.
    package func dictionary(for host: ATSHost) -> ATSDictionary {
        var dictionary = ATSDictionary()
        if allowsArbitraryLoads {
            dictionary.allowsArbitraryLoads = true
        } else if self != ATSException() {
            var domain = ATSDictionary.Domain(host.text)
            domain.minimumVersion = minimumVersion
            if disablesForwardSecrecy { domain.requiresForwardSecrecy = false }
            if allowsInsecureHTTP { domain.allowsInsecureHTTPLoads = true }
            dictionary.domains = [domain]
        }
        return dictionary
    }

    /// Its keys and their values as nscurl prints them, in the order of the alphabet.
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
        // A name of letters and digits alone stands without quotes there.
        let isPlain = host.text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let name = isPlain ? host.text : "\"\(host.text)\""
        return ["{", "    NSExceptionDomains =     {", "        \(name) =         {"]
            + keys.map { "            " + $0 } + ["        };", "    };", "}"]
    }

    /// The same as XML, to be put into an Info.plist, line by line.
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
            : ["<key>NSExceptionDomains</key>", "<dict>", "    <key>\(host.text)</key>", "    <dict>"]
                + keys.map { "        " + $0 } + ["    </dict>", "</dict>"]
        return ["<key>NSAppTransportSecurity</key>", "<dict>"] + inner.map { "    " + $0 } + ["</dict>"]
    }

    /// The exceptions in the order of what they cost: first those that touch one host and little, last the one that touches
    /// every host. Plain HTTP is not among them.
    package static let byCost: [ATSException] = [
        ATSException(), ATSException(minimumVersion: .tls12), ATSException(minimumVersion: .tls11),
        ATSException(minimumVersion: .tls10), ATSException(disablesForwardSecrecy: true),
        ATSException(minimumVersion: .tls11, disablesForwardSecrecy: true),
        ATSException(minimumVersion: .tls10, disablesForwardSecrecy: true), ATSException(allowsArbitraryLoads: true),
    ]

    /// The cost of each of its keys.
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
    /// The cheapest exception under which a URL on a server is loaded; nil where no exception helps.
    package func remedy(for server: ATSServer, scheme: Scheme, host: ATSHost) -> ATSException? {
        let candidates = scheme == .http ? [ATSException(allowsInsecureHTTP: true)] : ATSException.byCost
        return candidates.first { exception in
            judge(server, scheme: scheme, by: exception.dictionary(for: host).rules(forHost: host)).result == .loads
        }
    }
}
