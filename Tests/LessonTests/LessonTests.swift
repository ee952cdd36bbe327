import Foundation
import Render
import TestSupport
import Testing

/// What makes a lesson a lesson, and its numbers true.
@Suite struct LessonTests {
    /// What a first reader needs, and no more: the rest is in the documents that it names.
    @Test func theREADMEHasAtMost220Lines() throws {
        let readme = try #require(Document("README.md"))
        #expect(readme.lines.count - 1 <= 220)
    }

    static let sections = [
        "Before you begin", "The story", "See it happen", "What people get wrong", "Exercises",
        "What this lesson leaves out",
    ]

    @Test func thereAreLessonsNumberedFromOne() throws {
        let numbers = try Document.lessons.map { try Lesson(markdown: $0.text).number }
        #expect(numbers.count >= 10)
        #expect(numbers == Array(1...numbers.count))
        for (number, document) in zip(numbers, Document.lessons) {
            #expect(document.path.hasPrefix("lessons/" + (number < 10 ? "0" : "") + "\(number)-"))
        }
    }

    @Test(arguments: Document.lessons)
    func aLessonHasItsSectionsInOrder(_ document: Document) {
        let headings = document.prose.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        #expect(headings.filter(LessonTests.sections.contains) == LessonTests.sections)
    }

    // MARK: Facts of the world

    /// CA/Browser Forum, ballot SC-081. The lessons say neither less nor more of it than the storyline of the matrix keeps.
    @Test func theLimitsOfPublicAuthoritiesHaveTheirDates() throws {
        let prose = Document.lessons.map { $0.prose.joined(separator: " ") }
        let renewal = try #require(prose.first { $0.contains("SC-081") })
        #expect(renewal.contains("Since 2026-03-15 they may be valid for at most 200 days"))
        #expect(renewal.contains("100 days from 2027-03-15 and 47 days from 2029-03-15"))
        // Browsers read the common name until about 2017 (Chrome 58).
        #expect(!prose.contains { $0.contains("last century") })
        #expect(prose.contains { $0.contains("common name. It was normal until about 2017") })
    }

    @Test(arguments: Document.lessons)
    func aLessonSaysWhatItIsForAndHowLongItTakes(_ document: Document) throws {
        let lesson = try Lesson(markdown: document.text)
        #expect(lesson.goals.count >= 2)
        #expect(lesson.goals.allSatisfy { !$0.contains("\n") && $0.count > 20 })
        #expect((15...45).contains(lesson.readingMinutes))
        // A line of output is looked at, and is worth four words. A lesson that was made shorter is read sooner.
        let end = document.lines.firstIndex(of: "## Exercises") ?? document.lines.count
        let read = Document(path: document.path, text: document.lines.prefix(end).joined(separator: "\n"))
        let words = read.prose.reduce(0) { $0 + $1.split(separator: " ").count }
        let lines = read.quotations.reduce(0) { $0 + $1.output.count + 1 }
        #expect((40...120).contains((words + 4 * lines) / lesson.readingMinutes), "\(words) words, \(lines) lines")
        #expect((15...45).contains(lesson.exerciseMinutes))
    }

    /// A number that is only read off a page teaches nothing: in an exercise one decides, changes or breaks something.
    @Test(arguments: Document.lessons)
    func inMostExercisesOneDecidesChangesOrBreaksSomething(_ document: Document) throws {
        let tasks = try Lesson(markdown: document.text).tasks
        let words = ["decide", "change", "break", "before you run", "work it out", "work out", "which of these"]
        let active = tasks.filter { task in words.contains { task.markdown.lowercased().contains($0) } }
        #expect(active.count >= 2)
        for task in tasks {
            #expect(task.markdown.contains("?") || task.markdown.contains("Work out"), "\(task.title)")
        }
    }

    /// Under another seed the question must still be true: no number in it comes from a run.
    @Test(arguments: Document.lessons)
    func anExerciseNamesOneSeedAndSpeaksOfNoOther(_ document: Document) throws {
        for task in try Lesson(markdown: document.text).tasks {
            guard let seed = task.seed else { continue }
            let other = task.markdown(seed: 4_711)
            #expect(!other.contains("--seed \(seed)"))
            #expect(other.contains("--seed 4711"))
        }
    }

