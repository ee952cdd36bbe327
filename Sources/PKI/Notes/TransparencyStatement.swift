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
    /// The number of logs whose timestamps count, the number that is asked for, and whether the timestamps were verified.
    case timestamps(logs: Int, least: Int, areVerified: Bool)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .timestampVerifies(let log, let time):
            "\(it) was shown to the log \(log) at \(English.date(time)). The log's key verifies the timestamp."
        case .timestampOfUnknownLog(let identifier):
            "\(it) has a timestamp of the log \(identifier). The key of this log is not known here, so the timestamp does not count."
        case .timestampFails(let log):
            "\(it) has a timestamp of the log \(log). The log's key does not verify it, so the timestamp does not count."
        case .timestampInFuture(let log, let from, let time):
            "\(it) has a timestamp of the log \(log) from \(English.date(from)). That is after \(English.date(time)), the time of the "
                + "check, so the timestamp does not count."
        case .timestampWithoutIssuer(let log):
            "\(it) has a timestamp of the log \(log). The timestamp also covers the key of the issuer. The issuer is missing here, so "
                + "the timestamp cannot be verified."
        case .noTimestamps: "\(it) contains no timestamps of logs."
        case .timestamps(let logs, let least, let areVerified):
            "\(it) has \(areVerified ? "valid " : "")timestamps of \(counted(logs, "log")). At least \(least) are "
                + "required here." + (areVerified ? "" : " The timestamps are only counted, not verified.")
        }
    }
}
