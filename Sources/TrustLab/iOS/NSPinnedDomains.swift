import PKI

/// NSPinnedDomains in Info.plist (iOS 14 and later): pins that the system compares, without code in the app.
///
/// The rules are those of Apple's published source (SecPolicy.c and the checks of trustd), and of its tests. A pin is the SHA-256 of a
/// SubjectPublicKeyInfo in base 64 under the key SPKI-SHA256-BASE64. NSPinnedLeafIdentities are compared with the leaf, and
/// NSPinnedCAIdentities with all other certificates of the chain as it was built. A list that is there counts, whatever its value is: a list
/// without a readable pin fits no chain. If both lists are there, both must fit.
package struct NSPinnedDomains: Hashable, Sendable {
    /// The domains, in the order in which they were given.
    package let domains: [Domain]

    /// One domain's entry.
    package struct Domain: Hashable, Sendable {
        /// The key of the entry as it is written: a name, or an address as text.
        package let name: String
        /// NSIncludesSubdomains: whether it is there as the Boolean true. Another value, such as the number 1, counts as absent.
        package var includesSubdomains = false
        /// NSPinnedCAIdentities: keys of intermediates or roots. Nil where the key is absent.
        package var pinnedCAIdentities: [PublicKeyPin]?
        /// NSPinnedLeafIdentities: keys of servers. Nil where the key is absent.
        package var pinnedLeafIdentities: [PublicKeyPin]?

        /// An entry.
        package init(
            _ name: String, pinnedCAIdentities: [PublicKeyPin]? = nil, pinnedLeafIdentities: [PublicKeyPin]? = nil
        ) {
            self.name = name
            self.pinnedCAIdentities = pinnedCAIdentities
            self.pinnedLeafIdentities = pinnedLeafIdentities
        }
    }

    /// What is pinned for one host: the lists of all entries that count for it together.
    package struct Pinned: Hashable, Sendable {
        /// The names of the entries, as they are written.
        package let entries: [String]
        /// The pinned keys of authorities. Nil if no entry has such a list.
        package let authorities: [PublicKeyPin]?
        /// The pinned keys of leaves. Nil if no entry has such a list.
        package let leaves: [PublicKeyPin]?

        /// The pins of both kinds.
        package var all: [PublicKeyPin] { (authorities ?? []) + (leaves ?? []) }

        func pins(of kind: PinnedKind) -> [PublicKeyPin] {
            switch kind {
            case .authorities: authorities ?? []
            case .leaves: leaves ?? []
            }
        }
    }

    /// The entries.
    package init(_ domains: [Domain]) { self.domains = domains }

    /// What is pinned for a host. Nil if nothing is: no entry counts for the host, or none of those that count has a list.
    ///
    /// An entry counts for the host of its name, in capitals or not. With NSIncludesSubdomains it counts also for a host with one label
    /// before that name, and not for a host with more. A dot at the end of the host is left out; one at the end of an entry's name is not.
    package func pinned(for host: String) -> Pinned? {
        let host = PinnedDomain.normalized(host)
        let parent = PinnedDomain.parent(of: host)
        let fitting = domains.filter { domain in
            let name = domain.name.lowercased()
            let isPinned = domain.pinnedCAIdentities != nil || domain.pinnedLeafIdentities != nil
            return isPinned && (name == host || domain.includesSubdomains && name == parent)
        }
        guard !fitting.isEmpty else { return nil }
        func union(_ lists: [[PublicKeyPin]]) -> [PublicKeyPin]? { lists.isEmpty ? nil : lists.flatMap { $0 } }
        return Pinned(
            entries: fitting.map(\.name), authorities: union(fitting.compactMap(\.pinnedCAIdentities)),
            leaves: union(fitting.compactMap(\.pinnedLeafIdentities)))
    }
}

extension NSPinnedDomains: TrustPolicyModel {
    /// The name of the key in Info.plist.
    package var name: String { "NSPinnedDomains" }

    /// The code with which SecTrust refuses a chain whose keys are not pinned. The failure is a recoverable one.
    package static let failureCode = -9886

    /// Evaluates as the system does, and then compares the chain with the pins. Pins never make a chain trusted. No kind of anchor is
    /// excused from them.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        let evaluation = attempt.serverTrust.evaluate(at: attempt.time)
        return evaluation.decision.and { compare(evaluation, for: attempt.host ?? "") }
    }

    /// The comparison of a path with what is pinned for the host: first the list of the authorities, then that of the leaf.
    private func compare(_ evaluation: SecTrust.Evaluation, for host: String) -> TrustDecision {
        guard let pinned = pinned(for: host) else {
            return .noted(TrustStep(.isDomainPinned, answer: false, because: .domainNotConfigured(host: host)))
        }
        let counted = TrustStep(.isDomainPinned, answer: true, because: .entriesCount(host: host, pinned.entries))
        let chain = evaluation.certificateChain
        let lists: [(PolicyQuestion, PinnedKind, pins: [PublicKeyPin]?, in: ArraySlice<[UInt8]>)] = [
            (.isAuthorityPinned, .authorities, pinned.authorities, chain.dropFirst()),
            (.isLeafPinned, .leaves, pinned.leaves, chain.prefix(1)),
        ]
        return lists.reduce(.noted(counted)) { decision, list in
            guard let pins = list.pins else { return decision }
            return decision.and {
                let match = PinMatch(list.in, pins: pins)
                return evaluation.comparison(
                    list.0, isFound: match.isFound,
                    because: match.isFound
                        ? match.reason : .noneOfList(list.1, compared: list.in.count, pins: pins.count),
                    mayFitAbove: list.1 == .authorities && !pins.isEmpty, result: .recoverableTrustFailure)
            }
        }
    }
}

/// A list of NSPinnedDomains. The raw value is its key.
package enum PinnedKind: String, Hashable, Sendable {
    /// Keys that are compared with every certificate but the leaf.
    case authorities = "NSPinnedCAIdentities"
    /// Keys that are compared with the leaf.
    case leaves = "NSPinnedLeafIdentities"

    /// The other list.
    var other: PinnedKind { self == .leaves ? .authorities : .leaves }

    /// The certificates with which the keys are compared, in words.
    var compared: String {
        switch self {
        case .authorities: "the certificates above the leaf"
        case .leaves: "the leaf"
        }
    }

    /// The same in Chinese.
    var chineseCompared: String {
        switch self {
        case .authorities: "叶子证书之上的证书"
        case .leaves: "叶子证书"
        }
    }
}
