import Trace

/// The forms in which a pool of questions is written. The raw value is the word of the command line.
package enum PoolFormat: String, Sendable, CaseIterable {
    /// The XML of Moodle.
    case moodleXML = "moodle-xml"
    /// Moodle's form of plain text.
    case gift
    /// A package of QTI 1.2, as Canvas reads it.
    case qti12
    /// A package of QTI 2.1.
    case qti21
    /// A table.
    case csv
    /// Cards for Anki.
    case anki

    /// The file with these questions, which stand by template, the variants of each in their order.
    package func octets(_ questions: [PoolQuestion]) -> [UInt8] {
        let items = questions.flatMap { PoolItem.items($0.question, variant: $0.variant) }
        return switch self {
        case .moodleXML: Array(MoodleXML.text(items).utf8)
        case .gift: Array(GIFTText.text(items).utf8)
        case .qti12: QTI12.archive(items).octets
        case .qti21: QTI21.archive(items).octets
        case .csv: Array(PoolTable.csv(items).utf8)
        case .anki: Array(PoolTable.anki(items).utf8)
        }
    }
}

/// A question of a pool.
package struct PoolQuestion: Sendable {
    /// The question under its seed.
    package let question: Question
    /// Its number among those of its template, from 1.
    package let variant: Int

    /// A variant.
    package init(_ question: Question, variant: Int) {
        self.question = question
        self.variant = variant
    }

    /// The questions with their keys, for programs.
    package static func json(_ questions: [PoolQuestion]) -> JSON {
        .members(
            ("schema", .string("handshakesim.pool")), ("version", .integer(1)),
            ("questions", .array(questions.map(\.json))))
    }

    private var json: JSON {
        guard case .object(var members) = question.json(withKey: true) else { return .object([]) }
        // Title and variant stand before the key, which is the last.
        members.insert(
            contentsOf: [
                .init("title", .string("\(question.template) #\(variant)")), .init("variant", .number(variant)),
            ], at: max(0, members.count - 1))
        return .object(members)
    }
}
