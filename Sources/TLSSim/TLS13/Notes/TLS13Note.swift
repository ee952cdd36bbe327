import Trace

/// The notes of a machine of TLS 1.3 about its steps: a case for each topic. The file of the topic has its notes and their sentences.
public enum TLS13Note: HoldingNote, Hashable {
    /// The hellos.
    case hello(TLS13HelloNote)
    /// The shares and the shared secret.
    case keyShare(KeyShareNote)
    /// The key schedule.
    case keySchedule(TLS13KeyScheduleNote)
    /// Certificates, signatures, Finished.
    case authentication(TLS13AuthenticationNote)
    /// HelloRetryRequest.
    case retry(RetryNote)
    /// Tickets, external PSKs and early data.
    case resumption(TLS13ResumptionNote)
    /// Records, key updates and the end of the connection.
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
