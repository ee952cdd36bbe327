import Crypto
import Render
import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// Every field that occurs in a run has a sentence, in the glossary that the run brings along.
@Suite struct FieldMeaningTests {
    private func names(_ fields: [Field]) -> Set<String> {
        Set(fields.flatMap { [$0.name] + $0.bits.map(\.name) + names($0.children) })
    }

    private func unexplained(_ journal: Journal) -> Set<String> {
        var found: Set<String> = []
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, _), .received(let packet, _): found.formUnion(names(packet.fields))
            case .wrote(let message), .read(let message):
                for pane in message.panes { found.formUnion(names(pane.fields)) }
            default: break
            }
        }
        return found.filter { journal.glossary[$0] == nil }
    }

    private static let others: [Visit.Options] = [
        .init(seed: 3, clientCertificate: .wrongAuthority), .init(seed: 3, clientCertificate: .missing),
        .init(seed: 3, serverChain: .expired), .init(seed: 3, resumption: .id), .init(seed: 3, resumption: .ticket),
    ]

    @Test(arguments: VisitTests.variants + others)
    func everyFieldOfAVisitHasASentence(options: Visit.Options) throws {
        #expect(unexplained(try SharedVisit.run(options).journal).isEmpty)
    }

    @Test func everyFieldOfEveryScenarioHasASentence() {
        for scenario in Scenario.all {
            #expect(unexplained(ScenarioRun(scenario).journal).isEmpty, "\(scenario.name)")
        }
    }

    @Test func everyOctetOfTheStoryIsExplainedOnceInEachPane() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        let text = Ladder(journal, detail: .bytes).steps.first { $0.id == "tls.client_hello" }?.text ?? ""
        let sentence = "A cipher suite: how keys are agreed on"
        #expect(text.split(separator: "\n").filter { $0.contains(sentence) }.count == 1)
    }

    /// What was explained where it was written is not explained again where it is read.
    @Test func theStorySaysNothingTwice() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        for detail in [Detail.story, .messages] {
            let text = Ladder(journal, detail: detail).steps.map(\.text).joined()
            let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(words.split(separator: "The server's flight ends here.").count == 2)
        }
    }

    @Test func theStoryShowsTheFirstLineOfWhatIsHidden() throws {
        let text = Ladder(try SharedVisit.run(.init(seed: 7)).journal).steps.map(\.text).joined()
        #expect(text.contains("inside: \"GET / HTTP/1.1\""))
        #expect(text.contains("inside: \"HTTP/1.1 200 OK\""))
    }
}
