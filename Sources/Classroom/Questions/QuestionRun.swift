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
