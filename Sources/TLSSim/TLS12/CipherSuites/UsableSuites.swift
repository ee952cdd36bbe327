import PKI

extension CipherSuite {
    /// Whether a server with this identity can use the suite: the algorithm of the certified key and the keyUsage of the certificate must
    /// fit the key exchange (RFC 5246 section 7.4.2).
    public func isUsable(with identity: Identity) -> Bool {
        let isRSA = identity.privateKey.rsa != nil
        return switch keyExchange {
        case .rsa: isRSA && identity.allowsKeyEncipherment
        case .dheRSA, .ecdheRSA: isRSA && identity.allowsSignatures
        case .dhAnon: true
        case .ecdheECDSA: !isRSA && identity.allowsSignatures
        }
    }
}
