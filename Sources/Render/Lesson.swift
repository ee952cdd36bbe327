import Trace

/// A walkthrough of one subject, written in Markdown, with commands whose output is real.
package struct Lesson: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    /// What it is about: "The three-way handshake".
    package let title: String
    /// The subject of the lesson in one sentence.
    package let summary: String
    /// What a reader can do afterwards, in a few words each.
    package let goals: [String]
    /// What a reader should know before the lesson, in a sentence or two.
    package let before: String
    /// How many minutes it takes to read it, and to try its commands.
    package let readingMinutes: Int
    /// How many minutes its exercises take.
    package let exerciseMinutes: Int
    /// Its exercises, in order.
    package let tasks: [Task]
    /// The whole text.
    package let markdown: String

    /// An exercise as the lesson sets it.
    package struct Task: Hashable, Sendable {
        /// Its number, from 1.
        package let number: Int
        /// What it is about: "Predict the acknowledgment".
        package let title: String
        /// Its heading and the question, in Markdown, without the answer.
        package let markdown: String
        /// The seed in its commands; nil if none has one.
        package let seed: UInt64?

        /// The question with another seed in its commands.
        package func markdown(seed: UInt64) -> String {
            guard let own = self.seed else { return markdown }
            return markdown.replacing("--seed \(own)", with: "--seed \(seed)")
        }
    }

    /// The seed of an exercise whose commands name no seed.
    package static let defaultSeed: UInt64 = 1

    /// A lesson from its text in a language.
    ///
    /// The text begins with `# Lesson 1: Its title` and one sentence in asterisks. A section "Before you begin" has the
    /// goals as a list, a paragraph "You should know …" and a line such as
    /// "Time: 25 minutes to read, 30 for the exercises." In another language these have the forms of its ``LessonForm``, and
    /// no others.
    ///
    /// - Throws: ``LessonError`` where one of these is missing, or where an exercise has the wrong heading.
    package init(markdown: String, in language: Language) throws(LessonError) {
        let form = LessonForm.of(language)
        let first = markdown.split(separator: "\n").prefix(2).map(String.init)
        guard first.count == 2 else { throw LessonError.tooShort }
        guard let head = form.title.read(first[0].dropFirst("# ".count)), first[0].hasPrefix("# ") else {
            throw LessonError.badTitle(line: first[0], language)
        }
        let sentence = first[1]
        guard sentence.count > 2, sentence.hasPrefix("*"), sentence.hasSuffix("*") else {
            throw LessonError.badSummary(line: sentence)
        }
        (number, title) = head
        summary = String(sentence.dropFirst().dropLast())
        self.markdown = markdown
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let parts = Lesson.paragraphs(of: Lesson.section(form.beginning, of: lines))
        goals = parts.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        guard !goals.isEmpty else { throw .noGoals(language) }
        guard let before = parts.first(where: { $0.hasPrefix(form.knowledge) }) else { throw .noKnowledge(language) }
        self.before = before
        guard let time = parts.first(where: { $0.hasPrefix(form.time) }) else { throw .badTime(line: "", language) }
        guard let (reading, exercises) = form.minutes(time), reading > 0, exercises > 0 else {
            throw .badTime(line: time, language)
        }
        (readingMinutes, exerciseMinutes) = (reading, exercises)
        tasks = try Lesson.tasks(in: Lesson.section(form.exercises, of: lines), language)
    }

    // MARK: - Parts

    /// The lines under a heading of the second level.
    private static func section(_ title: String, of lines: [String]) -> ArraySlice<String> {
        guard let start = lines.firstIndex(of: "## " + title) else { return [] }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    }

    /// The paragraphs and the list items of `lines`. Each is joined into one line.
    private static func paragraphs(of lines: ArraySlice<String>) -> [String] {
        var paragraphs: [String] = []
        var isOpen = false
        for line in lines {
            if line.isEmpty {
                isOpen = false
            } else if isOpen, !line.hasPrefix("- "), let last = paragraphs.popLast() {
                paragraphs.append(Text.joined(lines: [last[...], line.drop { $0 == " " }]))
            } else {
                paragraphs.append(line)
                isOpen = true
            }
        }
        return paragraphs
    }

    /// The exercise that a heading begins in any of the languages, "Exercise 2: Its title"; nil for another heading.
    static func exercise(in heading: some StringProtocol) -> (number: Int, title: String)? {
        Language.allCases.lazy.compactMap { LessonForm.of($0).exercise.read(heading) }.first
    }

    private static func tasks(in lines: ArraySlice<String>, _ language: Language) throws(LessonError) -> [Task] {
        let starts = lines.indices.filter { lines[$0].hasPrefix("### ") }
        var tasks: [Task] = []
        let seeds = /--seed (\d+)/
        for start in starts {
            let heading = lines[start].dropFirst("### ".count)
            guard let head = LessonForm.of(language).exercise.read(heading), head.number == tasks.count + 1
            else { throw .badExercise(line: lines[start], language) }
            let question = lines[start...].prefix { !$0.hasPrefix("<details>") }
            let seed = question.compactMap { $0.firstMatch(of: seeds).flatMap { UInt64($0.1) } }.first
            tasks.append(
                Task(
                    number: head.number, title: head.title,
                    markdown: question.joined(separator: "\n") + "\n", seed: seed))
        }
        return tasks
    }
}

