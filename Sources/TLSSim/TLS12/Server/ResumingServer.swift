import Crypto
import PKI
import Trace

extension ExpectClientHello {
    /// A session that the server will go on with.
    struct Resumption {
        let session: ResumableSession
        let byTicket: Bool
        /// Whether the client gets a new ticket in place of one that grows old.
        let renewsTicket: Bool
    }

    /// The session that the hello asks to resume, if the server has it and may go on with it. Nil means a full handshake: to
    /// be unknown, expired or damaged is no error.
    ///
    /// - Throws: ``TLSError/resumedWithoutSuite(_:)``, ``TLSError/resumedAcrossExtendedMasterSecret``.
    func resumption(for hello: ClientHello, _ session: inout Session) throws(TLSError) -> Resumption? {
        guard let found = candidate(for: hello, at: session.now) else {
            if hello.sessionTicket?.isEmpty == false {
                session.tell(.declined(.unreadable))
            } else if configuration.sessions != nil, !hello.sessionID.isEmpty {
                session.tell(.unknownSessionID(offersTLS13: hello.offersTLS13))
            }
            return nil
        }
        let old = found.session
        let extended = hello.extensions.contains(.extendedMasterSecret)
        // RFC 7627 section 5.3. The other way round the new handshake can only be safer: a full one.
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
        // RFC 5077 section 3.4: where tickets are spoken, a ticket that is presented is the only thing that is looked at.
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
        // The client needed no certificate when the session was made, and needs one now.
        if configuration.clientAuthentication.isRequired, case .anonymous = old.peer { return .anonymous }
        guard extended == old.extendedMasterSecret || !configuration.extendedMasterSecret,
            configuration.extendedMasterSecret || !old.extendedMasterSecret
        else { return .extendedMasterSecret }
        // RFC 6066 section 3: "MUST NOT accept the request to resume the session if the server_name extension contains a
        // different name".
        guard hello.serverName == old.serverName else { return .serverName }
        // RFC 6066 section 4: the limit is the session's.
        guard hello.maximumFragmentCode == old.maximumFragment?.rawValue else { return .maximumFragment }
        // A session carries the client's identity with it, so it may not lead around the question for one.
        if configuration.clientAuthentication.isRequired, case .unjudged = old.peer { return .clientCertificate }
        return nil
    }

    /// ServerHello, a new ticket if it is time for one, ChangeCipherSpec and Finished in one flight (RFC 5246 section 7.3,
    /// figure 2; RFC 5077 section 3.1, figure 2).
    func resume<R: RandomSource>(
        _ found: Resumption, _ hello: ClientHello, _ protocolName: String?, _ session: inout Session,
        using random: inout R
    ) throws(TLSError) -> ServerState {
        let old = found.session
        session.takeUp(old, byTicket: found.byTicket)
        let answer = ServerHello(
            random: configuration.serverRandom(using: &random), sessionID: hello.sessionID,
            cipherSuite: old.suite.codePoint, compressionMethod: compression(for: hello),
            extensions: extensions(for: hello, old.suite, resuming: found, protocolName))
        let negotiated = negotiated(hello, answer, old.suite, protocolName)
        session.settle(negotiated)
        session.tell(drawn: answer.random)
        try session.send(answer)
        if found.byTicket, let key = configuration.ticketKey, let ticket = hello.sessionTicket {
            session.tell(opened: ticket, with: key, old.masterSecret)
        } else {
            session.tell(kept: old)
        }
        let schedule = KeySchedule(
            resuming: old.masterSecret, clientRandom: hello.random, serverRandom: answer.random, suite: old.suite,
            encryptThenMAC: negotiated.encryptThenMAC)
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

extension ClientHello {
    /// Whether supported_versions lists TLS 1.3 (RFC 8446 section 4.2.1).
    fileprivate var offersTLS13: Bool {
        extensions.contains { item in
            guard case .supportedVersions(let versions) = item else { return false }
            return versions.contains(.tls13)
        }
    }
}

extension Server.Configuration {
    /// Sends the ticket that was promised, if one was; an empty one if it cannot be made.
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
