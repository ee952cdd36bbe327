import PKI

/// NSPinnedDomains in Info.plist (iOS 14): pins that the system compares, without code in the app.
///
/// A domain's pins are of authorities (NSPinnedCAIdentities) or of leaves (NSPinnedLeafIdentities), each the SHA-256 of a
/// SubjectPublicKeyInfo in base 64 under the key SPKI-SHA256-BASE64. If a list is given, the built chain must contain one of its
/// keys in that place. If both lists are given, both must fit.
package struct NSPinnedDomains: Hashable, Sendable {
    /// The domains, in the order in which they were given.
    package let domains: [Domain]

    /// One domain's entry.
    package struct Domain: Hashable, Sendable {
        /// The domain: a name in lower case, without a port and without a dot at its end. It is not an address.
        package let name: String
        /// NSIncludesSubdomains; NO where the key is absent.
        package var includesSubdomains = false
        /// NSPinnedCAIdentities: keys of intermediates or roots. Empty where the key is absent.
        package var pinnedCAIdentities: [PublicKeyPin]
        /// NSPinnedLeafIdentities: keys of servers. Empty where the key is absent.
        package var pinnedLeafIdentities: [PublicKeyPin]

        /// An entry.
        package init(
            _ name: String, pinnedCAIdentities: [PublicKeyPin] = [], pinnedLeafIdentities: [PublicKeyPin] = []
        ) {
            self.name = name
            self.pinnedCAIdentities = pinnedCAIdentities
            self.pinnedLeafIdentities = pinnedLeafIdentities
        }
    }

    /// Why an entry would not have the effect that its author intends.
    package enum Problem: Error, Hashable, Sendable {
        /// The name does not have the form in which the system compares domains.
        case notADomain(String)
        /// The entry has neither kind of pin.
        case noIdentities(domain: String)
    }

    /// Checks the entries.
    ///
    /// - Throws: ``Problem`` for the first entry that would have no effect.
    package init(_ domains: [Domain]) throws(Problem) {
        for domain in domains {
            guard case .dns? = HostName(domain.name), PinnedDomain.normalized(domain.name) == domain.name else {
                throw .notADomain(domain.name)
            }
            if domain.pinnedCAIdentities.isEmpty, domain.pinnedLeafIdentities.isEmpty {
                throw .noIdentities(domain: domain.name)
            }
        }
        self.domains = domains
    }

    /// The entry that counts for a host. Nil if no entry does.
    package func domain(for host: String) -> Domain? {
        PinnedDomain.mostSpecific(for: host, among: domains, named: \.name, includesSubdomains: \.includesSubdomains)
    }
}

extension NSPinnedDomains.Problem: CustomStringConvertible {
    /// The error in a sentence.
    package var description: String {
        switch self {
        case .notADomain(let name):
            "\"\(name)\" is not a domain of the form that Info.plist needs: lower case, no port, no address, no dot at the end"
        case .noIdentities(let domain): "\(domain) has neither NSPinnedCAIdentities nor NSPinnedLeafIdentities"
        }
    }
}

extension NSPinnedDomains: TrustPolicyModel {
    /// The name of the key in Info.plist.
    package var name: String { "NSPinnedDomains" }

    /// Evaluates as the system does, and then compares the chain with the pins of the host's domain. The pins of authorities are
    /// compared with every certificate except the leaf, the pins of leaves with the leaf. If both lists exist, both must match.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        let evaluation = attempt.serverTrust.evaluate(at: attempt.time)
        var steps = evaluation.decision.steps
        func decision(_ accepts: Bool) -> TrustDecision {
            TrustDecision(accepts: accepts, steps: steps, result: evaluation.result)
        }
        guard evaluation.result.isSuccess else { return decision(false) }
        let host = attempt.host ?? ""
        guard let domain = domain(for: host) else {
            steps.append(TrustStep(.isDomainPinned, answer: false, because: .domainNotConfigured(host: host)))
            return decision(true)
        }
        steps.append(
            TrustStep(.isDomainPinned, answer: true, because: .domainConfigured(host: host, by: domain.name)))
        let chain = evaluation.certificateChain
        let lists: [(PolicyQuestion, pins: [PublicKeyPin], in: ArraySlice<[UInt8]>)] = [
            (.isAuthorityPinned, domain.pinnedCAIdentities, chain.dropFirst()),
            (.isLeafPinned, domain.pinnedLeafIdentities, chain.prefix(1)),
        ]
        for (question, pins, certificates) in lists where !pins.isEmpty {
            let match = PinMatch(certificates, pins: pins)
            steps.append(TrustStep(question, answer: match.isFound, because: match.reason))
            guard match.isFound else { return decision(false) }
        }
        return decision(true)
    }
}
