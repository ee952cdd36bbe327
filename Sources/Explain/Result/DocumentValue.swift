import Trace

/// A value of a JSON document, or a type that has one. With it, members of an object can be written without conversions.
protocol DocumentValue: WrittenValue {
    /// The JSON value.
    var json: JSON { get }
}

extension DocumentValue {
    func write(to text: inout DocumentText) { text.add(json.compact) }
}

extension JSON: DocumentValue {
    var json: JSON { self }

    /// An object of the members whose value is not nil.
    static func of(_ members: (String, (any DocumentValue)?)...) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0.json) } })
    }
}

extension BinaryInteger where Self: DocumentValue {
    var json: JSON { .number(self) }
    func write(to text: inout DocumentText) { text.add(self) }
}

extension Int: DocumentValue {}
extension Int64: DocumentValue {}
extension UInt8: DocumentValue {}
extension UInt16: DocumentValue {}
extension UInt32: DocumentValue {}

extension Bool: DocumentValue {
    var json: JSON { .bool(self) }
    func write(to text: inout DocumentText) { text.add(self ? "true" : "false") }
}

extension String: DocumentValue {
    var json: JSON { .string(self) }
    func write(to text: inout DocumentText) { text.quote(self) }
}

extension Array: WrittenValue where Element: WrittenValue {
    func write(to text: inout DocumentText) { text.list(self) { $0.write(to: &$1) } }
}

extension Array: DocumentValue where Element: DocumentValue {
    var json: JSON { .array(map(\.json)) }
}
