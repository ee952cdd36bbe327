/// The trusted authorities. The relying party decides whom it trusts; no computation does.
public struct TrustStore: Hashable, Sendable {
    /// The certificates of the authorities in DER, without repetitions.
    public let anchors: [[UInt8]]
    /// The kind of each anchor, in the same order; nil for an anchor whose kind is not known.
    public let kinds: [AnchorKind?]

    /// A store of these anchors. They are not read here, and an anchor that cannot be read verifies nothing later.
    ///
    /// - Parameter kind: the kind of all these anchors; nil if no rule depends on it.
    public init(anchors: [[UInt8]], kind: AnchorKind? = nil) {
        self.init(anchors.map { ($0, kind) })
    }

    /// If a certificate is there twice, its first kind counts.
    private init(_ all: [(anchor: [UInt8], kind: AnchorKind?)]) {
        var seen: Set<[UInt8]> = []
        let different = all.filter { seen.insert($0.anchor).inserted }
        anchors = different.map(\.anchor)
        kinds = different.map(\.kind)
    }

    /// The store with further anchors of `kind`. An anchor that is in the store already keeps its kind.
    public func adding(_ others: [[UInt8]], kind: AnchorKind) -> TrustStore {
        TrustStore(Array(zip(anchors, kinds)) + others.map { ($0, kind) })
    }

    /// The kind of an anchor; nil for a certificate that is no anchor, and for an anchor whose kind is not known.
    public func kind(of anchor: [UInt8]) -> AnchorKind? { anchors.firstIndex(of: anchor).flatMap { kinds[$0] } }

    /// The same anchors, all of `kind`.
    public func trusted(on kind: AnchorKind) -> TrustStore { TrustStore(anchors: anchors, kind: kind) }

    /// A store of the certificates in a PEM text.
    ///
    /// - Throws: ``TrustError/malformedPEM(_:)``; ``TrustError/malformedCertificate(_:)`` for the first certificate that cannot
    ///   be read. Otherwise that anchor would be missing later, and nothing would say why.
    public init(pem text: String) throws(TrustError) {
        try self.init(readable: try CertificatePEM.decode(text))
    }

    /// A store of these certificates, each of which must be readable.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` for the first certificate that cannot be read.
    public init(readable anchors: [[UInt8]]) throws(TrustError) {
        for anchor in anchors { _ = try CertificateStructure(anchor) }
        self.init(anchors: anchors)
    }
}
