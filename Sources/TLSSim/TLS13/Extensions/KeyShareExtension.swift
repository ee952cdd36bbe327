import Trace

/// key_share: the public values of an ephemeral exchange. The client sends them before it knows which group the server prefers (RFC 8446
/// section 4.2.8).
enum KeyShareExtension {
    static let rule = Citation.rfc(8446, "4.2.8")
    static let group = "tls.handshake.extensions_key_share_group"

    /// The client's shares. An empty list asks for a HelloRetryRequest.
    static func code<C: Coder>(_ shares: inout [KeyShareEntry], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.extensions_key_shares",
            .octets(2, name: "tls.handshake.extensions_key_share_client_length"), cite: rule
        ) { list throws(C.Failure) in
            try list.list(&shares, of: .blank) { (share, coder) throws(C.Failure) in
                try share.code(with: &coder)
            }
        }
    }

    /// The group that a HelloRetryRequest asks for.
    static func code<C: Coder>(selected: inout NamedGroup, with coder: inout C) throws(C.Failure) {
        try coder.codePoint("tls.handshake.extensions_key_share_selected_group", &selected, cite: rule)
    }
}

/// A group and one side's public value in it: KeyShareEntry (RFC 8446 section 4.2.8).
public struct KeyShareEntry: Hashable, Sendable {
    /// The group.
    public var group: NamedGroup
    /// The public value, in the form that the group has for it (sections 4.2.8.1 and 4.2.8.2).
    public var value: [UInt8]

    /// A share of these parts.
    public init(group: NamedGroup, value: [UInt8]) {
        self.group = group
        self.value = value
    }

    static let blank = KeyShareEntry(group: NamedGroup(rawValue: 0), value: [])

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        let rule = KeyShareExtension.rule
        try coder.structure(
            "tls.handshake.extensions_key_share_entry", cite: rule, value: ""
        ) { entry throws(C.Failure) in
            try entry.codePoint(KeyShareExtension.group, &group, cite: rule)
            try entry.opaque(
                "tls.handshake.extensions_key_share_key_exchange", &value,
                in: "tls.handshake.extensions_key_share_key_exchange_value",
                length: .octets(2, allowed: 1...65_535, name: "tls.handshake.extensions_key_share_key_exchange_length"),
                cite: rule)
        }
    }
}
