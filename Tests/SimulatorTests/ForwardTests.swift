import Render
import Simulator
import Testing
import Trace

/// Time runs forwards: reading down a ladder, each side's column has that side's states in order.
@Suite struct ForwardTests {
    /// The states of both sides in the order in which they have them.
    private static func states(_ journal: Journal) -> [Principal: [String]] {
        var states: [Principal: [String]] = [:]
        for event in journal.events {
            guard case .transition("TCP", let from, let to) = event.kind else { continue }
            if states[event.who] == nil { states[event.who] = [from] }
            states[event.who]?.append(to)
        }
        return states
    }

    /// Whether `column` goes through `states` without a step back; a side may stay in a state, and may pass one untold.
    private static func isForward(_ column: [String], _ states: [String]) -> Bool {
        var place = 0
        for state in column {
            guard let next = states[place...].firstIndex(of: state) else { return false }
            place = next
        }
        return true
    }

    /// What stands in the columns of both sides beside arrows and changes of state.
    private static func columns(_ text: String, from left: Int, width: Int) -> (client: [String], server: [String]) {
        var columns: (client: [String], server: [String]) = ([], [])
        for line in text.split(separator: "\n") where line.count > left + 12 {
            // A line of prose may end with the name of a state.
            if line.hasPrefix("     "), line.dropFirst(5).first != " " { continue }
            let client = line.dropFirst(left).prefix(12).trimming()
            let server = line.count > width - 12 ? line.dropFirst(width - 12).trimming() : ""
            if names.contains(client) { columns.client.append(client) }
            if names.contains(server) { columns.server.append(server) }
        }
        return columns
    }

    private static let names: Set<String> = [
        "CLOSED", "LISTEN", "SYN-SENT", "SYN-RECEIVED", "ESTABLISHED", "FIN-WAIT-1", "FIN-WAIT-2", "CLOSE-WAIT",
        "CLOSING", "LAST-ACK", "TIME-WAIT",
    ]

    private func check(_ journal: Journal, _ width: Int, _ what: String) {
        let states = Self.states(journal)
        for detail in [Detail.story, .messages] {
            let ladder = Ladder(journal, detail: detail, style: PageStyle(.plain, columns: width))
            let numbering = max(3, String(journal.events.count).count)
            // A chapter's picture is a table of contents of its own.
            let steps = ladder.steps.filter { !$0.id.hasPrefix("chapter.") }
            let story = Self.columns(steps.map(\.text).joined(), from: numbering + 11, width: width)
            #expect(story.client.count + story.server.count > 1, "\(what)")
            #expect(Self.isForward(story.client, states[.client] ?? []), "\(what), \(detail): client \(story.client)")
            #expect(Self.isForward(story.server, states[.server] ?? []), "\(what), \(detail): server \(story.server)")
            let picture = Self.columns(ladder.overview, from: 11, width: min(width, 100))
            #expect(Self.isForward(picture.client, states[.client] ?? []), "\(what): picture \(picture.client)")
            #expect(Self.isForward(picture.server, states[.server] ?? []), "\(what): picture \(picture.server)")
            #expect(ladder.overview.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
            for line in ladder.text.split(separator: "\n") { #expect(Text.width(line) <= width, "\(what): \(line)") }
            #expect(ladder.steps.map(\.number) == ladder.steps.map(\.number).sorted())
        }
    }

    @Test(arguments: Scenario.all.map(\.name))
    func aScenario(name: String) throws {
        let journal = ScenarioRun(try #require(Scenario.named(name))).journal
        for width in [80, 100, 137] { check(journal, width, name) }
    }

    @Test(arguments: 1...24)
    func aVisitOnABadWire(seed: UInt64) throws {
        var wire = Wire()
        wire.faults.loss = 0.1
        wire.faults.duplicate = 0.1
        wire.faults.reorder = 0.2
        let options = Visit.Options(seed: seed, suite: .rsaAES128GCM, wire: wire)
        check(try Visit.run(options).journal, seed.isMultiple(of: 2) ? 80 : 120, "seed \(seed)")
    }
}

extension Substring {
    fileprivate func trimming() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
