import Trace

/// What a machine of TLS 1.3 has to say about its steps: one case for each topic, whose file has the cases and their sentences.
public enum TLS13Note: HoldingNote, Hashable {
    /// The hellos, and what they settle.
    case hello(TLS13HelloNote)
    /// The shares, and what they make.
    case keyShare(KeyShareNote)
    /// The key schedule.
    case keySchedule(TLS13KeyScheduleNote)
    /// Certificates, signatures, Finished.
    case authentication(TLS13AuthenticationNote)
    /// HelloRetryRequest.
    case retry(RetryNote)
    /// Tickets, and what is done with them.
    case resumption(TLS13ResumptionNote)
    /// Records, new keys, and the end.
    case traffic(TLS13TrafficNote)

    /// The note itself, without the name of its topic.
    public var subject: any StepNote {
        switch self {
        case .hello(let note): note
        case .keyShare(let note): note
        case .keySchedule(let note): note
        case .authentication(let note): note
        case .retry(let note): note
        case .resumption(let note): note
        case .traffic(let note): note
        }
    }
}
