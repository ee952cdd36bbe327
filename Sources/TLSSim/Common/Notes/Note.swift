import Trace

/// A note on a step of a TLS machine. There is one case for each topic; the file of a topic has its notes and their sentences.
public enum Note: HoldingNote, Hashable {
    /// The hellos, the certificate message, ChangeCipherSpec and Finished.
    case handshake(HandshakeNote)
    /// The key exchange.
    case keyExchange(KeyExchangeNote)
    /// The derivation of the keys.
    case keySchedule(KeyScheduleNote)
    /// The judgment of the peer's chain.
    case trust(TrustNote)
    /// The authentication of the client.
    case clientAuthentication(ClientAuthenticationNote)
    /// The resumption of a session.
    case resumption(ResumptionNote)
    /// Smaller things that the hellos settle.
    case negotiation(NegotiationNote)
    /// The protection of records.
    case record(RecordNote)
    /// Application data, alerts and the end.
    case traffic(TrafficNote)
    /// The topics of TLS 1.3.
    case tls13(TLS13Note)

    /// The note itself, without its topic.
    public var subject: any StepNote {
        switch self {
        case .handshake(let note): note
        case .keyExchange(let note): note
        case .keySchedule(let note): note
        case .trust(let note): note
        case .clientAuthentication(let note): note
        case .resumption(let note): note
        case .negotiation(let note): note
        case .record(let note): note
        case .traffic(let note): note
        case .tls13(let note): note.subject
        }
    }
}
