/// The parameters of a connection whose handshake is complete, without the secrets (similar to RFC 5246 section 6.1).
public struct SecurityParameters: Hashable, Sendable {
    /// The version that is spoken.
    public let version: ProtocolVersion
    /// The suite.
    public let suite: RegisteredSuite
    /// The name of the group of the key exchange: "ffdhe2048", "x25519"; nil if there was no (EC)DHE exchange, as in RSA key transport and
    /// in a resumed session of TLS 1.2.
    public let group: String?
    /// The application protocol (RFC 7301); nil if none was agreed.
    public let applicationProtocol: String?
    /// Whether the handshake resumed an earlier session.
    public let isResumed: Bool
    /// Whether the secrets are bound to the whole handshake (RFC 7627); always so in TLS 1.3.
    public let extendedMasterSecret: Bool
    /// Whether the MAC of a CBC suite covers the ciphertext (RFC 7366).
    public let encryptThenMAC: Bool
    /// The agreed limit for the plaintext of records (RFC 6066 section 4); nil if none was agreed.
    public let maximumFragment: MaximumFragment?
    /// The host that the client asked for in server_name; nil if it did not send this extension.
    public let serverName: String?
    /// The identity of the peer. In a resumed session it is that of the first handshake.
    public let peer: PeerIdentity
    /// The kind of the pre-shared key of TLS 1.3, which replaces a certificate; nil if none was used.
    public var psk: PSKKind?
    /// Whether early data was offered, accepted or rejected (RFC 8446 section 4.2.10).
    public var earlyData = EarlyDataOutcome.none
    /// The channel binding tls-unique: the first Finished of the handshake (RFC 5929 section 3); empty in TLS 1.3.
    public var tlsUnique: [UInt8] = []
    /// The scheme of the server's signature in TLS 1.3; nil if the server showed no certificate, and in TLS 1.2.
    public var serverScheme: SignatureScheme?
    /// Whether the server sent a HelloRetryRequest (RFC 8446 section 4.1.4).
    public var wasRetried = false
}

extension SecurityParameters {
    /// The parameters of a connection of TLS 1.3. Its secrets are always bound to the handshake, and it has no CBC suites.
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
