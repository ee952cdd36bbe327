/// Base 64 with padding (RFC 4648 section 4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of octets.
    public static func string(_ octets: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: octets.count, by: 3) {
            let group = octets[start..<min(start + 3, octets.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place) & 63)
                text.append(place <= group.count ? alphabet[digit] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The octets of a text; nil where it is not exactly what ``string(_:)`` would write.
    public static func octets(_ text: some StringProtocol) -> [UInt8]? { octets(Array(text.utf8)) }

    /// The octets of a text in ASCII; nil where it is not exactly what ``string(_:)`` would write.
    public static func octets(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2, let (octets, rest) = read(text.dropLast(padding)) else { return nil }
        // The unused bits at the end must be zero, so that the same octets always have the same text (RFC 4648 section 3.5).
        return rest == 0 ? octets : nil
    }

    /// The octets of the characters of base 64 in a text. Other characters are passed over, padding among them, and bits at the end that
    /// are no whole octet are dropped.
    public static func octets(lenient text: some StringProtocol) -> [UInt8] {
        read(text.utf8.filter { value(of: $0) != nil })?.octets ?? []
    }

    /// The octets of digits, and the bits at the end that are no whole octet. Nil where a character is no digit.
    private static func read(_ digits: some Sequence<UInt8>) -> (octets: [UInt8], rest: UInt32)? {
        var (octets, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = (bits << 6 | value) & 0xffff
            count += 6
            if count >= 8 {
                count -= 8
                octets.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return (octets, bits & ((1 << count) - 1))
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
