/// A value of a property list such as Info.plist, in a form that does not need Foundation.
package indirect enum PropertyValue: Hashable, Sendable {
    /// Values by name. The names of a property list have no order.
    case dictionary([String: PropertyValue])
    /// Values in order.
    case array([PropertyValue])
    /// A text.
    case string(String)
    /// A Boolean: `<true/>`. The text "YES" is not one.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A date or octets, which no key of ATS has as a value.
    case other

    /// The value as a Boolean key of ATS has it: YES is a number equal to 1, NO is any other number. Nil for a value that is no number.
    var flag: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .integer(let number): number == 1
        case .real(let number): number == 1
        case .dictionary, .array, .string, .other: nil
        }
    }

    /// The value as a Boolean where a text and any number count: what Foundation's boolValue says. Nil for a value that has none.
    var looseFlag: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .integer(let number): number != 0
        case .real(let number): number != 0
        case .string(let text):
            // NSString.boolValue: blanks, a sign and zeros are skipped; then Y, T or a digit other than 0 is YES.
            text.drop { $0 == " " || $0 == "\t" }.drop { $0 == "+" || $0 == "-" }.drop { $0 == "0" }.first
                .map { "YyTt123456789".contains($0) } ?? false
        case .dictionary, .array, .other: nil
        }
    }

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
