import Render
import Testing

/// A reader goes through a ladder forwards, backwards, by chapters and by words.
@Suite struct StrollTests {
    private let ladder = Ladder(Fixture.conversation())

    @Test func forwardsItTellsTheWholeLadder() {
        var stroll = Stroll(ladder)
        var told = ""
        while !stroll.isOver { told += stroll.go(.forward) }
        #expect(ladder.overview + told.dropFirst() == ladder.text)
        #expect(stroll.start.hasPrefix(ladder.overview))
    }

    @Test func backAndForthComesToTheSameSteps() {
        var stroll = Stroll(ladder)
        let steps = (0..<3).map { _ in stroll.go(.forward) }
        #expect(stroll.go(.back).hasSuffix(steps[1]))
        #expect(stroll.go(.back).hasSuffix(ladder.steps[0].text))
        #expect(stroll.go(.back).contains("first step"))
        #expect(stroll.go(.forward) == steps[1])
        #expect(stroll.go(.first).hasSuffix(ladder.steps[0].text))
    }

    @Test func chaptersAreFoundInBothDirections() {
        var stroll = Stroll(ladder)
        let chapters = ladder.steps.filter { $0.id.hasPrefix("chapter.") || $0.id.hasPrefix("phase.") }
        let first = stroll.go(.forward)
        #expect(first.hasSuffix(ladder.heads + ladder.steps[0].text) && !chapters.isEmpty)
        _ = stroll.go(.nextChapter)
        #expect(stroll.go(.previousChapter) != "")
    }

    @Test func wordsAreFoundAndTheSearchGoesRound() {
        var stroll = Stroll(ladder)
        let found = stroll.go(.find("clienthello"))
        #expect(found.lowercased().contains("clienthello"))
        for _ in 0..<50 { #expect(stroll.go(.find("SYN-SENT")).contains("SYN-SENT")) }
        #expect(stroll.go(.find("no such words")).contains("no step has these words"))
        #expect(stroll.go(.find("")) == "")
    }

    @Test func theRestIsWhatHasNotBeenTold() {
        var stroll = Stroll(ladder)
        let first = stroll.go(.forward)
        #expect(ladder.overview + first.dropFirst() + stroll.go(.rest) == ladder.text)
        #expect(stroll.isOver)
        #expect(stroll.go(.help).contains("search"))
    }
}
