import Render
import Trace

/// One of the connections of an attack.
package struct AttackConnection<Part: RawRepresentable<String> & Sendable>: Sendable {
    /// Which one it is.
    package let part: Part
    /// What happened.
    package let journal: Journal
}

/// An attack that is carried out in several ways: a table says what came of each, and each has a story and connections.
package protocol StagedAttack: Sendable {
    /// What it is called in JSON, and on the command line.
    static var name: String { get }
    /// Carries it out in every way.
    static func all(seed: UInt64) throws -> [Self]
    /// What came of each.
    static func table(_ runs: [Self]) -> Report
    /// What JSON has of several runs beside the runs.
    static func facts(_ runs: [Self]) -> [(String, JSON?)]
    /// The way, in words that may stand in the name of a file.
    var choice: [String] { get }
    /// The story, step by step.
    var report: Report { get }
    /// The run as JSON has it.
    var json: JSON { get }
    /// The names of its connections.
    associatedtype Part: RawRepresentable<String> & Sendable
    /// Its connections.
    var connections: [AttackConnection<Part>] { get throws }
}

extension StagedAttack {
    /// Nothing.
    package static func facts(_ runs: [Self]) -> [(String, JSON?)] { [] }

    /// Its connections for a page, which begins with the story and the table of all.
    package func connections(among all: [Self]) throws -> [WebDocument.Run] {
        let telling = report + Self.table(all)
        return try connections.map { connection in
            let part = connection.part.rawValue
            return WebDocument.Run(
                (choice + [part]).joined(separator: "-"), label: "\(part): \(choice.joined(separator: ", "))",
                connection.journal, telling: telling)
        }
    }

    /// What `--json` has of several runs.
    ///
    /// - Parameter connections: those of the runs that are told, each with its name and its journal.
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
    /// What `--json` has of an attack.
    static func attack(_ name: String, seed: UInt64, _ more: [(String, JSON?)]) -> JSON {
        let members: [(String, JSON?)] = [
            ("schema", .string("handshakesim.attack")), ("version", .integer(1)), ("name", .string(name)),
            ("seed", .string(String(seed))),
        ]
        return .object((members + more).compactMap { name, value in value.map { Member(name, $0) } })
    }
}
