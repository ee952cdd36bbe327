import Trace

/// Counts and times in English words.
enum English {
    /// "1 octet", "3 octets".
    static func octets(_ count: Int) -> String { counted(count, "octet") }

    /// "once", "3 times".
    static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    /// "20.5 ms" below a second, "1 s" above.
    static func time(_ span: TimeSpan) -> String {
        let (whole, unit) = span < .seconds(1) ? (1_000, "ms") : (1_000_000, "s")
        let tenths = (span.microseconds % Int64(whole)) * 10 / Int64(whole)
        let units = span.microseconds / Int64(whole)
        return tenths == 0 ? "\(units) \(unit)" : "\(units).\(tenths) \(unit)"
    }
}
