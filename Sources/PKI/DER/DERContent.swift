import Trace

/// How the content octets of the basic types are read. ``DERElement`` takes the values for judging a certificate, and the
/// annotated certificate shows the octets and the rules that they break.
package enum DERContent {
    // MARK: INTEGER (X.690 section 8.3)

    /// The rule that the content of an INTEGER breaks; nil if it breaks none.
    package static func fault(ofInteger octets: ArraySlice<UInt8>) -> DERFault.Rule? {
        guard let first = octets.first else { return .emptyInteger }
        guard let second = octets.dropFirst().first else { return nil }
        return first == 0 && second < 0x80 || first == 0xff && second >= 0x80 ? .integerNotMinimal : nil
    }

    /// The value of an INTEGER, which may be negative; nil for content of no octets or of more than eight.
    package static func number(_ octets: ArraySlice<UInt8>) -> Int? {
        guard let first = octets.first, octets.count <= 8 else { return nil }
        return Int(octets.reduce(Int64(first >= 0x80 ? -1 : 0)) { $0 << 8 | Int64($1) })
    }

    // MARK: BIT STRING (X.690 section 8.6)

    /// The content of a BIT STRING.
    package struct Bits: Hashable, Sendable {
        /// The number of unused bits at the end: 0 to 7.
        package let unused: Int
        /// The octets of the bits, without the first octet of the content, which counts the unused bits.
        package let octets: ArraySlice<UInt8>

        /// Nil if the count of unused bits is missing or impossible.
        package init?(_ content: ArraySlice<UInt8>) {
            guard let unused = content.first, unused < 8, content.count > 1 || unused == 0 else { return nil }
            self.unused = Int(unused)
            octets = content.dropFirst()
        }

        /// Whether the unused bits are zero, as DER has them (X.690 section 11.2.1).
        package var isPadded: Bool { (octets.last ?? 0) & ~(UInt8(0xff) << UInt8(unused)) == 0 }
        /// The number of bits that are used.
        package var count: Int { octets.count * 8 - unused }
        /// The numbers of the bits that are set; the first bit of the first octet is number 0.
        package var set: [Int] {
            octets.enumerated().flatMap { index, octet in
                (0..<8).filter { octet & (0x80 >> UInt8($0)) != 0 }.map { index * 8 + $0 }
            }
        }
    }

    // MARK: Times (RFC 5280 section 4.1.2.5)

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

    // MARK: SET OF (X.690 section 11.6)

    /// Whether encodings stand in ascending order.
    package static func isAscending(_ encodings: [ArraySlice<UInt8>]) -> Bool {
        zip(encodings, encodings.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
    }
}
