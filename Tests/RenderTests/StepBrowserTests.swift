import Testing

@testable import Render

/// A reader goes through a ladder forwards, backwards, by chapters and by words.
@Suite struct StepBrowserTests {
    private let ladder = Ladder(Fixture.conversation())

    @Test func forwardsItTellsTheWholeLadder() {
        var browser = StepBrowser(ladder)
        var told = ""
        while !browser.isOver { told += browser.go(.forward) }
        #expect(ladder.overview + told.dropFirst() == ladder.text)
        #expect(browser.start.hasPrefix(ladder.overview))
    }

    @Test func backAndForthComesToTheSameSteps() {
        var browser = StepBrowser(ladder)
        let steps = (0..<3).map { _ in browser.go(.forward) }
        #expect(browser.go(.back).hasSuffix(steps[1]))
        #expect(browser.go(.back).hasSuffix(ladder.steps[0].text))
        #expect(browser.go(.back).contains("first step"))
        #expect(browser.go(.forward) == steps[1])
        #expect(browser.go(.first).hasSuffix(ladder.steps[0].text))
    }

    @Test func chaptersAreFoundInBothDirections() {
        var browser = StepBrowser(ladder)
        let chapters = ladder.steps.filter { $0.id.hasPrefix("chapter.") || $0.id.hasPrefix("phase.") }
        let first = browser.go(.forward)
        #expect(first.hasSuffix(ladder.heads + ladder.steps[0].text) && !chapters.isEmpty)
        _ = browser.go(.nextChapter)
        #expect(browser.go(.previousChapter) != "")
    }

    @Test func wordsAreFoundAndTheSearchGoesRound() {
        var browser = StepBrowser(ladder)
        let found = browser.go(.find("clienthello"))
        #expect(found.lowercased().contains("clienthello"))
        for _ in 0..<50 { #expect(browser.go(.find("SYN-SENT")).contains("SYN-SENT")) }
        #expect(browser.go(.find("no such words")).contains("no step has these words"))
        #expect(browser.go(.find("")) == "")
    }

    @Test func theRestIsWhatHasNotBeenTold() {
        var browser = StepBrowser(ladder)
        let first = browser.go(.forward)
        #expect(ladder.overview + first.dropFirst() + browser.go(.rest) == ladder.text)
        #expect(browser.isOver)
        #expect(browser.go(.help).contains("search"))
    }

    @Test func aReaderPredictsWhatComesAndIsTold() throws {
        let journal = Fixture.conversation()
        let predictions = Prediction.all(of: journal)
        #expect(!predictions.isEmpty)
        for prediction in predictions.values {
            #expect(prediction.choices.contains(prediction.right) && (2...4).contains(prediction.choices.count))
            #expect(Set(prediction.choices).count == prediction.choices.count)
        }
        let asked = ladder.steps.compactMap { predictions[$0.number] }
        // Each question is answered rightly, but the first.
        var browser = StepBrowser(ladder, predicting: journal)
        var told = ""
        var questions = asked[...]
        while !browser.isOver {
            let text = browser.go(.forward)
            told += text
            guard let next = questions.first, text == next.text(in: .english) else { continue }
            let right = try #require(next.choices.firstIndex(of: next.right)) + 1
            let isFirst = questions.count == asked.count
            told += browser.go(.predict(isFirst ? right % next.choices.count + 1 : right))
            questions.removeFirst()
        }
        #expect(questions.isEmpty)
        #expect(told.contains("Predicted: \(asked.count - 1) of \(asked.count)"))
        #expect(told.contains(PredictionNote.wrong(try #require(asked.first).right).english))
        // A reader who passes over the questions sees the same steps, and no tally.
        var silent = StepBrowser(ladder, predicting: journal)
        var steps = ""
        while !silent.isOver { steps += silent.go(.forward) }
        #expect(!steps.contains("Predicted"))
        for prediction in asked { #expect(steps.contains(prediction.text(in: .english))) }
    }
}
