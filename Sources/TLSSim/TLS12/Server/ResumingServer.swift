import Crypto
import PKI
import Trace

extension ExpectClientHello {
    /// A session that the server can resume.
    struct Resumption {
        let session: ResumableSession
        let byTicket: Bool
        /// Whether the client gets a new ticket, because the old one has passed half of its lifetime.
        let renewsTicket: Bool
    }

    /// The session that the hello asks to resume, if the server has it and may resume it. Nil leads to a full handshake: it is no error if
    /// a session is unknown or expired, or if a ticket cannot be opened.
    ///
    /// - Throws: ``TLSError/resumedWithoutSuite(_:)``, ``TLSError/resumedAcrossExtendedMasterSecret``.
    func resumption(for hello: ClientHello, _ session: inout Session) throws(TLSError) -> Resumption? {
        guard let found = candidate(for: hello, at: session.now) else {
            if hello.sessionTicket?.isEmpty == false {
                session.tell(.declined(.unreadable))
            } else if configuration.sessions != nil, !hello.sessionID.isEmpty {
                session.tell(.unknownSessionID(offersTLS13: hello.supportedVersions?.contains(.tls13) == true))
            }
            return nil
        }
        let old = found.session
        let extended = hello.extensions.contains(.extendedMasterSecret)
        // RFC 7627 section 5.3. In the opposite case, only the new handshake has the extension, and a full handshake follows.
        guard extended || !old.extendedMasterSecret else { throw .resumedAcrossExtendedMasterSecret }
        // RFC 5246 section 7.4.1.2: the list "MUST include at least" the session's suite.
        guard hello.cipherSuites.contains(old.suite.codePoint) else { throw .resumedWithoutSuite(old.suite) }
        if let obstacle = obstacle(to: old, hello, extended: extended) {
            session.tell(.declined(obstacle))
            return nil
        }
        return found
    }

    private func candidate(for hello: ClientHello, at now: Int64) -> Resumption? {
        // RFC 5077 section 3.4: a server that supports tickets ignores the session ID if the hello contains a ticket.
        if let key = configuration.ticketKey, let ticket = hello.sessionTicket, !ticket.isEmpty {
            return key.open(ticket, at: now).map {
                Resumption(session: $0, byTicket: true, renewsTicket: key.isDueForRenewal($0, at: now))
            }
        }
        guard !hello.sessionID.isEmpty else { return nil }
        return configuration.sessions?.session(named: hello.sessionID, at: now).map {
            Resumption(session: $0, byTicket: false, renewsTicket: false)
        }
    }

    private func obstacle(
        to old: ResumableSession, _ hello: ClientHello, extended: Bool
    ) -> ResumptionNote.Obstacle? {
        guard configuration.cipherSuites.contains(old.suite) else { return .suite }
        // The client showed no certificate when the session was made, and the server demands one now.
        if configuration.clientAuthentication.isRequired, case .anonymous = old.peer { return .anonymous }
        guard extended == old.extendedMasterSecret || !configuration.extendedMasterSecret,
            configuration.extendedMasterSecret || !old.extendedMasterSecret
        else { return .extendedMasterSecret }
        // RFC 6066 section 3: "MUST NOT accept the request to resume the session if the server_name extension contains a
        // different name".
        guard hello.serverName == old.serverName else { return .serverName }
        // RFC 6066 section 4: the limit belongs to the session.
        guard hello.maximumFragmentCode == old.maximumFragment?.rawValue else { return .maximumFragment }
        // A session contains the client's identity. The resumption must not avoid the judgment that the server demands.
        if configuration.clientAuthentication.isRequired, case .unjudged = old.peer { return .clientCertificate }
        return nil
    }

    /// Sends ServerHello, a new ticket if one is due, ChangeCipherSpec and Finished in one flight (RFC 5246 section 7.3, figure 2; RFC 5077
    /// section 3.1, figure 2).
    func resume<R: RandomSource>(
        _ found: Resumption, for hello: ClientHello, protocolName: String?, _ session: inout Session,
        using random: inout R
    ) throws(TLSError) -> ServerState {
        let old = found.session
        session.resume(old, byTicket: found.byTicket)
        let answer = ServerHello(
            random: configuration.serverRandom(using: &random), sessionID: hello.sessionID,
            cipherSuite: old.suite.codePoint, compressionMethod: compression(for: hello),
            extensions: extensions(for: hello, suite: old.suite, resuming: found, protocolName: protocolName))
        let negotiated = negotiated(by: hello, and: answer, suite: old.suite, protocolName: protocolName)
        session.settle(negotiated)
        session.tell(drawn: answer.random)
        try session.send(answer)
        if found.byTicket, let key = configuration.ticketKey, let ticket = hello.sessionTicket {
            session.tell(opened: ticket, with: key, old.masterSecret)
        } else {
            session.tell(kept: old)
        }
        let schedule = negotiated.schedule(resuming: old.masterSecret)
        session.tell(schedule, extended: old.extendedMasterSecret)
        let agreement = Agreement(
            negotiated: negotiated, schedule: schedule, peer: old.peer, resumed: old)
        try configuration.sendTicket(for: agreement, &session, using: &random)
        try session.sendChangeCipherSpec(schedule)
        try session.sendFinished(schedule)
        return .expectChangeCipherSpec(
            ServerExpectChangeCipherSpec(configuration: configuration, agreement: agreement))
    }
}

extension Server.Configuration {
    /// Sends the ticket if the server has promised one. If the ticket cannot be made, it sends an empty one.
    func sendTicket<R: RandomSource>(
        for agreement: Agreement, _ session: inout Session, using random: inout R
    ) throws(TLSError) {
        guard agreement.negotiated.ticketIsDue, let ticketKey else { return }
        let state = agreement.session(at: session.now)
        let ticket = ticketKey.seal(state, using: &random)
        if let ticket { session.tell(sealed: ticket, with: ticketKey, state.masterSecret) }
        try session.send(
            NewSessionTicket(lifetimeHint: ticket == nil ? 0 : ticketKey.lifetime, ticket: ticket ?? []))
    }
}
