import Crypto
import Trace

extension Client.Configuration {
    /// The name for server_name; nil for an address, which RFC 6066 section 3 forbids there.
    var serverName: String? { ServerNameExtension.isAddress(hostName) ? nil : hostName }

    /// The session to offer: the configured one, unless it is of no use here.
    ///
    /// A session that is bound to its handshake is offered only together with the extension that did so, and one that was
    /// made for another host, suite or limit not at all (RFC 7627 section 5.3, RFC 5246 section 7.4.1.2, RFC 6066
    /// sections 3 and 4).
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
    /// Whether the answer takes up the session that was offered: it repeats the name in the hello. The name of a ticket's
    /// session is one that the client has drawn for this very purpose (RFC 5077 section 3.4).
    func resumes(_ answer: ServerHello) -> ResumableSession? {
        guard let offered, !hello.sessionID.isEmpty, answer.sessionID == hello.sessionID else { return nil }
        return offered
    }

    /// Goes on with an old session: no certificate, no key exchange, the server's Finished comes first (RFC 5246 section 7.3,
    /// figure 2).
    func resume(
        _ old: ResumableSession, _ negotiated: Negotiated, _ session: inout Session
    ) throws(TLSError) -> ClientState {
        guard negotiated.suite == old.suite else { throw .resumedWithOtherSuite(negotiated.suite) }
        guard negotiated.extendedMasterSecret == old.extendedMasterSecret else {
            throw .resumedAcrossExtendedMasterSecret
        }
        // No certificate is asked for in a resumed session.
        session.transcript.forgetMessages()
        session.tell(accepted: old)
        let schedule = KeySchedule(
            resuming: old.masterSecret, clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom,
            suite: negotiated.suite, encryptThenMAC: negotiated.encryptThenMAC)
        session.tell(kept: old)
        session.tell(schedule, extended: old.extendedMasterSecret)
        let agreement = Agreement(
            negotiated: negotiated, schedule: schedule, peer: old.peer, resumed: old)
        return ClientState.expectTicketOrKeys(agreement, configuration)
    }
}

extension ClientState {
    /// What comes before the server's Finished: the ticket if one was promised, then the change of keys.
    static func expectTicketOrKeys(_ agreement: Agreement, _ configuration: Client.Configuration) -> ClientState {
        agreement.negotiated.ticketIsDue
            ? .expectNewSessionTicket(ExpectNewSessionTicket(configuration: configuration, agreement: agreement))
            : .expectChangeCipherSpec(
                ClientExpectChangeCipherSpec(configuration: configuration, agreement: agreement))
    }
}

/// The server has promised a ticket, and has to send it, be it an empty one (RFC 5077 section 3.2).
struct ExpectNewSessionTicket: Hashable, Sendable {
    let configuration: Client.Configuration
    let agreement: Agreement

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let ticket = try message.parsed(NewSessionTicket.read)
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
    /// The session to keep, if it has a name or a ticket. A resumption that brought nothing new leaves the old one as it is.
    func sessionToKeep(at now: Int64) -> ResumableSession? {
        var kept = agreement.session(at: now)
        if let old = agreement.resumed {
            guard let ticket = kept.ticket else { return nil }
            // A name that was drawn for the ticket's sake names nothing.
            kept = old
            kept.ticket = ticket
            kept.ticketLifetime = agreement.ticket?.lifetimeHint ?? 0
            kept.issued = now
        }
        return kept.ticket == nil && kept.sessionID.isEmpty ? nil : kept
    }
}
