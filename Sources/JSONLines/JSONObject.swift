/// A flat JSON object: names, and values that are integers, booleans, strings or null (RFC 8259).
///
/// One line that a program is driven by, or answers with, is one such object. Arrays, objects within and fractions have no place in it.
public struct JSONObject: Hashable, Sendable {
    /// A value.
    public enum Value: Hashable, Sendable {
        /// An integer.
        case integer(Int64)
        /// True or false.
        case boolean(Bool)
        /// A text.
        case string(String)
        /// The absent value.
        case null
    }

    /// The members in the order they are written.
    public private(set) var members: [(name: String, value: Value)] = []

    /// An object without members.
    public init() {}

    /// The value called `name`; nil if there is none. Of several the last counts.
    public subscript(name: String) -> Value? { members.last { $0.name == name }?.value }

    /// Adds a member.
    public mutating func add(_ name: String, _ value: Value) { members.append((name, value)) }

    /// The object as one line of JSON, in the order of its members.
    public var line: String {
        var text = "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += "," }
            Self.quote(member.name, to: &text)
            text += ":"
            switch member.value {
            case .integer(let number): text += String(number)
            case .boolean(let value): text += value ? "true" : "false"
            case .string(let string): Self.quote(string, to: &text)
            case .null: text += "null"
            }
        }
        return text + "}"
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        guard !string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Two objects are equal when they have the same members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes the members in order.
    public func hash(into hasher: inout Hasher) {
        for member in members {
            hasher.combine(member.name)
            hasher.combine(member.value)
        }
    }
}
