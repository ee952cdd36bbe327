import Trace

/// The certificates among which a path is searched, each once, and the findings about reading them.
struct CertificatePool {
    /// A certificate of the pool.
    struct Item {
        let structure: CertificateStructure
        /// The number of the certificate, as in ``CheckResult/subject``.
        let index: Int
        let isAnchor: Bool
        /// The kind of the anchor; nil for an anchor whose kind is not known, and for a certificate that is no anchor.
        let anchorKind: AnchorKind?
        /// Whether the certificate is part of the chain. The order of the chain is checked.
        let isSent: Bool
    }

    /// The leaf, then the other certificates that were sent, then the anchors.
    private(set) var items: [Item] = []
    /// The findings about reading them.
    private(set) var findings: [CheckResult] = []
    /// The places in ``items`` of the certificates, by the name of their subject.
    private var places: [ComparableName: [Int]] = [:]
    /// The places in ``items`` of the certificates, by their octets.
    private var known = OctetIndex()
    /// Whether the leaf can be read.
    private(set) var hasLeaf = false

    /// The largest number of certificates that are read, anchors not counted.
    static let largest = 1024
    /// The largest number of certificates that a chain may have. Real chains have two to four, and some servers send a few that no path
    /// needs.
    static let longestChain = 50

    /// A certificate for the pool: octets, which the pool reads, or a certificate that has been read already.
    enum Source {
        case octets([UInt8])
        case read(ReadCertificate)

        var der: [UInt8] {
            switch self {
            case .octets(let der): der
            case .read(let certificate): certificate.der
            }
        }

        var structure: CertificateStructure {
            get throws(TrustError) {
                switch self {
                case .octets(let der): try CertificateStructure(der)
                case .read(let certificate): certificate.structure
                }
            }
        }
    }

    /// Reads certificates.
    ///
    /// - Parameters:
    ///   - chain: the certificates as they were sent in a handshake, the leaf first. A certificate that cannot be read is a
    ///     reason to refuse the chain.
    ///   - extra: further certificates that may be part of a path, from any source. A certificate that cannot be read is only noted.
    ///   - anchors: the trusted certificates, already read.
    init(chain: [Source], extra: [Source], anchors: Anchors) {
        let cite = Citation.rfc(5246, "7.4.2")
        guard !chain.isEmpty else {
            let statement = Statement.reading(.emptyChain)
            findings.append(.failed(.certificate, of: 0, as: .chain, statement, cite: cite, refusal: .badCertificate))
            return
        }
        if chain.count > CertificatePool.longestChain {
            let statement = Statement.reading(.tooMany(count: chain.count, limit: CertificatePool.longestChain))
            findings.append(.failed(.chainLength, of: 0, as: .chain, statement, cite: cite, refusal: .badCertificate))
        }
        for (index, source) in chain.prefix(CertificatePool.longestChain).enumerated() {
            guard read(source, index: index, anchors, isSent: true) || index > 0 else { return }
        }
        hasLeaf = true
        for (offset, source) in extra.enumerated() where items.count < CertificatePool.largest {
            _ = read(source, index: chain.count + offset, anchors, isSent: false)
        }
        let count = chain.count + extra.count
        for (anchor, kind) in zip(anchors.structures, anchors.kinds) where place(of: anchor.der) == nil {
            add(Item(structure: anchor, index: count, isAnchor: true, anchorKind: kind, isSent: false))
        }
    }

    /// The places of the certificates whose subject has the name of this one's issuer.
    func issuers(of item: Item) -> [Int] {
        places[item.structure.comparableIssuer] ?? []
    }

    private mutating func add(_ item: Item) {
        known.insert(items.count, for: item.structure.der)
        places[item.structure.comparableSubject, default: []].append(items.count)
        items.append(item)
    }

    /// The place in ``items`` of a certificate that was added already; nil for another certificate.
    private func place(of der: [UInt8]) -> Int? {
        known.candidates(for: der).first { items[$0].structure.der == der }
    }

    /// Adds a certificate, if it can be read and was not added before, and the finding about it.
    ///
    /// - Returns: whether the certificate can be read.
    private mutating func read(_ source: Source, index: Int, _ anchors: Anchors, isSent: Bool) -> Bool {
        let cite = Citation.rfc(5280, "4.1")
        let der = source.der
        if let first = place(of: der) {
            if isSent {
                let statement = Statement.reading(.repeated(of: items[first].index))
                findings.append(.passed(.certificate, of: index, as: .extra, statement, cite: cite))
            }
            return true
        }
        do throws(TrustError) {
            let structure = try source.structure
            let anchor = anchors.place(of: der)
            add(
                Item(
                    structure: structure, index: index, isAnchor: anchor != nil,
                    anchorKind: anchor.flatMap { anchors.kinds[$0] }, isSent: isSent))
            guard isSent else { return true }
            let role: CheckResult.Role = index == 0 ? .leaf : .authority(structure)
            findings.append(
                .passed(.certificate, of: index, as: role, .reading(.readable(subject: structure.label)), cite: cite))
            return true
        } catch {
            let part = if case .malformedCertificate(let part) = error { part } else { "\(error)" }
            let role: CheckResult.Role = index == 0 ? .leaf : .extra
            let statement = Statement.reading(.unreadable(part))
            findings.append(
                isSent
                    ? .failed(.certificate, of: index, as: role, statement, cite: cite, refusal: .badCertificate)
                    : .noted(.certificate, of: index, as: role, statement, cite: cite))
            return false
        }
    }
}

/// The certificates of a trust store, read once for all questions.
struct Anchors: Sendable {
    /// The anchors that can be read. An anchor that cannot be read verifies nothing.
    let structures: [CertificateStructure]
    /// The kind of each anchor in ``structures``; nil for an anchor whose kind is not known.
    let kinds: [AnchorKind?]
    private let places: OctetIndex

    init(_ store: TrustStore) {
        let read = zip(store.anchors, store.kinds).compactMap { anchor, kind in
            (try? CertificateStructure(anchor)).map { ($0, kind) }
        }
        structures = read.map(\.0)
        kinds = read.map(\.1)
        var places = OctetIndex()
        for (place, structure) in structures.enumerated() { places.insert(place, for: structure.der) }
        self.places = places
    }

    /// The place of a certificate among the anchors; nil for a certificate that is no anchor.
    func place(of der: [UInt8]) -> Int? {
        places.candidates(for: der).first { structures[$0].der == der }
    }
}
