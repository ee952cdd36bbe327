import PKI
import Trace

/// TrustKit's configuration: the dictionary of kTSKPinnedDomains, checked as TrustKit checks it.
package struct TrustKitConfiguration: Sendable {
    /// kTSKPinnedDomains, in the order in which they were given.
    package let domains: [(name: String, domain: Domain)]
    /// kTSKIgnorePinningForUserDefinedTrustAnchors: whether a chain under an anchor that the user installed needs no pin. macOS only.
    package let ignorePinningForUserDefinedTrustAnchors: Bool

    /// The settings of one domain.
    package struct Domain: Hashable, Sendable {
        /// kTSKPublicKeyHashes: at least two, so that one is a spare.
        package var publicKeyHashes: [PublicKeyPin]
        /// kTSKEnforcePinning: whether a connection without a matching pin is blocked; YES where the key is absent.
        package var enforcePinning = true
        /// kTSKIncludeSubdomains; NO where the key is absent.
        package var includeSubdomains = false
        /// kTSKExcludeSubdomainFromParentPolicy: this subdomain has no pins, although its parent's pins include subdomains.
        package var excludeSubdomainFromParentPolicy = false
        /// kTSKExpirationDate: the second since 1970 until which the pins count. Nil for pins that never expire.
        package var expirationDate: Int64?

        /// The settings of a subdomain that is excluded from the pins of its parent.
        package static var excluded: Domain {
            var domain = Domain(publicKeyHashes: [])
            domain.excludeSubdomainFromParentPolicy = true
            return domain
        }
    }

    /// Why TrustKit raises an exception when it is initialized.
    package enum Problem: Error, Hashable, Sendable {
        /// The configuration has no domain.
        case noDomains
        /// A domain has fewer than two pins. Without a spare pin, a lost key locks out every installed app.
        case tooFewPins(domain: String, count: Int)
        /// A public suffix is pinned with its subdomains.
        case publicSuffix(domain: String)
        /// An excluded subdomain has other settings too.
        case exclusionWithOtherKeys(domain: String)
        /// An excluded subdomain has no parent whose pins include subdomains.
        case exclusionWithoutParent(domain: String)
        /// The configuration has the same domain twice.
        case repeatedDomain(String)
    }

    /// Checks the settings.
    ///
    /// - Parameter suffixes: the domains that cannot be pinned together with their subdomains.
    /// - Throws: ``Problem`` where TrustKit would raise an exception.
    package init(
        domains: [(name: String, domain: Domain)], ignorePinningForUserDefinedTrustAnchors: Bool = false,
        publicSuffixes suffixes: PublicSuffixList = .few
    ) throws(Problem) {
        guard !domains.isEmpty else { throw .noDomains }
        let names = domains.map { PinnedDomain.normalized($0.name) }
        for (index, (name, domain)) in domains.enumerated() {
            if names[..<index].contains(names[index]) { throw .repeatedDomain(name) }
            if domain.includeSubdomains, suffixes.contains(name) { throw .publicSuffix(domain: name) }
            guard domain.excludeSubdomainFromParentPolicy else {
                if domain.publicKeyHashes.count < 2 {
                    throw .tooFewPins(domain: name, count: domain.publicKeyHashes.count)
                }
                continue
            }
            guard domain == .excluded else { throw .exclusionWithOtherKeys(domain: name) }
            let hasParent = zip(names, domains).contains { parent, entry in
                entry.domain.includeSubdomains && PinnedDomain.isSubdomain(names[index], of: parent)
            }
            guard hasParent else { throw .exclusionWithoutParent(domain: name) }
        }
        self.domains = domains
        self.ignorePinningForUserDefinedTrustAnchors = ignorePinningForUserDefinedTrustAnchors
    }

    /// The domain whose settings count for a host: the host's own, or else the longest parent that includes subdomains, or nil.
    package func domain(for host: String) -> (name: String, domain: Domain)? {
        PinnedDomain.mostSpecific(
            for: host, among: domains, named: \.name, includesSubdomains: \.domain.includeSubdomains)
    }
}

extension TrustKitConfiguration.Problem: CustomStringConvertible {
    /// The error in a sentence.
    package var description: String {
        switch self {
        case .noDomains: "no domain is pinned"
        case .tooFewPins(let domain, let count):
            "\(domain) has \(counted(count, "pin")); TrustKit demands two, one of them a spare. Without the spare, a lost key locks "
                + "every installed app out"
        case .publicSuffix(let domain):
            "\(domain) is a public suffix: its subdomains belong to people who have nothing to do with each other"
        case .exclusionWithOtherKeys(let domain):
            "\(domain) is excluded from its parent's pins, and has other settings too"
        case .exclusionWithoutParent(let domain):
            "\(domain) is excluded from its parent's pins, and has no parent with pins"
        case .repeatedDomain(let domain): "\(domain) is there twice"
        }
    }
}
