// X509 takes and gives dates as Foundation's Date; nothing else of Foundation is used, its clock least of all.
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Time as this module knows it: whole seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
///
/// A certificate counts in whole seconds too (RFC 5280 section 4.1.2.5).
public enum CertificateTime {
    /// The seconds that have a date in the years 1 to 9999, the four digits that a certificate has for a year.
    public static let expressible: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The library's form of a time; times outside the expressible years become the nearest within.
    static func date(_ seconds: Int64) -> Date {
        let nearest = min(max(seconds, expressible.lowerBound), expressible.upperBound)
        return Date(timeIntervalSince1970: Double(nearest))
    }

    /// Our form of the library's time.
    static func seconds(_ date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970.rounded()
        let limits = Double(expressible.lowerBound)...Double(expressible.upperBound)
        return Int64(min(max(seconds, limits.lowerBound), limits.upperBound))
    }

    /// The seconds of a date of the Gregorian calendar.
    public static func seconds(year: Int, month: Int, day: Int, hours: Int, minutes: Int, seconds: Int) -> Int64 {
        // The year is taken to begin in March, so that the leap day is its last. An era is 400 years, 146097 days.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(days * 86_400 + hours * 3600 + minutes * 60 + seconds)
    }

    /// "2026-03-01 12:00:00 UTC".
    static func text(_ seconds: Int64) -> String {
        let now = calendar(seconds)
        let date = [padded(now.year, 4), padded(now.month, 2), padded(now.day, 2)].joined(separator: "-")
        let time = [now.hours, now.minutes, now.seconds].map { padded($0, 2) }.joined(separator: ":")
        return "\(date) \(time) UTC"
    }

    /// A moment of the Gregorian calendar.
    struct Moment: Hashable {
        let year: Int
        let month: Int
        let day: Int
        let hours: Int
        let minutes: Int
        let seconds: Int
    }

    /// The date of a time; times outside the expressible years become the nearest within.
    static func calendar(_ seconds: Int64) -> Moment {
        let nearest = Int(min(max(seconds, expressible.lowerBound), expressible.upperBound))
        let dayNumber = Int((Double(nearest) / 86_400).rounded(.down))
        let second = nearest - dayNumber * 86_400

        let days = dayNumber + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return Moment(
            year: year, month: month, day: day, hours: second / 3600, minutes: second / 60 % 60, seconds: second % 60)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
