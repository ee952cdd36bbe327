import ArgumentParser
import Classroom
import LiveIO
import Render
import Trace

/// The command that shows the lessons and their exercises.
struct LessonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lesson",
        abstract: "Read a lesson: the story, commands with their output, common mistakes, exercises.",
        discussion: """
            Without a number it lists the lessons. The answers to the exercises are shown only with --answers.

            --check tells whether an answer is right. The answer is computed, under any seed, from the run that the exercise \
            asks for. --exercise prints one exercise with the seed of your choice: a class can have a seed each.

            --glossary explains the terms of all lessons, and --term one of them.

            EXIT STATUS
              0  the text was printed, or the answer is right
              1  the exercise cannot be computed
              3  the answer is wrong
             64  the answer cannot be read, or an option makes no sense

            EXAMPLES
              HandshakeSim lesson 1 | less
              HandshakeSim lesson 1 --exercise 2 --seed 42
              HandshakeSim lesson 1 --check 2 b --seed 42
              HandshakeSim lesson --term TIME-WAIT
            """)

    @Argument(help: "The number of a lesson. Without it: the list of lessons.")
    var number: Int?

    @Flag(help: "Show the answers to the exercises.")
    var answers = false

    @Option(help: .text("Print this exercise alone, without its answer. 2, or 1.2 in lesson 1.", for: "number"))
    var exercise: ExerciseNumber?

    @Option(help: .text("Check the answer to this exercise; without one, print the exercise.", for: "number"))
    var check: ExerciseNumber?

    @Argument(help: .text("With --check: your answer.", for: "answer"))
    var answer: [String] = []

    @Option(help: "With --exercise and --check: the seed of the run. Default: the one in the exercise.")
    var seed: UInt64?

    @Flag(help: "Explain the terms of the lessons.")
    var glossary = false

    @Option(help: .text("Explain this term of the lessons.", for: "term"))
    var term: String?

    @OptionGroup var page: PageOptions

    func validate() throws {
        let isAboutOne = exercise != nil || check != nil
        if glossary || term != nil, number != nil || isAboutOne || answers || glossary == (term != nil) {
            throw ValidationError("--glossary and --term stand alone: they are about all lessons.")
        }
        if exercise != nil, check != nil { throw ValidationError("--exercise and --check exclude each other.") }
        if isAboutOne, number == nil { throw ValidationError("Name the lesson: lesson 1 --check 2 ANSWER.") }
        if let named = (exercise ?? check)?.lesson, named != number {
            throw ValidationError(
                "Exercise \(named).\((exercise ?? check)?.number ?? 0) belongs to lesson \(named): lesson \(named) --check …"
            )
        }
        if answers, isAboutOne || number == nil {
            throw ValidationError("--answers goes with a whole lesson: lesson 1 --answers.")
        }
        if !answer.isEmpty, check == nil {
            throw ValidationError("An answer goes with --check and an exercise's number.")
        }
        if seed != nil, !isAboutOne { throw ValidationError("--seed goes with --exercise and --check.") }
    }

    func run() throws {
        let language = page.spoken
        if glossary { return try page.show(MarkdownText.text(Catalogue.glossary(in: language), style: page.style)) }
        if let term {
            let text = try Catalogue.explanation(of: term, in: language)
            return try page.show(MarkdownText.text(text, style: page.style))
        }
        guard let number else {
            let lessons = try Catalogue.lessons(in: language)
            let heads = [Words(english: "Lesson", chinese: "课"), Words(english: "Minutes", chinese: "分钟")]
                .map { $0.sentence(in: language) }
            let head = "| | \(heads[0]) | | \(heads[1]) |\n|---|---|---|---|\n"
            let list = head + lessons.map(LessonCommand.row).joined()
            return try page.show(MarkdownText.text(list, style: page.style))
        }
        guard let lesson = try LessonCommand.numbered(number, in: language) else {
            let known = try Catalogue.lessons(in: .english).map { "\($0.number) (\($0.title))" }.joined(separator: ", ")
            throw ValidationError("There is no lesson \(number). There are \(known).")
        }
        if let wanted = exercise ?? check { return try show(wanted.number, of: lesson) }
        let fold = answers ? nil : "HandshakeSim lesson \(number) --answers"
        try page.show(MarkdownText.text(lesson.markdown, style: page.style, fold: fold))
    }

    // MARK: Exercises

    private func show(_ wanted: Int, of lesson: Lesson) throws {
        guard let task = lesson.tasks.first(where: { $0.number == wanted }),
            let exercise = Exercise.numbered(wanted, ofLesson: lesson.number)
        else {
            throw ValidationError(
                "Lesson \(lesson.number) has no exercise \(wanted); its exercises are 1 to \(lesson.tasks.count).")
        }
        let seed = seed ?? task.seed ?? Lesson.defaultSeed
        guard !answer.isEmpty else { return try show(task, of: exercise, seed: seed) }
        let read: Answer
        do throws(AnswerError) {
            read = try exercise.form.read(answer.joined(separator: " "))
        } catch {
            throw ValidationError("\(error)")
        }
        switch try exercise.solution(seed: seed).assess(read) {
        case .right(let reason): try page.show(Report([.text(Words(english: "Right. ", chinese: "正确。") + reason)]))
        case .wrong(let hint):
            try page.show(Report([.text(Words(english: "Not right. ", chinese: "不对。") + hint)]))
            throw ExitCode(3)
        }
    }

    private func show(_ task: Lesson.Task, of exercise: Exercise, seed: UInt64) throws {
        let check = Words(
            english: "\(exercise.form.english) To check it:", chinese: "\(exercise.form.chinese)检查答案：")
        let text = """
            \(task.markdown(seed: seed))
            \(check.sentence(in: page.spoken))

            ```sh
            HandshakeSim lesson \(exercise.lesson) --check \(exercise.number) ANSWER --seed \(seed)
            ```

            """
        try page.show(MarkdownText.text(text, style: page.style))
    }

    /// The lesson with this number; nil if there is none. Lesson n is usually the nth of the texts, so the other texts need not be parsed.
    private static func numbered(_ number: Int, in language: Language) throws(LessonError) -> Lesson? {
        if number > 0, let lesson = try Catalogue.lesson(at: number - 1, in: language), lesson.number == number {
            return lesson
        }
        return try Catalogue.lessons(in: language).first { $0.number == number }
    }

    private static func row(_ lesson: Lesson) -> String {
        "| \(lesson.number) | \(lesson.title) | \(lesson.summary) | \(lesson.readingMinutes) + \(lesson.exerciseMinutes) |\n"
    }
}

/// The number of an exercise as a user writes it: "2", or "1.2" with the number of the lesson before it, as a plan names it.
struct ExerciseNumber: ExpressibleByArgument {
    /// The number of the lesson; nil if it is not given.
    let lesson: Int?
    /// The number of the exercise in its lesson.
    let number: Int

    init?(argument: String) {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let last = parts.last, let number = last else { return nil }
        if parts.count == 2 {
            guard let first = parts.first, let lesson = first else { return nil }
            self.lesson = lesson
        } else {
            lesson = nil
        }
        self.number = number
    }
}
