import ArgumentParser
import Classroom
import LiveIO
import Trace

/// The group of commands for teachers: papers that differ from student to student, and their marks.
struct ClassCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "class",
        abstract: "For teachers: papers that differ from student to student, and their marks.",
        discussion: """
            Each student has numbers of his or her own. They follow from a secret that the teacher keeps, and a run gives the key.

            EXAMPLES
              HandshakeSim class secret --out secret
              HandshakeSim class paper --lesson 1 --roster roster.csv --secret-file secret --out papers
              HandshakeSim class grade --key papers/teacher/key.jsonl --answers handed-in --out marks
            """,
        subcommands: [
            Secret.self, Seed.self, ClassPaperCommand.self, ClassGradeCommand.self, ClassPoolCommand.self,
            ClassPlanCommand.self,
        ])

    /// The command that makes the secret of a class.
    struct Secret: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secret",
            abstract: "Make a secret for a class, in a new file that only you can read.",
            discussion: """
                Keep the file: with it the same course gives the same papers again. A student who has it has every answer.

                EXIT STATUS
                  0  the file was written
                  1  the file cannot be written, or is there already
                """)

        @Option(help: .text("The new file.", for: "file"))
        var out: FilePath

        @OptionGroup var page: PageOptions

        private static let length = 32

        func run() throws {
            let octets = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max) }
            try OutputFile.create(Array((Hex.string(octets) + "\n").utf8), at: out.path)
        }
    }

    /// The command that prints a seed.
    struct Seed: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "seed",
            abstract: "Print the seed of a student's paper, or of an item in an exam.",
            discussion: """
                EXIT STATUS
                  0  the seed was printed
                  1  the secret cannot be read
                 64  an option makes no sense, or the secret is too short

                EXAMPLE
                  HandshakeSim class seed --secret-file secret --course net-1 --student s7
                """)

        @Option(help: .text("The file with the secret.", for: "file"))
        var secretFile: InputPath

        @Option(help: .text("The id of the course.", for: "id"))
        var course: String

        @Option(help: .text("The id of the student.", for: "id"))
        var student: String

        @Option(help: .text("The id of the item. An exam has a seed for each.", for: "id"))
        var item: String?

        @Option(help: "The attempt.")
        var attempt = 1

        @Option(help: "How seeds are used: lab, exam or practice.")
        var mode = ClassSecret.Mode.lab

        @OptionGroup var page: PageOptions

        func validate() throws {
            for (option, id) in [("--course", course), ("--student", student), ("--item", item ?? "x")]
            where !ClassID.isValid(id) {
                throw ValidationError("\(option): \(ClassFileNote.id(id).english)")
            }
            guard attempt >= 1 else { throw ValidationError("--attempt: 1 or more.") }
            if mode == .exam, item == nil {
                throw ValidationError("In an exam each item has a seed: name it with --item.")
            }
        }

        func run() throws {
            let secret = try ClassFiles.secret(secretFile.path)
            let seed = secret.seed(
                course: course, student: student, item: item ?? "", attempt: attempt, mode: mode)
            try page.show("\(seed)\n")
        }
    }
}

extension ClassSecret.Mode: ExpressibleByArgument {}
