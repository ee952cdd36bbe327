import Trace

extension Connection.Signal: Remark {
    public var english: String {
        switch self {
        case .connected: "open"
        case .readable: "data has arrived"
        case .writable: "there is room again for data"
        case .endOfStream: "end of the data"
        case .closeAcknowledged: "everything that was sent is acknowledged"
        case .closed: "closed in good order"
        case .reset: "connection reset"
        case .refused: "connection refused"
        case .timedOut: "no answer"
        case .urgentData: "urgent data has arrived"
        case .callFailed(let error): error.rawValue
        }
    }
}
