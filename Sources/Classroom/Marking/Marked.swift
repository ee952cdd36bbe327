import Trace

/// An answer with its mark.
struct MarkedItem: Sendable {
    let item: String
    let template: String
    let assesses: String
    /// The text of the question.
    let ask: String
    /// The credit in hundredths.
    let hundredths: Int
    /// The most credit.
    let most: Double
    let verdict: Outcome.Verdict
    /// The name of the known wrong answer that was given; nil for any other answer.
    let slip: String?
    let feedback: String?
    /// The beginning of the answer as the student wrote it; nil if it is right or empty.
    let answer: String?
    /// What is right, and why; nil if the student is not told.
    let solution: (right: String, because: String)?

    var credit: Double { Double(hundredths) / 100 }
}

/// A paper with its marks.
package struct MarkedPaper: Sendable {
    /// The result of marking a paper. The raw value is the word in the results.
    package enum Status: String, Sendable, CaseIterable {
        /// The answers are marked.
        case graded
        /// The answers are marked, and were received after the due time and its grace.
        case late
        /// No answers were handed in for this paper.
        case missing
        /// The student has handed in something, but it cannot be read or belongs to another paper.
        case unreadable
    }

    let student: String
    let name: String?
    let attempt: Int
    let number: String
    var status: Status
    /// The points in hundredths, after the deduction for delay.
    let hundredths: Int
    /// The most points.
    let most: Double
    var items: [MarkedItem]
    /// The answers to distinct items, in which shared answers show; they go to ``Sharing``.
    var traces: [SharingTrace]

    /// The points.
    var score: Double { Double(hundredths) / 100 }
    /// Whether the score is at least `percent` percent of the most points. The small number makes up for what binary
    /// fractions lose.
    func reaches(_ percent: Double) -> Bool { score * 100 + 1e-9 >= percent * most }
}

/// Marks papers, each from its line of a key. No paper depends on another one, so several can be marked in parallel.
package struct PaperMarker: Sendable {
    private let submissions: Submissions
    private let reveals: Bool

    /// A marker of the answers in `submissions`.
    ///
    /// - Parameter reveals: whether the feedback has the right answers.
    package init(_ submissions: Submissions, reveals: Bool) {
        self.submissions = submissions
        self.reveals = reveals
    }

    /// The paper of a line of `key` with its marks. Whether the student was given a later one is not considered:
    /// ``MarkedClass`` does that.
    ///
    /// - Throws: ``ClassFileError`` if the line is not a paper of a key.
    package func mark(_ octets: [UInt8], of key: ClassKey, line: Int) throws(ClassFileError) -> MarkedPaper {
        let paper: Paper
        do {
            paper = try Paper(try JSON(octets), in: key.language)
        } catch let error as QuestionError {
            throw ClassFileError(line, .member(error.member))
        } catch {
            throw ClassFileError(line, .json("\(error)"))
        }
        let submission = submissions.byStudent[paper.student]?
            .last { $0.belongs(to: paper.number, attempt: paper.attempt) }
        var traces: [SharingTrace] = []
        let items = paper.questions.map { question in
            let text = submission?.answers[question.item] ?? ""
            let outcome = question.mark(text)
            if question.isDistinct {
                traces.append(SharingTrace(question, given: outcome.verdict == .right ? nil : text))
            }
            return MarkedItem(question, outcome: outcome, text: text, isMissing: submission == nil, reveals: reveals)
        }
        let points = items.reduce(0) { $0 + $1.hundredths }
        let days = submission.flatMap { key.daysLate($0.received) } ?? 0
        let rate = max(0, 100 - Double(days) * (key.late?.percentPerDay ?? 0))
        return MarkedPaper(
            student: paper.student, name: paper.name, attempt: paper.attempt, number: paper.number,
            status: submission == nil ? .missing : days > 0 ? .late : .graded,
            hundredths: Int((Double(points) * rate / 100 + 0.5 + 1e-9).rounded(.down)),
            most: paper.questions.reduce(0) { $0 + $1.credit }, items: items, traces: traces)
    }
}

extension MarkedItem {
    fileprivate init(_ question: Question, outcome: Outcome, text: String, isMissing: Bool, reveals: Bool) {
        item = question.item
        template = question.template
        assesses = question.assesses
        ask = question.ask
        hundredths = outcome.hundredths
        most = question.credit
        verdict = outcome.verdict
        slip = outcome.slip
        feedback = isMissing ? nil : outcome.feedback
        answer =
            outcome.verdict == .right || outcome.verdict == .empty ? nil : question.spelledOut(String(text.prefix(200)))
        solution = reveals ? (question.solution, question.because) : nil
    }
}

extension Question {
    /// The right answers as a reader sees them.
    var solution: String { right.map(spelledOut).joined(separator: FeedbackWords.or.sentence(in: language)) }

    /// The answer as a reader sees it. If it is letters, the texts of these choices follow in parentheses.
    fileprivate func spelledOut(_ answer: String) -> String {
        guard form == .letter || form == .letters, case .letters(let letters)? = try? answerForm.read(answer),
            !letters.isEmpty
        else { return answer }
        let texts = choices.filter { letters.contains(String($0.letter)) }.map(\.text)
        return Words(same: answer).behind(Words(same: texts.joined(separator: language.listComma)))
            .sentence(in: language)
    }
}

extension ClassKey {
    /// How many days have begun after the due time and its grace; nil if the key has no due time or the time of receipt
    /// is not known.
    fileprivate func daysLate(_ received: Int64?) -> Int? {
        guard let received, let due = due.flatMap(CivilTime.seconds(internet:)) else { return nil }
        let delay = received - due - Int64(late?.graceMinutes ?? 0) * 60
        return delay <= 0 ? 0 : Int((delay - 1) / CivilTime.day) + 1
    }
}
