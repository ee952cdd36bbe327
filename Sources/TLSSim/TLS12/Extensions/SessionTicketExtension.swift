import Trace

/// session_ticket: a ticket from an earlier session; empty to ask for a new ticket or to promise one (RFC 5077 section 3.2).
enum SessionTicketExtension {
    private static let rule = Citation.rfc(5077, "3.2")

    static func code<C: Coder>(_ ticket: inout [UInt8], with coder: inout C) throws(C.Failure) {
        guard coder.continues(ifWriting: !ticket.isEmpty) else { return }
        try coder.rest("tls.handshake.extension.session_ticket", &ticket, cite: rule)
    }
}
