import Trace

/// What a machine of TLS 1.3 has to say about its steps: one case for each topic, whose file has the cases and their sentences.
public enum TLS13Note: Remark, Hashable {
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

    /// The stable step id that goes with it.
    public var step: String {
        switch self {
        case .hello(let note): note.step
        case .keyShare(let note): note.step
        case .keySchedule(let note): note.step
        case .authentication(let note): note.step
        case .retry(let note): note.step
        case .resumption(let note): note.step
        case .traffic(let note): note.step
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .hello(let note): note.cite
        case .keyShare(let note): note.cite
        case .keySchedule(let note): note.cite
        case .authentication(let note): note.cite
        case .retry(let note): note.cite
        case .resumption(let note): note.cite
        case .traffic(let note): note.cite
        }
    }

    /// The sentence of the note inside.
    public var english: String {
        switch self {
        case .hello(let note): note.english
        case .keyShare(let note): note.english
        case .keySchedule(let note): note.english
        case .authentication(let note): note.english
        case .retry(let note): note.english
        case .resumption(let note): note.english
        case .traffic(let note): note.english
        }
    }

    /// The background of the note inside; only records and keys have one.
    public var englishBackground: String {
        switch self {
        case .keySchedule(let note): note.englishBackground
        case .traffic(let note): note.englishBackground
        case .hello, .keyShare, .authentication, .retry, .resumption: ""
        }
    }

    /// Whether the note inside is routine; the protection of records is.
    public var isRoutine: Bool {
        switch self {
        case .traffic(let note): note.isRoutine
        case .hello, .keyShare, .keySchedule, .authentication, .retry, .resumption: false
        }
    }
}
