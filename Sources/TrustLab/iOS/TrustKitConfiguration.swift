import PKI
import Trace

/// TrustKit's configuration: the dictionary of kTSKPinnedDomains, checked as TrustKit checks it.
package struct TrustKitConfiguration: Hashable, Sendable {
    /// kTSKPinnedDomains, in the order in which they were given.
    package let domains: [(name: String, domain: Domain)]
    /// kTSKIgnorePinningForUserDefinedTrustAnchors: anchors that the user installed do as they like; macOS only.
    package let ignorePinningForUserDefinedTrustAnchors: Bool

    /// The settings of one domain. What is nil was not given.
    package struct Domain: Hashable, Sendable {
        /// kTSKPublicKeyHashes: two at least, so that there is one in reserve.
        package var publicKeyHashes: [PublicKeyPin]
        /// kTSKEnforcePinning: whether a pin that is missing blocks the connection; YES unless given.
        package var enforcePinning = true
        /// kTSKIncludeSubdomains: NO unless given.
        package var includeSubdomains = false
        /// kTSKExcludeSubdomainFromParentPolicy: nothing is pinned here, whatever a parent's subdomains have.
        package var excludeSubdomainFromParentPolicy = false
        /// kTSKExpirationDate: the pins count until then, in seconds since 1970; for ever if nil.
        package var expirationDate: Int64?

        /// A domain with pins.
        package init(publicKeyHashes: [PublicKeyPin]) { self.publicKeyHashes = publicKeyHashes }

        /// A domain with pins in base 64, as they stand in Info.plist.
        ///
        /// - Throws: ``TrustKitConfiguration/Problem/notAPin(_:_:)``.
        package init(base64 hashes: [String]) throws(Problem) {
            publicKeyHashes = []
            for hash in hashes {
                do {
                    publicKeyHashes.append(try PublicKeyPin(base64: hash))
                } catch { throw .notAPin(hash, error) }
            }
        }

        /// A subdomain of a pinned domain that is not pinned itself.
        package static var excluded: Domain {
            var domain = Domain(publicKeyHashes: [])
            domain.excludeSubdomainFromParentPolicy = true
            return domain
        }
    }

    /// Why TrustKit raises an exception when it is initialised.
    package enum Problem: Error, Hashable, Sendable {
        /// No domain at all.
        case noDomains
        /// Fewer than two pins: without a spare one a lost key locks every installed app out.
        case tooFewPins(domain: String, count: Int)
        /// The text of a pin that is none.
        case notAPin(String, PublicKeyPin.Problem)
        /// includeSubdomains for a public suffix.
        case publicSuffix(domain: String)
        /// An excluded subdomain has other settings too.
        case exclusionWithOtherKeys(domain: String)
        /// An excluded subdomain has no parent whose pins it would have.
        case exclusionWithoutParent(domain: String)
        /// The same domain twice.
        case repeatedDomain(String)
    }

    /// Checks the settings.
    ///
    /// - Parameter suffixes: the domains whose subdomains cannot be pinned all at once.
    /// - Throws: ``Problem``.
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

    /// The domain whose settings count for a host: its own, or else the longest parent's that includes its subdomains.
    package func domain(for host: String) -> (name: String, domain: Domain)? {
        let name = PinnedDomain.mostSpecific(for: host, among: domains.map(\.name)) { name in
            domains.contains { $0.name == name && $0.domain.includeSubdomains }
        }
        return domains.first { $0.name == name }
    }

    /// Compares the domains in their order, and the setting that is for all of them.
    package static func == (a: TrustKitConfiguration, b: TrustKitConfiguration) -> Bool {
        a.ignorePinningForUserDefinedTrustAnchors == b.ignorePinningForUserDefinedTrustAnchors
            && a.domains.elementsEqual(b.domains) { $0 == $1 }
    }

    /// Hashes what `==` compares.
    package func hash(into hasher: inout Hasher) {
        for (name, domain) in domains {
            hasher.combine(name)
            hasher.combine(domain)
        }
        hasher.combine(ignorePinningForUserDefinedTrustAnchors)
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
        case .notAPin(let text, let why): "\"\(text)\" is no pin: \(why.description)"
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
