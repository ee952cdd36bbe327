import Trace

/// Whether logs have promised to publish the certificate (RFC 6962). All times are in seconds since 1970.
public enum TransparencyStatement: StatementTopic {
    /// The key of a log verifies its timestamp.
    case timestampVerifies(log: String, at: Int64)
    /// The key of a log is not known here; the identifier of the log in hexadecimal.
    case timestampOfUnknownLog(identifier: String)
    /// The key of a log does not verify its timestamp.
    case timestampFails(log: String)
    /// The time of a timestamp is after the time of the check.
    case timestampInFuture(log: String, from: Int64, at: Int64)
    /// A timestamp cannot be verified, because it also covers the issuer's key and the issuer is missing.
    case timestampWithoutIssuer(log: String)
    /// The certificate expires outside the interval that its log takes; the first second of the interval, and the one after its last.
    case timestampOutsideShard(log: String, Range<Int64>)
    /// The timestamp is from a time at which its log was read-only or retired already; the time of that change.
    case timestampAfterEnd(log: String, end: Int64)
    /// The log is pending or rejected.
    case timestampOfUncountedLog(log: String)
    /// No timestamp is from a log that is current; the others do not count alone.
    case noCurrentLog
    /// The certificate has no timestamps.
    case noTimestamps
    /// The number of logs whose timestamps count, the number that is required, and whether the timestamps were verified.
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
        case .timestampOutsideShard(let log, let shard):
            "\(it) has a timestamp of the log \(log). This log takes certificates that expire from \(English.date(shard.lowerBound)) until "
                + "before \(English.date(shard.upperBound)), so the timestamp does not count."
        case .timestampAfterEnd(let log, let end):
            "\(it) has a timestamp of the log \(log), which took no certificates from \(English.date(end)) on. The timestamp is not older, so it "
                + "does not count."
        case .timestampOfUncountedLog(let log):
            "\(it) has a timestamp of the log \(log). This log is pending or rejected, so the timestamp does not count."
        case .noCurrentLog:
            "\(it) has no timestamp of a log that is current. Timestamps of retired logs count only beside one of a current log."
        case .noTimestamps: "\(it) contains no timestamps of logs."
        case .timestamps(let logs, let least, let areVerified):
            "\(it) has \(areVerified ? "valid " : "")timestamps of \(counted(logs, "log")). At least \(least) are "
                + "required here."
                + (areVerified
                    ? ""
                    : " The timestamps are only counted, not verified: the keys of logs are not given, so it is not known whether they are genuine.")
        }
    }
}
