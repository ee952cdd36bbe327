import TLSSim

/// The NSAppTransportSecurity dictionary of an Info.plist.
///
/// Meanings are Apple's ("NSAppTransportSecurity" and the pages of its keys). What has a wrong type has no effect and is
/// reported in ``problems``: a dictionary that is silently read as something else is the commonest mistake there is.
package struct ATSDictionary: Hashable, Sendable {
    /// NSAllowsArbitraryLoads; nil where it is absent.
    package var allowsArbitraryLoads: Bool?
    /// NSAllowsArbitraryLoadsForMedia; nil where it is absent.
    package var allowsArbitraryLoadsForMedia: Bool?
    /// NSAllowsArbitraryLoadsInWebContent; nil where it is absent.
    package var allowsArbitraryLoadsInWebContent: Bool?
    /// NSAllowsLocalNetworking; nil where it is absent.
    package var allowsLocalNetworking: Bool?
    /// NSExceptionDomains, sorted by name.
    package var domains: [Domain]
    /// The entries of NSPinnedDomains with at least one pin, sorted by name.
    package var pinnedDomains: [NSPinnedDomains.Domain]
    /// The problems of the dictionary, in the order of the paths.
    package var problems: [Problem]

    /// One entry of NSExceptionDomains; nil stands for an absent key.
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
        /// NSRequiresCertificateTransparency, which is obsolete: the system always asks for it.
        package var requiresCertificateTransparency: Bool?

        /// An entry that says nothing yet.
        package init(_ name: String) { self.name = name }
    }

    /// An empty dictionary: ATS as it is for an app that says nothing.
    package init() {
        domains = []
        pinnedDomains = []
        problems = []
    }

    /// The dictionary `{ NSExceptionDomains = { name = … } }`.
    package init(domain: Domain) {
        self.init()
        domains = [domain]
    }

    /// Whether one of the keys is present that make the system ignore NSAllowsArbitraryLoads on iOS 10 and later; its name.
    /// The presence of the key is enough, whatever its value.
    package var overridesArbitraryLoads: String? {
        if allowsArbitraryLoadsForMedia != nil { return "NSAllowsArbitraryLoadsForMedia" }
        if allowsArbitraryLoadsInWebContent != nil { return "NSAllowsArbitraryLoadsInWebContent" }
        return allowsLocalNetworking == nil ? nil : "NSAllowsLocalNetworking"
    }

    /// The pins that the system compares by itself; nil where there are none.
    package var pinning: NSPinnedDomains? {
        pinnedDomains.isEmpty ? nil : try? NSPinnedDomains(pinnedDomains)
    }

    // MARK: Which entry speaks for a host

    /// The entry for a host: that of its own name, or else that of the nearest domain above it that includes its subdomains.
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
    ///   - loader: the part of the system that loads.
    ///   - heedsNewerKeys: whether the three keys of iOS 10 are known; iOS 9 knows NSAllowsArbitraryLoads only.
    package func rules(
        forHost host: ATSHost, loader: ATSLoader = .urlSession, heedsNewerKeys: Bool = true
    ) -> ATSRules {
        var rules = ATSRules(host: host)
        // An entry is for all connections to that domain; none of the general keys touches it.
        if let domain = domain(forHost: host) {
            rules.entry = domain.name
            rules.minimumVersion = domain.minimumVersion ?? .tls12
            rules.requiresForwardSecrecy = domain.requiresForwardSecrecy ?? true
            rules.allowsPlainHTTP = domain.allowsInsecureHTTPLoads ?? false
            if host.isPublic { return rules }
        }
        rules.exemption = exemption(host, loader, heedsNewerKeys)
        if rules.exemption != nil { rules.allowsPlainHTTP = true }
        return rules
    }

    private func exemption(_ host: ATSHost, _ loader: ATSLoader, _ heedsNewerKeys: Bool) -> ATSExemption? {
        if !host.isPublic { return .notPublic }
        if heedsNewerKeys {
            if loader == .media, allowsArbitraryLoadsForMedia == true { return .arbitraryLoadsForMedia }
            if loader == .webContent, allowsArbitraryLoadsInWebContent == true { return .arbitraryLoadsInWebContent }
            guard overridesArbitraryLoads == nil else { return nil }
        }
        return allowsArbitraryLoads == true ? .arbitraryLoads : nil
    }
}
