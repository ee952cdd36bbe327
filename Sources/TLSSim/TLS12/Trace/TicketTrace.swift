import Crypto
import Trace

/// The outputs for the trace about resumption and tickets.
extension Session {
    /// The server has looked for a session that it can resume.
    mutating func tell(_ note: ResumptionNote) { trace(.note(.resumption(note))) }

    /// The server has accepted the session that the client offered.
    mutating func tell(accepted old: ResumableSession) {
        tell(.accepted(byTicket: old.ticket != nil))
        if case .unjudged = old.peer { trace(.note(.trust(.careless))) }
    }

    /// This side has the master secret from a stored session.
    mutating func tell(kept old: ResumableSession) {
        trace(.learned(Knowledge.masterSecret, .configured, old.masterSecret))
    }

    /// A ticket has arrived.
    mutating func tell(ticket: [UInt8]) { trace(.learned(Knowledge.sessionTicket, .received, ticket)) }

    /// The server has sealed a session in a ticket.
    mutating func tell(sealed ticket: [UInt8], with key: TicketKey, _ masterSecret: [UInt8]) {
        guard tracing else { return }
        emit(.learned(Knowledge.ticketKey, .configured, key.secret))
        emit(
            .computed(.tls12(.ticketSealed(ticket, key, masterSecret: masterSecret)), .resumption(.ticketSealed)))
        emit(
            .learned(
                Knowledge.sessionTicket,
                .derived(from: [Knowledge.masterSecret, Knowledge.ticketKey], by: "AES-256-GCM encryption"), ticket))
    }

    /// The server has opened a ticket.
    mutating func tell(opened ticket: [UInt8], with key: TicketKey, _ masterSecret: [UInt8]) {
        guard tracing else { return }
        tell(ticket: ticket)
        emit(.learned(Knowledge.ticketKey, .configured, key.secret))
        emit(
            .computed(.tls12(.ticketOpened(ticket, key, masterSecret: masterSecret)), .resumption(.ticketOpened)))
        emit(.learned(by: Knowledge.ticketDerivation, masterSecret))
    }
}
