import Trace

/// The server's state of the session, sealed, which the client keeps for the server (RFC 5077 section 3.3).
public struct NewSessionTicket: SelfContainedBody {
    /// new_session_ticket, 4 (RFC 5077 section 3.3).
    public static let type = HandshakeType.newSessionTicket

    /// How long the server intends to accept the ticket, in seconds; 0 if it does not say.
    public var lifetimeHint: UInt32
    /// The ticket, which only the server can read; empty if the server gives no ticket although it has promised one.
    public var ticket: [UInt8]

    private static let rule = Citation.rfc(5077, "3.3")

    /// A message without a ticket, for a reader that fills it.
    public static let blank = NewSessionTicket(lifetimeHint: 0, ticket: [])

    /// Reads or writes the lifetime, 4 octets, and the ticket, up to 65,535.
    ///
    /// - Throws: the coder's failure: a length that does not fit, or octets after the ticket.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.handshake.session_ticket_lifetime_hint", &lifetimeHint, cite: Self.rule) {
            "\($0) seconds"
        }
        try coder.opaque(
            "tls.handshake.session_ticket", &ticket, in: "tls.handshake.session_ticket_value",
            length: .octets(2, name: "tls.handshake.session_ticket_length"), cite: Self.rule)
        try coder.finish("tls.handshake.new_session_ticket", cite: Self.rule)
    }

    /// The ticket, which crosses the wire in clear.
    public var disclosures: [Disclosure] { [Disclosure(Knowledge.sessionTicket, ticket)] }
}
