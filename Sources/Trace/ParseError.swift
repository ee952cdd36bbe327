/// Why bytes could not be read: which field, where, and which rule they break.
public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field's stable name, such as "tcp.data_offset".
    public let field: String
    /// The offset at which the field starts, in octets from the start of the buffer.
    public let offset: Int
    /// The error in the field.
    public let rule: Rule
    /// The document that has the rule; nil if none is cited.
    public let cite: Citation?

    /// An error about `field` at `offset`.
    public init(_ field: String, at offset: Int, _ rule: Rule, cite: Citation? = nil) {
        self.field = field
        self.offset = offset
        self.rule = rule
        self.cite = cite
    }

    /// The ways in which bytes can be wrong.
    public enum Rule: Hashable, Sendable {
        /// The field needs more octets than are left.
        case truncated(needed: Int, available: Int)
        /// Octets remain after the last field.
        case trailing(Int)
        /// A vector's length lies outside the limits its definition sets.
        case length(Int, allowed: ClosedRange<Int>)
        /// A vector's length is not a multiple of its element's size.
        case notMultiple(Int, of: Int)
        /// The value is well-formed and not allowed here; the text says why.
        case value(String)
    }

    /// A sentence that names the field, the offset and the rule.
    public var description: String {
        let reason =
            switch rule {
            case .truncated(let needed, let available):
                "needs \(counted(needed, "octet")), \(available) \(available == 1 ? "is" : "are") left"
            case .trailing(let count): "\(counted(count, "octet")) \(count == 1 ? "is" : "are") left over after it"
            case .length(let length, let allowed):
                "length \(length) is outside \(allowed.lowerBound)...\(allowed.upperBound)"
            case .notMultiple(let length, let unit): "length \(length) is not a multiple of \(unit)"
            case .value(let why): why
            }
        let source = cite.map { " [\($0)]" } ?? ""
        return "\(field) at offset \(offset): \(reason)\(source)"
    }
}
