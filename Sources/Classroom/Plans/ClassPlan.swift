import Misconceptions
import Render
import Trace

/// A plan for a class: its steps, which follow each other without a gap, and the list of what to print.
package struct ClassPlan: Sendable {
    /// The allowed lengths of a plan, in minutes.
    package static let lengths = 30...240
    /// The longest step, in minutes.
    private static let longest = 30

    private struct Step {
        let planned: PlannedStep
        var minutes: Int

        init(_ planned: PlannedStep) {
            self.planned = planned
            minutes = planned.minutes
        }
    }

    private let minutes: Int
    private let lessons: [Lesson]
    private var steps: [Step] = []
    private var leftOut: [Words] = []

    /// A plan.
    ///
    /// - Parameters:
    ///   - minutes: its length in minutes, in the range ``lengths``.
    ///   - lessons: the lessons that are taught, in this order; at least one. They are in the language in which the plan is shown.
    package init(minutes: Int, lessons: [Lesson]) {
        self.minutes = minutes
        self.lessons = lessons
        steps = lessons.flatMap { LessonPlans.steps(of: $0) }.map { Step($0) }
        var end = [Step(LessonPlans.handsUp)]
        // If the steps do not fit even at their shortest, steps are left out: those of the highest rank first, the last of these first.
        while (steps + end).reduce(0, { $0 + $1.planned.least }) > minutes, steps.count > 1 {
            let worst = steps.map(\.planned.rank).max() ?? 0
            guard let place = steps.lastIndex(where: { $0.planned.rank == worst }) else { break }
            leftOut.append(steps.remove(at: place).planned.action)
        }
        leftOut.reverse()
        // If time is left, exercises fill it, before the last step.
        for lesson in lessons {
            for task in lesson.tasks {
                let exercise = PlannedStep(
                    10, run: "lesson \(lesson.number) --exercise \(task.number)",
                    english: StepWords("Exercise \(lesson.number).\(task.number): \(task.title.asSentence)"),
                    chinese: StepWords(
                        "练习 \(lesson.number).\(task.number)：\(task.title.asChineseSentence)"))
                if (steps + end).reduce(0, { $0 + $1.minutes }) + exercise.minutes <= minutes {
                    steps.append(Step(exercise))
                } else {
                    leftOut.append(exercise.action)
                }
            }
        }
        while (steps.count + end.count) * Self.longest < minutes { end.insert(Step(LessonPlans.open), at: 0) }
        steps += end
        fit()
    }

    /// Adds minutes to the steps or takes minutes from them, one minute a step in turn, until the sum is the length of the plan.
    private mutating func fit() {
        var rest = minutes - steps.reduce(0) { $0 + $1.minutes }
        while rest != 0 {
            let before = rest
            for place in steps.indices where rest != 0 {
                if rest > 0, steps[place].minutes < Self.longest {
                    steps[place].minutes += 1
                    rest -= 1
                } else if rest < 0, steps[place].minutes > min(steps[place].planned.least, Self.longest) {
                    steps[place].minutes -= 1
                    rest += 1
                }
            }
            if rest == before { break }
        }
    }

    /// The commands that make the papers, from the secret and the roster on.
    private var commands: [String] {
        let templates = steps.flatMap(\.planned.templates)
        let choice =
            templates.isEmpty
            ? "--lesson \(lessons.map { String($0.number) }.joined(separator: ","))"
            : "--template \(templates.joined(separator: ","))"
        return [
            "HandshakeSim class secret --out secret",
            "printf 'student,name\\ns01,Ada\\ns02,Grace\\nspare1,\\n' > roster.csv",
            "HandshakeSim class paper \(choice) --roster roster.csv --secret-file secret --out papers",
        ]
    }

    /// The list of what to print before the class, without the commands that make it.
    private var prints: [Words] {
        let papers = Words(
            english: "The papers: the pages in papers/papers. The key is in papers/teacher.",
            chinese: "试卷：papers/papers 里的页面。答案在 papers/teacher 里。")
        return [papers] + lessons.compactMap { LessonPlans.prints(for: $0.number) }
    }

    /// Each step, with the minutes at which it begins and ends.
    private var timed: [(from: Int, to: Int, step: PlannedStep)] {
        var from = 0
        return steps.map { step in
            defer { from += step.minutes }
            return (from, from + step.minutes, step.planned)
        }
    }

    /// The plan as JSON, with its words in that language.
    package func json(in language: Language = .english) -> JSON {
        .members(
            ("schema", .string("handshakesim.plan")), ("version", .integer(1)), ("minutes", .number(minutes)),
            ("lessons", .array(lessons.map { .number($0.number) })),
            (
                "steps",
                .array(
                    timed.map { from, to, step in
                        let words = step.words(in: language)
                        return .members(
                            ("from", .number(from)), ("to", .number(to)), ("do", .string(words.action)),
                            ("run", step.run.isEmpty ? nil : .strings(step.run)),
                            ("ask", words.ask.isEmpty ? nil : .string(words.ask)),
                            ("stuck", words.stuck.isEmpty ? nil : .string(words.stuck)),
                            ("misconceptions", step.claims.isEmpty ? nil : .array(step.claims.map { .number($0) })),
                            (
                                "template",
                                step.templates.isEmpty ? nil : .string(step.templates.joined(separator: ","))
                            ))
                    })
            ), ("commands", .strings(commands)), ("print", .strings(prints.map { $0.sentence(in: language) })),
            ("left_out", .strings(leftOut.map { $0.sentence(in: language) })))
    }

    /// The plan as a report for a teacher.
    package var report: Report {
        let names = lessons.map { "\($0.number)" }.joined(separator: ", ")
        var report = Report([
            .heading(
                Words(
                    english: "A plan for \(counted(minutes, "minute")): lesson \(names)",
                    chinese: "\(minutes) 分钟的课堂计划：第 \(lessons.map { "\($0.number)" }.joined(separator: "、")) 课"))
        ])
        for (from, to, step) in timed {
            let words = step.english
            let indent = 8
            report.add(.text(step.action, indent: indent, head: "\(from)–\(to)"))
            if !step.run.isEmpty {
                report.add(.command("HandshakeSim " + step.run.map(\.shellWord).joined(separator: " ")))
            }
            if !step.templates.isEmpty {
                report.add(
                    .text(
                        Words(
                            english: "Items: \(step.templates.joined(separator: ", "))",
                            chinese: "题目：\(step.templates.joined(separator: "、"))"), indent: indent))
            }
            if !words.ask.isEmpty {
                report.add(
                    .text(
                        Words(english: "Ask: \(words.ask)", chinese: "提问：\(step.chinese.ask)"), indent: indent))
            }
            if !words.stuck.isEmpty {
                report.add(
                    .text(
                        Words(english: "Stuck? \(words.stuck)", chinese: "卡住了？\(step.chinese.stuck)"), indent: indent))
            }
            for number in step.claims {
                guard let claim = Claim.all.first(where: { $0.number == number }) else { continue }
                let said = Words(
                    english: "Claim \(number) of the clinic: \"\(claim.claim.english)\"",
                    chinese: "误解门诊的第 \(number) 条说法：“\(claim.claim.chinese)”")
                report.add(.text(said, indent: indent))
            }
        }
        report.add(.space, .heading(Words(english: "Print before the class", chinese: "上课之前打印")))
        for text in prints { report.add(.item(text, indent: 2)) }
        report.add(
            .text(
                Words(
                    english:
                        "To make the papers: a secret, once for all classes; a roster, with a line for each student "
                        + "and some spare ones; the pages.",
                    chinese: "要制作试卷，需要：一个秘密，所有班级只做一次；一份名册，每个学生一行，再加几行备用；各个页面。"), indent: 2))
        for command in commands { report.add(.command(command)) }
        guard !leftOut.isEmpty else { return report }
        report.add(.space, .heading(Words(english: "Left out", chinese: "没有列入")))
        for text in leftOut { report.add(.item(text, indent: 2)) }
        return report
    }

    /// The plan as a table in Markdown.
    func markdown(in language: Language) -> String {
        let head = [
            Words(english: "Minutes", chinese: "分钟"), Words(english: "Do", chinese: "做什么"),
            Words(english: "Ask", chinese: "提问"), Words(english: "Stuck?", chinese: "卡住了？"),
        ].map { $0.sentence(in: language) }
        let rows = timed.map { from, to, step in
            let words = step.words(in: language)
            let run = step.run.isEmpty ? "" : " `HandshakeSim \(step.run.map(\.shellWord).joined(separator: " "))`"
            let items = step.templates.isEmpty ? "" : " \(step.templates.joined(separator: language.listComma))"
            return ["\(from)–\(to)", words.action + run + items, words.ask, words.stuck]
        }
        let lines = ([head] + rows).map { cells in
            "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
        }
        return (lines.prefix(1) + ["|---|---|---|---|"] + lines.dropFirst()).joined(separator: "\n")
    }
}
