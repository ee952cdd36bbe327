import Crypto
import Trace

extension DERContent {
    /// A UTCTime or a GeneralizedTime.
    package struct Time: Hashable, Sendable {
        /// Seconds since 1970, without a fraction.
        package let secondsSince1970: Int64
        /// The year. The two digits of a UTCTime mean a year from 1950 to 2049.
        package let year: Int
        /// Whether the time has a fraction of a second.
        package let hasFraction: Bool
        /// Whether the time has a form of BER that DER does not have: no seconds, or a difference to UTC (X.690 section 11.8).
        package let isBER: Bool
        /// Whether the time is a leap second that no day has: 61.
        package let isBeyondLeap: Bool
        /// Whether the time has the form that certificates must have: whole seconds, no leap second, and a year after 0.
        package let isInForm: Bool

        /// Reads YYMMDDHHMMSSZ or YYYYMMDDHHMMSSZ; nil for anything else. A leap second, which ISO 8601 has, and a fraction of a
        /// GeneralizedTime are read too, and the forms of BER that some programs accept: YYMMDDHHMMZ, and +hhmm or -hhmm in place of Z.
        package init?(_ content: ArraySlice<UInt8>, isUTC: Bool) {
            let yearDigits = isUTC ? 2 : 4
            let isWhole = content.dropFirst(yearDigits + 8).prefix(2).allSatisfy(Time.isDigit)
            let count = yearDigits + (isWhole || !isUTC ? 10 : 8)
            let written = content.prefix(count)
            guard written.count == count, written.allSatisfy(Time.isDigit) else { return nil }
            let digits = Array(written) + (isWhole || !isUTC ? [] : [0x30, 0x30])
            func number(_ place: Int, _ count: Int) -> Int {
                digits.dropFirst(place).prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            }
            var rest = content.dropFirst(count)
            let zone = rest.last == UInt8(ascii: "Z") ? 0 : Time.zone(rest)
            guard let zone else { return nil }
            let hasZone = rest.last != UInt8(ascii: "Z")
            rest = rest.dropLast(hasZone ? 5 : 1)
            isBER = hasZone || digits.count != count
            let fraction = rest
            guard fraction.isEmpty || !isUTC && !isBER && Time.isFraction(fraction) else { return nil }
            let short = number(0, yearDigits)
            year = isUTC ? short + (short >= 50 ? 1900 : 2000) : short
            let second = number(yearDigits + 8, 2)
            // The calendar has no leap seconds, so it checks the minute, and the seconds are added.
            let minute = CivilTime(
                year: year, month: number(yearDigits, 2), day: number(yearDigits + 2, 2),
                hours: number(yearDigits + 4, 2), minutes: number(yearDigits + 6, 2), seconds: 0)
            guard let minute, second <= 61 else { return nil }
            secondsSince1970 = minute.secondsSince1970 + Int64(second) - zone
            hasFraction = !fraction.isEmpty
            isBeyondLeap = second == 61
            isInForm = fraction.isEmpty && second < 60 && year > 0 && !isBER
        }

        private static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

        /// The seconds that +hhmm or -hhmm is ahead of UTC; nil for other octets.
        private static func zone(_ octets: ArraySlice<UInt8>) -> Int64? {
            let digits = octets.dropFirst().map { Int64($0) - 0x30 }
            guard octets.count == 5, octets.dropFirst().allSatisfy(isDigit) else { return nil }
            let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
            guard hours < 24, minutes < 60 else { return nil }
            switch octets.first {
            case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
            case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
            default: return nil
            }
        }

        /// Whether the octets are a point and digits, the last of which is not zero (X.690 section 11.7.3).
        private static func isFraction(_ octets: ArraySlice<UInt8>) -> Bool {
            octets.count > 1 && octets.first == UInt8(ascii: ".") && octets.last != UInt8(ascii: "0")
                && octets.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}

extension DERElement {
    /// A UTCTime or a GeneralizedTime.
    package func time() throws -> DERContent.Time {
        let isUTC = isTagged(.utcTime)
        guard let time = DERContent.Time(try primitive(isUTC ? .utcTime : .generalizedTime), isUTC: isUTC) else {
            throw Unreadable()
        }
        return time
    }
}

extension DERWriter {
    /// A GeneralizedTime: YYYYMMDDHHMMSSZ.
    package static func generalizedTime(_ secondsSince1970: Int64) -> [UInt8] {
        element(.generalizedTime, digits(CivilTime(secondsSince1970: secondsSince1970), ofYear: 4))
    }

    /// A date of a certificate: UTCTime, with two digits for the year, until 2049; GeneralizedTime from 2050 on (RFC 5280 section
    /// 4.1.2.5).
    package static func time(_ secondsSince1970: Int64) -> [UInt8] {
        let time = CivilTime(secondsSince1970: secondsSince1970)
        guard (1950..<2050).contains(time.year) else { return generalizedTime(secondsSince1970) }
        return element(.utcTime, digits(time, ofYear: 2))
    }

    private static func digits(_ time: CivilTime, ofYear count: Int) -> [UInt8] {
        func digits(_ number: Int, _ count: Int) -> [UInt8] {
            Array(String(number).zeroPadded(to: count).utf8.suffix(count))
        }
        return digits(time.year, count)
            + [time.month, time.day, time.hours, time.minutes, time.seconds].flatMap { digits($0, 2) }
            + [UInt8(ascii: "Z")]
    }
}
