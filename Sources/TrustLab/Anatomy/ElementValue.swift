import PKI
internal import SwiftASN1
import Trace

/// What the octets of an element say, for people.
struct ElementValue: Hashable, Sendable {
    /// All of it.
    let text: String
    /// Worth saying behind the value: "2048 bits".
    var remark = ""
    /// The rule that the octets break, if they do.
    var fault: DERFault.Rule?
    /// The object identifier in dotted form, where it is one.
    var identifier: String?

    /// Octets that mean nothing to us.
    static func hexadecimal(_ octets: ArraySlice<UInt8>, fault: DERFault.Rule? = nil) -> ElementValue {
        ElementValue(text: octets.isEmpty ? "(empty)" : Hex.string(octets), fault: fault)
    }

    // MARK: Numbers

    /// Decimal up to 64 bits, hexadecimal beyond.
    static func integer(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard let first = octets.first else { return ElementValue(text: "(empty)", fault: .emptyInteger) }
        let second = octets.dropFirst().first
        let wasteful = second.map { first == 0 && $0 < 0x80 || first == 0xff && $0 >= 0x80 } ?? false
        let fault: DERFault.Rule? = wasteful ? .integerNotMinimal : nil
        if octets.count <= 8 {
            let number = octets.reduce(Int64(first >= 0x80 ? -1 : 0)) { $0 << 8 | Int64($1) }
            return ElementValue(text: String(number), fault: fault)
        }
        let magnitude = octets.drop { $0 == 0 }
        let bits = magnitude.count * 8 - (magnitude.first?.leadingZeroBitCount ?? 0)
        return ElementValue(
            text: Hex.string(magnitude), remark: first >= 0x80 ? "negative" : "\(bits) bits", fault: fault)
    }

    /// Small numbers that may be negative; nil beyond eight octets.
    static func number(_ octets: ArraySlice<UInt8>) -> Int? {
        guard let first = octets.first, octets.count <= 8 else { return nil }
        return Int(octets.reduce(Int64(first >= 0x80 ? -1 : 0)) { $0 << 8 | Int64($1) })
    }

    /// One less than the version that people speak of (RFC 5280 section 4.1).
    static func version(_ octets: ArraySlice<UInt8>) -> ElementValue {
        let plain = integer(octets)
        guard let number = number(octets), (0...2).contains(number) else { return plain }
        return ElementValue(text: plain.text, remark: "v\(number + 1)", fault: plain.fault)
    }

    /// A number of TLS's list of extensions (RFC 7633 section 4.2.3).
    static func tlsFeature(_ octets: ArraySlice<UInt8>) -> ElementValue {
        let plain = integer(octets)
        let names = [5: "status_request", 17: "status_request_v2"]
        return ElementValue(text: plain.text, remark: number(octets).flatMap { names[$0] } ?? "", fault: plain.fault)
    }

    /// FALSE or TRUE.
    static func boolean(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard octets.count == 1, let octet = octets.first else {
            return hexadecimal(octets, fault: .booleanValue)
        }
        return ElementValue(
            text: octet == 0 ? "FALSE" : "TRUE", fault: octet == 0 || octet == 0xff ? nil : .booleanValue)
    }

    /// Nothing.
    static func null(_ octets: ArraySlice<UInt8>) -> ElementValue {
        octets.isEmpty ? ElementValue(text: "") : hexadecimal(octets, fault: .nullNotEmpty)
    }

    // MARK: Identifiers

    /// An object identifier with its name (X.690 section 8.19).
    static func objectIdentifier(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard let dotted = dotted(octets) else { return hexadecimal(octets, fault: .malformedObjectIdentifier) }
        guard let name = ObjectNames.name(of: dotted) else { return ElementValue(text: dotted, identifier: dotted) }
        return ElementValue(text: name, remark: dotted, identifier: dotted)
    }

    /// "1.2.840.113549": seven bits an octet, the highest bit says that the number goes on. Numbers beyond 63 bits are none.
    static func dotted(_ octets: ArraySlice<UInt8>) -> String? {
        guard let last = octets.last, last < 0x80 else { return nil }
        var arcs: [UInt64] = []
        var arc: UInt64 = 0
        var begins = true
        for octet in octets {
            guard !(begins && octet == 0x80), arc < 1 << 56 else { return nil }
            arc = arc << 7 | UInt64(octet & 0x7f)
            begins = octet < 0x80
            guard begins else { continue }
            if arcs.isEmpty {
                // The first octet holds two numbers, of which the first is 0, 1 or 2.
                arcs = [min(arc / 40, 2), arc < 80 ? arc % 40 : arc - 80]
            } else {
                arcs.append(arc)
            }
            arc = 0
        }
        return arcs.map { String($0) }.joined(separator: ".")
    }

    // MARK: Bits

