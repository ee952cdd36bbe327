internal import CGMP

// Numbers as octets and as text. RFC 8017 section 4 calls the two directions I2OSP (integer to octet string primitive)
// and OS2IP (octet string to integer primitive); TLS sends all its large numbers in this form.

extension Integer {
    /// OS2IP: the number whose digits to base 256 are `octets`, the most significant first. No octets are zero.
    public init(bigEndian octets: some Sequence<UInt8>) {
        let octets = Array(octets)
        self.init { number in
            unsafe octets.withUnsafeBytes { bytes in
                // Most significant word first; words of one octet, whose own order does not matter; no unused bits.
                unsafe __gmpz_import(number, bytes.count, 1, 1, 0, 0, bytes.baseAddress)
            }
        }
    }

    /// The digits of the magnitude to base 256, the most significant first, without leading zeros. Zero has none.
    public var bigEndian: [UInt8] {
        let count = (bitWidth + 7) / 8
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            read { number in
                _ = unsafe __gmpz_export(buffer.baseAddress, nil, 1, 1, 0, 0, number)
            }
            written = count
        }
    }

    /// I2OSP: exactly `count` octets, the most significant first, with zeros on the left.
    ///
    /// - Returns: nil if the number is negative or too large, where RFC 8017 section 4.1 says "integer too large".
    public func bigEndian(count: Int) -> [UInt8]? {
        let digits = bigEndian
        guard signum >= 0, digits.count <= count else { return nil }
        return [UInt8](repeating: 0, count: count - digits.count) + digits
    }

    /// Reads hexadecimal digits of either case, most significant first, with an optional minus sign.
    ///
    /// Spaces and line ends between digits are skipped, because that is how RFCs print large numbers.
    /// - Returns: nil for text without a digit or with any other character.
    public init?(hex text: some StringProtocol) {
        self.init(digits: text.utf8.filter { $0 != 32 && $0 != 10 && $0 != 13 }, base: 16)
    }

    /// The number with these hexadecimal digits, which stand in the source of this module.
    static func constant(_ hex: String) -> Integer {
        guard let number = Integer(hex: hex) else { preconditionFailure("a constant of this module is misspelt") }
        return number
    }

    /// Reads decimal digits with an optional minus sign.
    ///
    /// - Returns: nil for text without a digit or with any other character.
    public init?(decimal text: some StringProtocol) {
        self.init(digits: Array(text.utf8), base: 10)
    }

    /// Lower-case hexadecimal digits without leading zeros, "0" for zero, with a minus sign where due.
    public var hex: String { text(base: 16) }

    private init?(digits text: [UInt8], base: Int32) {
        // GMP would also take spaces anywhere; what is a digit is decided here.
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        let isHex = base == 16
        let allDigits = digits.allSatisfy { character in
            switch character {
            case 48...57: true
            case 65...70, 97...102: isHex
            default: false
            }
        }
        guard allDigits, !digits.isEmpty else { return nil }
        let terminated = text.map { CChar(bitPattern: $0) } + [0]
        self.init { number in
            _ = unsafe terminated.withUnsafeBufferPointer { unsafe __gmpz_set_str(number, $0.baseAddress, base) }
        }
    }

    private func text(base: Int32) -> String {
        read { number in
            // GMP's count may be one too high; two more are for the sign and the terminator.
            let capacity = unsafe __gmpz_sizeinbase(number, base) + 2
            return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
                _ = unsafe __gmpz_get_str(buffer.baseAddress, base, number)
                let digits = unsafe buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                return String(decoding: digits, as: UTF8.self)
            }
        }
    }
}

extension Integer: CustomStringConvertible {
    /// Decimal digits, with a minus sign where due.
    public var description: String { text(base: 10) }
}

extension FixedWidthInteger {
    /// The octets of a number of fixed width, the most significant first.
    package var octets: [UInt8] {
        (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
