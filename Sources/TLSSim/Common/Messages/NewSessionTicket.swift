import Trace

/// The server's own memory of the session, sealed and handed to the client to keep (RFC 5077 section 3.3).
public struct NewSessionTicket: HandshakeBody {
    public static let type = HandshakeType.newSessionTicket

    /// How long the server means to accept it, in seconds; 0 says nothing.
    public var lifetimeHint: UInt32
    /// Octets that only the server can read; empty when it has thought better of it.
    public var ticket: [UInt8]

    /// A message of these parts.
    public init(lifetimeHint: UInt32, ticket: [UInt8]) {
        self.lifetimeHint = lifetimeHint
        self.ticket = ticket
    }

    private static let rule = Citation.rfc(5077, "3.3")

    public func write(to writer: inout ByteWriter) {
        writer.integer("tls.handshake.session_ticket_lifetime_hint", lifetimeHint, cite: Self.rule) { "\($0) seconds" }
        writer.vector(
            "tls.handshake.session_ticket_value", lengthOctets: 2, lengthName: "tls.handshake.session_ticket_length",
            cite: Self.rule
        ) {
            $0.octets("tls.handshake.session_ticket", ticket, cite: Self.rule)
        }
    }

    /// Reads a body.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> NewSessionTicket {
        let lifetime = try reader.integer(
            "tls.handshake.session_ticket_lifetime_hint", as: UInt32.self, cite: rule, describe: { "\($0) seconds" })
        let ticket = try reader.vector(
            "tls.handshake.session_ticket_value", lengthOctets: 2, lengthName: "tls.handshake.session_ticket_length",
            cite: rule
        ) { reader throws(ParseError) in try reader.rest("tls.handshake.session_ticket", cite: rule) }
        try reader.finish("tls.handshake.new_session_ticket", cite: rule)
        return NewSessionTicket(lifetimeHint: lifetime, ticket: ticket)
    }
}
