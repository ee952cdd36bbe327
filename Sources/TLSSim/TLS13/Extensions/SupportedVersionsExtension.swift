import Trace

/// supported_versions: what decides the version, because the fields called version say 1.2 for ever (RFC 8446 section 4.2.1).
enum SupportedVersionsExtension {
    private static let rule = Citation.rfc(8446, "4.2.1")
    private static let version = "tls.handshake.extensions.supported_version"

    /// The client's list.
    static func code<C: Coder>(_ versions: inout [ProtocolVersion], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.extensions.supported_versions",
            .octets(1, allowed: 2...254, unit: 2, name: "tls.handshake.extensions.supported_versions_len"), cite: rule
        ) { list throws(C.Failure) in
            try list.codePoints(version, &versions, cite: rule)
        }
    }

    /// The server's choice.
    static func code<C: Coder>(selected: inout ProtocolVersion, with coder: inout C) throws(C.Failure) {
        try coder.codePoint(version, &selected, cite: rule)
    }
}
