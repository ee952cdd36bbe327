import Foundation
import Render
import TestSupport
import Testing
import Trace

/// What makes a lesson a lesson, and its numbers true.
@Suite struct LessonTests {
    /// What a first reader needs, and no more: the rest is in the documents that it names.
    @Test(arguments: Language.allCases) func theREADMEHasAtMost220Lines(_ language: Language) throws {
        let readme = try #require(Document(Document.path("README.md", in: language)))
        // The Chinese one also says how the language is chosen, and where readers of articles begin.
        let extra =
            switch language {
            case .english: 0
            case .chinese: 8
            }
        #expect(readme.lines.count - 1 <= 220 + extra)
    }

    /// The headings that each lesson has, in their order.
    static func sections(in language: Language) -> [String] {
        switch language {
        case .english:
            [
                "Before you begin", "The story", "See it happen", "What people get wrong", "Exercises",
                "What this lesson leaves out",
            ]
        case .chinese: ["开始之前", "故事", "看它发生", "常见误解", "练习", "本课略去了什么"]
        }
    }

    @Test(arguments: Language.allCases) func thereAreLessonsNumberedFromOne(_ language: Language) throws {
        let documents = Document.lessons(in: language)
        let numbers = try documents.map { try $0.lesson.number }
        #expect(numbers.count == Document.lessons.count && numbers.count >= 10)
        #expect(numbers == Array(1...numbers.count))
        for (number, document) in zip(numbers, documents) {
            #expect(document.path.hasPrefix("lessons/" + (number < 10 ? "0" : "") + "\(number)-"))
        }
    }

    @Test(arguments: Document.translatedLessons)
    func aLessonHasItsSectionsInOrder(_ document: Document) {
        let headings = document.prose.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        let sections = LessonTests.sections(in: document.language)
        #expect(headings.filter(sections.contains) == sections)
    }

