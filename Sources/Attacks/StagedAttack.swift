import Render
import Trace

/// One of the connections of an attack.
package struct AttackConnection<Part: RawRepresentable<String> & Sendable>: Sendable {
    /// The name of the connection.
    package let part: Part
    /// The events of the connection.
    package let journal: Journal
}

/// One run of an attack that has several variants. A table shows the results of all runs. Each run has a story and connections.
package protocol StagedAttack: Sendable {
    /// The name of the attack in JSON and on the command line.
    static var name: String { get }
    /// Runs every variant of the attack.
    static func all(seed: UInt64) throws -> [Self]
    /// A table with the result of each run.
    static func table(_ runs: [Self]) -> Report
    /// Members that the JSON of several runs has in addition to the list of runs.
    static func facts(_ runs: [Self]) -> [(String, JSON?)]
    /// The words that name the variant. They are used in names of files.
    var choice: [String] { get }
    /// The story of the run, step by step.
    var report: Report { get }
    /// The run as an object in the JSON of the attack.
    var json: JSON { get }
    /// The names of the connections.
    associatedtype Part: RawRepresentable<String> & Sendable
    /// The connections of the run, in the order of time.
    var connections: [AttackConnection<Part>] { get throws }
}

extension StagedAttack {
    /// No members: the default.
    package static func facts(_ runs: [Self]) -> [(String, JSON?)] { [] }

    /// The connections as runs of a page. The page begins with the story of this run and the table of all runs.
    package func connections(among all: [Self]) throws -> [WebDocument.Run] {
        let telling = report + Self.table(all)
        return try connections.map { connection in
            let part = connection.part.rawValue
            return WebDocument.Run(
                (choice + [part]).joined(separator: "-"), label: "\(part): \(choice.joined(separator: ", "))",
                connection.journal, telling: telling)
        }
    }

    /// The document that `--json` writes for several runs.
    ///
    /// - Parameter connections: the connections of the runs whose stories are told, each with its name and its journal.
    package static func json(
        _ runs: [Self], seed: UInt64, connections: [(id: String, journal: Journal)] = []
    ) -> JSON {
        let list = connections.map {
            JSON.members(("id", .string($0.id)), ("journal", .journal($0.journal)))
        }
        return .attack(
            name, seed: seed, facts(runs) + [("runs", .array(runs.map(\.json))), ("connections", .array(list))])
    }
}

extension JSON {
    /// The document that `--json` writes for an attack: the members of every attack, then `more`. Members that are nil are left out.
    static func attack(_ name: String, seed: UInt64, _ more: [(String, JSON?)]) -> JSON {
        let members: [(String, JSON?)] = [
            ("schema", .string("handshakesim.attack")), ("version", .integer(1)), ("name", .string(name)),
            ("seed", .string(String(seed))),
        ]
        return .object((members + more).compactMap { name, value in value.map { Member(name, $0) } })
    }
}
