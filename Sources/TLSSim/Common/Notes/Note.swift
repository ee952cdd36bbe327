import Trace

/// What a TLS machine has to say about its steps: one case for each topic, whose file has the cases and their sentences.
public enum Note: HoldingNote, Hashable {
    /// The frame of the handshake.
    case handshake(HandshakeNote)
    /// The key exchange.
    case keyExchange(KeyExchangeNote)
    /// The keys that follow from it.
    case keySchedule(KeyScheduleNote)
    /// The peer's chain.
    case trust(TrustNote)
    /// The client's certificate.
    case clientAuthentication(ClientAuthenticationNote)
    /// Going on with an old session.
    case resumption(ResumptionNote)
    /// The smaller things that the hellos settle.
    case negotiation(NegotiationNote)
    /// The protection of records.
    case record(RecordNote)
    /// Application data, alerts and the end.
    case traffic(TrafficNote)
    /// What TLS 1.3 does in its own way.
    case tls13(TLS13Note)

    /// The note itself, without the name of its topic.
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
