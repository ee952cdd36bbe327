import Crypto

extension Identity {
    /// An identity from certificates in DER, the leaf first, and the leaf's private key.
    ///
    /// - Throws: ``TrustError/emptyChain``; ``TrustError/malformedCertificate(_:)`` or ``TrustError/unsupportedKey(_:)`` for the
    ///   first certificate; ``TrustError/leafNotFirst(place:)`` if the key belongs to another certificate of the chain, and
    ///   ``TrustError/keyMismatch`` if it belongs to none.
    public init(chain: [[UInt8]], key: PrivateKey) throws(TrustError) {
        guard let first = chain.first else { throw .emptyChain }
        let leaf = try CertificateStructure(first)
        guard try leaf.certifiedKey() == key.publicKey else {
            let place = chain.firstIndex { (try? CertificateStructure($0).certifiedKey()) == key.publicKey }
            throw place.map { .leafNotFirst(place: $0 + 1) } ?? .keyMismatch
        }
        self.init(chain: chain, privateKey: key, hostNames: leaf.dnsNames)
    }

    /// Whether the leaf's key may sign handshakes: keyUsage lists digitalSignature, or the leaf has no keyUsage (RFC 5246 section
    /// 7.4.2).
    public var allowsSignatures: Bool { leaf?.allowsSignatures ?? true }

    /// Whether a premaster secret may be encrypted with the leaf's key: keyUsage lists keyEncipherment, or the leaf has no
    /// keyUsage (RFC 5246 section 7.4.2).
    public var allowsKeyEncipherment: Bool { leaf?.allowsKeyEncipherment ?? true }

    private var leaf: CertificateStructure? { chain.first.flatMap { try? CertificateStructure($0) } }
}

extension CertificateStructure {
    /// Whether keyUsage lists digitalSignature, is missing, or cannot be read.
    var allowsSignatures: Bool { meaning.keyUsage?.value?.contains(.digitalSignature) ?? true }
    /// Whether keyUsage lists keyEncipherment, is missing, or cannot be read.
    var allowsKeyEncipherment: Bool { meaning.keyUsage?.value?.contains(.keyEncipherment) ?? true }

    /// The DNS names in subjectAltName; empty if the extension is missing or cannot be read.
    package var dnsNames: [String] {
        (meaning.subjectAlternativeNames?.value ?? []).compactMap {
            if case .dnsName(let name) = $0 { name } else { nil }
        }
    }
}
