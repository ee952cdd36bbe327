import Trace

/// supported_versions: this extension decides the version. The fields called version always say TLS 1.2 (RFC 8446 section 4.2.1).
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

    /// The version that the server has chosen.
    static func code<C: Coder>(selected: inout ProtocolVersion, with coder: inout C) throws(C.Failure) {
        try coder.codePoint(version, &selected, cite: rule)
    }
}
