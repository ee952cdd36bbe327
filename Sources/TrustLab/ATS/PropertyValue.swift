/// A value of a property list such as Info.plist, in a form that does not need Foundation.
package indirect enum PropertyValue: Hashable, Sendable {
    /// Values by name. The names of a property list have no order.
    case dictionary([String: PropertyValue])
    /// Values in order.
    case array([PropertyValue])
    /// A text.
    case string(String)
    /// A Boolean: `<true/>`. The text "YES" and the number 1 are not Booleans.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A date or octets, which no key of ATS has as a value.
    case other

    /// The name of the type in Xcode's editor: "Boolean", "String", "Dictionary".
    package var kind: String {
        switch self {
        case .dictionary: "Dictionary"
        case .array: "Array"
        case .string: "String"
        case .boolean: "Boolean"
        case .integer, .real: "Number"
        case .other: "Date or Data"
        }
    }
}
