import ArgumentParser
import Attacks
import Render

/// The command of an attack that is carried out in several ways: it shows a table of all, and tells the stories that the options choose.
protocol StagedAttackCommand: PageCommand {
    associatedtype Attack: StagedAttack
    var seed: UInt64 { get }
    var output: OutputOptions { get }
    var page: PageOptions { get }

    /// Those whose story is told.
    func told(of all: [Attack]) throws -> [Attack]
}

extension StagedAttackCommand {
    static var words: String { "'attack \(Attack.name)'" }

    func run() throws {
        let all = try Attack.all(seed: seed)
        let told = try told(of: all)
        var ladders = ""
        if output.asksForConnections {
            let set = try connections(of: told, among: all)
            try output.write(set) { Attack.json(all, seed: seed, connections: set.connections) }
            ladders = output.ladders(of: set, style: page.style)
        }
        try page.show(Report(apart: [Attack.table(all)] + told.map(\.report)), ladders)
    }

    func runs(while goesOn: (Int) -> Bool) throws -> RunSet {
        let all = try Attack.all(seed: seed)
        return try connections(of: told(of: all), among: all)
    }

    private func connections(of told: [Attack], among all: [Attack]) throws -> RunSet {
        RunSet(stories: try told.map { try $0.connections(among: all) })
    }
}
