import Trace

/// What a student is asked, with the key.
package struct Paper: Sendable {
    /// Whose it is.
    package let student: String
    /// The student's name for readers.
    package let name: String?
    /// Which attempt it is, from 1.
    package let attempt: Int
    /// The number of the paper: 16 hexadecimal digits.
    package let number: String
    /// The one seed of the paper; nil in an exam, where each item has its own.
    package let seed: UInt64?
    /// The questions, in the order of the course.
    package let questions: [Question]
}

/// Makes the papers of a class.
package struct PaperMaker: Sendable {
    private let course: Course
    private let secret: ClassSecret
    private let attempt: Int
    private let items: [(item: Course.Item, template: Template)]
    private let maker: any RunMaker

    /// For that attempt of a course. Its templates are in the registry: ``Course`` sees to it.
    package init(
        _ course: Course, secret: ClassSecret, attempt: Int, templates: Templates, runs maker: any RunMaker
    ) {
        self.course = course
        self.secret = secret
        self.attempt = attempt
        self.maker = maker
        items = course.items.compactMap { item in templates.named(item.template).map { (item, $0) } }
    }

    /// The paper of a student. A run that several items ask for is made once.
    ///
    /// - Throws: ``ExerciseError`` where a run cannot be made, ``ClassFileError`` for a question that cannot stand in an exam.
    package func paper(for student: Roster.Student) async throws -> Paper {
        var memory = RunMemory(maker)
        var questions: [Question] = []
        for (item, template) in items {
            let seed =
                student.seed
                ?? secret.seed(
                    course: course.id, student: student.id, item: item.id, attempt: attempt, mode: course.mode)
            let question = try await template.question(
                item: item.id, credit: item.credit, seed: seed, &memory)
            if course.mode == .exam, !question.canBeHidden { throw ClassFileError(.notForExams(template: template.id)) }
            questions.append(question)
            // Each item of an exam has a run of its own, and the one before is not needed any more.
            if course.mode == .exam { memory = RunMemory(maker) }
        }
        return Paper(
            student: student.id, name: student.name, attempt: attempt,
            number: secret.paper(course: course.id, student: student.id, attempt: attempt),
            seed: course.mode == .exam ? nil : questions.first?.seed, questions: questions)
    }
}

extension Question {
    /// Whether it can be worked out where its seed is hidden, and does not name it.
    fileprivate var canBeHidden: Bool {
        let isWorkedOut =
            switch form {
            case .number, .hex, .time, .parts, .numbers, .sequence, .digest: true
            case .letter, .letters, .order, .claim, .yes, .name: false
            }
        return !(isWorkedOut && shown.isEmpty) && !ask.contains(String(seed))
    }
}
