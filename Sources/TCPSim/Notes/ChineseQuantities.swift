import Trace

/// Counts and times in Chinese words.
enum Chinese {
    /// "一次", "3 次".
    static func times(_ count: Int) -> String { count == 1 ? "一次" : "\(count) 次" }

    /// "20.5 ms" below a second, "1 s" above: units are symbols, as in English.
    static func time(_ span: TimeSpan) -> String { English.time(span) }
}
