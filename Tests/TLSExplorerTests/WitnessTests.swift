import Simulator
import TestSupport
import Testing
import Trace

@testable import Museum
@testable import TLSExplorer

/// The search is a witness for the museum: it finds the attack of an exhibit by itself, with no more moves than the exhibit takes.
@Suite struct WitnessTests {
    /// A mistake with the exhibit that performs the attack on it, and the fewest moves with which the search breaks a rule.
    struct Pair: Sendable, CustomTestStringConvertible {
        let wrong: WrongTLS
        let exhibit: ExhibitName

        var testDescription: String { "\(wrong.testDescription), \(exhibit.card.name)" }

        /// For each exhibit the first of the wrong TLSs that stands for it.
        static let all: [Pair] = {
            var names: Set<String> = []
            return (WrongTLS.all + WrongTLS.ofTwoConnections).compactMap { wrong in
                guard wrong.excused.isEmpty, let name = wrong.exhibits.first, names.insert(name).inserted else {
                    return nil
                }
                return ExhibitName.allCases.first { $0.card.name == name }.map { Pair(wrong: wrong, exhibit: $0) }
            }
        }()
    }

    /// How often the attacker of a run acts: she sends data, or the end of a stream, to a victim. What she sends without a packet of
    /// somebody else between counts once, as a flight does in the search. What she keeps counts, too.
    static func moves(in journal: Journal) -> Int {
        var (count, isHers) = (0, false)
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, let receiver)
            where !packet.payload.isEmpty || packet.label.contains("FIN") || packet.label.contains("RST"):
                let acts = event.who == .attacker && receiver.role != nil
                if acts, !isHers { count += 1 }
                isHers = event.who == .attacker
            case .lost where event.who == .attacker: count += 1
            default: break
            }
        }
        return count
    }

    @Test(arguments: Pair.all) func theSearchNeedsNoMoreMovesThanTheExhibit(pair: Pair) throws {
        let exhibit = pair.exhibit.exhibit
        let run = try ExhibitRun.perform(exhibit, variant: exhibit.card.shortest, isDefended: false, seed: 1)
        let journals = try run.withJournals(of: exhibit).journals
        let moves = try #require(journals.map(Self.moves).filter { $0 > 0 }.min())
        #expect(pair.wrong.moves <= moves)
        // Where both ends want a weak group by themselves, the search needs no move; in the exhibit they do not want it. And the search for the
        // triple handshake ends where two connections have one secret; the exhibit goes on.
        guard (1..<moves).contains(pair.wrong.moves), !pair.wrong.visitsHer else { return }
        let said = exhibit.card.words(.limit).english
        let command = "explore --tls \(pair.wrong.version.rawValue) --variant \(pair.wrong.mistakes[0].rawValue) "
        #expect(said.contains("\(command)finds an attack with \(pair.wrong.moves)."), "\(said)")
    }
}
