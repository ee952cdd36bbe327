import ArgumentParser
import Render
import Trace

/// The runs of a command, before anything is printed, written or sent.
struct RunSet: Sendable {
    /// The runs in their order. Where there are several, the id of each goes into the names of its files.
    let runs: [WebDocument.Run]
    /// The ids of runs that belong side by side.
    let pairs: [(String, String)]
    /// Whether the command makes this one run and no other, so that its files need no id.
    let isOne: Bool

    /// No runs.
    static let none = RunSet([])

    /// Several runs.
    init(_ runs: [WebDocument.Run], pairs: [(String, String)] = []) {
        self.runs = runs
        self.pairs = pairs
        isOne = false
    }

    /// The one run of a command.
    ///
    /// - Parameter telling: what the command says beside the run, for a page.
    init(one journal: Journal, telling: Report? = nil) {
        runs = [WebDocument.Run("run", journal, telling: telling)]
        pairs = []
        isOne = true
    }

    /// The connections of each of several stories. Two of a story belong side by side.
    init(stories: [[WebDocument.Run]]) {
        self.init(
            stories.flatMap { $0 }, pairs: stories.compactMap { $0.count == 2 ? ($0[0].id, $0[1].id) : nil })
    }

    /// The journals with their ids, as the JSON of an attack has them.
    var connections: [(id: String, journal: Journal)] { runs.map { ($0.id, $0.journal) } }
}

/// A command whose runs a page can show. Its work stands apart from what it prints and writes.
protocol PageCommand: ParsableCommand {
    /// What readers know it by.
    static var words: String { get }
    /// The option without which it makes no run for a page; nil for most.
    static var option: String? { get }

    /// Makes the runs, prints nothing and touches no file.
    ///
    /// - Parameter goesOn: whether a run may go on, asked with the number of events so far.
    /// - Returns: ``RunSet/none`` where the arguments ask for something that is no run.
    func runs(while goesOn: (Int) -> Bool) async throws -> RunSet
}

extension PageCommand {
    static var option: String? { nil }
}
