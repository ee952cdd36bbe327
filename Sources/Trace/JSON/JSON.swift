/// A JSON value whose members keep their order, so that the same run always gives the same text (RFC 8259).
public enum JSON: Hashable, Sendable {
    /// null.
    case null
    /// true or false.
    case bool(Bool)
    /// A whole number of at most 64 bits; ``number(_:)`` makes one that every reader can represent.
    case integer(Int64)
    /// Any other number, rounded to a finite double-precision one (RFC 8259 section 6).
    case fraction(Double)
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

        /// The members whose value is not nil.
        public static func list(_ members: (String, JSON?)...) -> [Member] {
            members.compactMap { name, value in value.map { Member(name, $0) } }
        }
    }

    /// The words in English, the language of all documents for programs.
    public static func string(_ words: any Wording) -> JSON { .string(words.sentence(in: .english)) }

    /// A whole number. Beyond ±(2⁵³ − 1) many readers lose digits (RFC 8259 section 6), so it becomes a string there.
    public static func number(_ value: some BinaryInteger) -> JSON {
        let limit: Int64 = 9_007_199_254_740_991
        guard let exact = Int64(exactly: value), (-limit...limit).contains(exact) else {
            return .string(String(value))
        }
        return .integer(exact)
    }

    /// A number: an integer if it is whole, else a fraction.
    public static func exact(_ value: Double) -> JSON { Int64(exactly: value).map { .integer($0) } ?? .fraction(value) }

    /// An object of the members whose value is not nil.
    public static func members(_ members: (String, JSON?)...) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// The members of an object; nil for any other value.
    public var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The value of the member called `name`; nil if there is none, or if this is not an object. If there are several, the last one counts.
    public subscript(name: String) -> JSON? { members?[name] }
}

extension [JSON.Member] {
    /// The value called `name`; nil if there is none. If there are several, the last one counts.
    public subscript(name: String) -> JSON? { last { $0.name == name }?.value }
}
