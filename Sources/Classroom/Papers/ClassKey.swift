import Trace

/// What stands at the head of a key: a line each for this and for the papers makes the file, and marking needs nothing else.
package struct ClassKey: Sendable {
    /// The program and version that made the papers.
    package let program: String
    /// The name of the course.
    package let course: String
    /// Its name for readers.
    package let title: String
    /// How seeds were made and shown.
    package let mode: ClassSecret.Mode
    /// The attempt of all papers in the file.
    package let attempt: Int
    /// When answers are due (RFC 3339).
    package let due: String?
    /// What a day of delay costs.
    package let late: Course.Late?
    /// The items, in the order of the course.
    package let items: [Course.Item]

    /// The most points.
    package var most: Double { items.reduce(0) { $0 + $1.credit } }

    /// The head of the papers of a course.
    package init(_ course: Course, attempt: Int, program: String) {
        self.program = program
        self.course = course.id
        title = course.title
        mode = course.mode
        self.attempt = attempt
        due = course.due
        late = course.late
        items = course.items
    }

    /// Reads the first line of a file.
    ///
    /// - Throws: ``ClassFileError``
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
            items = try reader.list("items") { member throws(QuestionError) in
                Course.Item(
                    id: try member.string("item"), template: try member.string("template"),
                    credit: try member.amount("credit"))
            }
        } catch {
            throw ClassFileError(1, .member(error.member))
        }
    }

    /// The first line of the file.
    package var json: JSON {
        .members(
            ("schema", .string("handshakesim.key")), ("version", .integer(1)), ("program", .string(program)),
            ("course", .string(course)), ("title", .string(title)), ("mode", .string(mode.rawValue)),
            ("attempt", .number(attempt)), ("due", due.map { .string($0) }), ("late", late?.json),
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

    /// The header of the table of a key.
    package static let columns = CSVText.line(["student", "attempt", "item", "template", "seed", "right", "slips"])
}

extension Paper {
    /// A line of the key.
    package var json: JSON {
        .members(
            ("student", .string(student)), ("name", name.map { .string($0) }), ("attempt", .number(attempt)),
            ("paper", .string(number)), ("seed", seed.map { .string(String($0)) }),
            ("items", .array(questions.map { $0.json(withKey: true) })))
    }

    /// Reads a line of a key.
    ///
    /// - Throws: ``QuestionError``, which names the member.
    package init(_ json: JSON) throws(QuestionError) {
        let reader = MemberReader(json)
        student = try reader.string("student")
        guard ClassID.isValid(student) else { throw QuestionError(member: "student") }
        name = reader.has("name") ? try reader.string("name") : nil
        attempt = try reader.count("attempt")
        number = try reader.string("paper")
        seed = reader.has("seed") ? UInt64(try reader.string("seed")) : nil
        guard case .array(let items) = try reader.value("items") else { throw QuestionError(member: "items") }
        var questions: [Question] = []
        for item in items { questions.append(try Question(item)) }
        self.questions = questions
    }

    /// The lines of the table of a key.
    package var rows: String {
        questions.map { question in
            CSVText.line([
                student, String(attempt), question.item, question.template, String(question.seed),
                question.right.joined(separator: " | "),
                question.slips.map { "\($0.name): \($0.answer)" }.joined(separator: " | "),
            ])
        }.joined()
    }
}
