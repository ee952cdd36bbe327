import Trace

/// Whether the certificate was shown to logs (RFC 6962).
public enum TransparencyStatement: StatementTopic {
    /// A timestamp is the log's, and from that second since 1970.
    case timestampVerifies(log: String, at: Int64)
    /// A timestamp is of a log whose key is not known; the log's identifier in hexadecimal.
    case timestampOfUnknownLog(identifier: String)
    /// The key of the log does not verify the timestamp.
    case timestampFails(log: String)
    /// A timestamp is of a time that has not come yet. Seconds since 1970.
    case timestampInFuture(log: String, from: Int64, at: Int64)
    /// A timestamp is also about the issuer's key, and there is no issuer.
    case timestampWithoutIssuer(log: String)
    /// There are no timestamps.
    case noTimestamps
    /// Of how many logs there are timestamps that count, how many are asked for, and whether they were verified.
    case timestamps(logs: Int, least: Int, areVerified: Bool)

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .timestampVerifies(let log, let time):
            "\(it) was shown to the log \(log) at \(English.date(time)): its key verifies the timestamp."
        case .timestampOfUnknownLog(let identifier):
            "\(it) has a timestamp of the log \(identifier), whose key is not among those given. It does not count."
        case .timestampFails(let log):
            "\(it) has a timestamp of the log \(log), and the log's key does not verify it. It does not count."
        case .timestampInFuture(let log, let from, let time):
            "\(it) has a timestamp of the log \(log) from \(English.date(from)); asked at \(English.date(time)). It does not count."
        case .timestampWithoutIssuer(let log):
            "\(it) has a timestamp of the log \(log), which is also about the key of the issuer. There is no issuer here, so "
                + "it cannot be verified."
        case .noTimestamps: "\(it) has no timestamps of logs in it."
        case .timestamps(let logs, let least, let areVerified):
            "\(it) has timestamps of \(logs == 1 ? "1 log" : "\(logs) logs")\(areVerified ? " that verify" : ""); "
                + "\(least) are asked for here." + (areVerified ? "" : " They are counted and not verified.")
        }
    }
}