    /// Lessons that quote only the lines of an output of which they speak. The other lines are for those who run the command.
    @Test(arguments: [16, 17, 24])
    func aShortLessonIsItsOwnWordsForTwoThirds(_ number: Int) throws {
        let document = try #require(Document.lessons.first { (try? Lesson(markdown: $0.text).number) == number })
        let lines = document.lines.count - 1
        #expect(lines <= 320)
        #expect(document.quotations.map(\.output.count).reduce(0, +) * 3 <= lines)
    }

    // MARK: Numbers

    @Test(.disabled(if: CommandTests.isUpdating, "the documents are being rewritten"), arguments: Document.lessons)
    func everyNumberQuotedIsPrintedByACommand(_ document: Document) {
        var printed: Set<String> = []
        for quotation in document.quotations {
            for line in quotation.output + [quotation.command] { printed.formUnion(Document.words(line)) }
        }
        for span in document.codeSpans where !Terminal.programs.contains(where: span.hasPrefix) {
            for word in Document.words(span) where Document.isNumber(word) {
                let isPrinted = printed.contains(word)
                #expect(isPrinted, "\(document.path): no command prints \(word)")
            }
        }
    }

    @Test(arguments: Document.lessons)
    func longNumbersInProseAreMarkedAsCode(_ document: Document) {
        let parts = document.prose.joined(separator: " ").split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index % 2 == 0 {
            for word in Document.words(String(part)) where word.count > 4 {
                #expect(!word.allSatisfy { $0.isNumber }, "\(document.path): \(word) stands outside of `code`")
            }
        }
    }

    // MARK: Sources and answers

    @Test(arguments: Document.lessons)
    func whatPeopleGetWrongNamesItsSource(_ document: Document) throws {
        let section = try #require(document.section("What people get wrong")).joined(separator: "\n")
        let items = section.components(separatedBy: "\n- ").dropFirst()
        #expect(items.count >= 5)
        for item in items {
            let item = item.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(item.hasPrefix("**"), "an item begins with the mistake: \(item)")
            #expect(item.contains(/RFC \d{3,4} (§\d+(\.\d+)*|Appendix [A-F](\.\d+)*)/), "no RFC and section: \(item)")
        }
    }

    @Test(arguments: Document.lessons)
    func everyExerciseHasAnAnswerThatACommandPrints(_ document: Document) throws {
        let section = try #require(document.section("Exercises"))
        let parts = section.split { $0.hasPrefix("### ") }.dropFirst(section.first?.hasPrefix("### ") == true ? 0 : 1)
        #expect(parts.count >= 3)
        for part in parts {
            let answer = part.drop { !$0.hasPrefix("<details><summary>Answer</summary>") }
            #expect(answer.contains("```console"), "\(document.path): an exercise without an answer: \(part.prefix(2))")
            #expect(answer.contains("</details>"))
        }
    }

    /// An answer that a lesson gives away must be right, after every change of what the runs print.
    @Test(.disabled(if: CommandTests.isUpdating, "the documents are being rewritten"), arguments: Document.lessons)
    func everyAnswerThatALessonChecksIsRight(_ document: Document) {
        for quotation in document.quotations where quotation.command.contains("--check") {
            let isRight = quotation.output.first?.hasPrefix("Right. ") == true
            #expect(isRight, "\(document.path): \(quotation.command): \(quotation.output)")
        }
    }

