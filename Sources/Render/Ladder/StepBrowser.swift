import Trace

/// A reader's way through a ladder, step by step, forwards and backwards.
///
/// The input is a command of the reader, the output is the text to print. The steps of a chapter follow the step that begins it.
package struct StepBrowser: Sendable {
    /// A command of the reader.
    package enum Command: Hashable, Sendable {
        /// The next step.
        case forward
        /// The step before.
        case back
        /// The beginning of the next chapter.
        case nextChapter
        /// The beginning of this chapter, or that of the chapter before if this is the first step of its chapter.
        case previousChapter
        /// The first step.
        case first
        /// The next step whose text has these words. After the last step the search goes on from the first.
        case find(String)
        /// All remaining steps, without waiting.
        case rest
        /// The list of wishes.
        case help
        /// The answer of that number to a question about the next step; the next step if there is no question.
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
    /// - Parameter journal: the run, if the reader is asked what comes next; nil to ask nothing.
    package init(_ ladder: Ladder, predicting journal: Journal? = nil) {
        self.ladder = ladder
        predictions = journal.map { Prediction.all(of: $0) } ?? [:]
        chapters = ladder.steps.indices.filter { ladder.steps[$0].id.hasPrefix("chapter.") }
    }

    /// The text before all steps, and how to go on. It fits on a screen: the settings and the heads of the columns come with the
    /// first step.
    package var start: String { ladder.overview + say(.start) }

    private func say(_ note: BrowserNote) -> String { note.sentence(in: ladder.language) + "\n" }

    /// Goes where the reader wishes.
    ///
    /// - Returns: what to print.
    package mutating func go(_ command: Command) -> String {
        if case .predict(let number) = command, let question = asked { return answer(question, number) + go(.forward) }
        asked = nil
        switch command {
        case .forward, .predict:
            let heads = unseenHeads
            guard place + 1 < ladder.steps.count else { return heads + end() }
            // A question is asked once. The next key shows the step.
            if let question = predictions.removeValue(forKey: ladder.steps[place + 1].number) {
                asked = question
                return question.text(in: ladder.language)
            }
            return heads + show(place + 1)
        case .back: return place > 0 ? again(place - 1) : say(.isFirst)
        case .first: return ladder.steps.isEmpty ? end() : unseenHeads + again(0)
        case .nextChapter:
            guard let next = chapters.first(where: { $0 > place }) else { return say(.noNextChapter) }
            return unseenHeads + show(next)
        case .previousChapter:
            guard let last = chapters.last(where: { $0 < place }) else { return say(.noChapterBefore) }
            return again(last)
        case .find(let words): return find(words)
        case .rest:
            let text = unseenHeads + ladder.story(of: ladder.steps.dropFirst(place + 1))
            return text + end()
        case .help: return say(.help)
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
        return "  \((isRight ? PredictionNote.right : .wrong(question.right)).sentence(in: ladder.language))\n\n"
    }

    private mutating func show(_ index: Int) -> String {
        place = index
        predictions[ladder.steps[index].number] = nil
        return ladder.story(of: CollectionOfOne(ladder.steps[index]))
    }

    /// A step that is shown again or out of order. A line with its number says so, because a terminal cannot scroll back.
    private mutating func again(_ index: Int) -> String {
        say(.step(ladder.steps[index].number)) + show(index)
    }

    private mutating func end() -> String {
        isOver = true
        place = ladder.steps.count
        let score = PredictionNote.tally(tally.right, of: tally.count).sentence(in: ladder.language)
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
        return say(.notFound)
    }
}

/// What is said to a reader who goes through a ladder.
private enum BrowserNote: Wording {
    case start
    case isFirst
    case noNextChapter
    case noChapterBefore
    case notFound
    case step(Int)
    case help

    var english: String {
        switch self {
        case .start: "  (any key: next step; b: back; q: quit; ?: help)"
        case .isFirst: "  (this is the first step)"
        case .noNextChapter: "  (no chapter follows)"
        case .noChapterBefore: "  (no chapter comes before)"
        case .notFound: "  (no step has these words)"
        case .step(let number): "  (step \(number))"
        case .help:
            """
              any key   next step             b, ←   step before
              n         next chapter          p      this chapter's start, then the last
              g         first step            /      search: words, then return
              a         all the rest          q      quit
            """
        }
    }

    var chinese: String {
        switch self {
        case .start: "  （任意键：下一步；b：上一步；q：退出；?：帮助）"
        case .isFirst: "  （这是第一个步骤）"
        case .noNextChapter: "  （后面没有章节了）"
        case .noChapterBefore: "  （前面没有章节）"
        case .notFound: "  （没有步骤含有这些词）"
        case .step(let number): "  （步骤 \(number)）"
        case .help:
            """
              任意键    下一步                b, ←   上一步
              n         下一章                p      本章开头，再按是上一章
              g         第一个步骤            /      搜索：输入词，再按回车
              a         其余全部              q      退出
            """
        }
    }
}
