import Trace

/// A reader's way through a ladder, step by step, forwards and backwards.
///
/// What a reader asks for goes in, the text to print comes out. Steps of one chapter follow the step that begins it.
package struct Stroll: Sendable {
    /// What a reader may ask for.
    package enum Wish: Hashable, Sendable {
        /// The next step.
        case forward
        /// The step before.
        case back
        /// The beginning of the next chapter.
        case nextChapter
        /// The beginning of this chapter, or of the one before if this is its first step.
        case previousChapter
        /// The first step.
        case first
        /// The next step whose text holds the words; after the last one the search goes on from the first.
        case find(String)
        /// All the rest, without waiting.
        case rest
        /// What can be asked for.
        case help
        /// The choice of that number, where a question about the next step has been asked; else the next step.
        case predict(Int)
    }

    private let ladder: Ladder
    private let chapters: [Int]
    /// The step that was shown last; -1 before the first.
    private var place = -1
    /// Whether everything has been told.
    package private(set) var isOver = false
    /// The questions about steps that have not been shown, by the number of the step's event.
    private var predictions: [Int: Prediction]
    /// The question that was asked last, until it is answered or passed over.
    private var asked: Prediction?
    private var tally = (right: 0, count: 0)

    /// A way through `ladder`, before its first step.
    ///
    /// - Parameter journal: the run, where the reader is asked what comes next.
    package init(_ ladder: Ladder, predicting journal: Journal? = nil) {
        self.ladder = ladder
        predictions = journal.map { Prediction.all(of: $0) } ?? [:]
        chapters = ladder.steps.indices.filter { ladder.steps[$0].id.hasPrefix("chapter.") }
    }

    /// What stands before all steps, and how to go on. It is no more than a screen: the settings and the heads of the columns come
    /// with the first step.
    package var start: String { ladder.overview + "  (any key: next step; b: back; q: quit; ?: help)\n" }

    /// Goes where the reader wishes.
    ///
    /// - Returns: what to print.
    package mutating func go(_ wish: Wish) -> String {
        if case .predict(let number) = wish, let question = asked { return answer(question, number) + go(.forward) }
        asked = nil
        switch wish {
        case .forward, .predict:
            let heads = unseenHeads
            guard place + 1 < ladder.steps.count else { return heads + end() }
            // A step that is being asked about has no question any more, so that the next key shows it.
            if let question = predictions.removeValue(forKey: ladder.steps[place + 1].number) {
                asked = question
                return question.text
            }
            return heads + show(place + 1)
        case .back: return place > 0 ? again(place - 1) : "  (this is the first step)\n"
        case .first: return ladder.steps.isEmpty ? end() : unseenHeads + again(0)
        case .nextChapter:
            guard let next = chapters.first(where: { $0 > place }) else { return "  (no chapter follows)\n" }
            return unseenHeads + show(next)
        case .previousChapter:
            guard let last = chapters.last(where: { $0 < place }) else { return "  (no chapter comes before)\n" }
            return again(last)
        case .find(let words): return find(words)
        case .rest:
            let text = unseenHeads + ladder.story(of: ladder.steps.dropFirst(place + 1))
            return text + end()
        case .help: return Stroll.help
        }
    }

    /// The settings and the heads of the columns, before the first step that is shown.
    private var unseenHeads: String { place < 0 && !isOver ? "\n" + ladder.heads : "" }

    private mutating func answer(_ question: Prediction, _ number: Int) -> String {
        asked = nil
        guard question.choices.indices.contains(number - 1) else { return "" }
        let isRight = question.choices[number - 1] == question.right
        tally.count += 1
        if isRight { tally.right += 1 }
        return "  \((isRight ? PredictionNote.right : .wrong(question.right)).english)\n\n"
    }

    private mutating func show(_ index: Int) -> String {
        place = index
        predictions[ladder.steps[index].number] = nil
        return ladder.story(of: CollectionOfOne(ladder.steps[index]))
    }

    /// A step that is shown once more, or out of its order: a line says so, as the page cannot roll back.
    private mutating func again(_ index: Int) -> String {
        "  (step \(ladder.steps[index].number))\n" + show(index)
    }

    private mutating func end() -> String {
        isOver = true
        place = ladder.steps.count
        let score = PredictionNote.tally(tally.right, of: tally.count).english
        return ladder.epilogue + (tally.count > 0 ? "\n  \(score)\n" : "")
    }

    private mutating func find(_ words: String) -> String {
        let wanted = words.lowercased()
        guard !wanted.isEmpty else { return "" }
        let count = ladder.steps.count
        for offset in 1...max(1, count) where count > 0 {
            let index = (max(-1, place) + offset) % count
            guard ladder.steps[index].text.lowercased().contains(wanted) else { continue }
            return unseenHeads + again(index)
        }
        return "  (no step has these words)\n"
    }

    private static let help = """
          any key   next step             b, ←   step before
          n         next chapter          p      this chapter's start, then the last
          g         first step            /      search: words, then return
          a         all the rest          q      quit

        """
}
