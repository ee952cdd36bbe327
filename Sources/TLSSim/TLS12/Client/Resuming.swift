import Crypto
import Trace

extension Client.Configuration {
    /// The name for server_name; nil if none is sent. RFC 6066 section 3 forbids an address in this extension.
    var serverName: String? { !sendsServerName || ServerNameExtension.isAddress(hostName) ? nil : hostName }

    /// The session to offer: the configured session, or nil if it cannot be resumed with this configuration.
    ///
    /// A session with the extended master secret is offered only if the hello has this extension too (RFC 7627 section 5.3). A session of
    /// another host or limit, or of a suite that is not offered, is not offered (RFC 6066 sections 3 and 4, RFC 5246 section 7.4.1.2).
    var offerableSession: ResumableSession? {
        guard let session, session.serverName == serverName, cipherSuites.contains(session.suite),
            !session.extendedMasterSecret || extendedMasterSecret, session.maximumFragment == maximumFragment,
            session.ticket != nil || !session.sessionID.isEmpty
        else { return nil }
        let hint = session.ticket == nil ? 0 : Int64(session.ticketLifetime)
        return session.isFresh(at: now, lifetime: hint == 0 ? ResumableSession.longestLife : hint) ? session : nil
    }
}

extension ExpectServerHello {
    /// The offered session, if the server resumes it: then its answer repeats the session ID of the hello. For a ticket, the client has
    /// drawn this ID for this purpose (RFC 5077 section 3.4). Nil if the server does not resume it.
    func resumes(_ answer: ServerHello) -> ResumableSession? {
        guard let offered, !hello.sessionID.isEmpty, answer.sessionID == hello.sessionID else { return nil }
        return offered
    }

    /// Resumes an old session. There is no certificate and no key exchange, and the server's Finished is the first one (RFC 5246 section
    /// 7.3, figure 2).
    ///
    /// - Throws: ``TLSError/resumedWithOtherSuite(_:)``, ``TLSError/resumedAcrossExtendedMasterSecret``.
    func resume(
        _ old: ResumableSession, as negotiated: Negotiated, _ session: inout Session
    ) throws(TLSError) -> ClientState {
        guard negotiated.suite == old.suite else { throw .resumedWithOtherSuite(negotiated.suite) }
        guard negotiated.extendedMasterSecret == old.extendedMasterSecret else {
            throw .resumedAcrossExtendedMasterSecret
        }
        // In a resumed session the server requests no certificate.
        session.transcript.forgetMessages()
        session.tell(accepted: old)
        let schedule = negotiated.schedule(resuming: old.masterSecret)
        session.tell(kept: old)
        session.tell(schedule, extended: old.extendedMasterSecret)
        let agreement = Agreement(
            negotiated: negotiated, schedule: schedule, peer: old.peer, resumed: old)
        return .expectTicketOrKeys(agreement, configuration)
    }
}

extension ClientState {
    /// The state before the server's Finished: it waits for the ticket if the server has promised one, else for ChangeCipherSpec.
    static func expectTicketOrKeys(_ agreement: Agreement, _ configuration: Client.Configuration) -> ClientState {
        agreement.negotiated.ticketIsDue
            ? .expectNewSessionTicket(ExpectNewSessionTicket(configuration: configuration, agreement: agreement))
            : .expectChangeCipherSpec(
                ClientExpectChangeCipherSpec(configuration: configuration, agreement: agreement))
    }
}

/// The server has promised a ticket. It has to send NewSessionTicket, even if with an empty ticket (RFC 5077 section 3.2).
struct ExpectNewSessionTicket: Hashable, Sendable {
    let configuration: Client.Configuration
    let agreement: Agreement

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let ticket = try session.read(message, NewSessionTicket.read)
        session.explain(ticket)
        session.transcript.add(message)
        session.tell(ticket: ticket.ticket)
        var agreement = agreement
        agreement.ticket = ticket
        return .expectChangeCipherSpec(
            ClientExpectChangeCipherSpec(configuration: configuration, agreement: agreement))
    }
}

extension ClientExpectFinished {
    /// The session to store for later; nil if it has neither an ID nor a ticket, or if a resumption brought no new ticket.
    func sessionToKeep(at now: Int64) -> ResumableSession? {
        var kept = agreement.session(at: now)
        if let old = agreement.resumed {
            guard let ticket = kept.ticket else { return nil }
            // The stored session keeps its old ID: an ID that was drawn for a ticket does not name a session.
            kept = old
            kept.ticket = ticket
            kept.ticketLifetime = agreement.ticket?.lifetimeHint ?? 0
            kept.issued = now
        }
        return kept.ticket == nil && kept.sessionID.isEmpty ? nil : kept
    }
}
