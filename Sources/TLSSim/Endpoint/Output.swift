import PKI
import Trace

/// What can happen to an endpoint from outside.
public enum Input: Hashable, Sendable {
    /// Begin: the client sends its hello; the server waits for one.
    case start
    /// Octets arrived from the peer.
    case bytes([UInt8])
    /// Send these octets as application data.
    case send([UInt8])
    /// The chain that was put up for judgment has been judged.
    case verdict(Verdict)
    /// Say close_notify.
    case close
    /// The transport has ended: nothing more will arrive.
    case transportEnded
}

/// What an endpoint wants done, in order.
public enum Output: Hashable, Sendable {
    /// Send these octets to the peer.
    case bytes([UInt8])
    /// Hand these octets to the application.
    case plaintext([UInt8])
    /// Hand these octets to the application and say that they came early: they may be a copy of what has come before, and who sent them is
    /// known only once the handshake is complete (RFC 8446 section 8).
    case earlyPlaintext([UInt8])
    /// Whether the early data that was offered is accepted. A client is told when the server has said so, a server when it has decided.
    case earlyData(EarlyDataOutcome)
    /// Judge this chain (DER, leaf first) and answer with ``Input/verdict(_:)``. A client asks about its server's chain, under
    /// the name it visits; a server that asked for one about its client's, for which no name is wanted (`Question.Subject`).
    case judge([[UInt8]])
    /// The server has stapled this OCSP response in DER to its certificate (RFC 6066 section 8). The client heeds it by itself; the driver
    /// may want to tell of it.
    case stapled([UInt8])
    /// The server asks for the client's certificate during the handshake (RFC 5246 section 7.4.4, RFC 8446 section 4.3.2).
    case certificateRequested
    /// The handshake is complete and verified; what it has settled.
    case established(SecurityParameters)
    /// The client has answered a request that came after the handshake (RFC 8446 section 4.6.2): who it is; anonymous if it has shown no
    /// certificate.
    case authenticated(PeerIdentity)
    /// Keep this session: it can be resumed. A server's goes into its ``SessionCache``, a client's serves its next connection.
    case resumable(ResumableSession)
    /// Keep this ticket of TLS 1.3: a later connection can begin with it, once.
    case ticket(TLS13.Ticket)
    /// Forget this session, if it is kept: its connection ended by a fatal alert (RFC 5246 section 7.2.2).
    case forget(ResumableSession)
    /// The peer said close_notify: nothing more will come from it.
    case peerClosed
    /// The endpoint gave up; the alert that was sent, if one was.
    case failed(TLSError, alert: AlertDescription?)

    // MARK: For the trace
    /// A record was written.
    case wrote(TracedRecord, Note?)
    /// A record was read.
    case read(TracedRecord, Note?)
    /// Something was computed.
    case computed(Computation, Note)
    /// Something was verified.
    case checked(String, passed: Bool, Note)
    /// A chain was judged.
    case judged(Verdict)
    /// A quantity became known to this endpoint.
    case learned(SecretID, Acquired, [UInt8])
    /// The machine moved.
    case entered(String, from: String)
    /// Something to say that belongs to no record.
    case note(Note)
}

/// How an endpoint came to know a quantity.
public enum Acquired: Hashable, Sendable {
    /// It drew it.
    case generated
    /// It put it together, with so many octets drawn at random.
    case composed(random: Int)
    /// It stood in the record read last.
    case received
    /// It was computed.
    case derived(from: [SecretID], by: String)
    /// It was there before the connection.
    case configured
}
