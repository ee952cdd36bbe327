import Simulator
import TLSSim
import Trace

/// The runs of a question, and what questions ask of them.
struct QuestionRun: Sendable {
    /// The runs by name, in order. One visit is one run.
    let runs: [NamedRun]
    /// The seed that they were made with.
    let seed: UInt64

    init(_ runs: [NamedRun], seed: UInt64) {
        self.runs = runs
        self.seed = seed
    }

    /// The only run, or the first.
    var journal: Journal { get throws(ExerciseError) { try first(nil) } }

    /// The run of that name.
    func journal(_ name: String) throws(ExerciseError) -> Journal { try first(name) }

    /// The questions of that run alone; of the first where no name is given.
    func only(_ name: String?) throws(ExerciseError) -> QuestionRun {
        QuestionRun([NamedRun(id: name ?? "", journal: try first(name))], seed: seed)
    }

    private func first(_ name: String?) throws(ExerciseError) -> Journal {
        guard let run = runs.first(where: { name == nil || $0.id == name }) else { throw .noStep(name ?? "") }
        return run.journal
    }
}

/// A run with the name that its command gives it.
package struct NamedRun: Sendable {
    /// The name: "run" for a visit.
    package let id: String
    /// The record of the run.
    package let journal: Journal

    /// A run.
    package init(id: String, journal: Journal) {
        self.id = id
        self.journal = journal
    }
}

/// Makes the runs of a command line. It stands above this target, where command lines are read.
package protocol RunMaker: Sendable {
    /// The runs of these arguments.
    func runs(_ arguments: [String]) async throws -> [NamedRun]
}

/// Makes runs and keeps them: several questions of a paper may ask for the same one.
package struct RunMemory: Sendable {
    private let maker: any RunMaker
    private var kept: [[String]: [NamedRun]] = [:]

    /// An empty memory.
    package init(_ maker: any RunMaker) { self.maker = maker }

    /// The runs of those arguments under that seed.
    ///
    /// - Throws: ``ExerciseError/noRun(_:)``
    mutating func runs(_ arguments: [String], seed: UInt64) async throws(ExerciseError) -> [NamedRun] {
        let full = RunMemory.command(arguments, seed: seed)
        if let runs = kept[full] { return runs }
        guard !arguments.isEmpty else { return [] }
        do {
            let runs = try await maker.runs(full)
            kept[full] = runs
            return runs
        } catch {
            throw .noRun("\(error)")
        }
    }

    /// The arguments with the seed. Scenarios of TCP have none: their numbers are those of the RFC.
    package static func command(_ arguments: [String], seed: UInt64) -> [String] {
        arguments.first == "tcp" || arguments.isEmpty ? arguments : arguments + ["--seed", String(seed)]
    }
}
