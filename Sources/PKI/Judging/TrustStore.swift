/// The authorities that are trusted: a decision of the relying party, not a result of a computation.
public struct TrustStore: Hashable, Sendable {
    /// The certificates of the authorities in DER, without repetitions.
    public let anchors: [[UInt8]]
    /// On whose word each of them is trusted; nil where that is not said.
    public let kinds: [AnchorKind?]

    /// Trusts these certificates, and nothing else. That they can be read is seen when they are needed.
    ///
    /// - Parameter kind: on whose word; nil where no rule depends on it.
    public init(anchors: [[UInt8]], kind: AnchorKind? = nil) {
        self.init(anchors.map { ($0, kind) })
    }

    /// Of several kinds of one certificate the first counts.
    private init(_ all: [(anchor: [UInt8], kind: AnchorKind?)]) {
        var seen: Set<[UInt8]> = []
        let different = all.filter { seen.insert($0.anchor).inserted }
        anchors = different.map(\.anchor)
        kinds = different.map(\.kind)
    }

    /// The same store, which also trusts these, on another word. What it trusts already stays of its kind.
    public func adding(_ others: [[UInt8]], kind: AnchorKind) -> TrustStore {
        TrustStore(Array(zip(anchors, kinds)) + others.map { ($0, kind) })
    }

    /// On whose word a certificate is trusted; nil where it is not, and where that is not said.
    public func kind(of anchor: [UInt8]) -> AnchorKind? { anchors.firstIndex(of: anchor).flatMap { kinds[$0] } }

    /// The same authorities, all of one kind.
    public func trusted(on kind: AnchorKind) -> TrustStore { TrustStore(anchors: anchors, kind: kind) }

    /// Trusts the certificates in a PEM text.
    ///
    /// - Throws: ``TrustError/malformedPEM(_:)``, or ``TrustError/malformedCertificate(_:)`` for one that cannot be read: an
    ///   anchor that would silently not count is a surprise for later.
    public init(pem text: String) throws(TrustError) {
        try self.init(readable: try CertificatePEM.decode(text))
    }

    /// Trusts these certificates, each of which must be readable.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` for the first that is not.
    public init(readable anchors: [[UInt8]]) throws(TrustError) {
        for anchor in anchors { _ = try CertificateStructure(anchor) }
        self.init(anchors: anchors)
    }
}
