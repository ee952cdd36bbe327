/// What the fields of protocols mean: a sentence for each, by the field's name.
///
/// A run brings along the glossary of the protocols that are spoken in it, so that a rendering can explain octets without knowing
/// a protocol.
public struct Glossary: Sendable {
    /// Names the octets that a field holds, counted from its first one.
    public typealias Reader = @Sendable ([UInt8]) -> [Field]

    private var notes: [String: any Remark] = [:]
    private var readers: [String: Reader] = [:]

    /// A glossary that knows no field.
    public init() {}

    /// The glossary of a topic that has a case for each field, with the field's name as its raw value.
    public init<Topic: Remark & CaseIterable & RawRepresentable>(_ topic: Topic.Type) where Topic.RawValue == String {
        for note in topic.allCases { notes[note.rawValue] = note }
    }

    /// A glossary that knows what is inside one field, of which the protocol that carries it knows nothing.
    public init(inside field: String, _ reader: @escaping Reader) {
        readers[field] = reader
    }

    /// What a field of that name means; nil for a name that is not in the glossary.
    public subscript(_ field: String) -> (any Remark)? { notes[field] }

    /// Both glossaries in one.
    public static func + (left: Glossary, right: Glossary) -> Glossary {
        var both = left
        both.notes.merge(right.notes) { first, _ in first }
        both.readers.merge(right.readers) { first, _ in first }
        return both
    }

    /// `fields` of `octets`, and in each leaf that the glossary can look into the fields inside. A leaf beyond the octets stays as it is.
    public func opened(_ fields: [Field], in octets: [UInt8]) -> [Field] {
        guard !readers.isEmpty else { return fields }
        return fields.map { opened($0, in: octets) }
    }

    private func opened(_ field: Field, in octets: [UInt8]) -> Field {
        var inside = field.children
        if !inside.isEmpty {
            inside = opened(inside, in: octets)
        } else if let reader = readers[field.name], octets.indices.contains(field.range) {
            inside = reader(Array(octets[field.range])).map { $0.moved(by: field.range.lowerBound) }
        }
        return Field(
            name: field.name, range: field.range, number: field.number, value: field.value, bits: field.bits,
            cite: field.cite, children: inside)
    }
}
