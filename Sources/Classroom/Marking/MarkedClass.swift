import Trace

/// The marks of a class. The highest attempt that a student was given counts, and nothing of an earlier one.
package struct MarkedClass: Sendable {
    private let submissions: Submissions
    private(set) var keys: [ClassKey]
    /// One paper for each student, in the order of the keys.
    private(set) var papers: [MarkedPaper] = []
    /// The place of each student's paper in `papers`, by the student's id.
    private var places: [String: Int] = [:]
    /// The papers of attempts that no longer count, by the student's id.
    private var earlier: [String: [(attempt: Int, number: String)]] = [:]
    private var sharing = Sharing()
    /// Texts that many papers have. Each text is in memory once.
    private var texts: Set<String> = []
    /// What the teacher must look at.
    package private(set) var problems: [MarkingProblem] = []
    /// Equal answers of several students that chance can hardly explain.
    private(set) var evidence: [Sharing.Evidence] = []

    /// The marks of the answers in `submissions` by these keys, without a paper yet.
    package init(_ submissions: Submissions, keys: [ClassKey]) {
        self.submissions = submissions
        self.keys = keys
    }

    /// The items of all keys in their order, each once.
    var items: [Course.Item] {
        var known: Set<String> = []
        return keys.flatMap(\.items).filter { known.insert($0.id).inserted }
    }

    /// The highest attempt of all keys.
    package var attempt: Int { keys.map(\.attempt).max() ?? 1 }
    /// Whether each student has at least `percent` percent of the most points.
    package func allReach(_ percent: Double) -> Bool { papers.allSatisfy { $0.reaches(percent) } }

    package mutating func add(_ marked: MarkedPaper) {
        var paper = marked
        for place in paper.items.indices { paper.items[place] = shared(paper.items[place]) }
        let place = places[paper.student] ?? papers.count
        sharing.add(right: paper.traces, of: place)
        // `sharing` has the right answers now. The answers that were given wait until the attempt that counts is known.
        paper.traces = paper.traces.filter { $0.given != nil }
        guard place < papers.count else {
            places[paper.student] = place
            return papers.append(paper)
        }
        let before = papers[place]
        let isLater = paper.attempt > before.attempt
        let over = isLater ? before : paper
        if over.number != papers[place].number || isLater {
            earlier[paper.student, default: []].append((over.attempt, over.number))
        }
        if isLater { papers[place] = paper }
    }

    /// The item, whose texts are now the copies in `texts`.
    private mutating func shared(_ item: MarkedItem) -> MarkedItem {
        func text(_ text: String) -> String { texts.insert(text).memberAfterInsert }
        return MarkedItem(
            item: text(item.item), template: text(item.template), assesses: text(item.assesses),
            ask: text(item.ask),
            hundredths: item.hundredths, most: item.most, verdict: item.verdict, slip: item.slip.map(text),
            feedback: item.feedback.map(text), answer: item.answer, solution: item.solution)
    }

    /// Makes a problem of each submission that does not count, and looks for shared answers. No paper may be added
    /// after it.
    package mutating func finish() {
        problems = submissions.problems
        for student in submissions.order {
            let own = submissions.byStudent[student] ?? []
            guard let place = places[student] else {
                problems += own.map { $0.problem(.unknownStudent) }
                continue
            }
            let paper = papers[place]
            let counted = own.lastIndex { $0.belongs(to: paper.number, attempt: paper.attempt) }
            for (index, submission) in own.enumerated() where index != counted {
                problems.append(submission.problem(note(submission, paper)))
            }
            let isForeign = own.contains { note($0, paper) == .paper }
            if counted == nil, isForeign { papers[place].status = .unreadable }
        }
        for (place, paper) in papers.enumerated() {
            if paper.status == .missing, submissions.unreadable.contains("answers-\(paper.student).json") {
                papers[place].status = .unreadable
            }
            sharing.add(given: paper.traces, of: place)
            papers[place].traces = []
        }
        evidence = sharing.evidence(papers.map(\.student))
        sharing = Sharing()
    }

    /// Why a submission does not count.
    private func note(_ submission: Submission, _ paper: MarkedPaper) -> MarkingNote {
        if submission.belongs(to: paper.number, attempt: paper.attempt) { return .duplicate }
        let isOver = earlier[submission.student]?.contains {
            $0.attempt == submission.attempt || submission.attempt == nil && $0.number == submission.paper
        }
        return isOver == true ? .stale(attempt: paper.attempt) : .paper
    }
}

extension Submission {
    /// A problem of the whole submission.
    fileprivate func problem(_ note: MarkingNote) -> MarkingProblem {
        MarkingProblem(note: note, source: source, line: line, student: student.excerpt)
    }
}
