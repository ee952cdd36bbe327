/// What the two sides have settled so far, for whoever wants to tell a user about it.
public struct Agreement: Hashable, Sendable {
    /// The version; there is only one here.
    public let version = ProtocolVersion.tls12
    /// The cipher suite; nil before the ServerHello.
    public internal(set) var suite: CipherSuite?
    /// The name of the group or curve of the key exchange; nil with RSA key transport, and before it is settled.
    public internal(set) var group: String?
    /// Whether the master secret depends on the whole handshake (RFC 7627).
    public internal(set) var extendedMasterSecret = false
    /// Whether the MAC of a CBC suite covers the ciphertext (RFC 7366).
    public internal(set) var encryptThenMAC = false

    /// Takes what a ServerHello settles.
    mutating func settle(_ suite: CipherSuite, _ answers: [HelloExtension]) {
        self.suite = suite
        extendedMasterSecret = answers.contains(.extendedMasterSecret)
        encryptThenMAC = answers.contains(.encryptThenMAC)
    }
}
