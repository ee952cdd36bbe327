import PKI
import Trace

/// An event from outside, which the driver gives to an endpoint.
public enum Input: Hashable, Sendable {
    /// Begin: a client sends its hello. A server does nothing.
    case start
    /// Octets arrived from the peer.
    case bytes([UInt8])
    /// Send these octets as application data.
    case send([UInt8])
    /// The judgment of the chain that the endpoint has asked for with ``Output/judge(_:)``.
    case verdict(Verdict)
    /// Send close_notify.
    case close
    /// The transport has ended: nothing more will arrive.
    case transportEnded
}

/// An instruction of an endpoint to its driver, or a step for the trace.
public enum Output: Hashable, Sendable {
    /// Send these octets to the peer.
    case bytes([UInt8])
    /// Give these octets to the application.
    case plaintext([UInt8])
    /// Give these octets to the application as early data: they may be a replay of earlier octets, and their sender is known only when the
    /// handshake is complete (RFC 8446 section 8).
    case earlyPlaintext([UInt8])
    /// Whether the offered early data is accepted. A client emits it when the server has answered, a server when it has decided.
    case earlyData(EarlyDataOutcome)
    /// Judge this chain of the peer (DER, leaf first) and answer with ``Input/verdict(_:)``. A client wants its server's chain to be judged
    /// for the host name that it visits; a server wants its client's chain to be judged without a name (`ChainQuestion.Subject`).
    case judge([[UInt8]])
    /// The server has stapled this OCSP response in DER to its certificate (RFC 6066 section 8). The client itself acts on it; the driver
    /// may want to report it.
    case stapled([UInt8])
    /// The server has sent these timestamps of logs beside its certificate: a SignedCertificateTimestampList (RFC 6962 section 3.3). The
    /// client does not act on them. Only a client of TLS 1.3 that has asked for them emits this.
    case timestamps([UInt8])
    /// The server asks for the client's certificate: during the handshake (RFC 5246 section 7.4.4, RFC 8446 section 4.3.2) or after it
    /// (RFC 8446 section 4.6.2).
    case certificateRequested
    /// The client has shown a certificate to the server that has asked for it.
    case certificateShown
    /// The server asks for a new handshake (RFC 5246 section 7.4.1.1). The client has refused it.
    case renegotiationRequested
    /// The handshake is complete and verified, with these parameters.
    case established(SecurityParameters)
    /// The client has answered a certificate request after the handshake (RFC 8446 section 4.6.2). Its identity is anonymous if it has
    /// shown no certificate.
    case authenticated(PeerIdentity)
    /// Store this session: it can be resumed. The driver of a server puts it into the ``SessionCache``; the driver of a client uses it for
    /// the next connection.
    case resumable(ResumableSession)
    /// Store this ticket of TLS 1.3: one later connection can resume with it.
    case ticket(TLS13.Ticket)
    /// Delete this session if it is stored: its connection has ended with a fatal alert (RFC 5246 section 7.2.2).
    case forget(ResumableSession)
    /// The peer has sent close_notify: no more data will come from it.
    case peerClosed
    /// The endpoint has ended with an error. `alert` is the alert that it has sent, if it has sent one.
    case failed(TLSError, alert: AlertDescription?)

    // MARK: For the trace
    /// A record was written.
    case wrote(TracedRecord, Note?)
    /// A record was read.
    case read(TracedRecord, Note?)
    /// A handshake message is written or was read. The records that carry it are outputs of their own.
    case message(TracedMessage)
    /// Something was computed.
    case computed(Computation, Note)
    /// Something was verified.
    case checked(String, passed: Bool, Note)
    /// A chain was judged.
    case judged(Verdict)
    /// A quantity became known to this endpoint.
    case learned(SecretID, Acquired, [UInt8])
    /// The machine has entered a state from another one.
    case entered(String, from: String)
    /// A note that belongs to no record.
    case note(Note)
}

/// How an endpoint came to know a quantity.
public enum Acquired: Hashable, Sendable {
    /// It has drawn the quantity at random.
    case generated
    /// It has composed the quantity; so many of its octets were drawn at random.
    case composed(random: Int)
    /// The quantity was in the record that was read last.
    case received
    /// It has computed the quantity from these premises, by an operation of this name.
    case derived(from: [SecretID], by: String)
    /// It had the quantity before the connection.
    case configured
}
