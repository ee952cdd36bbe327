import PKI

/// A flaw for the museum: a client that accepts a later message in place of the next one (CVE-2014-6593).
extension ClientState {
    /// WRONG: a Finished directly after the certificate completes the handshake, without a key exchange and without keys (against RFC 5246
    /// section 7.3). Its verify_data comes from an empty master secret.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` if the client keeps the rule; ``TLSError/finishedMismatch`` for a wrong
    ///   verify_data.
    func skipped(to message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        guard let (negotiated, chain) = skippable(session.missingRules) else {
            throw .unexpected(message: message.name, awaiting: name)
        }
        let schedule = negotiated.schedule(resuming: [])
        let traffic = try session.receive(finished: message, under: schedule)
        session.transcript.add(message)
        session.flush()
        session.emit(
            .established(Agreement(negotiated: negotiated, schedule: schedule, peer: PeerIdentity(chain)).parameters))
        return .traffic(traffic)
    }

    /// The values with which a client that breaks the rule goes on; nil for a client that keeps it.
    private func skippable(_ missing: MissingRules) -> (Negotiated, VerifiedChain)? {
        switch self {
        case .expectServerKeyExchange(let state) where missing.contains(.awaitingServerKeyExchange):
            state.chain.map { (state.negotiated, $0) }
        case .expectServerHelloDone(let state) where missing.contains(.awaitingServerHelloDone):
            state.chain.map { (state.negotiated, $0) }
        default: nil
        }
    }
}

/// The same flaw of a server. Only tests and learned machines show it.
extension ServerState {
    /// WRONG: a ChangeCipherSpec in place of ClientKeyExchange, with keys from an empty master secret (against RFC 5246 section 7.3).
    ///
    /// - Returns: the state after it; nil for a server that keeps the rule.
    func skippedKeyExchange(_ session: inout Session) -> ServerState? {
        guard case .expectClientKeyExchange(let state) = self,
            session.missingRules.contains(.awaitingClientKeyExchange)
        else { return nil }
        let agreement = Agreement(
            negotiated: state.negotiated, schedule: state.negotiated.schedule(resuming: []), peer: .anonymous)
        session.receiveChangeCipherSpec(agreement.schedule)
        return .expectFinished(ServerExpectFinished(configuration: state.configuration, agreement: agreement))
    }

    /// WRONG: application data in place of Finished opens the connection (against RFC 5246 section 7.3).
    ///
    /// - Returns: the state of the open connection; nil for a server that keeps the rule.
    func skippedFinished(_ session: inout Session) throws(TLSError) -> ServerState? {
        guard case .expectFinished(let state) = self,
            let unchecked = UncheckedFinished(session.missingRules, without: .awaitingFinished)
        else { return nil }
        return try state.open(.unchecked(unchecked), &session)
    }
}

/// A flaw for the explorer: a server that takes a ChangeCipherSpec in place of CertificateVerify (against RFC 5246 section 7.4.8).
extension ServerState {
    /// WRONG: the state in which CertificateVerify is left out; the state itself for a server that keeps the rule.
    func skippingProof(_ missing: MissingRules) -> ServerState {
        guard missing.contains(.awaitingCertificateVerify), case .expectCertificateVerify(let state) = self else {
            return self
        }
        return .expectChangeCipherSpec(state.withoutProof)
    }
}

/// A flaw for the explorer: a client of TLS 1.3 that takes a Finished in place of Certificate (against RFC 8446 section A.1).
extension TLS13.ExpectCertificate {
    /// WRONG: the state after EncryptedExtensions of a server that need not prove who it is.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` if the client keeps the rule.
    func skipped(_ missing: MissingRules) throws(TLSError) -> TLS13.ClientExpectFinished {
        guard missing.contains(.awaitingCertificate) else {
            throw .unexpected(message: "Finished", awaiting: "ExpectCertificate")
        }
        return TLS13.ClientExpectFinished(agreed: agreed, request: request, peer: .anonymous)
    }
}
