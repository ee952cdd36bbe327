import TLSSim

/// The NSAppTransportSecurity dictionary of an Info.plist.
///
/// The meanings of the keys are Apple's ("NSAppTransportSecurity" and the pages of its keys). A value of a wrong type has no effect
/// and is reported in ``problems``, because the system ignores such a value without a warning.
package struct ATSDictionary: Hashable, Sendable {
    /// NSAllowsArbitraryLoads. Nil if the key is absent.
    package var allowsArbitraryLoads: Bool?
    /// NSAllowsArbitraryLoadsForMedia. Nil if the key is absent.
    package var allowsArbitraryLoadsForMedia: Bool?
    /// NSAllowsArbitraryLoadsInWebContent. Nil if the key is absent.
    package var allowsArbitraryLoadsInWebContent: Bool?
    /// NSAllowsLocalNetworking. Nil if the key is absent.
    package var allowsLocalNetworking: Bool?
    /// NSExceptionDomains, sorted by name.
    package var domains: [Domain] = []
    /// The entries of NSPinnedDomains with at least one list, sorted by name.
    package var pinnedDomains: [NSPinnedDomains.Domain] = []
    /// The problems of the dictionary, in the order in which the reader finds them.
    package var problems: [Problem] = []

    /// One entry of NSExceptionDomains. A property is nil if its key is absent.
    package struct Domain: Hashable, Sendable {
        /// The domain as it is written.
        package var name: String
        /// NSIncludesSubdomains.
        package var includesSubdomains: Bool?
        /// NSExceptionAllowsInsecureHTTPLoads.
        package var allowsInsecureHTTPLoads: Bool?
        /// NSExceptionMinimumTLSVersion.
        package var minimumVersion: ProtocolVersion?
        /// NSExceptionRequiresForwardSecrecy.
        package var requiresForwardSecrecy: Bool?

        /// An entry without keys.
        package init(_ name: String) { self.name = name }
    }

    /// An empty dictionary. The defaults of ATS apply.
    package init() {}

    /// The name of a key that makes iOS 10 and later ignore NSAllowsArbitraryLoads. Nil if no such key is present. The presence of the
    /// key is enough; its value does not matter.
    package var overridesArbitraryLoads: String? {
        if allowsArbitraryLoadsForMedia != nil { return "NSAllowsArbitraryLoadsForMedia" }
        if allowsArbitraryLoadsInWebContent != nil { return "NSAllowsArbitraryLoadsInWebContent" }
        return allowsLocalNetworking == nil ? nil : "NSAllowsLocalNetworking"
    }

    /// The pins that the system compares. Nil if the dictionary has none.
    package var pinning: NSPinnedDomains? {
        pinnedDomains.isEmpty ? nil : NSPinnedDomains(pinnedDomains)
    }

    // MARK: Rules for a host

    /// The entry for a host: that of its own name, or else that of the nearest parent domain that includes subdomains.
    package func domain(forHost host: ATSHost) -> Domain? {
        let name = host.text
        return
            domains
            .filter { $0.name == name || ($0.includesSubdomains == true && name.hasSuffix("." + $0.name)) }
            .filter { !$0.name.isEmpty }
            .max { $0.name.utf8.count < $1.name.utf8.count }
    }

    /// The rules for a host.
    ///
    /// - Parameters:
    ///   - loader: the part of the system that makes the connection.
    ///   - heedsNewerKeys: whether the system knows the three keys of iOS 10. iOS 9 knows only NSAllowsArbitraryLoads.
    package func rules(
        forHost host: ATSHost, loader: ATSLoader = .urlSession, heedsNewerKeys: Bool = true
    ) -> ATSRules {
        var rules = ATSRules(host: host)
        // An entry holds for all connections to its domain. The general keys do not change it.
        if let domain = domain(forHost: host) {
            rules.entry = domain.name
            rules.minimumVersion = domain.minimumVersion ?? .tls12
            rules.requiresForwardSecrecy = domain.requiresForwardSecrecy ?? true
            rules.allowsPlainHTTP = domain.allowsInsecureHTTPLoads ?? false
            if host.isPublic { return rules }
        }
        rules.exemption = exemption(of: host, loadedBy: loader, heedsNewerKeys: heedsNewerKeys)
        if rules.exemption != nil { rules.allowsPlainHTTP = true }
        return rules
    }

    private func exemption(
        of host: ATSHost, loadedBy loader: ATSLoader, heedsNewerKeys: Bool
    ) -> ATSExemption? {
        if !host.isPublic { return .notPublic }
        if heedsNewerKeys {
            if loader == .media, allowsArbitraryLoadsForMedia == true { return .arbitraryLoadsForMedia }
            if loader == .webContent, allowsArbitraryLoadsInWebContent == true { return .arbitraryLoadsInWebContent }
            guard overridesArbitraryLoads == nil else { return nil }
        }
        return allowsArbitraryLoads == true ? .arbitraryLoads : nil
    }
}
