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
    private var leftOut: [String] = []

    /// A plan.
    ///
    /// - Parameters:
    ///   - minutes: its length in minutes, in the range ``lengths``.
    ///   - lessons: the lessons that are taught, in this order; at least one.
    package init(minutes: Int, lessons: [Lesson]) {
        self.minutes = minutes
        self.lessons = lessons
        steps = lessons.flatMap { LessonPlans.steps(of: $0) }.map { Step($0) }
        var end = [Step(LessonPlans.handsUp)]
        // If the steps do not fit even at their shortest, steps are left out: those of the highest rank first, the last of these first.
        while (steps + end).reduce(0, { $0 + $1.planned.least }) > minutes, steps.count > 1 {
            let worst = steps.map(\.planned.rank).max() ?? 0
            guard let place = steps.lastIndex(where: { $0.planned.rank == worst }) else { break }
            leftOut.append(steps.remove(at: place).planned.english.action)
        }
        leftOut.reverse()
        // If time is left, exercises fill it, before the last step.
        for lesson in lessons {
            for task in lesson.tasks {
                let stop = task.title.hasSuffix("?") ? "" : "."
                let exercise = PlannedStep(
                    10, run: "lesson \(lesson.number) --exercise \(task.number)",
                    english: StepWords("Exercise \(lesson.number).\(task.number): \(task.title)\(stop)"))
                if (steps + end).reduce(0, { $0 + $1.minutes }) + exercise.minutes <= minutes {
                    steps.append(Step(exercise))
                } else {
                    leftOut.append(exercise.english.action)
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
    private var prints: [String] {
        let papers = Words(english: "The papers: the pages in papers/papers. The key is in papers/teacher.")
        return ([papers] + lessons.compactMap { LessonPlans.prints(for: $0.number) }).map(\.english)
    }

    /// Each step, with the minutes at which it begins and ends.
    private var timed: [(from: Int, to: Int, step: PlannedStep)] {
        var from = 0
        return steps.map { step in
            defer { from += step.minutes }
            return (from, from + step.minutes, step.planned)
        }
    }

    /// The plan as JSON.
    package var json: JSON {
        .members(
            ("schema", .string("handshakesim.plan")), ("version", .integer(1)), ("minutes", .number(minutes)),
            ("lessons", .array(lessons.map { .number($0.number) })),
            (
                "steps",
                .array(
                    timed.map { from, to, step in
                        let words = step.english
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
            ), ("commands", .strings(commands)), ("print", .strings(prints)),
            ("left_out", .strings(leftOut)))
    }

    /// The plan as a report for a teacher.
    package var report: Report {
        let names = lessons.map { "\($0.number)" }.joined(separator: ", ")
        var report = Report([
            .heading(Words(english: "A plan for \(counted(minutes, "minute")): lesson \(names)").english)
        ])
        for (from, to, step) in timed {
            let words = step.english
            let indent = 8
            report.add(.text(words.action, indent: indent, head: "\(from)–\(to)"))
            if !step.run.isEmpty {
                report.add(.command("HandshakeSim " + step.run.map(\.shellWord).joined(separator: " ")))
            }
            if !step.templates.isEmpty {
                report.add(.text(Words(english: "Items: \(step.templates.joined(separator: ", "))"), indent: indent))
            }
            if !words.ask.isEmpty { report.add(.text(Words(english: "Ask: \(words.ask)"), indent: indent)) }
            if !words.stuck.isEmpty { report.add(.text(Words(english: "Stuck? \(words.stuck)"), indent: indent)) }
            for number in step.claims {
                guard let claim = Claim.all.first(where: { $0.number == number }) else { continue }
                let said = Words(english: "Claim \(number) of the clinic: \"\(claim.claim.english)\"")
                report.add(.text(said, indent: indent))
            }
        }
        report.add(.space, .heading(Words(english: "Print before the class")))
        for text in prints { report.add(.item(text, indent: 2)) }
        report.add(
            .text(
                Words(
                    english:
                        "To make the papers: a secret, once for all classes; a roster, with a line for each student "
                        + "and some spare ones; the pages."), indent: 2))
        for command in commands { report.add(.command(command)) }
        guard !leftOut.isEmpty else { return report }
        report.add(.space, .heading(Words(english: "Left out")))
        for text in leftOut { report.add(.item(text, indent: 2)) }
        return report
    }

    /// The plan as a table in Markdown.
    var markdown: String {
        let head = ["Minutes", "Do", "Ask", "Stuck?"].map { Words(english: $0).english }
        let rows = timed.map { from, to, step in
            let words = step.english
            let run = step.run.isEmpty ? "" : " `HandshakeSim \(step.run.map(\.shellWord).joined(separator: " "))`"
            let items = step.templates.isEmpty ? "" : " \(step.templates.joined(separator: ", "))"
            return ["\(from)–\(to)", words.action + run + items, words.ask, words.stuck]
        }
        let lines = ([head] + rows).map { cells in
            "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
        }
        return (lines.prefix(1) + ["|---|---|---|---|"] + lines.dropFirst()).joined(separator: "\n")
    }
}
