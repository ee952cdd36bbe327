/// The possible issuers of each certificate of a pool, and how far each certificate is from an anchor.
///
/// Nothing is verified here. With the distances a search takes the shortest ways to the anchors first, does not enter ways that
/// reach no anchor, and is not misled by certificates that only issue each other.
struct IssuerGraph {
    private let pool: CertificatePool
    /// Whether the certificate at a place may stand in a path above the leaf.
    private let isUsable: (Int) -> Bool
    /// Whether an issuer must have the key identifier that authorityKeyIdentifier of the certificate names.
    private let needsIdentifiers: Bool
    /// The places of the possible issuers of each certificate.
    private var lists: [Key: [Int]] = [:]
    /// The number of issuers from the certificate at a place up to the nearest anchor. A certificate without a number cannot
    /// reach an anchor.
    private(set) var distances: [Int: Int] = [:]
    /// The number of pairs of certificate and possible issuer.
    private(set) var edgeCount = 0

    /// The issuer that a certificate names. Certificates with the same key have the same possible issuers.
    private struct Key: Hashable {
        let issuer: ComparableName
        let identifier: [UInt8]?
    }

    /// The graph of a pool.
    ///
    /// - Parameter broken: pairs of certificate and issuer whose signature does not verify. They are left out of the distances.
    init(
        _ pool: CertificatePool, needsIdentifiers: Bool, broken: Set<PathSearch.Edge>, isUsable: @escaping (Int) -> Bool
    ) {
        self.pool = pool
        self.isUsable = isUsable
        self.needsIdentifiers = needsIdentifiers
        measure(without: broken)
    }

    /// The places of the possible issuers of a certificate, nearest to an anchor first.
    func issuers(of place: Int) -> [Int] { lists[key(of: place)] ?? [] }

    private func key(of place: Int) -> Key {
        let structure = pool.items[place].structure
        return Key(
            issuer: structure.comparableIssuer,
            identifier: needsIdentifiers ? structure.meaning.authorityKeyIdentifier?.value?.keyIdentifier : nil)
    }

    private func list(_ key: Key, as place: Int) -> [Int] {
        pool.issuers(of: pool.items[place]).filter { issuer in
            if let wanted = key.identifier, let own = pool.items[issuer].structure.meaning.subjectKeyIdentifier?.value,
                wanted != own
            {
                return false
            }
            return isUsable(issuer)
        }
    }

    /// Finds the possible issuers from the leaf upwards, then the distances from the anchors downwards.
    private mutating func measure(without broken: Set<PathSearch.Edge>) {
        var issued: [Int: [Int]] = [:]
        var known: Set<Int> = [0]
        var queue = [0]
        var reached: [Int] = []
        while let place = queue.popLast() {
            let key = key(of: place)
            let list = lists[key] ?? list(key, as: place)
            lists[key] = list
            edgeCount += list.count
            for issuer in list where !broken.contains(PathSearch.Edge(subject: place, issuer: issuer)) {
                issued[issuer, default: []].append(place)
                guard known.insert(issuer).inserted else { continue }
                if pool.items[issuer].isAnchor { reached.append(issuer) } else { queue.append(issuer) }
            }
        }
        for anchor in reached { distances[anchor] = 0 }
        var frontier = reached
        var distance = 0
        while !frontier.isEmpty {
            distance += 1
            var next: [Int] = []
            for place in frontier {
                for subject in issued[place] ?? [] where distances[subject] == nil {
                    distances[subject] = distance
                    next.append(subject)
                }
            }
            frontier = next
        }
        for (key, list) in lists {
            lists[key] = list.sorted { (distances[$0] ?? .max, $0) < (distances[$1] ?? .max, $1) }
        }
    }
}
