import Trace

/// A course: its questions and its rules. A teacher writes it as a JSON file.
package struct Course: Sendable {
    /// A question of the course.
    package struct Item: Hashable, Sendable {
        /// Its id in this course.
        package let id: String
        /// The name of its template.
        package let template: String
        /// The credit for a right answer, in points.
        package let credit: Double
    }

    /// The rule for late answers.
    package struct Late: Hashable, Sendable {
        /// For so many minutes after the due time an answer is still in time.
        package let graceMinutes: Int
        /// The reduction of the score for each day of delay, in percent. A day counts as soon as it has begun.
        package let percentPerDay: Double
    }

    package let id: String
    /// Its name for readers.
    package let title: String
    /// The use of seeds.
    package let mode: ClassSecret.Mode
    /// Whether the student's id is the seed of the paper. Then each id must be a whole number.
    package let takesStudentAsSeed: Bool
    /// The time at which answers are due, as the teacher wrote it (RFC 3339); nil if there is none.
    package let due: String?
    /// The rule for late answers; nil if delay costs nothing.
    package let late: Late?
    /// The language of papers, keys and feedback.
    package let language: Language
    /// The questions, in their order.
    package let items: [Item]

    /// The allowed numbers of questions.
    private static let counts = 1...100
    /// The columns that a table of answers or of results has beside those of the items. An item may not have such an id.
    private static let columns: Set<String> = [
        "student", "name", "attempt", "paper", "received", "status", "score", "of",
    ]

    /// A course of these templates without a file, with the mode `lab`. Each question has a credit of 1 point.
    ///
    /// - Throws: ``ClassFileError`` if there are more than 100 templates, or none.
    package init(
        id: String, title: String, templates: [Template], language: Language = .english
    ) throws(ClassFileError) {
        guard Self.counts.contains(templates.count) else {
            throw ClassFileError(.items(templates.count, allowed: Self.counts))
        }
        self.id = id
        self.title = title
        mode = .lab
        takesStudentAsSeed = false
        due = nil
        late = nil
        self.language = language
        items = templates.enumerated().map { Item(id: "q\($0 + 1)", template: $1.id, credit: 1) }
    }

    /// Reads a file.
    ///
    /// - Parameter language: the language of the course if the file names none.
    /// - Throws: ``ClassFileError`` if the file is not JSON, has another schema, or breaks a rule. The error names the member.
    package init(
        _ octets: [UInt8], templates: Templates, language: Language = .english
    ) throws(ClassFileError) {
        let json = try JSON.file(octets, schema: "handshakesim.course")
        do throws(QuestionError) {
            let reader = MemberReader(json)
            id = try reader.string("id")
            title = reader.has("title") ? try reader.string("title") : id
            due = reader.has("due") ? try reader.string("due") : nil
            late = reader.has("late") ? try Late(try reader.value("late")) : nil
            items = try reader.list("items") { member throws(QuestionError) in
                let template = try member.string("template")
                let usual = Double(templates.named(template)?.credit ?? 1)
                return Item(
                    id: try member.string("id"), template: template,
                    credit: member.has("credit") ? try member.amount("credit") : usual)
            }
        } catch {
            throw ClassFileError(.member(error.member))
        }
        mode = try Self.word("mode", of: json, as: ClassSecret.Mode.self) ?? .lab
        takesStudentAsSeed = try Self.word("seeds", of: json, as: Seeds.self) != nil
        self.language = try Self.word("language", of: json, as: Language.self) ?? language
        try Self.check(
            json, has: ["schema", "version", "id", "title", "mode", "seeds", "due", "late", "language", "items"])
        if case .array(let list)? = json["items"] {
            for item in list { try Self.check(item, has: ["id", "template", "credit"]) }
        }
        try check(templates)
    }

    private enum Seeds: String, CaseIterable { case student }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ member: String, of json: JSON, as type: Word.Type
    ) throws(ClassFileError) -> Word? {
        guard let value = json[member] else { return nil }
        guard case .string(let text) = value else { throw ClassFileError(.member(member)) }
        guard let word = Word(rawValue: text) else {
            throw ClassFileError(.word(text, member: member, allowed: type.allCases.map(\.rawValue)))
        }
        return word
    }

    /// Throws an error for an unknown member. If a misspelt member were ignored, an exam could become a lab.
    private static func check(_ json: JSON, has known: Set<String>) throws(ClassFileError) {
        for member in json.members ?? [] where !known.contains(member.name) {
            throw ClassFileError(.strangeMember(member.name))
        }
    }

    private func check(_ templates: Templates) throws(ClassFileError) {
        guard ClassID.isValid(id) else { throw ClassFileError(.id(id)) }
        guard mode != .exam || !takesStudentAsSeed else { throw ClassFileError(.openSeed) }
        if let due, CivilTime.seconds(internet: due) == nil { throw ClassFileError(.member("due")) }
        guard Self.counts.contains(items.count) else {
            throw ClassFileError(.items(items.count, allowed: Self.counts))
        }
        var names: Set<String> = []
        for item in items {
            guard ClassID.isValid(item.id) else { throw ClassFileError(.id(item.id)) }
            guard !Self.columns.contains(ClassID.folded(item.id)) else { throw ClassFileError(.column(item.id)) }
            guard names.insert(ClassID.folded(item.id)).inserted else { throw ClassFileError(.twice(item.id)) }
            guard (0.01...1000).contains(item.credit) else { throw ClassFileError(.member("items.credit")) }
            guard templates.named(item.template) != nil else { throw ClassFileError(.template(item.template)) }
        }
    }
}

extension Course.Late {
    /// Reads the member `late` of a course or of a key.
    ///
    /// - Throws: ``QuestionError`` if a number is missing or out of range. The error names the member.
    init(_ json: JSON) throws(QuestionError) {
        let reader = MemberReader(json, in: "late")
        graceMinutes = reader.has("grace_minutes") ? try reader.count("grace_minutes") : 0
        percentPerDay = try reader.amount("percent_per_day")
        guard graceMinutes <= 1_000_000 else { throw QuestionError(member: "late.grace_minutes") }
        guard (0...100).contains(percentPerDay) else { throw QuestionError(member: "late.percent_per_day") }
    }

    /// The member `late` of a key.
    var json: JSON {
        .members(("grace_minutes", .number(graceMinutes)), ("percent_per_day", .exact(percentPerDay)))
    }
}

extension JSON {
    /// The largest depth of arrays and objects in a file of a class.
    private static let levels = 16

    /// Reads a file whose member `schema` is this one, in version 1. A byte order mark may come first.
    ///
    /// - Parameter line: the line that the error names; nil for the whole file.
    /// - Throws: ``ClassFileError`` if the text is not JSON, or has another schema or version.
    static func file(_ octets: [UInt8], schema: String, line: Int? = nil) throws(ClassFileError) -> JSON {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(CSVText.withoutStart(octets), .levels(levels))
        } catch {
            throw ClassFileError(line, .json(error.description))
        }
        guard json["schema"] == .string(schema), json["version"] == .integer(1) else {
            throw ClassFileError(line, .schema(schema))
        }
        return json
    }
}
