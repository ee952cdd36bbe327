import ArgumentParser
import CLessons
import LiveIO
import Render

/// The lessons: walkthroughs with commands to try and questions to answer.
struct LessonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lesson",
        abstract: "Read a lesson: the story, commands with their output, common mistakes, exercises.",
        discussion: """
            Without a number it lists the lessons. The answers to the exercises are shown only with --answers.

            EXAMPLE
              HandshakeSim lesson 1 | less
            """)

    @Argument(help: "The number of a lesson. Without it: the list of lessons.")
    var number: Int?

    @Flag(help: "Show the answers to the exercises.")
    var answers = false

    @OptionGroup var colour: ColourOptions

    func run() throws {
        let lessons = try LessonCommand.all()
        guard let number else {
            let list = "| | Lesson | |\n|---|---|---|\n" + lessons.map(LessonCommand.row).joined()
            return print(MarkdownText.text(list, style: colour.style), terminator: "")
        }
        guard let lesson = lessons.first(where: { $0.number == number }) else {
            let known = lessons.map { "\($0.number) (\($0.title))" }.joined(separator: ", ")
            throw ValidationError("There is no lesson \(number). There are \(known).")
        }
        let fold = answers ? nil : "HandshakeSim lesson \(number) --answers"
        colour.page(MarkdownText.text(lesson.markdown, style: colour.style, fold: fold))
    }

    /// The lessons that were compiled in, in order.
    static func all() throws(LessonError) -> [Lesson] {
        var lessons: [Lesson] = []
        while let text = lesson_text(Int32(lessons.count)) {
            lessons.append(try Lesson(markdown: String(cString: text)))
        }
        return lessons
    }

    private static func row(_ lesson: Lesson) -> String {
        "| \(lesson.number) | \(lesson.title) | \(lesson.summary) |\n"
    }
}
