import Foundation
import Render
import Testing
import Trace

/// Checks of one thing after the other, as a tree.
@Suite struct BranchesTests {
    private struct Check: Remark {
        let about: String
        let why: String

        var english: String { why }
        var chinese: String { why }
        var englishTopic: String { about }
        var chineseTopic: String { about }
    }

    private var journal: Journal {
        var journal = Journal(title: "", settings: [], epoch: 0, client: Fixture.client, server: Fixture.server)
        func check(_ what: String, _ passed: Bool, _ about: String, _ why: String) {
            journal.record(
                at: .zero, who: .client, step: "tls.check", .checked(what: what, passed: passed),
                remark: Check(about: about, why: why), cite: .rfc(5280, "6"))
        }
        check("dates", true, "The leaf", "In force.")
        check("name", false, "The leaf", "It is for someone else, and this reason is so long that it takes two lines.")
        check("key", true, "The leaf", "Large enough.")
        check("dates", true, "The anchor", "In force.")
        check("verdict", false, "", "Refused.")
        return journal
    }

    @Test func checksOfOneThingAreDrawnAsATree() {
        let lines = Ladder(journal, detail: .messages).steps.map(\.text).joined().split(separator: "\n").map(
            String.init)
        let edge = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
        let tree = lines.map { $0.count > edge ? String($0.dropFirst(edge)) : $0 }.filter { !$0.hasPrefix("rule") }
        #expect(
            tree == [
                "The leaf", "├─ ✔ dates: In force.",
                "├─ ✘ name, FAILED: It is for someone else, and this reason is so long",
                "│    that it takes two lines.",
                "└─ ✔ key: Large enough.", "The anchor", "└─ ✔ dates: In force.", "✘ verdict: FAILED", "     Refused.",
            ])
    }

    /// The verdict, which says how many checks there were, stands for those that passed.
    @Test func theStoryTellsTheChecksThatFailed() {
        let text = Ladder(journal).steps.map(\.text).joined()
        #expect(text.contains("✘ name, FAILED: It is for someone else"))
        #expect(text.contains("(RFC 5280 6)") && text.contains("✘ verdict: FAILED"))
        #expect(!text.contains("✔") && !text.contains("The leaf"))
    }

    @Test(arguments: [Detail.messages, .bytes])
    func moreDetailGivesTheRuleALineOfItsOwn(detail: Detail) {
        let text = Ladder(journal, detail: detail).text
        #expect(text.contains("├─ ✔ dates: In force.\n") && text.contains("rule      RFC 5280 6"))
        #expect(text.components(separatedBy: "Large enough.").count == 2)
    }

    @Test func theJSONSaysWhatEachCheckIsAbout() throws {
        let text = JSON.journal(journal).text
        #expect(text.components(separatedBy: "\"about\"").count == 5)
        #expect(text.contains("\"The anchor\""))
    }
}
