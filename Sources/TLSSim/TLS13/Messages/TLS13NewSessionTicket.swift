import Trace

extension TLS13 {
    /// A ticket: the name of a secret of this connection, which the client can offer in a later connection (RFC 8446 section 4.6.1).
    ///
    /// The secret itself is never sent in clear: both sides derive it from the resumption secret and the nonce.
    public struct NewSessionTicket: SelfContainedBody {
        /// new_session_ticket, 4 (RFC 8446 section 4).
        public static let type = HandshakeType.newSessionTicket

        /// Seven days, the longest lifetime, in seconds. A server may not name a longer lifetime. A client that reads a longer lifetime
        /// keeps the ticket for seven days.
        public static let longestLifetime: UInt32 = 604_800

        /// For how many seconds the ticket may be offered; 0 if it may not be offered at all.
        public var lifetime: UInt32
        /// Added to the ticket's age where it is offered, so that it cannot be recognized by its age.
        public var ageAdd: UInt32
        /// The nonce from which the ticket's secret is derived: each ticket of a connection has another one.
        public var nonce: [UInt8]
        /// The name, which only the server understands.
        public var ticket: [UInt8]
        /// The extensions of the ticket: early_data.
        public var extensions: [HelloExtension] = []

        private static let rule = Citation.rfc(8446, "4.6.1")

        /// An empty ticket.
        public static let blank = NewSessionTicket(lifetime: 0, ageAdd: 0, nonce: [], ticket: [])

        /// Lifetime, age_add, nonce, ticket and extensions, in this order (RFC 8446 section 4.6.1).
        public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
            try coder.integer("tls.handshake.session_ticket_lifetime_hint", &lifetime, cite: Self.rule) {
                "\($0) seconds"
            }
            try coder.integer("tls.handshake.session_ticket_age_add", &ageAdd, cite: Self.rule)
            try coder.opaque(
                "tls.handshake.session_ticket_nonce", &nonce, in: "tls.handshake.session_ticket_nonce_value",
                length: .octets(1, name: "tls.handshake.session_ticket_nonce_length"), cite: Self.rule)
            try coder.opaque(
                "tls.handshake.session_ticket", &ticket, in: "tls.handshake.session_ticket_value",
                length: .octets(2, allowed: 1...65_535, name: "tls.handshake.session_ticket_length"), cite: Self.rule)
            try ExtensionBlock.code(&extensions, in: .newSessionTicket, with: &coder)
            try coder.finish("tls.handshake.new_session_ticket", cite: Self.rule)
        }

        /// How many octets of early data the server accepts with the ticket; nil without the extension.
        public var maxEarlyDataSize: UInt32? {
            for case .maxEarlyDataSize(let size) in extensions { return size }
            return nil
        }
    }
}
