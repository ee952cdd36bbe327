import Crypto
import Trace

/// How a client offers a ticket, and how a server takes one (RFC 8446 section 4.2.11).
extension ClientHello {
    /// The hello with a ticket offered behind all other extensions, and with its binder.
    ///
    /// - Parameter transcript: what was said before: nothing, or the first hello and a HelloRetryRequest.
    func offering(_ ticket: TLS13.Ticket, at now: Int64, _ transcript: Transcript) -> ClientHello {
        let hash = ticket.suite.hash
        var hello = self
        hello.extensions.removeAll { if case .preSharedKeys = $0 { true } else { false } }
        let identity = OfferedPSKs.Identity(ticket.ticket, obfuscatedTicketAge: ticket.obfuscatedAge(at: now))
        // The binder is made over a hello whose lengths count it already.
        hello.extensions.append(.preSharedKeys(OfferedPSKs(identities: [identity], binders: [hash.zeros])))
        let transcriptHash = transcript.digest(adding: hello.octetsBeforeBinders(of: hello.message), by: hash)
        let binder = PSKBinder.make(
            EarlySecret(psk: ticket.psk, hash: hash), .resumption, transcriptHash: transcriptHash)
        hello.extensions.removeLast()
        hello.extensions.append(.preSharedKeys(OfferedPSKs(identities: [identity], binders: [binder])))
        return hello
    }
}

extension TLS13.ServerConfiguration {
    /// A ticket that the server takes: which of those offered, and what it says.
    struct Accepted: Hashable, Sendable {
        let index: Int
        let state: TLS13.TicketState
        let suite: TLS13.CipherSuite
    }

    /// The first ticket of the hello that this server has sealed, that is fresh, for the same host, and whose hash a suite of the hello
    /// has. What cannot be used is no error: the handshake is then a full one. A binder that is wrong is one.
    ///
    /// - Throws: ``TLS13Violation/binderMismatch``.
    func accepted(
        _ hello: ClientHello, _ message: HandshakeMessage, _ transcript: Transcript
    ) throws(TLSError) -> Accepted? {
        guard let ticketKey, let keys = hello.preSharedKeys, hello.pskModes?.contains(.pskWithDHE) == true,
            hello.keyShares != nil
        else { return nil }
        for (index, (identity, binder)) in zip(keys.identities, keys.binders).enumerated() {
            guard let octets = ticketKey.state(in: identity.identity), let state = TLS13.TicketState(octets),
                state.isFresh(at: common.now, lifetime: ticketKey.lifetime),
                state.serverName == hello.serverName ?? "",
                // A server that demands a certificate does not take a ticket of a client that had none.
                !(clientAuthentication.isRequired && state.peer == .anonymous),
                let suite = suite(for: state, hello)
            else { continue }
            let hash = suite.hash
            let transcriptHash = transcript.digest(adding: hello.octetsBeforeBinders(of: message), by: hash)
            let expected = PSKBinder.make(
                EarlySecret(psk: state.psk, hash: hash), .resumption, transcriptHash: transcriptHash)
            guard ConstantTime.areEqual(binder, expected) else { throw .tls13(.binderMismatch) }
            return Accepted(index: index, state: state, suite: suite)
        }
        return nil
    }

    /// A suite of both with the hash of the secret: the one that it comes from, if possible.
    private func suite(for state: TLS13.TicketState, _ hello: ClientHello) -> TLS13.CipherSuite? {
        let common = cipherSuites.filter { $0.hash == state.suite.hash && hello.cipherSuites.contains($0.codePoint) }
        return common.contains(state.suite) ? state.suite : common.first
    }

    /// Sends the tickets of a connection (section 4.6.1): each with a nonce of its own, so that no two have one secret.
    func sendTickets<R: RandomSource>(
        _ keys: TLS13.HandshakeKeys, _ resumption: ResumptionSecret, serverName: String?, _ peer: PeerIdentity,
        _ session: inout TLS13.Session, using random: inout R
    ) throws(TLSError) {
        guard let ticketKey else { return }
        for number in 0..<max(0, min(tickets, 255)) {
            let nonce = [UInt8(truncatingIfNeeded: number)]
            let psk = resumption.psk(nonce: nonce)
            let state = TLS13.TicketState(
                suite: keys.suite, psk: psk, issued: common.now, serverName: serverName ?? "", peer: peer)
            let ageAdd = random.octets(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard let octets = state.octets, let ticket = ticketKey.sealed(octets, using: &random) else { return }
            session.tell(sealed: ticket, ticketKey, psk: psk, nonce: nonce)
            try session.sendAfterwards(
                TLS13.NewSessionTicket(
                    lifetime: min(ticketKey.lifetime, TLS13.NewSessionTicket.longestLifetime), ageAdd: ageAdd,
                    nonce: nonce, ticket: ticket))
        }
    }
}