    /// The bits that are set, by name (X.680 section 22.2).
    static func namedBits(_ octets: ArraySlice<UInt8>, names: [String]) -> ElementValue {
        guard let unused = octets.first, unused < 8, octets.count > 1 || unused == 0 else {
            return hexadecimal(octets, fault: .unusedBits)
        }
        var set: [String] = []
        for (index, octet) in octets.dropFirst().enumerated() {
            for bit in 0..<8 where octet & (0x80 >> UInt8(bit)) != 0 {
                let place = index * 8 + bit
                set.append(place < names.count ? names[place] : "bit \(place)")
            }
        }
        return ElementValue(
            text: set.isEmpty ? "(none)" : set.joined(separator: ", "),
            fault: isPadded(octets) ? nil : .unusedBitsNotZero)
    }

    /// A BIT STRING as octets.
    static func bits(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard let unused = octets.first, unused < 8, octets.count > 1 || unused == 0 else {
            return hexadecimal(octets, fault: .unusedBits)
        }
        return ElementValue(
            text: Hex.string(octets.dropFirst()), remark: "\((octets.count - 1) * 8 - Int(unused)) bits",
            fault: isPadded(octets) ? nil : .unusedBitsNotZero)
    }

    /// Whether the unused bits at the end are zero.
    static func isPadded(_ octets: ArraySlice<UInt8>) -> Bool {
        guard let unused = octets.first, unused < 8, octets.count > 1, let last = octets.last else { return true }
        return last & ~(UInt8(0xff) << unused) == 0
    }

    // MARK: Addresses

    /// An IP address, or an address and a mask in a name constraint (RFC 5280 sections 4.2.1.6 and 4.2.1.10).
    static func address(_ octets: ArraySlice<UInt8>) -> ElementValue {
        if let text = AddressText.text(octets) { return ElementValue(text: text) }
        let half = octets.count / 2
        guard octets.count.isMultiple(of: 2), let address = AddressText.text(octets.prefix(half)),
            let mask = AddressText.text(octets.suffix(half))
        else { return hexadecimal(octets, fault: .malformedAddress(count: octets.count)) }
        return ElementValue(text: address + "/" + mask)
    }

    // MARK: Time

    /// UTCTime or GeneralizedTime in the one form that certificates use (RFC 5280 section 4.1.2.5).
    static func time(_ octets: ArraySlice<UInt8>, tag: DERTag) -> ElementValue {
        let written = text(octets, tag: .visibleString).text
        guard let seconds = seconds(octets, tag: tag) else { return ElementValue(text: written, fault: .malformedTime) }
        return ElementValue(text: CertificateTime.text(seconds), remark: written)
    }

    /// Seconds since 1970; nil for what is no such time.
    static func seconds(_ octets: ArraySlice<UInt8>, tag: DERTag) -> Int64? {
        let yearDigits = tag.number == DERTag.utcTime.number ? 2 : 4
        guard octets.count == yearDigits + 11, octets.last == UInt8(ascii: "Z"),
            octets.dropLast().allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let digits = octets.dropLast().map { Int($0) - 48 }
        var year = digits[..<yearDigits].reduce(0) { $0 * 10 + $1 }
        // Two digits mean 1950 to 2049.
        if yearDigits == 2 { year += year >= 50 ? 1900 : 2000 }
        let rest = stride(from: yearDigits, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard rest.count == 5, (1...12).contains(rest[0]), (1...lengths[rest[0] - 1]).contains(rest[1]), rest[2] < 24,
            rest[3] < 60, rest[4] < 60, year > 0
        else { return nil }
        return CertificateTime.seconds(
            year: year, month: rest[0], day: rest[1], hours: rest[2], minutes: rest[3], seconds: rest[4])
    }

    // MARK: Text

    /// Characters of the string types. What is none of a type's characters is shown in hexadecimal.
    static func text(_ octets: ArraySlice<UInt8>, tag: DERTag) -> ElementValue {
        let text: String? =
            switch (tag.kind, tag.number) {
            case (.universal, 12): String(validating: octets, as: UTF8.self)
            case (.universal, 30):
                octets.count % 2 == 0 ? String(validating: units(octets, 2).map { UInt16($0) }, as: UTF16.self) : nil
            case (.universal, 28):
                octets.count % 4 == 0 ? String(validating: units(octets, 4), as: UTF32.self) : nil
            case (.universal, 20): String(decoding: octets.map { UInt16($0) }, as: UTF16.self)
            default: octets.allSatisfy { $0 < 0x80 } ? String(decoding: octets, as: UTF8.self) : nil
            }
        guard let text else { return hexadecimal(octets, fault: .malformedText) }
        return ElementValue(text: text)
    }

    private static func units(_ octets: ArraySlice<UInt8>, _ size: Int) -> [UInt32] {
        stride(from: octets.startIndex, to: octets.endIndex, by: size).map { start in
            octets[start..<min(start + size, octets.endIndex)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
    }
}
