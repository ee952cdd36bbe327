import ArgumentParser
import Classroom
import LiveIO
import Trace

/// The command that writes questions for a learning management system.
struct ClassPoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool",
        abstract: "Write many variants of questions for Moodle, Canvas, Anki and others.",
        discussion: """
            Each variant has a seed of its own: S, S + 1, S + 2 and so on, or seeds that follow from a secret. Students who can run this \
            program find the answers of a seed that they know or guess. With --secret-file they cannot guess it.

            FORMATS
              moodle-xml  Moodle
              gift        Moodle, as plain text
              qti12       QTI 1.2 in a ZIP archive, for Canvas
              qti21       QTI 2.1 in a ZIP archive
              csv         a table
              anki        cards for learning

            EXIT STATUS
              0  the file was written
              1  a file cannot be read or written, or a run cannot be made
             64  an option makes no sense, or the secret cannot be used

            EXAMPLES
              HandshakeSim class pool --lesson 1 --variants 10 --format moodle-xml --out lesson-1.xml
              HandshakeSim class pool --template tcp.ack-of-syn --format qti12 --variants 10 --secret-file secret --out pool.zip --key pool.json
            """)

    @OptionGroup var templates: TemplateOptions

    @Option(help: .text("The format.", for: "name"))
    var format: PoolFormat

    @Option(help: .text("The file for the questions.", for: "file"))
    var out: FilePath

    @Option(help: "How many variants of each question, 1 to 1000.")
    var variants = 30

    @Option(help: "The seed of the first variant, 0 to 2^64 - 1. Default: 1.")
    var seed: UInt64?

    @Option(help: .text("The file with the secret, from which the seeds follow.", for: "file"))
    var secretFile: InputPath?

    @Option(help: .text("The file for the questions with their keys, as JSON.", for: "file"))
    var key: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws {
        guard templates.isGiven else { throw ValidationError("Name the questions: with --lesson or --template.") }
        guard (1...1000).contains(variants) else { throw ValidationError("--variants: 1 to 1000.") }
        guard seed == nil || secretFile == nil else {
            throw ValidationError("--seed and --secret-file exclude each other: seeds follow from one of them.")
        }
        guard !(seed ?? 1).addingReportingOverflow(UInt64(variants - 1)).overflow else {
            throw ValidationError("--seed: the last variant would have a seed above 2^64 - 1.")
        }
        try OutputFile.check(all: [out.path, key?.path])
    }

    func run() async throws {
        let chosen = try templates.chosen(from: TemplateOptions.registry()).map { $0.told(in: page.spoken) }
        var known: Set<String> = []
        let single = chosen.filter { known.insert($0.id).inserted }
        let secret = try secretFile.map { try ClassFiles.secret($0.path) }
        let (first, count) = (seed ?? 1, variants)
        var rounds: [[PoolQuestion]] = []
        let progress = ProgressLine("class pool", of: count, unit: count == 1 ? "variant" : "variants")
        // A round makes one variant of each question. Questions with the same seed share their runs.
        try await InOrder.make(count) { place in
            var memory = RunMemory()
            var round: [PoolQuestion] = []
            for template in single {
                let seed =
                    secret?.seed(course: "pool", student: "", item: template.id, attempt: place + 1, mode: .exam)
                    ?? first &+ UInt64(place)
                let question = try await memory.question(of: template, item: template.id, seed: seed)
                round.append(PoolQuestion(question, variant: place + 1))
            }
            return round
        } take: {
            rounds.append($0)
            progress.advance()
        }
        let questions = single.indices.flatMap { template in rounds.map { $0[template] } }
        try OutputFile.write(format.octets(questions), to: out.path)
        if let key { try OutputFile.write(Array(PoolQuestion.json(questions).text.utf8), to: key.path) }
        let verb = questions.count == 1 ? "is" : "are"
        progress.end(saying: "\(counted(questions.count, "question")) \(verb) in \(out.path.legible).")
    }
}

extension PoolFormat: ExpressibleByArgument {}
