import Render
import Trace

/// A case of an exhibit: what the attacker does against what the victims do. A table beside the exhibit's story has the results of all
/// cases. Each case has a story and connections of its own.
package protocol ExhibitCase: Sendable {
    /// Performs every case.
    static func all(seed: UInt64) throws -> [Self]
    /// A table with the result of each case.
    static func table(_ cases: [Self]) -> Report
    /// The words that name the case. They are used in names of files. Empty if only one case is told at a time.
    var choice: [String] { get }
    /// The story of the case, step by step.
    var report: Report { get }
    /// The names of the connections.
    associatedtype Part: RawRepresentable<String> & Sendable
    /// The connections of the case, in the order of time.
    var connections: [CaseConnection<Part>] { get }
}

/// One of the connections of a case.
package struct CaseConnection<Part: RawRepresentable<String> & Sendable>: Sendable {
    /// The name of the connection.
    package let part: Part
    /// The events of the connection.
    package let journal: Journal
}

extension ExhibitCase {
    /// The table of all cases, which stands beside the story of the exhibit.
    static func table(seed: UInt64) throws -> Report { table(try all(seed: seed)) }

    /// The connections as runs of a page. The page begins with the story of this case. The table of several cases follows.
    package func connections(among all: [Self]) -> [WebDocument.Run] {
        let telling = all.count > 1 ? report + Self.table(all) : report
        return connections.map { connection in
            let part = connection.part.rawValue
            let label = Words(
                english: "\(part): \(choice.joined(separator: ", "))",
                chinese: "\(part)：\(choice.joined(separator: "、"))")
            return WebDocument.Run(
                (choice + [part]).joined(separator: "-"), label: choice.isEmpty ? nil : label, connection.journal,
                telling: telling)
        }
    }
}

/// A case as an object in the JSON of its exhibit.
package protocol CaseJSON {
    /// The exhibit of the case.
    static var card: Card { get }
    /// The members that say which case it is, and its result.
    var members: [(String, JSON?)] { get }
    /// The story of the case, step by step.
    var steps: [AttackStep] { get }
}

extension CaseJSON {
    /// The document that `--json` writes for several cases.
    ///
    /// - Parameters:
    ///   - facts: members about all cases.
    ///   - connections: the connections of the cases whose stories are told, each with its name and its journal; nil for a document
    ///     without connections.
    package static func json(
        _ cases: [Self], seed: UInt64, facts: [(String, JSON?)] = [],
        connections: [(id: String, journal: Journal)]? = nil
    ) -> JSON {
        let runs = cases.map { run in
            JSON.present(run.members + [("steps", .array(run.steps.map { $0.json(isOfCase: true) }))])
        }
        let list = connections?.map { JSON.members(("id", .string($0.id)), ("journal", .journal($0.journal))) }
        return .attack(
            card, seed: seed,
            results: facts + [("runs", .array(runs)), ("connections", list.map { .array($0) })])
    }
}

extension JSON {
    /// The document that `--json` writes for an attack: what it is and what was chosen, the card, the results, and the card's documents.
    ///
    /// - Parameters:
    ///   - chosen: the members for what was chosen, which stand before the seed.
    ///   - results: the members for what came of it.
    ///   - last: the members at the end.
    static func attack(
        _ card: Card, chosen: [(String, JSON?)] = [], seed: UInt64, results: [(String, JSON?)],
        last: [(String, JSON?)] = []
    ) -> JSON {
        let head: [(String, JSON?)] = [
            ("schema", .string("handshakesim.attack")), ("version", .integer(2)), ("name", .string(card.name)),
        ]
        let words: [(String, JSON?)] = [
            ("seed", .string(String(seed))), ("title", .string(card.words(.title))),
            ("place", .string(card.place.rawValue)), ("position", .string(card.position.rawValue)),
            ("mistake", .string(card.words(.mistake))), ("goal", .string(card.words(.goal))),
            ("goal_kind", .string(card.goal.rawValue)), ("defended_by", .string(card.words(.defence))),
        ]
        let documents: [(String, JSON?)] = [
            ("cites", .array(card.cites.map { .string($0.description) })),
            ("cves", .array(card.cves.map { .string($0) })), ("limits", .array([.string(card.words(.limit))])),
        ]
        return present(head + chosen + words + results + documents + last)
    }

    /// An object of the members that are there.
    static func present(_ members: [(String, JSON?)]) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }
}
