import Crypto
import PKI
import Trace

extension TLS13 {
    /// The handshake is complete: data flows, and what comes besides is tickets and new keys.
    struct Traffic: Hashable, Sendable {
        let finished: PeerFinished
        /// What a client keeps tickets with; nil for a server, which has sent its own.
        let memory: TicketMemory?
        /// What a client answers a late request with; nil where it takes none.
        var lateClient: LateClient?
        /// What a server asks for a certificate with; nil where the client takes no late request.
        var lateServer: LateServer?

        /// Acts upon a message after the handshake (section 4.6).
        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> Traffic {
            switch (session.role, message.type) {
            case (_, .keyUpdate):
                let update = try message.parsed(KeyUpdate.read)
                session.updateReading()
                // Section 4.6.3: the answer goes out before the next data, under the old keys.
                if update.isRequested, !session.hasClosed {
                    try session.sendAfterwards(KeyUpdate(isRequested: false))
                    session.updateWriting()
                }
            case (.client, .newSessionTicket):
                let ticket = try message.parsed(NewSessionTicket.read)
                try ExtensionRules.check(ticket.extensions, in: .newSessionTicket)
                guard let memory else { return self }
                let kept = memory.ticket(ticket, at: session.now)
                session.tell(ticketPSK: kept.psk, nonce: ticket.nonce)
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

    /// What a ticket is kept with.
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

    /// Proof that the peer's Finished was right: only the comparison itself makes one.
    struct PeerFinished: Hashable, Sendable {
        /// Verifies a Finished (section 4.4.4).
        ///
        /// - Parameters:
        ///   - base: the sender's traffic secret, from which the key of the MAC comes.
        ///   - hash: the hash of the transcript before the message.
        /// - Throws: ``TLS13Violation/finishedLength(_:)`` for verify_data of another length than the hash's;
        ///   ``TLSError/finishedMismatch`` for another value; ``TLSError`` for a message that cannot be parsed.
        init(_ message: HandshakeMessage, under base: TrafficSecret, over hash: [UInt8]) throws(TLSError) {
            let finished = try message.parsed(Finished.read)
            guard finished.verifyData.count == base.hash.outputLength else {
                throw .tls13(.finishedLength(finished.verifyData.count))
            }
            guard ConstantTime.areEqual(finished.verifyData, base.verifyData(hash)) else { throw .finishedMismatch }
        }
    }
}

extension EndpointPhase {
    /// A ChangeCipherSpec is dropped from the first hello to the peer's Finished (RFC 8446 section 5).
    func dropChangeCipherSpec() throws(TLSError) {
        guard self == .handshake else { throw .tls13(.changeCipherSpecOutOfPlace) }
    }
}
