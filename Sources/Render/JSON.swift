/// A JSON value whose members keep their order, so that the same run always gives the same text (RFC 8259).
public enum JSON: Hashable, Sendable {
    /// null.
    case null
    /// true or false.
    case bool(Bool)
    /// A whole number; use ``number(_:)``, which keeps to what every reader can represent.
    case integer(Int64)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object; its members in the order in which they are written.
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: JSON

        /// `name`: `value`.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A whole number. Beyond ±(2⁵³ − 1) many readers lose digits (RFC 8259 section 6), so it becomes a string there.
    public static func number(_ value: some BinaryInteger) -> JSON {
        let limit: Int64 = 9_007_199_254_740_991
        guard let exact = Int64(exactly: value), (-limit...limit).contains(exact) else {
            return .string(String(value))
        }
        return .integer(exact)
    }

    /// An object of the members whose value is not nil.
    public static func members(_ members: (String, JSON?)...) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// The value in one line.
    public var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value in many lines: what holds only plain values is one line, all else is indented by two spaces a level.
    public var text: String {
        var text = ""
        write(to: &text, indent: 0)
        return text + "\n"
    }

    // MARK: Parts

    private var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .string(let value): JSON.quote(value, to: &text)
        case .array(let values):
            let inner = values.allSatisfy(\.isPlain) ? nil : indent
            JSON.list("[", values, "]", to: &text, indent: inner) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            let inner = members.allSatisfy(\.value.isPlain) ? nil : indent
            JSON.list("{", members, "}", to: &text, indent: inner) { member, text, indent in
                JSON.quote(member.name, to: &text)
                text += ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func list<Element>(
        _ open: String, _ elements: [Element], _ close: String, to text: inout String, indent: Int?,
        _ write: (Element, inout String, Int?) -> Void
    ) {
        text += open
        let inner = indent.map { $0 + 1 }
        for (index, element) in elements.enumerated() {
            if index > 0 { text += inner == nil ? ", " : "," }
            newLine(inner, to: &text)
            write(element, &text, inner)
        }
        if !elements.isEmpty { newLine(indent, to: &text) }
        text += close
    }

    private static func newLine(_ indent: Int?, to text: inout String) {
        guard let indent else { return }
        text += "\n" + String(repeating: "  ", count: indent)
    }

    /// Escapes what RFC 8259 section 7 requires, and control characters beyond that: a terminal may show the text.
    private static func quote(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5c: text += "\\\\"
            case 0x0a: text += "\\n"
            case 0x0d: text += "\\r"
            case 0x09: text += "\\t"
            case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
