import Crypto
import PKI
import Trace

extension TLS13 {
    /// Where an endpoint is.
    enum State: Hashable, Sendable {
        /// A client's state.
        case client(ClientState)
        /// A server's state.
        case server(ServerState)
        /// The end, well or not, by its name.
        case ended(String)

        /// Its name, which says what it awaits.
        var name: String {
            switch self {
            case .client(let state): state.name
            case .server(let state): state.name
            case .ended(let name): name
            }
        }

        /// How far it is.
        var phase: Phase {
            switch self {
            case .client(let state): state.phase
            case .server(let state): state.phase
            case .ended: .ended
            }
        }

        /// Whether the peer's data has its place here.
        var takesData: Bool {
            // Section 4.6.2: nothing comes between the messages of a late answer.
            if case .server(.lateAuthentication) = self { return false }
            return phase == .traffic
        }

        /// Whether data may go out.
        var mayWrite: Bool {
            switch self {
            case .client(let state): state.phase == .traffic
            case .server(let state): state.mayWrite
            case .ended: false
            }
        }

        /// The state after data that came early; nil where early data has no place.
        func taking(early data: [UInt8], _ session: inout Session) throws(TLSError) -> State? {
            guard case .server(.expectEndOfEarlyData(let state)) = self else { return nil }
            return .server(.expectEndOfEarlyData(try state.receive(data: data, &session)))
        }

        /// Whether a ChangeCipherSpec is dropped here: from the first hello to the peer's Finished (RFC 8446 section 5). A server with a key
        /// for cookies may have sent its HelloRetryRequest and forgotten it: for the client it is the second hello then.
        var toleratesChangeCipherSpec: Bool {
            if case .server(.expectClientHello(let state)) = self { return state.configuration.cookieKey != nil }
            return phase == .handshake
        }

        func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> State {
            guard case .client(.start(let state)) = self else { return self }
            return .client(try state.start(&session, using: &random))
        }

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> State {
            switch self {
            case .client(let state): .client(try state.receive(message, &session, using: &random))
            case .server(let state): .server(try state.receive(message, &session, using: &random))
            case .ended: self
            }
        }

        func judged<R: RandomSource>(
            _ verdict: Verdict, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> State {
            switch self {
            case .client(.judging(let state)): .client(try state.judged(verdict, &session))
            case .server(.judging(let state)): .server(try state.judged(verdict, &session))
            case .server(.lateAuthentication(let state)): .server(try state.judged(verdict, &session))
            case .client, .server, .ended: self
            }
        }
    }

    /// How far an endpoint is.
    enum Phase: Hashable, Sendable {
        /// Nothing has been sent or received.
        case idle
        /// Handshake messages are being exchanged.
        case handshake
        /// A chain is being judged; what arrives meanwhile waits.
        case judging
        /// Application data may flow.
        case traffic
        /// It is over.
        case ended
    }

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
        /// Verifies a Finished against the transcript before it (section 4.4.4).
        init(_ message: HandshakeMessage, _ base: TrafficSecret, _ session: Session) throws(TLSError) {
            try self.init(message, base, over: session.transcript.digest(by: base.hash))
        }

        /// Verifies a Finished over a transcript of that hash.
        init(_ message: HandshakeMessage, _ base: TrafficSecret, over hash: [UInt8]) throws(TLSError) {
            let finished = try message.parsed(Finished.read)
            guard finished.verifyData.count == base.hash.outputLength else {
                throw .tls13(.finishedLength(finished.verifyData.count))
            }
            guard
                ConstantTime.areEqual(finished.verifyData, base.verifyData(hash))
            else { throw .finishedMismatch }
        }
    }
}
