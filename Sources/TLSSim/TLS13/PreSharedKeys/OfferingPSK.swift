import Crypto
import Trace

/// How a client offers pre-shared secrets, and how a server accepts one (RFC 8446 section 4.2.11).
extension ClientHello {
    /// The hello with pre_shared_key as the last extension: the identities of `secrets`, each with its binder.
    ///
    /// - Parameter transcript: the messages before this hello: none, or the first hello and a HelloRetryRequest.
    func offering(_ secrets: [TLS13.OfferedSecret], _ transcript: Transcript) -> ClientHello {
        var hello = self
        hello.extensions.removeAll { if case .preSharedKeys = $0 { true } else { false } }
        guard !secrets.isEmpty else { return hello }
        let identities = secrets.map(\.identity)
        // The binders cover a hello whose lengths already include the binders.
        let blanks = secrets.map(\.secret.suite.hash.zeros)
        hello.extensions.append(.preSharedKeys(OfferedPSKs(identities: identities, binders: blanks)))
        let covered = hello.octetsBeforeBinders(of: hello.message)
        let binders = secrets.map { offered in
            offered.secret.binder(transcript.digest(adding: covered, by: offered.secret.suite.hash))
        }
        hello.extensions.removeLast()
        hello.extensions.append(.preSharedKeys(OfferedPSKs(identities: identities, binders: binders)))
        return hello
    }
}

extension TLS13 {
    /// An offered secret that the server accepts.
    struct AcceptedPSK: Hashable, Sendable {
        /// Its place among the offered identities, counted from 0: selected_identity.
        let index: Int
        let secret: SharedSecret
        let suite: CipherSuite
        /// The hash over which the binder was made.
        let transcriptHash: [UInt8]
        /// Whether the connection also makes a fresh exchange; false in the mode psk_ke.
        let hasExchange: Bool
        /// The values that distinguish the first flight from a copy.
        let early: EarlyHello
    }
}

extension TLS13.ServerConfiguration {
    /// The first secret of the hello that this server can use: one agreed outside TLS, or the secret of a ticket that the server has
    /// sealed, that is fresh and for the same host. The hello has to offer a suite with its hash. Nil if there is no such secret: the
    /// handshake is then a full one.
    ///
    /// - Throws: ``TLS13Violation/binderMismatch`` if the binder of that secret is wrong.
    func acceptedPSK(
        of hello: ClientHello, in message: HandshakeMessage, _ session: TLS13.Session
    ) throws(TLSError) -> TLS13.AcceptedPSK? {
        guard let keys = hello.preSharedKeys else { return nil }
        let hasExchange = hello.pskModes?.contains(.pskWithDHE) == true && hello.keyShares != nil
        guard hasExchange || (takesPSKAlone && hello.acceptsPSKWithoutExchange) else { return nil }
        for (index, (identity, binder)) in zip(keys.identities, keys.binders).enumerated() {
            guard let (secret, ticket) = secret(behind: identity, hello, at: session.now),
                let suite = suite(for: secret, hello),
                // A server that demands a certificate does not take the secret of a client that has shown none.
                !(clientAuthentication.isRequired && secret.peer == .anonymous)
            else { continue }
            let transcriptHash = session.transcript.digest(
                adding: hello.octetsBeforeBinders(of: message), by: secret.suite.hash)
            guard ConstantTime.areEqual(binder, secret.binder(transcriptHash)) else {
                throw .tls13(.binderMismatch)
            }
            return TLS13.AcceptedPSK(
                index: index, secret: secret, suite: suite, transcriptHash: transcriptHash,
                hasExchange: hasExchange, early: TLS13.EarlyHello(binder: binder, ticket: ticket))
        }
        return nil
    }

    /// The secret of an identity, and the use of its ticket, which is nil for a secret agreed outside TLS. Nil if the server cannot use it.
    private func secret(
        behind identity: OfferedPSKs.Identity, _ hello: ClientHello, at now: Int64
    ) -> (TLS13.SharedSecret, TLS13.EarlyHello.TicketUse?)? {
        if let externalPSK, externalPSK.identity == identity.identity {
            return (TLS13.SharedSecret(externalPSK), nil)
        }
        guard let ticketKey, let octets = ticketKey.state(in: identity.identity),
            let state = TLS13.TicketState(octets), state.isFresh(at: now, lifetime: ticketKey.lifetime),
            state.serverName == hello.serverName ?? ""
        else { return nil }
        let use = TLS13.EarlyHello.TicketUse(
            octets: identity.identity, issued: state.issued, lifetime: ticketKey.lifetime,
            claimedAge: identity.obfuscatedTicketAge &- state.ageAdd)
        return (state.secret, use)
    }

    /// A suite that both sides have and that has the secret's hash: if possible, the suite of the connection from which the secret comes.
    private func suite(for secret: TLS13.SharedSecret, _ hello: ClientHello) -> TLS13.CipherSuite? {
        let hash = secret.suite.hash
        let common = cipherSuites.filter { $0.hash == hash && hello.cipherSuites.contains($0.codePoint) }
        return common.contains(secret.suite) ? secret.suite : common.first
    }

    /// Sends the tickets of a connection (section 4.6.1). Each has a nonce of its own, so that each has another secret. A resumed
    /// connection has used one ticket, and gets at most one.
    func sendTickets<R: RandomSource>(
        for agreed: TLS13.ServerAgreement, from resumption: ResumptionSecret, to peer: PeerIdentity,
        _ session: inout TLS13.Session, using random: inout R
    ) throws(TLSError) {
        guard let ticketKey, !session.hasClosed else { return }
        let count = max(0, min(tickets, 255))
        for number in 0..<(agreed.psk == .resumption ? min(1, count) : count) {
            let nonce = [UInt8(truncatingIfNeeded: number)]
            let psk = resumption.psk(nonce: nonce)
            let ageAdd = random.octets(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let state = TLS13.TicketState(
                suite: agreed.keys.suite, psk: psk, issued: session.now, ageAdd: ageAdd, maxEarlyData: maxEarlyData,
                applicationProtocol: agreed.applicationProtocol, serverName: agreed.serverName ?? "", peer: peer)
            guard let octets = state.octets, let ticket = ticketKey.sealed(octets, using: &random) else { return }
            session.tell(sealed: ticket, ticketKey, psk: psk, nonce: nonce)
            try session.sendAfterwards(
                TLS13.NewSessionTicket(
                    lifetime: min(ticketKey.lifetime, TLS13.NewSessionTicket.longestLifetime), ageAdd: ageAdd,
                    nonce: nonce, ticket: ticket, extensions: maxEarlyData > 0 ? [.maxEarlyDataSize(maxEarlyData)] : [])
            )
        }
    }
}
