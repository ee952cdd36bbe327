import Crypto

extension Identity {
    /// An identity from PEM texts, as servers keep them: the leaf and any intermediates, and the leaf's private key.
    ///
    /// - Parameters:
    ///   - certificates: the leaf first. Other kinds of PEM beside them are passed over.
    ///   - key: the key to the leaf.
    /// - Throws: ``TrustError``; ``TrustError/keyMismatch`` where the two do not belong together.
    public init(certificates: String, key: PrivateKey) throws(TrustError) {
        let chain = try CertificatePEM.decode(certificates)
        guard let first = chain.first else { throw .emptyChain }
        let leaf = try CertificateStructure(first)
        guard try leaf.certifiedKey() == key.publicKey else { throw .keyMismatch }
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
    /// The names of hosts in subjectAltName; none where it cannot be read.
    package var dnsNames: [String] {
        (meaning.subjectAlternativeNames?.value ?? []).compactMap {
            if case .dnsName(let name) = $0 { name } else { nil }
        }
    }
}
