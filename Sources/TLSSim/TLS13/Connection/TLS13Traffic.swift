import Crypto
import PKI
import Trace

extension TLS13 {
    /// The state after the handshake: application data flows, and tickets, key updates and late requests may come.
    struct Traffic: Hashable, Sendable {
        let finished: PeerFinished
        /// The values that a client keeps with a ticket; nil for a server.
        let memory: TicketMemory?
        /// The client's part of late authentication; nil if the client has not offered it.
        var lateClient: LateClient?
        /// The server's part of late authentication; nil if the client has not offered it.
        var lateServer: LateServer?

        /// Processes a message after the handshake (section 4.6).
        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> Traffic {
            switch (session.role, message.type) {
            case (_, .keyUpdate):
                let update = try session.read(message, KeyUpdate.read)
                session.updateReading()
                // Section 4.6.3: the answer goes out before the next data, under the old keys.
                if update.isRequested, !session.hasClosed {
                    try session.sendAfterwards(KeyUpdate(isRequested: false))
                    session.updateWriting()
                }
            case (.client, .newSessionTicket):
                let ticket = try session.read(message, NewSessionTicket.read)
                try ExtensionRules.check(ticket.extensions, in: .newSessionTicket)
                guard let memory else { return self }
                let kept = memory.ticket(ticket, at: session.now)
                session.tell(.ticketPSK, kept.psk, nonce: ticket.nonce)
                // A lifetime of zero: to be forgotten at once (section 4.6.1).
                if ticket.lifetime > 0 { session.emit(.ticket(kept)) }
            case (.client, .certificateRequest):
                guard let lateClient else { throw .unexpected(message: message.name, awaiting: "Traffic") }
                try lateClient.answer(message, &session, using: &random)
            default: throw .unexpected(message: message.nameInTLS13, awaiting: "Traffic")
            }
            return self
        }
    }

    /// The values that a client keeps with a ticket.
    struct TicketMemory: Hashable, Sendable {
        let resumption: ResumptionSecret
        let suite: CipherSuite
        let serverName: String?
        let peer: PeerIdentity
        let applicationProtocol: String?

        /// The ticket with its secret, received at a time in milliseconds since 1970.
        func ticket(_ message: NewSessionTicket, at now: Int64) -> Ticket {
            Ticket(
                ticket: message.ticket, psk: resumption.psk(nonce: message.nonce), suite: suite,
                lifetime: min(message.lifetime, NewSessionTicket.longestLifetime), ageAdd: message.ageAdd,
                received: now, serverName: serverName,
                peer: peer, maxEarlyData: message.maxEarlyDataSize ?? 0, applicationProtocol: applicationProtocol)
        }
    }

    /// Proof that the peer's Finished was correct: only the comparison makes a value of this type.
    struct PeerFinished: Hashable, Sendable {
        /// Verifies a Finished (section 4.4.4).
        ///
        /// - Parameters:
        ///   - base: the sender's traffic secret, from which the key of the MAC comes.
        ///   - hash: the hash of the transcript before the message.
        /// - Throws: ``TLS13Violation/finishedLength(_:)`` for verify_data of another length than the hash's;
        ///   ``TLSError/finishedMismatch`` for another value.
        init(_ finished: Finished, under base: TrafficSecret, over hash: [UInt8]) throws(TLSError) {
            guard finished.verifyData.count == base.hash.outputLength else {
                throw .tls13(.finishedLength(finished.verifyData.count))
            }
            guard ConstantTime.areEqual(finished.verifyData, base.verifyData(hash)) else { throw .finishedMismatch }
        }
    }
}

extension EndpointPhase {
    /// Drops a ChangeCipherSpec, which may come from the first hello to the peer's Finished (RFC 8446 section 5).
    ///
    /// - Throws: ``TLS13Violation/changeCipherSpecOutOfPlace`` at any other time.
    func dropChangeCipherSpec() throws(TLSError) {
        guard self == .handshake else { throw .tls13(.changeCipherSpecOutOfPlace) }
    }
}
