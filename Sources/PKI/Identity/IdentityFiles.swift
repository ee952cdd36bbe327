import Crypto

extension Identity {
    /// An identity from certificates in DER, the leaf first, and the leaf's private key.
    ///
    /// - Throws: ``TrustError``; ``TrustError/leafNotFirst(place:)`` or ``TrustError/keyMismatch`` where the key is not the first one's.
    public init(chain: [[UInt8]], key: PrivateKey) throws(TrustError) {
        guard let first = chain.first else { throw .emptyChain }
        let leaf = try CertificateStructure(first)
        guard try leaf.certifiedKey() == key.publicKey else {
            let place = chain.firstIndex { (try? CertificateStructure($0).certifiedKey()) == key.publicKey }
            throw place.map { .leafNotFirst(place: $0 + 1) } ?? .keyMismatch
        }
        self.init(chain: chain, privateKey: key, hostNames: leaf.dnsNames)
    }

    /// Whether the leaf lets its key sign handshakes: keyUsage has digitalSignature, or is not there (RFC 5246 section 7.4.2).
    public var allowsSignatures: Bool { usage?.contains(.digitalSignature) ?? true }

    /// Whether the leaf lets its key be encrypted to: keyUsage has keyEncipherment, or is not there.
    public var allowsKeyEncipherment: Bool { usage?.contains(.keyEncipherment) ?? true }

    private var usage: KeyUsage? {
        guard let first = chain.first, let leaf = try? CertificateStructure(first) else { return nil }
        return leaf.meaning.keyUsage?.value
    }
}

extension CertificateStructure {
    /// The host names in subjectAltName; empty where it cannot be read.
    package var dnsNames: [String] {
        (meaning.subjectAlternativeNames?.value ?? []).compactMap {
            if case .dnsName(let name) = $0 { name } else { nil }
        }
    }
}
