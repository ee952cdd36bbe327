import Misconceptions
import Render
import Trace

/// The registry of templates: the tables of this folder, the exercises of the lessons, and the claims of the clinic.
package struct Templates: Sendable {
    /// All templates, in the order in which `quiz --list` prints them.
    package let all: [Template]

    /// The registry, with the exercises of these lessons.
    ///
    /// - Parameter chinese: the same lessons in Chinese. The exercises of a lesson that is not among them have English words.
    package init(lessons: [Lesson], chinese: [Lesson] = []) {
        func task(_ exercise: Exercise, of lessons: [Lesson]) -> Lesson.Task? {
            lessons.first { $0.number == exercise.lesson }?.tasks.first { $0.number == exercise.number }
        }
        let exercises = Exercise.all.compactMap { exercise in
            task(exercise, of: lessons).map { Template(exercise, $0, chinese: task(exercise, of: chinese) ?? $0) }
        }
        let tables = [
            Template.opening, Template.closing, Template.tls12, Template.diffieHellman, Template.certificates,
            Template.tls13, Template.attacks,
        ]
        all = tables.flatMap { $0 } + exercises + Claim.all.map { Template($0) }
    }

    /// The template of that name; nil if there is none.
    package func named(_ id: String) -> Template? { all.first { $0.id == id } }

    package func exercises(ofLesson number: Int) -> [Template] { all.filter { $0.lesson == number } }
}

extension Template {
    /// The number of the lesson, if the template is an exercise of a lesson; else nil.
    package var lesson: Int? {
        let parts = id.split(separator: ".")
        guard parts.count == 3, parts[0] == "lesson" else { return nil }
        return Int(parts[1])
    }
}
