/// What a completed handshake has settled, without the secrets (after RFC 5246 section 6.1).
public struct SecurityParameters: Hashable, Sendable {
    /// The version that is spoken.
    public let version: ProtocolVersion
    /// The suite.
    public let suite: RegisteredSuite
    /// The name of the group of the key exchange: "ffdhe2048", "x25519"; nil for RSA key transport and for a resumed session,
    /// in which no keys are exchanged.
    public let group: String?
    /// What is spoken inside (RFC 7301); nil if that was not agreed.
    public let applicationProtocol: String?
    /// Whether an earlier session goes on.
    public let isResumed: Bool
    /// Whether the master secret is bound to its handshake (RFC 7627).
    public let extendedMasterSecret: Bool
    /// Whether the MAC covers the ciphertext (RFC 7366).
    public let encryptThenMAC: Bool
    /// The longest fragment agreed, if one was (RFC 6066 section 4).
    public let maximumFragment: MaximumFragment?
    /// The host the client asked for; nil if it named none.
    public let serverName: String?
    /// The peer; in a resumed session as the first handshake came to know it.
    public let peer: PeerIdentity
    /// Where the shared secret comes from that stands for a certificate in TLS 1.3; nil where there is none.
    public var psk: PSKKind?
    /// What has become of early data (RFC 8446 section 4.2.10).
    public var earlyData = EarlyDataOutcome.none
    /// The channel binding tls-unique: the first Finished of the handshake (RFC 5929 section 3); empty in TLS 1.3.
    public var tlsUnique: [UInt8] = []
    /// What the server has signed the handshake of TLS 1.3 with; nil where it showed no certificate, and in TLS 1.2.
    public var serverScheme: SignatureScheme?
    /// Whether the server has asked for a second hello (RFC 8446 section 4.1.4).
    public var wasRetried = false
}

extension SecurityParameters {
    /// What a handshake of TLS 1.3 has settled. The binding of the secrets to the handshake is always on there, and the MAC of CBC suites is
    /// gone.
    init(
        _ suite: TLS13.CipherSuite, group: NamedGroup?, applicationProtocol: String?, serverName: String?,
        psk: PSKKind? = nil, earlyData: EarlyDataOutcome = .none, peer: PeerIdentity
    ) {
        self.init(
            version: .tls13, suite: RegisteredSuite(suite.codePoint), group: group?.name,
            applicationProtocol: applicationProtocol, isResumed: psk == .resumption, extendedMasterSecret: true,
            encryptThenMAC: false, maximumFragment: nil, serverName: serverName, peer: peer, psk: psk,
            earlyData: earlyData)
    }
}
