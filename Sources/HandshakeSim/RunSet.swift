import ArgumentParser
import Render
import Trace

/// The runs of a command, before they are printed, written or sent.
struct RunSet: Sendable {
    /// The runs in their order. Unless ``isOne``, the id of a run is part of the names of its files.
    let runs: [WebDocument.Run]
    /// Pairs of ids of runs that a page shows side by side.
    let pairs: [(String, String)]
    /// Whether the command always makes exactly one run. Then the names of files have no id.
    let isOne: Bool

    static let none = RunSet([])

    /// The runs of a command that can make several.
    init(_ runs: [WebDocument.Run], pairs: [(String, String)] = []) {
        self.runs = runs
        self.pairs = pairs
        isOne = false
    }

    /// The one run of a command.
    ///
    /// - Parameter telling: the text beside the run on a page; nil if there is none.
    init(one journal: Journal, telling: Report? = nil) {
        runs = [WebDocument.Run("run", journal, telling: telling)]
        pairs = []
        isOne = true
    }

    /// The connections of several stories. If a story has two connections, a page shows them side by side.
    init(stories: [[WebDocument.Run]]) {
        self.init(
            stories.flatMap { $0 }, pairs: stories.compactMap { $0.count == 2 ? ($0[0].id, $0[1].id) : nil })
    }

    /// The journals with their ids, for the JSON of an attack.
    var connections: [(id: String, journal: Journal)] { runs.map { ($0.id, $0.journal) } }
}

/// A command whose runs a page can show. Its runs can be made without printing or writing anything.
protocol PageCommand: ParsableCommand {
    /// The name of the command in messages to users.
    static var words: String { get }
    /// The option without which the command makes no run for a page; nil if it needs none.
    static var option: String? { get }
    /// The options that the form of a page offers, each with the values that can be chosen, or with none for those that the parser knows.
    /// Nil for all options.
    static var formOptions: [String: [String]]? { get }

    /// Makes the runs. Prints nothing and uses no file.
    ///
    /// - Parameter goesOn: whether a run may continue; asked with the number of events so far.
    /// - Returns: the runs; ``RunSet/none`` if the arguments ask for something else than runs.
    func runs(while goesOn: (Int) -> Bool) async throws -> RunSet
}

extension PageCommand {
    static var option: String? { nil }
    static var formOptions: [String: [String]]? { nil }
}
