import Trace

/// Whether the time of the question is within the dates (RFC 5280 section 4.1.2.5). All times are in seconds since 1970.
public enum DateStatement: StatementTopic {
    /// The time is within the dates.
    case inForce(from: Int64, to: Int64, at: Int64)
    /// The time is before the first second of validity.
    case notYetValid(from: Int64, at: Int64)
    /// The time is after the last second of validity.
    case expired(to: Int64, at: Int64)
    /// The certificate is valid for no longer than a platform allows; both in seconds.
    case lifetimeKept(seconds: Int64, limit: Int64)
    /// The certificate is valid for longer than a platform allows; its lifetime in seconds, and the kind of the anchor.
    case lifetimeTooLong(seconds: Int64, limit: ServerRules.Lifetime, under: AnchorKind)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .inForce(let from, let to, let time):
            "\(it) is valid from \(English.date(from)) to \(English.date(to)). The check is for \(English.date(time))."
        case .notYetValid(let from, let time):
            "\(it) is not valid before \(English.date(from)). The check is for \(English.date(time))."
        case .expired(let to, let time):
            "\(it) expired at \(English.date(to)). The check is for \(English.date(time)). After that date the issuer no longer vouches for it."
        case .lifetimeKept(let seconds, let limit):
            "\(it) is valid for \(English.duration(seconds)). At most \(English.duration(limit)) are allowed here."
        case .lifetimeTooLong(let seconds, let limit, let kind):
            "\(it) is valid for \(English.duration(seconds)). A certificate issued since \(English.date(limit.demand.since)) may be valid for "
                + "at most \(English.duration(limit.seconds)) under an anchor that \(English.origin(kind))."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .inForce(let from, let to, let time):
            it.chinese("的有效期从 \(CivilTime.text(from)) 到 \(CivilTime.text(to))。检查针对的时间是 \(CivilTime.text(time))。")
        case .notYetValid(let from, let time):
            it.chinese("在 \(CivilTime.text(from)) 之前无效。检查针对的时间是 \(CivilTime.text(time))。")
        case .expired(let to, let time):
            it.chinese("已在 \(CivilTime.text(to)) 过期。检查针对的时间是 \(CivilTime.text(time))。过期之后，颁发者不再为它担保。")
        case .lifetimeKept(let seconds, let limit):
            it.chinese("的有效期为 \(Chinese.duration(seconds))。这里最多允许 \(Chinese.duration(limit))。")
        case .lifetimeTooLong(let seconds, let limit, let kind):
            it.chinese(
                "的有效期为 \(Chinese.duration(seconds))。自 \(CivilTime.text(limit.demand.since)) 起签发的证书，"
                    + "在\(Chinese.origin(kind))锚点之下，有效期最多 \(Chinese.duration(limit.seconds))。")
        }
    }
}