    /// What a document has in each language, and is not made of sentences.
    @Test(.disabled(if: CommandTests.isUpdating, "the documents are being rewritten"), arguments: Document.all)
    func aTranslationIsTheSameDocument(_ document: Document) throws {
        guard document.language != .english else { return }
        let english = try #require(document.english)
        func compare(_ what: String, _ parts: (Document) -> [String]) {
            let (own, theirs) = (parts(document), parts(english))
            let first = zip(own, theirs).first { $0 != $1 }
            let rest = own.dropFirst(theirs.count).first ?? theirs.dropFirst(own.count).first ?? ""
            #expect(own == theirs, "\(document.path): \(what): \(first.map { "\($0)" } ?? rest)")
        }
        compare("commands") { $0.quotations.map(\.command) }
        compare("levels of headings") { $0.prose.map { String($0.prefix { $0 == "#" }) }.filter { !$0.isEmpty } }
        compare("blocks that are not run") { $0.otherBlocks }
        compare("choices") { $0.prose.compactMap { $0.firstMatch(of: #/^- [a-z]: /#).map { String($0.output) } } }
        compare("folded parts") { $0.prose.filter { $0.contains("details>") }.map { String($0.prefix(9)) } }
        compare("numbers in code") { $0.codeSpans.filter { $0.contains(where: \.isNumber) }.sorted() }
        compare("commands in the text") { $0.codeSpans.filter { $0.hasPrefix("HandshakeSim") }.sorted() }
        compare("sources") { document in
            document.prose.joined(separator: " ").matches(of: /RFC\s+(\d{3,4})|§(\d+(?:\.\d+)*)/)
                .map { String($0.output.1 ?? $0.output.2 ?? "") }.sorted()
        }
        compare("links") { document in
            document.prose.joined(separator: " ").matches(of: /\]\(([^)]+)\)/)
                .map { String($0.output.1).replacing(".zh.md", with: ".md") }.sorted()
        }
        guard document.path.hasPrefix("lessons/") else { return }
        let (own, theirs) = (try document.lesson, try english.lesson)
        #expect(own.number == theirs.number)
        #expect((own.readingMinutes, own.exerciseMinutes) == (theirs.readingMinutes, theirs.exerciseMinutes))
        #expect(own.goals.count == theirs.goals.count)
        #expect(own.tasks.map(\.seed) == theirs.tasks.map(\.seed))
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
        let lesson = try document.lesson
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
        let tasks = try document.lesson.tasks
        let words = ["decide", "change", "break", "before you run", "work it out", "work out", "which of these"]
        let active = tasks.filter { task in words.contains { task.markdown.lowercased().contains($0) } }
        #expect(active.count >= 2)
        for task in tasks {
            #expect(task.markdown.contains("?") || task.markdown.contains("Work out"), "\(task.title)")
        }
    }

    /// Under another seed the question must still be true: no number in it comes from a run.
    @Test(arguments: Document.translatedLessons)
    func anExerciseNamesOneSeedAndSpeaksOfNoOther(_ document: Document) throws {
        for task in try document.lesson.tasks {
            guard let seed = task.seed else { continue }
            let other = task.markdown(seed: 4_711)
            #expect(!other.contains("--seed \(seed)"))
            #expect(other.contains("--seed 4711"))
        }
    }

    /// Lessons that quote only the lines of an output of which they speak. The other lines are for those who run the command.
    @Test(arguments: [16, 17, 24])
    func aShortLessonIsItsOwnWordsForTwoThirds(_ number: Int) throws {
        let document = try #require(Document.lessons.first { (try? $0.lesson.number) == number })
        let lines = document.lines.count - 1
        #expect(lines <= 320)
        #expect(document.quotations.map(\.output.count).reduce(0, +) * 3 <= lines)
    }

    // MARK: Numbers

    @Test(
        .disabled(if: CommandTests.isUpdating, "the documents are being rewritten"),
        arguments: Document.translatedLessons)
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

    @Test(arguments: Document.translatedLessons)
    func longNumbersInProseAreMarkedAsCode(_ document: Document) {
        let parts = document.prose.joined(separator: " ").split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index % 2 == 0 {
            for word in Document.words(String(part)) where word.count > 4 {
                #expect(!word.allSatisfy { $0.isNumber }, "\(document.path): \(word) stands outside of `code`")
            }
        }
    }

    // MARK: Sources and answers

    @Test(arguments: Document.translatedLessons)
    func whatPeopleGetWrongNamesItsSource(_ document: Document) throws {
        let heading = LessonTests.sections(in: document.language)[3]
        let section = try #require(document.section(heading)).joined(separator: "\n")
        let items = section.components(separatedBy: "\n- ").dropFirst()
        #expect(items.count >= 5)
        for item in items {
            let item = item.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(item.hasPrefix("**"), "an item begins with the mistake: \(item)")
            #expect(item.contains(/RFC \d{3,4} (§\d+(\.\d+)*|Appendix [A-F](\.\d+)*)/), "no RFC and section: \(item)")
        }
    }

    @Test(arguments: Document.translatedLessons)
    func everyExerciseHasAnAnswerThatACommandPrints(_ document: Document) throws {
        let form = LessonForm.of(document.language)
        let section = try #require(document.section(form.exercises))
        let parts = section.split { $0.hasPrefix("### ") }.dropFirst(section.first?.hasPrefix("### ") == true ? 0 : 1)
        #expect(parts.count >= 3)
        for part in parts {
            let answer = part.drop { !$0.hasPrefix("<details><summary>\(form.answer)</summary>") }
            #expect(answer.contains("```console"), "\(document.path): an exercise without an answer: \(part.prefix(2))")
            #expect(answer.contains("</details>"))
        }
    }

    /// An answer that a lesson gives away must be right, after every change of what the runs print.
    @Test(
        .disabled(if: CommandTests.isUpdating, "the documents are being rewritten"),
        arguments: Document.translatedLessons)
    func everyAnswerThatALessonChecksIsRight(_ document: Document) {
        let right = [Language.english: "Right. ", .chinese: "正确。"][document.language, default: ""]
        for quotation in document.quotations where quotation.command.contains("--check") {
            let isRight = quotation.output.first?.hasPrefix(right) == true
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

    @Test(arguments: Language.allCases) func theListNamesEveryLesson(_ language: Language) async throws {
        // A title is not broken on the widest page.
        let result = try await BuiltProgram.run(["lesson", "--columns", "200", "--language", language.rawValue])
        #expect(result.status == 0)
        for document in Document.lessons(in: language) {
            let lesson = try document.lesson
            let isThere = result.lines.contains { line in
                let parts = line.split(separator: " ", maxSplits: 1)
                return parts.count == 2 && parts[0] == "\(lesson.number)"
                    && parts[1].drop { $0 == " " }.hasPrefix(lesson.title + " ")
            }
            #expect(isThere, "\(lesson.title)")
        }
    }

    @Test(
        .disabled(if: CommandTests.isUpdating, "the documents are being rewritten"),
        arguments: Document.translatedLessons)
    func theProgramHoldsTheLessonsAsTheyAre(_ document: Document) async throws {
        let number = String(try document.lesson.number)
        let result = try await BuiltProgram.run(
            ["lesson", number, "--answers", "--language", document.language.rawValue])
        #expect(result.status == 0)
        #expect(
            result.standardOutput == MarkdownText.text(document.text, style: PageStyle(language: document.language)))
        for line in result.lines { #expect(Text.width(line) <= Text.columns, "\(line)") }
    }

    @Test func answersAreLeftOutUnlessAskedFor() async throws {
        let folded = try await BuiltProgram.run(["lesson", "1"])
        let unfolded = try await BuiltProgram.run(["lesson", "1", "--answers"])
        #expect(folded.lines.contains("Answer: HandshakeSim lesson 1 --answers"))
        #expect(folded.lines.count < unfolded.lines.count)
        let chinese = try await BuiltProgram.run(["lesson", "1", "--language", "zh"])
        #expect(chinese.lines.contains("答案：HandshakeSim lesson 1 --answers"))
    }

    /// Standard error is English, whatever the language of the page.
    @Test(arguments: Language.allCases) func aLessonThatIsNotThereIsAnError(_ language: Language) async throws {
        let result = try await BuiltProgram.run(["lesson", "99", "--language", language.rawValue])
        #expect(result.status != 0)
        #expect(result.standardError.contains("There is no lesson 99. There are 1 (The three-way handshake), 2 ("))
    }

    @Test func aTextWithoutTitleOrSummaryIsNoLesson() {
        func lesson(_ text: String, _ language: Language = .english) throws -> Lesson {
            try Lesson(markdown: text, in: language)
        }
        #expect(throws: LessonError.tooShort) { try lesson("") }
        #expect(throws: LessonError.badTitle(line: "# A title", .english)) { try lesson("# A title\n\n*Why.*\n") }
        #expect(throws: LessonError.badSummary(line: "Why.")) { try lesson("# Lesson 1: A title\n\nWhy.\n") }
        // In each language only its own form is read.
        for (language, title) in [
            (Language.chinese, "# Lesson 1: A title"), (.chinese, "# 第 1 课: 标题"), (.english, "# 第 1 课：标题"),
        ] {
            let error = LessonError.badTitle(line: title, language)
            #expect(throws: error) { try lesson("\(title)\n\n*Why.*\n", language) }
        }
        #expect(LessonError.badTitle(line: "x", .chinese).description.contains("'# 第 1 课：标题', not with 'x'"))
    }

    @Test func aTextWithoutGoalsKnowledgeOrTimeIsNoLesson() throws {
        func lesson(_ before: String, _ exercises: String = "") throws -> Lesson {
            try Lesson(
                markdown:
                    "# Lesson 1: A\n\n*Why.*\n\n## Before you begin\n\n\(before)\n\n## Exercises\n\n\(exercises)\n",
                in: .english)
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
        #expect(throws: LessonError.noGoals(.english)) { try lesson(know + time) }
        #expect(throws: LessonError.noKnowledge(.english)) { try lesson(goals + time) }
        #expect(throws: LessonError.badTime(line: "", .english)) { try lesson(goals + know) }
        for line in ["Time: long.", "Time: 0 minutes to read, 6 for the exercises.", time + " Or so."] {
            #expect(throws: LessonError.badTime(line: line, .english)) { try lesson(goals + know + line) }
        }
        for line in ["### Exercise 2: B", "### Exercise 1 B", "### B: 1"] {
            #expect(throws: LessonError.badExercise(line: line, .english)) { try lesson(goals + know + time, line) }
        }
    }

    @Test func aChineseTextIsReadByItsOwnForm() throws {
        func lesson(_ before: String, _ exercises: String = "") throws -> Lesson {
            try Lesson(
                markdown: "# 第 3 课：甲\n\n*为什么。*\n\n## 开始之前\n\n\(before)\n\n## 练习\n\n\(exercises)\n", in: .chinese)
        }
        let (goals, know) = ("- 一；\n- 二\n  三。\n\n", "你应当已经知道\n第 2 课。\n\n")
        let time = "时间：阅读 25 分钟，练习 30 分钟。"
        let whole = try lesson(goals + know + time, "### 练习 1：乙\n\n多少？ `x --seed 8`\n\n<details>\n\n那个。")
        #expect((whole.number, whole.title, whole.summary) == (3, "甲", "为什么。"))
        // A line end between two Han characters is no space.
        #expect(whole.goals == ["一；", "二三。"])
        #expect(whole.before == "你应当已经知道第 2 课。")
        #expect((whole.readingMinutes, whole.exerciseMinutes) == (25, 30))
        #expect(whole.tasks.map(\.title) == ["乙"])
        #expect(whole.tasks.first?.seed == 8)
        #expect(throws: LessonError.noGoals(.chinese)) { try lesson(know + time) }
        #expect(throws: LessonError.noKnowledge(.chinese)) { try lesson(goals + "You should know it.\n\n" + time) }
        let english = "Time: 25 minutes to read, 30 for the exercises."
        #expect(throws: LessonError.badTime(line: "", .chinese)) { try lesson(goals + know + english) }
        for line in ["时间：很长。", "时间：阅读 0 分钟，练习 6 分钟。", "时间：阅读 25 分钟, 练习 30 分钟。"] {
            #expect(throws: LessonError.badTime(line: line, .chinese)) { try lesson(goals + know + line) }
        }
        for line in ["### 练习 2：乙", "### Exercise 1: B", "### 练习 1: 乙", "### 练习1：乙"] {
            #expect(throws: LessonError.badExercise(line: line, .chinese)) { try lesson(goals + know + time, line) }
        }
    }
}
