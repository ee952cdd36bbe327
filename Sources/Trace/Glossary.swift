/// What the fields of protocols mean: a sentence for each, by the field's name.
///
/// A run brings along the glossary of the protocols that are spoken in it, so that a rendering can explain octets without knowing
/// a protocol.
public struct Glossary: Sendable {
    private var notes: [String: any Remark] = [:]

    /// A glossary that knows no field.
    public init() {}

    /// The glossary of a topic that has a case for each field, with the field's name as its raw value.
    public init<Topic: Remark & CaseIterable & RawRepresentable>(_ topic: Topic.Type) where Topic.RawValue == String {
        for note in topic.allCases { notes[note.rawValue] = note }
    }

    /// What a field of that name means; nil for a name that is not in the glossary.
    public subscript(_ field: String) -> (any Remark)? { notes[field] }

    /// Both glossaries in one.
    public static func + (left: Glossary, right: Glossary) -> Glossary {
        var both = left
        both.notes.merge(right.notes) { first, _ in first }
        return both
    }
}
