import Trace

/// What a TLS machine has to say about its steps: one case for each topic, whose file has the cases and their sentences.
public enum Note: Remark, Hashable {
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

    /// The stable step id that goes with it.
    public var step: String {
        switch self {
        case .handshake(let note): note.step
        case .keyExchange(let note): note.step
        case .keySchedule(let note): note.step
        case .trust(let note): note.step
        case .clientAuthentication(let note): note.step
        case .resumption(let note): note.step
        case .negotiation(let note): note.step
        case .record(let note): note.step
        case .traffic(let note): note.step
        case .tls13(let note): note.step
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .handshake(let note): note.cite
        case .keyExchange(let note): note.cite
        case .keySchedule(let note): note.cite
        case .trust(let note): note.cite
        case .clientAuthentication(let note): note.cite
        case .resumption(let note): note.cite
        case .negotiation(let note): note.cite
        case .record(let note): note.cite
        case .traffic(let note): note.cite
        case .tls13(let note): note.cite
        }
    }

    /// The topic of the note inside.
    public var englishTopic: String {
        switch self {
        case .handshake(let note): note.englishTopic
        case .keyExchange(let note): note.englishTopic
        case .keySchedule(let note): note.englishTopic
        case .trust(let note): note.englishTopic
        case .clientAuthentication(let note): note.englishTopic
        case .resumption(let note): note.englishTopic
        case .negotiation(let note): note.englishTopic
        case .record(let note): note.englishTopic
        case .traffic(let note): note.englishTopic
        case .tls13(let note): note.englishTopic
        }
    }

    /// The sentence of the note inside.
    public var english: String {
        switch self {
        case .handshake(let note): note.english
        case .keyExchange(let note): note.english
        case .keySchedule(let note): note.english
        case .trust(let note): note.english
        case .clientAuthentication(let note): note.english
        case .resumption(let note): note.english
        case .negotiation(let note): note.english
        case .record(let note): note.english
        case .traffic(let note): note.english
        case .tls13(let note): note.english
        }
    }

    /// The background of the note inside; only records have one.
    public var englishBackground: String {
        switch self {
        case .keySchedule(let note): note.englishBackground
        case .record(let note): note.englishBackground
        case .tls13(let note): note.englishBackground
        case .handshake, .keyExchange, .trust, .clientAuthentication, .resumption, .negotiation, .traffic:
            ""
        }
    }

    /// Whether the note inside is routine; the protection of records is.
    public var isRoutine: Bool {
        switch self {
        case .record(let note): note.isRoutine
        case .tls13(let note): note.isRoutine
        case .handshake, .keyExchange, .keySchedule, .trust, .clientAuthentication, .resumption, .negotiation, .traffic:
            false
        }
    }
}
