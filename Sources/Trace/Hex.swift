/// Lower-case hexadecimal, two digits an octet.
public enum Hex {
    /// "0a1b…".
    public static func string(_ octets: some Sequence<UInt8>) -> String { string(Array(octets)) }

    /// "0a1b…"; `\x0a\x1b…` with the mark `\x` in front of every octet.
    public static func string(_ octets: [UInt8], mark: String = "") -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(octets.count * (2 + mark.utf8.count))
        for octet in octets {
            digits.append(contentsOf: mark.utf8)
            digits.append(digit(octet >> 4))
            digits.append(digit(octet & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// "0a 1b …", with a space between two octets.
    public static func spaced(_ octets: some Sequence<UInt8>) -> String {
        octets.map { string([$0]) }.joined(separator: " ")
    }

    /// "0x" and at least `digits` hexadecimal digits; as many as the type's width takes when nil.
    public static func number(_ value: some UnsignedInteger & FixedWidthInteger, digits: Int? = nil) -> String {
        "0x" + String(value, radix: 16).zeroPadded(to: digits ?? value.bitWidth / 4)
    }

    /// The octets of a hexadecimal text, in either case; nil if it has any other character or an odd number of digits.
    public static func octets(_ text: some StringProtocol) -> [UInt8]? {
        var result: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let value = nibble(character) else { return nil }
            if let first = high {
                result.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? result : nil
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 48 + value : 87 + value
    }

    private static func nibble(_ character: UInt8) -> UInt8? {
        switch character {
        case 48...57: character - 48
        case 65...70: character - 55
        case 97...102: character - 87
        default: nil
        }
    }
}
