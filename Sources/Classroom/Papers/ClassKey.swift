import Trace

/// The head of a key file. The file has one line for the head and one line for each paper. To mark answers, the program needs nothing else.
package struct ClassKey: Sendable {
    /// The program and version that made the papers.
    package let program: String
    /// The id of the course.
    package let course: String
    /// The name of the course for readers.
    package let title: String
    /// The use of seeds in the course.
    package let mode: ClassSecret.Mode
    /// The attempt to which all papers in the file belong, from 1.
    package let attempt: Int
    /// The time at which answers are due (RFC 3339); nil if there is none.
    package let due: String?
    /// The rule for late answers; nil if delay costs nothing.
    package let late: Course.Late?
    /// The language of papers, key and feedback.
    package let language: Language
    /// The items, in the order of the course.
    package let items: [Course.Item]

    /// The highest possible score, in points.
    package var most: Double { items.reduce(0) { $0 + $1.credit } }

    /// The head for the papers of a course.
    package init(_ course: Course, attempt: Int, program: String) {
        self.program = program
        self.course = course.id
        title = course.title
        mode = course.mode
        self.attempt = attempt
        due = course.due
        late = course.late
        language = course.language
        items = course.items
    }

    /// Reads the first line of a key file.
    ///
    /// - Throws: ``ClassFileError`` if the line is not JSON, has another schema, or lacks a member.
    package init(line octets: [UInt8]) throws(ClassFileError) {
        let json = try JSON.file(octets, schema: "handshakesim.key", line: 1)
        do throws(QuestionError) {
            let reader = MemberReader(json)
            program = try reader.string("program")
            course = try reader.string("course")
            title = try reader.string("title")
            mode = try reader.word("mode")
            attempt = try reader.count("attempt")
            due = reader.has("due") ? try reader.string("due") : nil
            late = reader.has("late") ? try Course.Late(try reader.value("late")) : nil
            language = reader.has("language") ? try reader.word("language") : .english
            items = try reader.list("items") { member throws(QuestionError) in
                Course.Item(
                    id: try member.string("item"), template: try member.string("template"),
                    credit: try member.amount("credit"))
            }
        } catch {
            throw ClassFileError(1, .member(error.member))
        }
    }

    /// The first line of a key file.
    package var json: JSON {
        .members(
            ("schema", .string("handshakesim.key")), ("version", .integer(1)), ("program", .string(program)),
            ("course", .string(course)), ("title", .string(title)), ("mode", .string(mode.rawValue)),
            ("attempt", .number(attempt)), ("due", due.map { .string($0) }), ("late", late?.json),
            ("language", language == .english ? nil : .string(language.rawValue)),
            (
                "items",
                .array(
                    items.map {
                        .members(
                            ("item", .string($0.id)), ("template", .string($0.template)),
                            ("credit", .exact($0.credit)))
                    })
            ), ("of", .exact(most)))
    }

    /// The header of the key as a CSV table.
    package static let columns = CSVText.line(["student", "attempt", "item", "template", "seed", "right", "slips"])
}

extension Paper {
    /// The paper with its key, as a line of a key file.
    package var json: JSON {
        .members(
            ("student", .string(student)), ("name", name.map { .string($0) }), ("attempt", .number(attempt)),
            ("paper", .string(number)), ("seed", seed.map { .string(String($0)) }),
            ("items", .array(questions.map { $0.json(withKey: true) })))
    }

    /// Reads a line of a key file.
    ///
    /// - Parameter language: the language of the key.
    /// - Throws: ``QuestionError`` if a member is missing or has another form. The error names the member.
    package init(_ json: JSON, in language: Language = .english) throws(QuestionError) {
        let reader = MemberReader(json)
        student = try reader.string("student")
        guard ClassID.isValid(student) else { throw QuestionError(member: "student") }
        name = reader.has("name") ? try reader.string("name") : nil
        attempt = try reader.count("attempt")
        number = try reader.string("paper")
        seed = reader.has("seed") ? UInt64(try reader.string("seed")) : nil
        guard case .array(let items) = try reader.value("items") else { throw QuestionError(member: "items") }
        questions = try items.map { item throws(QuestionError) in try Question(item, in: language) }
    }

    /// The rows of the paper in the key as a CSV table.
    package var rows: String {
        questions.map { question in
            CSVText.line([
                student, String(attempt), question.item, question.template, String(question.seed),
                question.right.joined(separator: " | "),
                question.namedSlips.joined(separator: " | "),
            ])
        }.joined()
    }
}

extension Question {
    /// The known wrong answers with their names.
    var namedSlips: [String] { slips.map { "\($0.name)\(language.colon)\($0.answer)" } }
}
