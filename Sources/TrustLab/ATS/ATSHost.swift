import PKI

/// A host by the kind of its name, as it is written. App Transport Security decides by the kind.
package enum ATSHost: Hashable, Sendable {
    /// A name of DNS with at least two labels, or with a dot at its end.
    case name(String)
    /// An IPv4 or IPv6 address.
    case address(String)
    /// A name of one label without a dot, such as "printer".
    case unqualified(String)
    /// A name under .local, which multicast DNS resolves (RFC 6762).
    case dotLocal(String)

    /// The host in `text`, a name or an address without brackets. Nil for any other text.
    package init?(_ text: String) {
        switch HostName(text) {
        case nil: return nil
        case .address: self = .address(text)
        case .dns(let labels):
            if labels.count == 1, !text.hasSuffix(".") {
                self = .unqualified(text)
            } else if labels.count > 1, labels.last == "local" {
                self = .dotLocal(text)
            } else {
                self = .name(text)
            }
        }
    }

    /// The name or address as it is written.
    package var written: String {
        switch self {
        case .name(let text), .address(let text), .unqualified(let text), .dotLocal(let text): text
        }
    }

    /// The name or address in lower case, as an entry of NSExceptionDomains has to name it. A dot at the end stays.
    package var key: String { written.lowercased() }

    /// The name or address in lower case and without a dot at its end, as certificates and server_name have it.
    package var text: String { key.hasSuffix(".") ? String(key.dropLast()) : key }

    /// Whether the host has a public name: neither an address nor a local name.
    package var isPublic: Bool { if case .name = self { true } else { false } }

    /// The octets of an address. Nil for a name.
    var octets: [UInt8]? {
        guard case .address(let text) = self, case .address(let octets)? = HostName(text) else { return nil }
        return octets
    }

    /// Whether an address belongs to the device or its link. Apple's source lets its caller say so, and the caller is not published.
    enum Directness {
        /// 127.0.0.1, ::1, and fe80::/10: the source's own examples.
        case direct
        /// A range for private use or for a link, of which it is not published how the caller counts it (RFC 6890).
        case open
        /// Any other address.
        case remote
    }

    private static let open = [
        "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7",
        "::ffff:0:0/96",
    ].compactMap { ATSAddressRange($0) }
    private static let direct = ["127.0.0.1/32", "::1/128", "fe80::/10"].compactMap { ATSAddressRange($0) }

    /// Whether the address is direct. Nil for a name.
    var directness: Directness? {
        guard let octets else { return nil }
        if Self.direct.contains(where: { $0.contains(octets) }) { return .direct }
        return Self.open.contains { $0.contains(octets) } ? .open : .remote
    }
}
