import ArgumentParser
import Classroom
import Trace

/// Makes the runs that questions need, in the same way as from a command line, and keeps them: several questions may need the same run.
struct RunMemory {
    private var kept: [[String]: [NamedRun]] = [:]

    /// The question of a template under a seed.
    ///
    /// - Throws: ``ExerciseError`` if its run cannot be made, or if the run does not contain what the question asks for.
    mutating func question(
        of template: Template, item: String, credit: Double? = nil, seed: UInt64
    ) async throws(ExerciseError) -> Question {
        try template.question(
            item: item, credit: credit, seed: seed, runs: try await runs(template.command(seed: seed)))
    }

    /// The paper of a student.
    ///
    /// - Throws: ``ExerciseError`` if a run cannot be made; ``ClassFileError`` if a question cannot be in an exam.
    static func paper(for student: Roster.Student, by maker: PaperMaker) async throws -> Paper {
        var memory = RunMemory()
        var questions: [Question] = []
        for asked in maker.asked(of: student) {
            // In an exam each item has its own seed, so the runs of the seed before are not needed any more.
            if let last = questions.last, last.seed != asked.seed { memory = RunMemory() }
            questions.append(
                try await memory.question(
                    of: asked.template, item: asked.item.id, credit: asked.item.credit, seed: asked.seed))
        }
        return try maker.paper(for: student, questions)
    }

    /// The runs of the command with these arguments; none if there are no arguments, or if the command makes no runs.
    ///
    /// - Throws: ``ExerciseError/noRun(_:)`` if the command fails.
    mutating func runs(_ arguments: [String]) async throws(ExerciseError) -> [NamedRun] {
        guard !arguments.isEmpty else { return [] }
        if let runs = kept[arguments] { return runs }
        do {
            let runs = try await Self.make(arguments)
            kept[arguments] = runs
            return runs
        } catch {
            throw .noRun(HandshakeSim.message(for: error))
        }
    }

    private static func make(_ arguments: [String]) async throws -> [NamedRun] {
        guard let command = try HandshakeSim.parsed(HandshakeSim.completed(arguments)) as? any PageCommand else {
            return []
        }
        return try await command.runs { _ in true }.runs.map { NamedRun(id: $0.id, journal: $0.journal) }
    }
}
