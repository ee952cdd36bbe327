import ArgumentParser
import Classroom
import Render

/// The command that plans a class.
struct ClassPlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan a class: what to do in each minute, what to ask, and where classes get stuck.",
        discussion: """
            The steps lie end to end. What does not fit is named at the end.

            EXIT STATUS
              0  the plan was printed or written
              1  a file cannot be written
             64  an option makes no sense

            EXAMPLES
              HandshakeSim class plan 90 --lesson 1,2
              HandshakeSim class plan 45 --lesson 3 --json plan.json
              HandshakeSim class plan 90 --course
            """)

    @Argument(help: "How many minutes, 30 to 240.")
    var minutes: Int

    @Option(help: .text("The lessons, in the order of the class.", for: "n,…"))
    var lesson: String?

    @Flag(
        help:
            "Print a course of six sessions of 90 minutes: the lessons of each, what is asked on paper, and what is done at home."
    )
    var course = false

    @Option(help: .text("Write the plan for programs; - for standard output.", for: "file"))
    var json: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws {
        guard course == (lesson == nil) else {
            throw ValidationError(course ? "--course has its own lessons." : "Name the lessons: --lesson 1,2.")
        }
        guard !course || minutes == 90 && json == nil else {
            throw ValidationError("--course is printed, with sessions of 90 minutes: class plan 90 --course.")
        }
        guard ClassPlan.lengths.contains(minutes) else {
            throw ValidationError(
                "\(minutes) minutes: a plan has \(ClassPlan.lengths.lowerBound) to \(ClassPlan.lengths.upperBound).")
        }
        try json?.check()
    }

    func run() throws {
        guard let lesson else { return try page.show(CoursePlan.report) }
        let all = try Catalogue.lessons(in: page.spoken)
        var chosen: [Lesson] = []
        for word in TemplateOptions.words(lesson) {
            guard let found = all.first(where: { String($0.number) == word }) else {
                throw ValidationError("There is no lesson '\(word.legible)'. 'HandshakeSim lesson' lists the lessons.")
            }
            if !chosen.contains(where: { $0.number == found.number }) { chosen.append(found) }
        }
        guard !chosen.isEmpty else { throw ValidationError("--lesson: name at least one.") }
        let plan = ClassPlan(minutes: minutes, lessons: chosen)
        guard let json else { return try page.show(plan.report) }
        try json.write(plan.json(in: page.spoken))
    }
}
