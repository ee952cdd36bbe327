import Trace

/// The runs of a question. The templates take their answers from them.
struct QuestionRun: Sendable {
    /// The runs, in the order in which they were made. A visit is one run.
    let runs: [NamedRun]
    /// The seed of the runs.
    let seed: UInt64

    /// The journal of the first run.
    ///
    /// - Throws: ``ExerciseError/noStep(_:)`` if there is no run.
    var journal: Journal { get throws(ExerciseError) { try journal(nil) } }

    /// Only the run of that name, or only the first run if `name` is nil.
    ///
    /// - Throws: ``ExerciseError/noStep(_:)`` if there is no such run.
    func only(_ name: String?) throws(ExerciseError) -> QuestionRun {
        QuestionRun(runs: [NamedRun(id: name ?? "", journal: try journal(name))], seed: seed)
    }

    /// The journal of the run of that name, or of the first run if `name` is nil.
    ///
    /// - Throws: ``ExerciseError/noStep(_:)`` if there is no such run.
    func journal(_ name: String?) throws(ExerciseError) -> Journal {
        try runs.first { name == nil || $0.id == name }.orThrow(.noStep(name ?? "")).journal
    }
}

/// A run and its name. The command that makes the run gives the name.
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
