import ArgumentParser
import Attacks
import Render

/// The command of an attack that has several variants. It prints a table of all runs, and the stories that the options choose.
protocol StagedAttackCommand: OlderAttackCommand {
    associatedtype Attack: StagedAttack

    /// The runs whose stories are told.
    func told(of all: [Attack]) throws -> [Attack]
}

extension StagedAttackCommand {
    static var words: String { "'attack \(attack.rawValue)'" }

    func run() throws {
        if let show { return try show.run() }
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
        if let show { return try show.set(while: goesOn) }
        let all = try Attack.all(seed: seed)
        return try connections(of: told(of: all), among: all)
    }

    private func connections(of told: [Attack], among all: [Attack]) throws -> RunSet {
        RunSet(stories: try told.map { try $0.connections(among: all) })
    }
}
