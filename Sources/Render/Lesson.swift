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

    /// A lesson from its text.
    ///
    /// The text begins with `# Lesson 1: Its title` and one sentence in asterisks. A section "Before you begin" has the
    /// goals as a list, a paragraph "You should know …" and a line such as
    /// "Time: 25 minutes to read, 30 for the exercises."
    ///
    /// - Throws: ``LessonError`` where one of these is missing, or where an exercise has the wrong heading.
    package init(markdown: String) throws(LessonError) {
        let first = markdown.split(separator: "\n").prefix(2).map(String.init)
        guard first.count == 2 else { throw LessonError.tooShort }
        let head = first[0].split(separator: ":", maxSplits: 1)
        guard head.count == 2, head[0].hasPrefix("# Lesson "), let number = Int(head[0].dropFirst("# Lesson ".count)),
            head[1].hasPrefix(" ")
        else { throw LessonError.badTitle(line: first[0]) }
        let sentence = first[1]
        guard sentence.count > 2, sentence.hasPrefix("*"), sentence.hasSuffix("*") else {
            throw LessonError.badSummary(line: sentence)
        }
        self.number = number
        title = String(head[1].dropFirst())
        summary = String(sentence.dropFirst().dropLast())
        self.markdown = markdown
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let parts = Lesson.paragraphs(of: Lesson.section("Before you begin", of: lines))
        goals = parts.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        guard !goals.isEmpty else { throw .noGoals }
        guard let before = parts.first(where: { $0.hasPrefix("You should know ") }) else { throw .noKnowledge }
        self.before = before
        guard let time = parts.first(where: { $0.hasPrefix("Time: ") }) else { throw .badTime(line: "") }
        guard let words = time.wholeMatch(of: /Time: (\d+) minutes to read, (\d+) for the exercises\./),
            let reading = Int(words.1), let exercises = Int(words.2), reading > 0, exercises > 0
        else { throw .badTime(line: time) }
        (readingMinutes, exerciseMinutes) = (reading, exercises)
        tasks = try Lesson.tasks(in: Lesson.section("Exercises", of: lines))
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
                paragraphs.append(last + " " + line.drop { $0 == " " })
            } else {
                paragraphs.append(line)
                isOpen = true
            }
        }
        return paragraphs
    }

    /// The exercise that a heading begins, "Exercise 2: Its title"; nil for another heading.
    static func exercise(in heading: some StringProtocol) -> (number: Int, title: String)? {
        let head = heading.split(separator: ":", maxSplits: 1)
        guard head.count == 2, head[0].hasPrefix("Exercise "), head[1].hasPrefix(" "),
            let number = Int(head[0].dropFirst("Exercise ".count))
        else { return nil }
        return (number, String(head[1].dropFirst()))
    }

    private static func tasks(in lines: ArraySlice<String>) throws(LessonError) -> [Task] {
        let starts = lines.indices.filter { lines[$0].hasPrefix("### ") }
        var tasks: [Task] = []
        let seeds = /--seed (\d+)/
        for start in starts {
            guard let head = exercise(in: lines[start].dropFirst("### ".count)), head.number == tasks.count + 1
            else { throw .badExercise(line: lines[start]) }
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

/// Why a text cannot be read as a lesson.
package enum LessonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text has fewer than two lines that are not empty.
    case tooShort
    /// The first line is not a heading with a number and a title.
    case badTitle(line: String)
    /// The second line that is not empty is not a sentence in asterisks.
    case badSummary(line: String)

    /// The text does not say what a reader can do afterwards.
    case noGoals
    /// The text does not say what a reader should know before.
    case noKnowledge
    /// The line "Time: …" does not have the expected words. `line` is empty where there is no such line.
    case badTime(line: String)
    /// The heading of an exercise does not have the next number and a title.
    case badExercise(line: String)

    /// What is wrong, in a sentence.
    package var description: String {
        switch self {
        case .noGoals: "a lesson has a section 'Before you begin' with its goals as a list"
        case .noKnowledge: "before a lesson begins it says 'You should know …'"
        case .badTime(let line):
            "a lesson says 'Time: 25 minutes to read, 30 for the exercises.', not '\(line)'"
        case .badExercise(let line): "an exercise begins with '### Exercise 2: Its title', in order, not with '\(line)'"
        case .tooShort: "a lesson has a title and a sentence that sums it up"
        case .badTitle(let line): "a lesson begins with '# Lesson 1: Its title', not with '\(line)'"
        case .badSummary(let line): "under its title a lesson has one sentence between asterisks, not '\(line)'"
        }
    }
}
