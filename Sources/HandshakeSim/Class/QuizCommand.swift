import ArgumentParser
import Classroom
import LiveIO
import Render
import Trace

/// The command that asks questions in the terminal. A run gives the right answer to each question.
struct QuizCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiz",
        abstract: "Be asked: questions that a run answers, under any seed.",
        discussion: """
            Asks one question after the other, reads a line for each, and says what is right or which misunderstanding leads to the \
            answer. The same arguments give the same questions. The end of input ends the quiz.

            EXIT STATUS
              0  all answers were right
              1  a run cannot be made
              3  an answer is wrong or missing
             64  an option makes no sense

            EXAMPLES
              HandshakeSim quiz --topic tcp --count 5
              HandshakeSim quiz --template tcp.ack-of-syn --seed 42
              HandshakeSim quiz --list
            """)

    @Flag(help: "List the templates of questions.")
    var list = false

    @Option(help: .text("Only questions about these topics.", for: "topic,…"))
    var topic: String?

    @OptionGroup var templates: TemplateOptions

    @Option(help: "How many questions. Default: 10, or as many as there are.")
    var count: Int?

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(help: .text("Ask nothing: write the questions with their keys.", for: "file"))
    var json: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws {
        if list, json != nil || count != nil {
            throw ValidationError("--list asks nothing. --count and --json go with questions.")
        }
        if let count, count < 1 { throw ValidationError("--count: 1 or more.") }
        try json?.check()
    }

    func run() async throws {
        let chosen = try choose().map { $0.told(in: page.spoken) }
        if list { return try page.show(Questions.table(of: chosen)) }
        var memory = RunMemory()
        var questions: [Question] = []
        for template in Questions.drawn(from: chosen, count: count, seed: seed, isNamed: templates.isGiven) {
            questions.append(try await memory.question(of: template, item: "q\(questions.count + 1)", seed: seed))
        }
        if let json { return try json.write(Questions.json(questions, seed: seed)) }
        let right = try ask(questions)
        if right < questions.count { throw ExitCode(3) }
    }

    private func choose() throws -> [Template] {
        let registry = try TemplateOptions.registry()
        let all = try templates.chosen(from: registry)
        guard let topic else { return all }
        let topics = TemplateOptions.words(topic)
        if let unknown = topics.first(where: { topic in !registry.all.contains { $0.topic == topic } }) {
            var known: [String] = []
            for topic in registry.all.map(\.topic) where !known.contains(topic) { known.append(topic) }
            throw ValidationError("There is no topic '\(unknown.legible)'. There is: \(known.joined(separator: ", ")).")
        }
        let chosen = all.filter { topics.contains($0.topic) }
        guard !chosen.isEmpty else { throw ValidationError("None of the named templates has one of these topics.") }
        return chosen
    }

    /// Asks the questions, and returns the number of right answers.
    private func ask(_ questions: [Question]) throws -> Int {
        func say(_ report: Report) throws { try StreamedFile.say(report.text(style: page.style)) }
        var right = 0
        for (place, question) in questions.enumerated() {
            try say(question.report(place + 1, of: questions.count))
            guard let line = readLine() else { break }
            let outcome = question.mark(line)
            if outcome.verdict == .right { right += 1 }
            try say(question.report(on: outcome))
        }
        try say(Report([.outcome(QuizWords.tally(right, of: questions.count))]))
        return right
    }
}
