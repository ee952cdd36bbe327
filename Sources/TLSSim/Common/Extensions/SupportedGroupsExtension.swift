import Trace

/// supported_groups: the groups that the sender supports, preferred first (RFC 8422 section 5.1.1, RFC 7919 section 2).
enum SupportedGroupsExtension {
    private static let rule = Citation.rfc(8422, "5.1.1")

    static func code<C: Coder>(_ groups: inout [NamedGroup], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.extensions_supported_groups", .octets(2, allowed: 2...65_534, unit: 2), cite: rule
        ) { list throws(C.Failure) in
            try list.codePoints("tls.handshake.extensions_supported_group", &groups, cite: rule)
        }
    }
}
