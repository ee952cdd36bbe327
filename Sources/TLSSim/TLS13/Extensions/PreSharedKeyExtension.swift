import Trace

/// pre_shared_key: the names of secrets that both sides already have, and proofs that the client has them (RFC 8446 section 4.2.11).
enum PreSharedKeyExtension {
    static let rule = Citation.rfc(8446, "4.2.11")

    /// selected_identity: the index of the identity that the server has chosen.
    static func code<C: Coder>(selected: inout UInt16, with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.handshake.extensions.psk.identity.selected", &selected, cite: rule)
    }
}

/// The content of a client's pre_shared_key: OfferedPsks (RFC 8446 section 4.2.11).
public struct OfferedPSKs: Hashable, Sendable {
    /// The name of a secret: PskIdentity.
    public struct Identity: Hashable, Sendable {
        /// A ticket, or the label of a secret that was agreed outside TLS. It travels in clear.
        public var identity: [UInt8]
        /// The ticket's age in milliseconds plus its ticket_age_add, modulo 2^32, so that an onlooker cannot link tickets by their
        /// age (section 4.2.11.1); 0 for a secret that was agreed outside TLS.
        public var obfuscatedTicketAge: UInt32

        /// An identity of these parts.
        public init(_ identity: [UInt8], obfuscatedTicketAge: UInt32 = 0) {
            self.identity = identity
            self.obfuscatedTicketAge = obfuscatedTicketAge
        }
    }

    /// The names, preferred first.
    public var identities: [Identity] = []
    /// For each identity a MAC over the hello up to this list, under a key that comes from the secret (section 4.2.11.2).
    public var binders: [[UInt8]] = []

    private static let rule = PreSharedKeyExtension.rule
    private static let bindersLength = 2

    /// The size of the list of binders with its length field, in octets. The binders cover the hello without this part at its end.
    public var bindersCount: Int { Self.bindersLength + binders.reduce(0) { $0 + 1 + $1.count } }

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.extensions.psk.identities",
            .octets(2, allowed: 7...65_535, name: "tls.handshake.extensions.psk.identities.length"), cite: Self.rule
        ) { list throws(C.Failure) in
            try list.list(&identities, of: Identity([])) { (identity, coder) throws(C.Failure) in
                try coder.structure(
                    "tls.handshake.extensions.psk.identity", cite: Self.rule, value: ""
                ) { entry throws(C.Failure) in
                    try entry.opaque(
                        "tls.handshake.extensions.psk.identity.identity", &identity.identity,
                        in: "tls.handshake.extensions.psk.identity.value",
                        length: .octets(
                            2, allowed: 1...65_535, name: "tls.handshake.extensions.psk.identity.identity_length"),
                        cite: Self.rule)
                    try entry.integer(
                        "tls.handshake.extensions.psk.identity.obfuscated_ticket_age", &identity.obfuscatedTicketAge,
                        cite: .rfc(8446, "4.2.11.1"))
                }
            }
        }
        try coder.vector(
            "tls.handshake.extensions.psk.binders_list",
            .octets(Self.bindersLength, allowed: 33...65_535, name: "tls.handshake.extensions.psk.binders_len"),
            cite: Self.rule
        ) { list throws(C.Failure) in
            try list.opaques(
                "tls.handshake.extensions.psk.binder", &binders, in: "tls.handshake.extensions.psk.binder_entry",
                length: .octets(1, allowed: 32...255, name: "tls.handshake.extensions.psk.binder_length"),
                cite: .rfc(8446, "4.2.11.2"))
        }
    }
}
