/// The questions for one student, with their key.
package struct Paper: Sendable {
    /// The id of the student.
    package let student: String
    /// The student's name for readers; nil if the roster has none.
    package let name: String?
    /// The number of the attempt, from 1.
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

    /// A maker for an attempt of a course. The registry has all templates of the course: ``Course`` has checked it.
    package init(_ course: Course, secret: ClassSecret, attempt: Int, templates: Templates) {
        self.course = course
        self.secret = secret
        self.attempt = attempt
        items = course.items.compactMap { item in
            templates.named(item.template).map { (item, $0.told(in: course.language)) }
        }
    }

    /// A question for a student before its run is made.
    package struct Asked: Sendable {
        package let item: Course.Item
        package let template: Template
        /// The seed of its run.
        package let seed: UInt64
    }

    /// The questions for a student. In a lab and for practice they have the same seed, so that several can have the same run.
    package func asked(of student: Roster.Student) -> [Asked] {
        items.map { item, template in
            let seed = secret.seed(
                course: course.id, student: student.id, item: item.id, attempt: attempt, mode: course.mode)
            return Asked(item: item, template: template, seed: student.seed ?? seed)
        }
    }

    /// The paper of a student.
    ///
    /// - Parameter questions: the questions, in the order of ``asked(of:)``.
    /// - Throws: ``ClassFileError`` if a question cannot be in an exam.
    package func paper(for student: Roster.Student, _ questions: [Question]) throws(ClassFileError) -> Paper {
        let isExam = course.mode == .exam
        if isExam, let open = questions.first(where: { !$0.canBeHidden }) {
            throw ClassFileError(.notForExams(template: open.template))
        }
        return Paper(
            student: student.id, name: student.name, attempt: attempt,
            number: secret.paper(course: course.id, student: student.id, attempt: attempt),
            seed: isExam ? nil : questions.first?.seed, questions: questions)
    }
}

extension Question {
    /// Whether the question can be in an exam, where the seed is hidden. An answer that must be computed needs data that is shown, and the
    /// text must not contain the seed.
    fileprivate var canBeHidden: Bool {
        let isWorkedOut =
            switch form {
            case .number, .hex, .time, .parts, .numbers, .sequence, .digest: true
            case .letter, .letters, .order, .claim, .yes, .name: false
            }
        return !(isWorkedOut && shown.isEmpty) && !ask.contains(String(seed))
    }
}