/// The words by which the program knows the parts of a lesson. Each language has its own.
package struct LessonForm: Sendable {
    /// A heading with a number and a title, without its marks: "Lesson 3: Its title".
    package struct Heading: Sendable {
        /// What stands before the number, and between the number and the title.
        let words: (start: String, middle: String)
        /// An example.
        let example: String

        /// The number and the title of a heading; nil if it has another form.
        func read(_ heading: some StringProtocol) -> (number: Int, title: String)? {
            guard heading.hasPrefix(words.start) else { return nil }
            let digits = heading.dropFirst(words.start.count).prefix { $0.isASCII && $0.isNumber }
            let rest = heading[digits.endIndex...]
            guard let number = Int(digits), rest.hasPrefix(words.middle), rest.count > words.middle.count else {
                return nil
            }
            return (number, String(rest.dropFirst(words.middle.count)))
        }
    }

    /// The title of the lesson.
    let title: Heading
    /// The heading of an exercise.
    let exercise: Heading
    /// The heading of the section with the goals, the knowledge and the time.
    package let beginning: String
    /// How the paragraph begins that says what a reader should know.
    package let knowledge: String
    /// How the line with the time begins.
    package let time: String
    /// An example of this line.
    let exampleOfTime: String
    /// The heading of the section of the exercises.
    package let exercises: String
    /// What is folded away below an exercise.
    package let answer: String
    /// How the paragraph goes on that the glossary ends with: other spellings.
    let also: String
    /// What stands between these.
    let separator: String

    /// The minutes to read, and those of the exercises; nil if `line` has another form.
    fileprivate func minutes(_ line: String) -> (reading: Int, exercises: Int)? {
        // The example has two numbers, and all else stands in the line as it does there.
        let numbers = line.matches(of: /[0-9]+/)
        guard numbers.count == 2, let reading = Int(numbers[0].output), let exercises = Int(numbers[1].output),
            line.replacing(/[0-9]+/, with: "0") == exampleOfTime.replacing(/[0-9]+/, with: "0")
        else { return nil }
        return (reading, exercises)
    }

    /// The form of a lesson in that language.
    package static func of(_ language: Language) -> LessonForm {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }

    private static let english = LessonForm(
        title: Heading(words: ("Lesson ", ": "), example: "Lesson 1: Its title"),
        exercise: Heading(words: ("Exercise ", ": "), example: "Exercise 2: Its title"),
        beginning: "Before you begin", knowledge: "You should know ", time: "Time: ",
        exampleOfTime: "Time: 25 minutes to read, 30 for the exercises.", exercises: "Exercises", answer: "Answer",
        also: "Also: ", separator: ", ")

    private static let chinese = LessonForm(
        title: Heading(words: ("第 ", " 课："), example: "第 1 课：标题"),
        exercise: Heading(words: ("练习 ", "："), example: "练习 2：标题"),
        beginning: "开始之前", knowledge: "你应当已经知道", time: "时间：", exampleOfTime: "时间：阅读 25 分钟，练习 30 分钟。",
        exercises: "练习", answer: "答案", also: "又称：", separator: "、")
}

/// Why a text cannot be read as a lesson in a language.
package enum LessonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text has fewer than two lines that are not empty.
    case tooShort
    /// The first line is not a heading with a number and a title.
    case badTitle(line: String, Language)
    /// The second line that is not empty is not a sentence in asterisks.
    case badSummary(line: String)

    /// The text does not say what a reader can do afterwards.
    case noGoals(Language)
    /// The text does not say what a reader should know before.
    case noKnowledge(Language)
    /// The line "Time: …" does not have the expected words. `line` is empty where there is no such line.
    case badTime(line: String, Language)
    /// The heading of an exercise does not have the next number and a title.
    case badExercise(line: String, Language)

    /// What is wrong, in a sentence. It is English, and names the form of the lesson's language.
    package var description: String {
        switch self {
        case .noGoals(let language):
            "a lesson has a section '\(LessonForm.of(language).beginning)' with its goals as a list"
        case .noKnowledge(let language):
            "before a lesson begins it says '\(LessonForm.of(language).knowledge)…'"
        case .badTime(let line, let language):
            "a lesson says '\(LessonForm.of(language).exampleOfTime)', not '\(line)'"
        case .badExercise(let line, let language):
            "an exercise begins with '### \(LessonForm.of(language).exercise.example)', in order, not with '\(line)'"
        case .tooShort: "a lesson has a title and a sentence that sums it up"
        case .badTitle(let line, let language):
            "a lesson begins with '# \(LessonForm.of(language).title.example)', not with '\(line)'"
        case .badSummary(let line): "under its title a lesson has one sentence between asterisks, not '\(line)'"
        }
    }
}
