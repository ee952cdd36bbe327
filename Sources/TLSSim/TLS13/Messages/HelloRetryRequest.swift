import Trace

/// HelloRetryRequest: "come again, with another group or with this cookie" (RFC 8446 section 4.1.4).
///
/// It has no message type of its own: it is a ServerHello with a fixed random. So it passes through devices that know only TLS 1.2.
extension ServerHello {
    /// SHA-256("HelloRetryRequest") (RFC 8446 section 4.1.3).
    public static let helloRetryRequestRandom: [UInt8] = [
        0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91, 0xc2, 0xa2,
        0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
    ]

    /// Whether it is a HelloRetryRequest.
    public var isHelloRetryRequest: Bool { random == Self.helloRetryRequestRandom }

    /// The version that supported_versions selects; nil where there is no such extension, as in every ServerHello of TLS 1.2.
    public var selectedVersion: ProtocolVersion? {
        for case .selectedVersion(let version) in extensions { return version }
        return nil
    }

    /// The version that the server has chosen: that of supported_versions, or else that of the field (RFC 8446 section 4.2.1).
    public var chosenVersion: ProtocolVersion { selectedVersion ?? version }

    /// The server's public value; nil without key_share.
    public var keyShare: KeyShareEntry? {
        for case .keyShare(let share) in extensions { return share }
        return nil
    }

    /// The group that a HelloRetryRequest asks for; nil if it asks for none.
    public var selectedGroup: NamedGroup? {
        for case .selectedGroup(let group) in extensions { return group }
        return nil
    }

    /// The index of the offered secret that the server takes; nil if it takes none.
    public var selectedIdentity: Int? {
        for case .selectedIdentity(let index) in extensions { return Int(index) }
        return nil
    }
}

extension HandshakeMessage {
    /// The name of the message in the RFC: as ``name``, but "HelloRetryRequest" for a ServerHello with the fixed random.
    public var nameInTLS13: String {
        guard type == .serverHello else { return name }
        // The random follows legacy_version, which has two octets.
        return Array(body.dropFirst(2).prefix(32)) == ServerHello.helloRetryRequestRandom ? "HelloRetryRequest" : name
    }
}
