import PKI
import TLSSim

extension ATSDictionary {
    /// The rules for a host.
    ///
    /// This is the one place that decides which entry or key counts. It follows Apple's published source of iOS 18.4 and later, and Apple's
    /// documents for the versions before.
    ///
    /// - Parameters:
    ///   - loader: the part of the system that makes the connection.
    ///   - period: the versions of iOS by which is judged.
    package func rules(
        forHost host: ATSHost, loader: ATSLoader = .urlSession, on period: ATSPeriod = .latest
    ) -> ATSRules {
        let choice = Choice(host: host, loader: loader, period: period, other: nil)
        var rules = rules(choice)
        rules.alternatives = ATSQuestion.allCases.compactMap { question in
            var choice = choice
            choice.other = question
            let other = self.rules(choice)
            return other == rules ? nil : ATSRules.Alternative(question: question, rules: other)
        }
        return rules
    }

    /// The circumstances of a decision.
    private struct Choice {
        let host: ATSHost
        let loader: ATSLoader
        let period: ATSPeriod
        /// The question that gets the other answer. Nil if each gets the answer of the source or, where there is none, the stricter one.
        var other: ATSQuestion?

        /// Whether the other answer to a question is taken.
        func takesOther(_ question: ATSQuestion) -> Bool { other == question }
    }

    private func rules(_ choice: Choice) -> ATSRules {
        if choice.takesOther(.looseBoolean), choice.period < .eighteen, let loose = readLoosely.first {
            return loose.rules(choice)
        }
        var rules = ATSRules(host: choice.host, period: choice.period)
        rules.requiresSystemPins = requiresSystemPins
        let isLocal = isLocal(choice)
        let isEntryOpen = isLocal && choice.period < .eighteen
        if let (domain, isBuiltIn) = entry(choice), !(isEntryOpen && choice.takesOther(.entryForLocalName)) {
            let (isSecret, isPlain) = (
                domain.requiresForwardSecrecy ?? true, domain.allowsInsecureHTTPLoads ?? false
            )
            rules.entry = domain.name
            rules.isBuiltIn = isBuiltIn
            rules.minimumVersion = domain.minimumVersion ?? .tls12
            if domain.hasDatagramMinimum, choice.takesOther(.datagramVersion) { rules.minimumVersion = .tls13 }
            // With both exceptions the system's own list stays as it is.
            rules.suites = isSecret ? .ats : isPlain ? .system : .compatible
            rules.allowsPlainHTTP = isPlain
            if choice.period == .eighteen, choice.host.octets == nil,
                choice.host.key.dropLast(domain.name.count + 1).contains(".")
            {
                rules.differences.append(.depthOfSubdomains)
            }
            if !isSecret { rules.differences.append(.keyLength) }
            return rules
        }
        if choice.period == .eighteen, choice.host.octets != nil, !isLocal, allowsLocalNetworking == true {
            rules.differences.append(.localNetworkingAndAddress)
        }
        guard let exemption = exemption(choice, isLocal: isLocal) else { return rules }
        rules.exemption = exemption
        rules.allowsPlainHTTP = true
        rules.minimumVersion = choice.period.oldestVersion
        rules.suites = .system
        return rules
    }

    private func exemption(_ choice: Choice, isLocal: Bool) -> ATSExemption? {
        guard choice.period > .nine else { return allowsArbitraryLoads == true ? .arbitraryLoads : nil }
        if isLocal {
            let isOff = allowsLocalNetworking == false
            if !isOff || choice.period < .eighteen && choice.takesOther(.localNetworkingOff) {
                return choice.host.octets != nil && choice.period < .seventeen ? .anyAddress : .local
            }
        }
        if choice.loader == .media, allowsArbitraryLoadsForMedia == true { return .arbitraryLoadsForMedia }
        if choice.loader == .webContent, allowsArbitraryLoadsInWebContent == true { return .arbitraryLoadsInWebContent }
        return overridesArbitraryLoads == nil && allowsArbitraryLoads == true ? .arbitraryLoads : nil
    }

    /// Whether the host is free if no entry and no key says otherwise.
    private func isLocal(_ choice: Choice) -> Bool {
        guard let directness = choice.host.directness else { return !choice.host.isPublic && choice.period > .nine }
        switch choice.period {
        case .nine: return false
        case .ten, .twelve, .thirteen, .fifteen: return true
        case .seventeen:
            return directness == .direct && choice.takesOther(.directAddress)
                || allowsLocalNetworking == true && choice.takesOther(.localNetworkingAndAddress)
        case .eighteen:
            return directness == .direct || directness == .open && choice.takesOther(.privateAddress)
        }
    }

    // MARK: Entries

    /// The entry for the host, and whether it is one of the system's own.
    private func entry(_ choice: Choice) -> (domain: Domain, isBuiltIn: Bool)? {
        let key = choice.takesOther(.capitals) ? choice.host.written : choice.host.key
        if let octets = choice.host.octets {
            // Before iOS 17 an address is no domain.
            guard choice.period >= .seventeen else { return nil }
            let domain = domains.first { $0.name == key } ?? range(around: octets, choice)
            return domain.map { ($0, false) }
        }
        let builtIn = choice.period < .twelve ? [] : Self.builtIn
        var name = Substring(key)
        var isParent = false
        while true {
            let own = domains.first { $0.name == name }
            if let domain = own ?? builtIn.first(where: { $0.name == name }),
                !isParent || domain.includesSubdomains == true
            {
                return (domain, own == nil)
            }
            guard let dot = name.firstIndex(of: ".") else { return nil }
            name = name[name.index(after: dot)...]
            isParent = true
        }
    }

    /// The entry of the longest range that contains an address.
    private func range(around octets: [UInt8], _ choice: Choice) -> Domain? {
        var found: (domain: Domain, prefix: Int)?
        for domain in domains {
            guard let range = ATSAddressRange(domain.name), range.contains(octets) else { continue }
            // The source takes a key that is too long for no range, and one with an octal prefix for a range. A person reads otherwise.
            guard (range.oddity == .tooLong) == (range.oddity != nil && choice.takesOther(.oddRange)) else { continue }
            let isLonger = found.map { range.prefix > $0.prefix } ?? true
            let isEqual = found.map { range.prefix == $0.prefix } ?? false
            if isLonger || isEqual && choice.takesOther(.equalRanges) { found = (domain, range.prefix) }
        }
        return found?.domain
    }

    /// The entries that Apple's systems have for hosts of Apple's own. An app's entry of the same name takes their place.
    private static let builtIn: [Domain] = [
        ("apple.com", ProtocolVersion.tls12), ("setup.icloud.com", .tls12), ("ls.apple.com", .tls10),
        ("gs.apple.com", .tls10), ("geo.apple.com", .tls10), ("is.autonavi.com", .tls10), ("apple-mapkit.com", .tls10),
    ].map { name, version in
        var domain = Domain(name)
        domain.includesSubdomains = true
        domain.allowsInsecureHTTPLoads = true
        domain.requiresForwardSecrecy = false
        domain.minimumVersion = version
        return domain
    }
}
