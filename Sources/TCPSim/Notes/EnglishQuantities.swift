import Trace

/// Counts and times in English words.
enum English {
    /// "1 octet", "3 octets".
    static func octets(_ count: Int) -> String { counted(count, "octet") }

    /// "once", "3 times".
    static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    /// "first", "12th", "21st".
    static func ordinal(_ count: Int) -> String {
        switch count {
        case 1: "first"
        case 2: "second"
        case 3: "third"
        default:
            switch (count % 100, count % 10) {
            case (11...13, _): "\(count)th"
            case (_, 1): "\(count)st"
            case (_, 2): "\(count)nd"
            case (_, 3): "\(count)rd"
            default: "\(count)th"
            }
        }
    }

    /// "20.5 ms" below a second, "1 s" above.
    static func time(_ span: TimeSpan) -> String {
        let (whole, unit) = span < .seconds(1) ? (1_000, "ms") : (1_000_000, "s")
        let tenths = (span.microseconds % Int64(whole)) * 10 / Int64(whole)
        let units = span.microseconds / Int64(whole)
        return tenths == 0 ? "\(units) \(unit)" : "\(units).\(tenths) \(unit)"
    }
}
