/// A value of a property list, as Info.plist is one: what is left of it without Foundation.
package indirect enum PropertyValue: Hashable, Sendable {
    /// Named values. A property list gives their names no order.
    case dictionary([String: PropertyValue])
    /// Values in order.
    case array([PropertyValue])
    /// A text.
    case string(String)
    /// Yes or no: `<true/>`, not the text "YES" nor the number 1.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A date or octets, neither of which has a place in what is read here.
    case other

    /// The name of the type in the property list: "Boolean", "String", "Dictionary", as Xcode's editor has it.
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
