import Trace

/// Whether logs have promised to publish the certificate (RFC 6962). All times are in seconds since 1970.
public indirect enum TransparencyStatement: StatementTopic {
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
    /// The same where the server has sent timestamps beside the certificate: the number of logs in all, the number that is required, the
    /// number of logs inside the certificate, and whether the timestamps were verified.
    case timestampsOutside(logs: Int, least: Int, inside: Int, areVerified: Bool)
    /// The timestamps that were seen are not enough, and for a reason it cannot be told whether there are others.
    case open(TransparencyStatement, TimestampDoubt)
    /// All logs are of one operator; its name.
    case oneOperator(String)
    /// No log is one of RFC 6962: all publish their entries as tiles.
    case onlyTiledLogs

    /// The number of logs whose timestamps count; nil for a statement about something else.
    package var logs: Int? {
        switch self {
        case .timestamps(let logs, _, _), .timestampsOutside(let logs, _, _, _): logs
        case .open(let statement, _): statement.logs
        case .noTimestamps: 0
        case .timestampVerifies, .timestampOfUnknownLog, .timestampFails, .timestampInFuture, .timestampWithoutIssuer,
            .timestampOutsideShard, .timestampAfterEnd, .timestampOfUncountedLog, .noCurrentLog, .oneOperator,
            .onlyTiledLogs:
            nil
        }
    }

    /// Whether the timestamps were only counted and not verified.
    package var isOnlyCounted: Bool {
        switch self {
        case .timestamps(_, _, let areVerified), .timestampsOutside(_, _, _, let areVerified): !areVerified
        case .open(let statement, _): statement.isOnlyCounted
        case .noTimestamps, .timestampVerifies, .timestampOfUnknownLog, .timestampFails, .timestampInFuture,
            .timestampWithoutIssuer, .timestampOutsideShard, .timestampAfterEnd, .timestampOfUncountedLog,
            .noCurrentLog, .oneOperator, .onlyTiledLogs:
            false
        }
    }

    /// Whether the statement is about the timestamps as a whole where some are demanded, and not about one of them.
    package var isAboutAll: Bool {
        switch self {
        case .timestamps, .timestampsOutside, .open, .noCurrentLog: true
        case .noTimestamps, .timestampVerifies, .timestampOfUnknownLog, .timestampFails, .timestampInFuture,
            .timestampWithoutIssuer, .timestampOutsideShard, .timestampAfterEnd, .timestampOfUncountedLog, .oneOperator,
            .onlyTiledLogs:
            false
        }
    }

    /// Why it cannot be told whether the timestamps are enough; nil if it can.
    package var doubt: TimestampDoubt? { if case .open(_, let doubt) = self { doubt } else { nil } }

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
                + "required here." + Self.howCounted(areVerified || logs == 0)
        case .timestampsOutside(let logs, let least, let inside, let areVerified):
            "\(it) has \(areVerified ? "valid " : "")timestamps of \(counted(logs, "log")), \(counted(inside, "log")) inside it. The "
                + "\(it.owner) has sent timestamps in the handshake or with an OCSP response too. Together they must be of at least \(least) logs."
                + Self.howCounted(areVerified)
        case .open(let statement, let doubt): "\(statement.english(it)) \(doubt.english)"
        case .oneOperator(let name):
            "\(it) has timestamps only of logs of one operator, \(name). Apple's policy asks for logs of two operators. The published program "
                + "of SecTrust does not count operators."
        case .onlyTiledLogs:
            "\(it) has no timestamp of a log of RFC 6962. Apple's policy asks for one. The published program of SecTrust does not tell the "
                + "kinds of logs apart."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .timestampVerifies(let log, let time):
            it.chinese("在 \(CivilTime.text(time)) 出示给了日志 \(log)。日志的密钥验证了这个时间戳。")
        case .timestampOfUnknownLog(let identifier):
            it.chinese("有日志 \(identifier) 的一个时间戳。这里不知道这个日志的密钥，所以时间戳不算数。")
        case .timestampFails(let log):
            it.chinese("有日志 \(log) 的一个时间戳。用日志的密钥验证没有通过，所以时间戳不算数。")
        case .timestampInFuture(let log, let from, let time):
            it.chinese(
                "有日志 \(log) 的一个时间戳，时间是 \(CivilTime.text(from))。这在检查的时间 \(CivilTime.text(time)) 之后，"
                    + "所以时间戳不算数。")
        case .timestampWithoutIssuer(let log):
            it.chinese("有日志 \(log) 的一个时间戳。时间戳也覆盖颁发者的密钥。这里缺少颁发者，所以无法验证时间戳。")
        case .timestampOutsideShard(let log, let shard):
            it.chinese(
                "有日志 \(log) 的一个时间戳。这个日志收取的证书，过期时间从 \(CivilTime.text(shard.lowerBound)) 起，"
                    + "到 \(CivilTime.text(shard.upperBound)) 之前为止，所以时间戳不算数。")
        case .timestampAfterEnd(let log, let end):
            it.chinese(
                "有日志 \(log) 的一个时间戳，而这个日志从 \(CivilTime.text(end)) 起不再收取证书。时间戳不比这更早，所以不算数。")
        case .timestampOfUncountedLog(let log):
            it.chinese("有日志 \(log) 的一个时间戳。这个日志还在等待批准，或者已遭拒绝，所以时间戳不算数。")
        case .noCurrentLog:
            it.chinese("没有当前日志的时间戳。已退役的日志的时间戳，只有与当前日志的时间戳一起才算数。")
        case .noTimestamps: it.chinese("不含任何日志的时间戳。")
        case .timestamps(let logs, let least, let areVerified):
            it.chinese("有 \(logs) 个日志的\(areVerified ? "有效" : "")时间戳。这里至少要求 \(least) 个。")
                + Self.chineseHowCounted(areVerified || logs == 0)
        case .timestampsOutside(let logs, let least, let inside, let areVerified):
            it.chinese(
                "有 \(logs) 个日志的\(areVerified ? "有效" : "")时间戳，其中 \(inside) 个日志的在证书里面。"
                    + "\(it.ownerInChinese)在握手中或随 OCSP 响应也发送了时间戳。它们合起来必须来自至少 \(least) 个日志。")
                + Self.chineseHowCounted(areVerified)
        case .open(let statement, let doubt): statement.chinese(it) + doubt.chinese
        case .oneOperator(let name):
            it.chinese(
                "的时间戳只来自同一个运营者 \(name) 的日志。Apple 的策略要求有两个运营者的日志。"
                    + "已公布的 SecTrust 程序不计运营者的数目。")
        case .onlyTiledLogs:
            it.chinese("没有 RFC 6962 日志的时间戳。Apple 的策略要求有一个。已公布的 SecTrust 程序不区分日志的种类。")
        }
    }

    /// A sentence for timestamps that were not verified.
    private static func howCounted(_ areVerified: Bool) -> String {
        areVerified
            ? ""
            : " The timestamps are only counted, not verified: the keys of logs are not given, so it is not known whether they are genuine."
    }

    private static func chineseHowCounted(_ areVerified: Bool) -> String {
        areVerified ? "" : "这些时间戳只计了数，没有验证：没有给出日志的密钥，所以不知道它们是不是真的。"
    }
}
