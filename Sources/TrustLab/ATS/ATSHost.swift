import PKI

/// A host by the kind of its name. App Transport Security protects only connections to public names.
package enum ATSHost: Hashable, Sendable {
    /// A name of DNS with at least two labels, in lower case and without a dot at its end.
    case name(String)
    /// An IPv4 or IPv6 address.
    case address(String)
    /// A name of one label, such as "printer".
    case unqualified(String)
    /// A name under .local, which multicast DNS resolves (RFC 6762).
    case dotLocal(String)

    /// The host in `text`, a name or an address without brackets. Nil for any other text.
    package init?(_ text: String) {
        switch HostName(text) {
        case nil: return nil
        case .address: self = .address(text.lowercased())
        case .dns(let labels):
            let name = labels.joined(separator: ".")
            if labels.count == 1 {
                self = .unqualified(name)
            } else if labels.last == "local" {
                self = .dotLocal(name)
            } else {
                self = .name(name)
            }
        }
    }

    /// The name or address.
    package var text: String {
        switch self {
        case .name(let text), .address(let text), .unqualified(let text), .dotLocal(let text): text
        }
    }

    /// Whether ATS applies to connections to the host.
    package var isPublic: Bool { if case .name = self { true } else { false } }
}
