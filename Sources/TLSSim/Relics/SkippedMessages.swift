import PKI

/// A client that takes a later message for the next (CVE-2014-6593).
extension ClientState {
    /// WRONG: Finished straight behind the certificate completes the handshake, without a key exchange and without keys (against RFC 5246
    /// section 7.3). Its verify_data comes from an empty master secret.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` where the rule is kept.
    func skipped(to message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        guard let (negotiated, chain) = skippable else {
            throw .unexpected(message: message.name, awaiting: name)
        }
        let schedule = KeySchedule(
            resuming: [], clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom,
            suite: negotiated.suite)
        let proof = try FinishedVerified(message, schedule, &session)
        session.transcript.add(message)
        session.flush()
        session.emit(
            .established(Agreement(negotiated: negotiated, schedule: schedule, peer: PeerIdentity(chain)).parameters))
        return .traffic(Traffic(finished: proof))
    }

    /// What a client that breaks the rule goes on with; nil for any other.
    private var skippable: (Negotiated, VerifiedChain)? {
        switch self {
        case .expectServerKeyExchange(let state) where state.configuration.insistsOnKeyExchange != .whole:
            state.chain.map { (state.negotiated, $0) }
        case .expectServerHelloDone(let state) where state.configuration.insistsOnKeyExchange == .nothing:
            state.chain.map { (state.negotiated, $0) }
        default: nil
        }
    }
}
