import Crypto

/// The proof of a server's or a client's identity: a chain of certificates, and the private key of the first.
public struct Identity: Hashable, Sendable {
    /// Certificates in DER: the leaf, then its issuer, and so on. The root is left out: a peer that trusts it has it already (RFC
    /// 5246 section 7.4.2).
    public let chain: [[UInt8]]
    /// The private key of the leaf.
    public let privateKey: PrivateKey
    /// The host names that the leaf is for; empty for a client.
    public let hostNames: [String]

    /// An identity from its parts. Nothing checks that the key belongs to the chain: the key of an impostor does not.
    public init(chain: [[UInt8]], privateKey: PrivateKey, hostNames: [String] = []) {
        self.chain = chain
        self.privateKey = privateKey
        self.hostNames = hostNames
    }

    /// Whether `name` is one of the host names, or fits one with a wildcard (RFC 9525 section 6.3).
    public func isFor(_ name: String) -> Bool {
        guard case .dns(let labels)? = HostName(name) else { return false }
        return hostNames.contains { HostName.dnsName($0, fits: labels) }
    }
}
