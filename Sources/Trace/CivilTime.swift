/// A moment of the civil calendar: Gregorian, in Coordinated Universal Time, in whole seconds and without leap seconds, as POSIX counts.
///
/// Everywhere else in this program a moment is a number of seconds since 1970-01-01 00:00:00 UTC. A certificate counts in whole seconds too
/// (RFC 5280 section 4.1.2.5).
public struct CivilTime: Hashable, Sendable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hours: Int
    /// 0 to 59.
    public let minutes: Int
    /// 0 to 59.
    public let seconds: Int

    /// The seconds of a day.
    public static let day: Int64 = 86_400

    /// The seconds since 1970 that lie in the years 1 to 9999: a certificate writes a year with four digits.
    public static let expressible: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The moment with these numbers; nil where the calendar has none, such as a thirtieth of February.
    public init?(year: Int, month: Int, day: Int, hours: Int, minutes: Int, seconds: Int) {
        guard (0...9999).contains(year), let length = CivilTime.days(inMonth: month, of: year),
            (1...length).contains(day),
            (0..<24).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hours, self.minutes, self.seconds) = (hours, minutes, seconds)
    }

    /// The moment `time` seconds after 1970-01-01 00:00:00. A time outside ``expressible`` becomes its nearest limit.
    public init(secondsSince1970 time: Int64) {
        let nearest = Int(min(max(time, CivilTime.expressible.lowerBound), CivilTime.expressible.upperBound))
        let second = nearest % Int(CivilTime.day)
        let secondOfDay = second < 0 ? second + Int(CivilTime.day) : second
        // Days are counted from 0000-03-01, so that a leap day is the last of its year. An era is 400 years, 146097 days.
        let days = (nearest - secondOfDay) / Int(CivilTime.day) + CivilTime.daysBefore1970
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        (hours, minutes, seconds) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    }

    /// The seconds from 1970-01-01 00:00:00 to this moment; negative before.
    public var secondsSince1970: Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - CivilTime.daysBefore1970
        return Int64(days) * CivilTime.day + Int64(hours * 3600 + minutes * 60 + seconds)
    }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let daysBefore1970 = 719_468

    /// The days of a month; nil for a number that is no month.
    private static func days(inMonth month: Int, of year: Int) -> Int? {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1, 3, 5, 7, 8, 10, 12: 31
        default: nil
        }
    }
}

// MARK: - As text

extension CivilTime {
    /// "2026-03-01 12:00:00 UTC".
    public var text: String {
        "\(padded(year, 4))-\(padded(month))-\(padded(day)) \(padded(hours)):\(padded(minutes)):\(padded(seconds)) UTC"
    }

    /// "2026-03-01 12:00:00 UTC" for a number of seconds since 1970. A number outside ``expressible`` becomes its nearest limit.
    public static func text(_ secondsSince1970: Int64) -> String { CivilTime(secondsSince1970: secondsSince1970).text }

    /// "2026-03-01T12:00:00Z", the form of RFC 3339 that ``seconds(rfc3339:)`` reads.
    public var rfc3339: String {
        "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hours)):\(padded(minutes)):\(padded(seconds))Z"
    }

    /// The seconds since 1970 of "2026-03-01T12:00:00Z", in UTC and whole seconds (RFC 3339). Nil for any other form.
    public static func seconds(rfc3339 text: String) -> Int64? {
        let octets = Array(text.utf8)
        guard octets.count == 20, octets[10] == UInt8(ascii: "T"), octets[19] == UInt8(ascii: "Z") else { return nil }
        for (place, mark) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] where [octets[place]] != Array(mark.utf8) {
            return nil
        }
        func number(_ place: Int, _ count: Int) -> Int? {
            let digits = octets[place..<place + count]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard let year = number(0, 4), year >= 1, let month = number(5, 2), let day = number(8, 2),
            let hours = number(11, 2), let minutes = number(14, 2), let seconds = number(17, 2)
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds)?
            .secondsSince1970
    }

    /// The seconds since 1970 of a moment in any form of RFC 3339 section 5.6, such as "2026-03-01T13:00:00.5+01:00". A fraction of a
    /// second is ignored. Nil for any other text, and for a leap second.
    public static func seconds(internet text: String) -> Int64? {
        var rest = text.uppercased()[...]
        let start = rest.prefix(19).replacing(" ", with: "T")
        rest = rest.dropFirst(19)
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty else { return nil }
            rest = rest[digits.endIndex...]
        }
        guard let local = seconds(rfc3339: start + "Z") else { return nil }
        if rest == "Z" { return local }
        let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard let sign = rest.first, sign == "+" || sign == "-", parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hours = Int64(parts[0]), let minutes = Int64(parts[1]), hours < 24, minutes < 60
        else { return nil }
        let ahead = hours * 3600 + minutes * 60
        return sign == "+" ? local - ahead : local + ahead
    }

    private func padded(_ number: Int, _ width: Int = 2) -> String { String(number).zeroPadded(to: width) }
}
