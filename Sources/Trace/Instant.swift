/// A moment of virtual time, in microseconds since the run began.
///
/// Cores are given the time and never read a clock. So a run can be repeated.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Microseconds since the start of the run.
    public let microseconds: Int64

    /// The instant `microseconds` after the start.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The start of the run.
    public static let zero = Instant(microseconds: 0)

    /// Earlier before later.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The instant `span` later. Saturates at the end of representable time, some 292,000 years on.
    public static func + (instant: Instant, span: TimeSpan) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(span.microseconds)
        return Instant(microseconds: overflow ? (span.microseconds < 0 ? .min : .max) : sum)
    }

    /// The time from `start` to `end`, saturating.
    public static func - (end: Instant, start: Instant) -> TimeSpan {
        let (difference, overflow) = end.microseconds.subtractingReportingOverflow(start.microseconds)
        return TimeSpan(microseconds: overflow ? (end < start ? .min : .max) : difference)
    }

    /// Milliseconds with one decimal, as the ladder prints them: "20.1".
    public var description: String {
        let tenths = microseconds / 100
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\((tenths / 10).magnitude).\((tenths % 10).magnitude)"
    }
}

/// A length of virtual time, in microseconds.
public struct TimeSpan: Hashable, Comparable, Sendable {
    /// Microseconds; negative if the end is before the start.
    public let microseconds: Int64

    /// A span of `microseconds`.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// A span of whole microseconds.
    public static func microseconds(_ count: Int64) -> TimeSpan { TimeSpan(microseconds: count) }

    /// A span of whole milliseconds, saturating.
    public static func milliseconds(_ count: Int64) -> TimeSpan { .microseconds(1_000) * count }

    /// A span of whole seconds, saturating.
    public static func seconds(_ count: Int64) -> TimeSpan { .microseconds(1_000_000) * count }

    /// Shorter before longer.
    public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The span multiplied by `factor`, saturating.
    public static func * (span: TimeSpan, factor: Int64) -> TimeSpan {
        let (product, overflow) = span.microseconds.multipliedReportingOverflow(by: factor)
        guard overflow else { return TimeSpan(microseconds: product) }
        return TimeSpan(microseconds: (span.microseconds < 0) == (factor < 0) ? .max : .min)
    }
}
