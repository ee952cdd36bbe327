import Crypto

/// The proof of a server's or a client's identity: a chain of certificates, and the private key of the first.
public struct Identity: Hashable, Sendable {
    /// Certificates in DER, the leaf first, then its issuer, and so on. The root is not among them: a peer that trusts it has
    /// it (RFC 5246 section 7.4.2).
    public let chain: [[UInt8]]
    /// The key to the leaf.
    public let privateKey: PrivateKey
    /// The host names that the leaf is for; empty for a client.
    public let hostNames: [String]

    /// An identity from its parts. That they belong together is not checked: an impostor's do not.
    public init(chain: [[UInt8]], privateKey: PrivateKey, hostNames: [String] = []) {
        self.chain = chain
        self.privateKey = privateKey
        self.hostNames = hostNames
    }

    /// Whether the identity may be used under `name`: it is one of its host names, or fits one with a wildcard.
    public func isFor(_ name: String) -> Bool {
        guard case .dns(let labels)? = HostName(name) else { return false }
        return hostNames.contains { HostName.dnsName($0, fits: labels) }
    }
}
