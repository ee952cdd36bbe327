import PKI

/// Moments as programs write them (RFC 3339), in UTC and whole seconds.
public enum RFC3339 {
    /// The seconds since 1970 of "2026-03-01T12:00:00Z"; nil for anything else.
    public static func seconds(_ text: String) -> Int64? {
        let octets = Array(text.utf8)
        guard octets.count == 20, octets[10] == UInt8(ascii: "T"), octets[19] == UInt8(ascii: "Z") else { return nil }
        for (place, mark) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] where [octets[place]] != Array(mark.utf8) {
            return nil
        }
        let numbers = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)].map { number(octets[$0..<($0 + $1)]) }
        guard let year = numbers[0], let month = numbers[1], let day = numbers[2], let hour = numbers[3],
            let minute = numbers[4], let second = numbers[5], year >= 1, (1...12).contains(month),
            (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        return CertificateTime.seconds(
            year: year, month: month, day: day, hours: hour, minutes: minute, seconds: second)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
