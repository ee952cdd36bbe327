import ArgumentParser
import Classroom
import Trace

/// Makes the runs of a question as the program makes those of its command line.
struct CommandRunMaker: RunMaker {
    func runs(_ arguments: [String]) async throws -> [NamedRun] {
        let command: any ParsableCommand
        do {
            let words = HandshakeSim.completed(arguments)
            let quick = await HandshakeSim.command(of: words)
            command = if let quick { quick } else { try HandshakeSim.parseAsRoot(words) }
        } catch {
            throw ExerciseError.noRun(HandshakeSim.message(for: error))
        }
        guard let command = command as? any PageCommand else {
            throw ExerciseError.noRun("the command makes no run")
        }
        return try await command.runs { _ in true }.runs.map { NamedRun(id: $0.id, journal: $0.journal) }
    }
}
