import Trace

/// A file format for a pool of questions. The raw value is the word of the command line.
package enum PoolFormat: String, Sendable, CaseIterable {
    case moodleXML = "moodle-xml"
    /// GIFT, the text format of Moodle.
    case gift
    /// A package of QTI 1.2 for Canvas.
    case qti12
    /// A package of QTI 2.1.
    case qti21
    /// A CSV table.
    case csv
    /// Cards for Anki.
    case anki

    /// The file with these questions.
    ///
    /// - Parameter questions: the questions, grouped by template. The variants of a template are in their order.
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
    /// Its number among the variants of its template, from 1.
    package let variant: Int

    /// A variant of a template.
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
        // Title and variant come before the key, which is the last member.
        members.insert(
            contentsOf: [
                .init("title", .string("\(question.template) #\(variant)")), .init("variant", .number(variant)),
            ], at: max(0, members.count - 1))
        return .object(members)
    }
}
