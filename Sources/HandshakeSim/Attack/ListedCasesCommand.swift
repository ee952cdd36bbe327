import ArgumentParser
import Museum
import Render
import Trace

/// A command that prints a table of all cases of an exhibit, and the stories of those that the options choose.
protocol ListedCasesCommand: CasesCommand {
    associatedtype Case: ExhibitCase & CaseJSON

    /// The cases whose stories are told.
    func told(of all: [Case]) throws -> [Case]
    /// Members about all cases in the JSON.
    func facts(of all: [Case]) -> [(String, JSON?)]
}

extension ListedCasesCommand {
    func facts(of all: [Case]) -> [(String, JSON?)] { [] }

    func validate() throws { try exhibit.refuse(choices) }

    func run() throws {
        if let show { return try show.run() }
        let all = try Case.all(seed: seed)
        let told = try told(of: all)
        var ladders = ""
        if output.asksForConnections {
            let set = connections(of: told, among: all)
            try output.write(set, in: page.spoken) {
                Case.json(all, seed: seed, facts: facts(of: all), connections: set.connections)
            }
            ladders = output.ladders(of: set, style: page.style)
        }
        try page.show(Report(apart: [Case.table(all)] + told.map(\.report)), ladders)
    }

    func runs(while goesOn: (Int) -> Bool) throws -> RunSet {
        if let show { return try show.set(while: goesOn) }
        let all = try Case.all(seed: seed)
        return connections(of: try told(of: all), among: all)
    }

    private func connections(of told: [Case], among all: [Case]) -> RunSet {
        RunSet(stories: told.map { $0.connections(among: all) })
    }
}
