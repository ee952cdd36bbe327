import ArgumentParser
import Classroom
import Render

/// The options that choose templates of questions.
struct TemplateOptions: ParsableArguments {
    @Option(help: .text("Questions of these templates.", for: "id,…"))
    var template: String?

    @Option(help: .text("The exercises of these lessons.", for: "n,…"))
    var lesson: String?

    /// Whether one of the options is used.
    var isGiven: Bool { template != nil || lesson != nil }

    /// The chosen templates: those of `--template`, then the exercises of `--lesson`; all templates if neither option is used.
    ///
    /// - Throws: `ValidationError` for a template or a lesson that does not exist.
    func chosen(from templates: Templates) throws -> [Template] {
        guard isGiven else { return templates.all }
        let named = try Self.words(template).map { id in
            guard let template = templates.named(id) else {
                throw ValidationError("There is no template '\(id.legible)'. 'HandshakeSim quiz --list' names them.")
            }
            return template
        }
        let chosen = try named + lessons(from: templates).flatMap { templates.exercises(ofLesson: $0) }
        guard !chosen.isEmpty else { throw ValidationError("--template and --lesson: name at least one.") }
        return chosen
    }

    /// The numbers of the lessons that `--lesson` names.
    ///
    /// - Throws: `ValidationError` for a lesson that does not exist or has no exercises.
    func lessons(from templates: Templates) throws -> [Int] {
        try Self.words(lesson).map { word in
            guard let number = Int(word), !templates.exercises(ofLesson: number).isEmpty else {
                throw ValidationError(
                    "There is no lesson '\(word.legible)' with exercises. 'HandshakeSim lesson' lists the lessons.")
            }
            return number
        }
    }

    /// All templates, in both languages.
    static func registry() throws(LessonError) -> Templates {
        Templates(lessons: try Catalogue.lessons(in: .english), chinese: try Catalogue.lessons(in: .chinese))
    }

    /// The words of a list that are separated by commas.
    static func words(_ list: String?) -> [String] {
        list.map { $0.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }.map(String.init) } ?? []
    }
}
