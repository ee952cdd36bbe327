import Crypto
import Trace

/// The code point of a group in the supported_groups extension (RFC 7919 section 2; the registry is shared with curves).
public struct NamedGroup: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The two octets on the wire.
    public let rawValue: UInt16

    /// The group with that code point.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The finite-field group behind it; nil for curves and unknown code points.
    public var finiteField: FiniteFieldGroup? {
        FiniteFieldGroup.all.first { $0.codePoint == rawValue }
    }

    /// Whether it lies in the range set aside for finite-field groups (RFC 7919 section 2).
    public var isFiniteField: Bool { (0x0100...0x01ff).contains(rawValue) }

    /// "0x0100 ffdhe2048".
    public var description: String {
        let number = Hex.number(rawValue)
        return finiteField.map { "\(number) \($0.name)" } ?? number
    }
}
