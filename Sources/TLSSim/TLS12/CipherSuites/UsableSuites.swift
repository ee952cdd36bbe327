import PKI

extension CipherSuite {
    /// Whether a server with this identity can agree on the suite: the kind of the certified key, and the use that the
    /// certificate allows of it, must fit (RFC 5246 section 7.4.2).
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
