import TLSSim
import Trace

/// A machine as a file: the schema `handshakesim.machine`, version 1.
package struct MachineFile: Sendable {
    /// What was learned.
    package let subject: MachineReport.Subject
    /// The machine.
    package let machine: MealyMachine

    /// Why a file is no machine.
    package enum Fault: Error, Hashable {
        /// It is not JSON.
        case syntax(JSONError)
        /// It is JSON of another kind.
        case schema
        /// A member is missing or makes no sense.
        case member(String)
    }

    /// The most octets of a file that is read.
    package static let limit = 1 << 24

    private static let schema = "handshakesim.machine"

    /// The document of a machine that was learned.
    package static func document(
        _ subject: MachineReport.Subject, _ learned: LearnedMachine, _ shortcuts: [Shortcut], seconds: Double?
    ) -> JSON {
        .members(
            ("schema", .string(schema)), ("version", .integer(1)), ("peer", .string(subject.peer)),
            ("role", .string(subject.role.rawValue)), ("tls", .string(subject.version == .tls13 ? "1.3" : "1.2")),
            ("alphabet", .array(learned.machine.letters.map { .string($0.rawValue) })),
            ("states", .array(learned.machine.states.indices.map { state($0, learned) })),
            ("shortcuts", .array(shortcuts.map { .array($0.word.map { .string($0.rawValue) }) })),
            (
                "costs",
                .members(
                    ("questions", .number(learned.costs.questions)), ("tests", .number(learned.costs.tests)),
                    ("messages", .number(learned.costs.letters)), ("proposals", .number(learned.costs.proposals)),
                    ("doubts", .number(learned.costs.doubts)), ("corrections", .number(learned.costs.corrections)),
                    ("depth", .number(learned.depthOfCounting ?? learned.depth)),
                    ("milliseconds", seconds.map { .number(Int(($0 * 1_000).rounded())) }))
            ))
    }

    private static func state(_ number: Int, _ learned: LearnedMachine) -> JSON {
        let machine = learned.machine
        let edges = zip(machine.letters, machine.states[number]).map { letter, edge in
            JSON.members(
                ("letter", .string(letter.rawValue)), ("messages", .array(edge.answer.messages.map { .string($0) })),
                ("closed", .bool(edge.answer.isClosed)), ("to", .number(edge.target)))
        }
        let runs = learned.runs.filter { $0.state == number }.map { run in
            JSON.members(("letter", .string(run.letter.rawValue)), ("most", .number(run.most)))
        }
        return .members(
            ("word", .array(machine.words[number].map { .string($0.rawValue) })), ("edges", .array(edges)),
            ("runs", runs.isEmpty ? nil : .array(runs)))
    }

    /// Reads a document.
    ///
    /// - Throws: ``Fault``.
    package init(_ octets: [UInt8]) throws(Fault) {
        let json: JSON
        do { json = try JSON(octets) } catch { throw .syntax(error) }
        guard json["schema"] == .string(Self.schema), json["version"] == .integer(1) else { throw .schema }
        guard case .string(let peer)? = json["peer"] else { throw .member("peer") }
        guard case .string(let side)? = json["role"], let role = Role(rawValue: side) else { throw .member("role") }
        guard case .string(let number)? = json["tls"], ["1.2", "1.3"].contains(number) else { throw .member("tls") }
        subject = MachineReport.Subject(peer: peer, role: role, version: number == "1.3" ? .tls13 : .tls12)
        let letters = try Self.letters(json["alphabet"], "alphabet")
        guard case .array(let rows)? = json["states"] else { throw .member("states") }
        var states: [[MealyMachine.Edge]] = []
        for row in rows { states.append(try Self.edges(row["edges"], letters)) }
        guard let machine = MealyMachine(letters, states) else { throw .member("states") }
        self.machine = machine
    }

    private static func letters(_ json: JSON?, _ name: String) throws(Fault) -> [Letter] {
        guard case .array(let list)? = json else { throw .member(name) }
        var letters: [Letter] = []
        for item in list {
            guard case .string(let text) = item, let letter = Letter(rawValue: text) else { throw .member(name) }
            letters.append(letter)
        }
        return letters
    }

    private static func edges(_ json: JSON?, _ letters: [Letter]) throws(Fault) -> [MealyMachine.Edge] {
        guard case .array(let list)? = json, list.count == letters.count else { throw .member("edges") }
        var edges: [MealyMachine.Edge] = []
        for (item, letter) in zip(list, letters) {
            guard item["letter"] == .string(letter.rawValue), case .array(let names)? = item["messages"],
                case .bool(let isClosed)? = item["closed"], case .integer(let to)? = item["to"],
                let target = Int(exactly: to)
            else { throw .member("edges") }
            let messages = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
            edges.append(.init(Answer(messages, isClosed: isClosed), to: target))
        }
        return edges
    }
}
