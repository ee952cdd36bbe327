import Crypto
import Trace

/// The value of an element as it is shown to people.
package struct ElementValue: Hashable, Sendable {
    /// The whole value.
    package let text: String
    /// A remark that stands behind the value, such as "2048 bits"; empty for no remark.
    var remark: Words = ""
    /// The rule that the octets break; nil for octets that break none.
    var fault: DERFault.Rule?
    /// The object identifier; nil for another value.
    var identifier: OID?

    /// Octets without a known meaning.
    static func hexadecimal(_ octets: ArraySlice<UInt8>, fault: DERFault.Rule? = nil) -> ElementValue {
        ElementValue(text: octets.isEmpty ? "(empty)" : Hex.string(octets), fault: fault)
    }

    /// A number of bits as a remark.
    private static func bits(_ count: Int) -> Words { Words(english: "\(count) bits", chinese: "\(count) 位") }

    // MARK: Numbers

    /// Decimal up to 64 bits, hexadecimal beyond.
    static func integer(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard let first = octets.first else { return ElementValue(text: "(empty)", fault: .encoding(.emptyInteger)) }
        let fault = DERContent.fault(ofInteger: octets).map { DERFault.Rule.encoding($0) }
        if let number = DERContent.number(octets) { return ElementValue(text: String(number), fault: fault) }
        let magnitude = octets.drop { $0 == 0 }
        let bits = magnitude.count * 8 - (magnitude.first?.leadingZeroBitCount ?? 0)
        return ElementValue(
            text: Hex.string(magnitude),
            remark: first >= 0x80 ? Words(english: "negative", chinese: "负数") : ElementValue.bits(bits), fault: fault)
    }

    /// The version field, which is one less than the version (RFC 5280 section 4.1).
    static func version(_ octets: ArraySlice<UInt8>) -> ElementValue {
        let plain = integer(octets)
        guard let number = DERContent.number(octets), (0...2).contains(number) else { return plain }
        return ElementValue(text: plain.text, remark: "v\(number + 1)", fault: plain.fault)
    }

    /// The number of a TLS extension, with the name of the extension if it is known here (RFC 7633 section 4).
    static func tlsFeature(_ octets: ArraySlice<UInt8>) -> ElementValue {
        let plain = integer(octets)
        let names = [5: "status_request", 17: "status_request_v2"]
        return ElementValue(
            text: plain.text, remark: DERContent.number(octets).flatMap { names[$0] }.map { Words(same: $0) } ?? "",
            fault: plain.fault)
    }

    /// FALSE or TRUE.
    static func boolean(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard octets.count == 1, let octet = octets.first else {
            return hexadecimal(octets, fault: .booleanValue)
        }
        return ElementValue(
            text: octet == 0 ? "FALSE" : "TRUE", fault: octet == 0 || octet == 0xff ? nil : .booleanValue)
    }

    /// The value of a NULL, which has no octets.
    static func null(_ octets: ArraySlice<UInt8>) -> ElementValue {
        octets.isEmpty ? ElementValue(text: "") : hexadecimal(octets, fault: .nullNotEmpty)
    }

    // MARK: Identifiers

    /// An object identifier with its name (X.690 section 8.19).
    package static func objectIdentifier(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard let oid = OID(octets: octets) else { return hexadecimal(octets, fault: .malformedObjectIdentifier) }
        guard let name = oid.name else { return ElementValue(text: "\(oid)", identifier: oid) }
        return ElementValue(text: name, remark: "\(oid)", identifier: oid)
    }

    // MARK: Bits

    /// The names of the bits that are set (X.680 section 22.2).
    static func namedBits(_ octets: ArraySlice<UInt8>, names: [String]) -> ElementValue {
        guard let bits = DERContent.Bits(octets) else { return hexadecimal(octets, fault: .unusedBits) }
        let set = bits.set.map { $0 < names.count ? names[$0] : "bit \($0)" }
        return ElementValue(
            text: set.isEmpty ? "(none)" : set.joined(separator: ", "), fault: bits.isPadded ? nil : .unusedBitsNotZero)
    }

    /// A BIT STRING as octets.
    static func bits(_ octets: ArraySlice<UInt8>) -> ElementValue {
        guard let bits = DERContent.Bits(octets) else { return hexadecimal(octets, fault: .unusedBits) }
        return ElementValue(
            text: Hex.string(bits.octets), remark: ElementValue.bits(bits.count),
            fault: bits.isPadded ? nil : .unusedBitsNotZero
        )
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
        let time = DERContent.Time(octets, isUTC: tag.number == DERTag.utcTime.number)
        guard let time, time.isInForm else { return ElementValue(text: written, fault: .malformedTime) }
        return ElementValue(text: CivilTime.text(time.secondsSince1970), remark: Words(same: written))
    }

    // MARK: Text

    /// The text of a string. Octets that are no characters of the string's type are shown in hexadecimal.
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
