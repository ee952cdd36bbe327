import Trace

extension TimeSpan {
    private static let units: [(name: String, microseconds: Int64)] = [
        ("min", 60_000_000), ("s", 1_000_000), ("ms", 1_000), ("us", 1),
    ]

    /// A time that is written as a number and a unit: "30s", "1.5ms", "20us", "2min".
    ///
    /// Nil for any other text, for a time that is not a whole number of microseconds, and for more than 2^63 - 1 microseconds (292,000
    /// years).
    package init?(measure text: some StringProtocol) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = TimeSpan.units.first(where: { $0.name == text.dropFirst(number.count) }) else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int64($0) }), parts.count <= 2 else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit.microseconds)
        guard !overflow else { return nil }
        guard parts.count == 2 else {
            self.init(microseconds: product)
            return
        }
        guard parts[1].count <= 6, let fraction = Int64(parts[1]) else { return nil }
        let scale = (0..<parts[1].count).reduce(Int64(1)) { scale, _ in scale * 10 }
        // At most 999,999 times 60,000,000.
        guard fraction * unit.microseconds % scale == 0 else { return nil }
        let (sum, isTooLong) = product.addingReportingOverflow(fraction * unit.microseconds / scale)
        guard !isTooLong else { return nil }
        self.init(microseconds: sum)
    }

    /// The time as ``init(measure:)`` reads it, in the largest of the units s, ms and us of which it is a whole number: "1500ms", "30s", "0us".
    package var measure: String {
        let unit = TimeSpan.units.dropFirst().first { microseconds != 0 && microseconds % $0.microseconds == 0 }
        return unit.map { "\(microseconds / $0.microseconds)\($0.name)" } ?? "\(microseconds)us"
    }

    /// The time as it stands in a sentence, with a space before the unit: "94.565 ms", "500 ms", "1.5 s".
    package var words: String {
        let (unit, name, digits): (UInt64, String, Int) =
            microseconds.magnitude < 1_000_000 ? (1_000, "ms", 3) : (1_000_000, "s", 6)
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: unit)
        var fraction = String(String(unit + rest).suffix(digits))
        while fraction.last == "0" { fraction.removeLast() }
        return "\(microseconds < 0 ? "-" : "")\(whole)\(fraction.isEmpty ? "" : ".")\(fraction) \(name)"
    }
}

extension Wire.Queue {
    /// A queue that is written as "10" for datagrams, or "15000B" for octets; nil for any other text.
    package init?(measure text: some StringProtocol) {
        let number = text.hasSuffix("B") ? text.dropLast() : text[...]
        guard number.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(number) else { return nil }
        self = number.endIndex == text.endIndex ? .packets(count) : .octets(count)
    }

    /// "10 packets", "15000 octets".
    var measure: String {
        switch self {
        case .packets(let count): counted(count, "packet")
        case .octets(let count): counted(count, "octet")
        }
    }

    /// The same in Chinese: "10 个数据包", "15000 字节".
    var chineseMeasure: String {
        switch self {
        case .packets(let count): "\(count) 个数据包"
        case .octets(let count): "\(count) 字节"
        }
    }
}

extension Wire {
    /// Bits per second, at least 1, that are written as "56k", "10M", "1G" or a plain number; nil for any other text.
    package static func bandwidth(measure text: some StringProtocol) -> Int? {
        let factors: [(Character, Int)] = [("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)]
        let factor = factors.first { $0.0 == text.last }?.1
        let number = factor == nil ? text[...] : text.dropLast()
        guard number.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(number) else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: factor ?? 1)
        return overflow || product < 1 ? nil : product
    }
}