    @Test(arguments: Document.all)
    func linksLeadSomewhere(_ document: Document) throws {
        let folder = Document.root.appending(path: document.path).deletingLastPathComponent()
        for link in document.prose.joined(separator: " ").matches(of: /\]\(([^)]+)\)/) {
            let target = String(link.output.1)
            guard !target.contains("://") else { continue }
            let parts = target.split(separator: "#", omittingEmptySubsequences: false)
            let file = parts[0].isEmpty ? document.path : folder.appending(path: String(parts[0])).path
            #expect(FileManager.default.fileExists(atPath: file), "\(document.path): nothing is at \(target)")
            guard parts.count > 1 else { continue }
            let headings = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("#") }
                .map { $0.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-") }
            #expect(headings.contains(String(parts[1])), "\(document.path): no heading is at \(target)")
        }
    }

    // MARK: The command

    @Test func theListNamesEveryLesson() async throws {
        let result = try await BuiltProgram.run(["lesson"])
        #expect(result.status == 0)
        for document in Document.lessons {
            let lesson = try Lesson(markdown: document.text)
            let isThere = result.lines.contains { line in
                line.prefix { $0.isNumber } == "\(lesson.number)"
                    && line.drop { $0.isNumber || $0 == " " }.hasPrefix(lesson.title + " ")
            }
            #expect(isThere, "\(lesson.title)")
        }
    }

    @Test(.disabled(if: CommandTests.isUpdating, "the documents are being rewritten"), arguments: Document.lessons)
    func theProgramHoldsTheLessonsAsTheyAre(_ document: Document) async throws {
        let number = String(try Lesson(markdown: document.text).number)
        let result = try await BuiltProgram.run(["lesson", number, "--answers"])
        #expect(result.status == 0)
        #expect(result.standardOutput == MarkdownText.text(document.text))
        for line in result.lines { #expect(Text.width(line) <= Text.columns, "\(line)") }
    }

    @Test func answersAreLeftOutUnlessAskedFor() async throws {
        let folded = try await BuiltProgram.run(["lesson", "1"])
        let unfolded = try await BuiltProgram.run(["lesson", "1", "--answers"])
        #expect(folded.lines.contains("Answer: HandshakeSim lesson 1 --answers"))
        #expect(folded.lines.count < unfolded.lines.count)
    }

    @Test func aLessonThatIsNotThereIsAnError() async throws {
        let result = try await BuiltProgram.run(["lesson", "99"])
        #expect(result.status != 0)
        #expect(result.standardError.contains("There is no lesson 99. There are 1 (The three-way handshake), 2 ("))
    }

    @Test func aTextWithoutTitleOrSummaryIsNoLesson() {
        #expect(throws: LessonError.tooShort) { try Lesson(markdown: "") }
        #expect(throws: LessonError.badTitle(line: "# A title")) { try Lesson(markdown: "# A title\n\n*Why.*\n") }
        #expect(throws: LessonError.badSummary(line: "Why.")) { try Lesson(markdown: "# Lesson 1: A title\n\nWhy.\n") }
    }

    @Test func aTextWithoutGoalsKnowledgeOrTimeIsNoLesson() throws {
        func lesson(_ before: String, _ exercises: String = "") throws -> Lesson {
            try Lesson(
                markdown:
                    "# Lesson 1: A\n\n*Why.*\n\n## Before you begin\n\n\(before)\n\n## Exercises\n\n\(exercises)\n")
        }
        let (goals, know) = ("- one;\n- two\n  lines.\n\n", "You should know it.\n\n")
        let time = "Time: 5 minutes to read, 6 for the exercises."
        let whole = try lesson(goals + know + time, "### Exercise 1: B\n\nWhat? `x --seed 8`\n\n<details>\n\nThat.")
        #expect(whole.goals == ["one;", "two lines."])
        #expect(whole.before == "You should know it.")
        #expect((whole.readingMinutes, whole.exerciseMinutes) == (5, 6))
        #expect(whole.tasks.map(\.title) == ["B"])
        #expect(whole.tasks.first?.seed == 8)
        #expect(whole.tasks.first?.markdown(seed: 9) == "### Exercise 1: B\n\nWhat? `x --seed 9`\n\n")
        #expect(throws: LessonError.noGoals) { try lesson(know + time) }
        #expect(throws: LessonError.noKnowledge) { try lesson(goals + time) }
        #expect(throws: LessonError.badTime(line: "")) { try lesson(goals + know) }
        for line in ["Time: long.", "Time: 0 minutes to read, 6 for the exercises.", time + " Or so."] {
            #expect(throws: LessonError.badTime(line: line)) { try lesson(goals + know + line) }
        }
        for line in ["### Exercise 2: B", "### Exercise 1 B", "### B: 1"] {
            #expect(throws: LessonError.badExercise(line: line)) { try lesson(goals + know + time, line) }
        }
    }
}
