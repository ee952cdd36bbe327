import Trace

/// An answer with its mark.
struct MarkedItem: Sendable {
    let item: String
    let template: String
    let assesses: String
    /// The credit in hundredths.
    let hundredths: Int
    /// The most credit.
    let most: Double
    let verdict: Outcome.Verdict
    let slip: String?
    let feedback: String?
    /// What was written, where it is not right.
    let answer: String?
    /// What is right, and why; nil where it is not revealed.
    let solution: (right: String, because: String)?

    var credit: Double { Double(hundredths) / 100 }
}

/// A paper with its marks.
package struct MarkedPaper: Sendable {
    /// What became of a paper. The raw value is the word in the results.
    package enum Status: String, Sendable, CaseIterable {
        case graded
        /// It came after its time.
        case late
        /// Nothing was handed in that counts.
        case missing
        /// Something was handed in that cannot be marked.
        case unreadable
    }

    let student: String
    let name: String?
    let attempt: Int
    let number: String
    var status: Status
    /// The points, in hundredths.
    let hundredths: Int
    /// The most points.
    let most: Double
    var items: [MarkedItem]
    /// The traces that tell of sharing; they go to the list of evidence.
    var traces: [SharingTrace]

    /// The points.
    var score: Double { Double(hundredths) / 100 }
    /// Whether so many percent are reached.
    func reaches(_ percent: Double) -> Bool { score * 100 + 1e-9 >= percent * most }
}

/// Marks a paper of a line of a key. It needs nothing of other papers, so that several can be marked at a time.
package struct PaperMarker: Sendable {
    private let handedIn: HandedIn
    private let reveals: Bool

    /// For what was handed in.
    ///
    /// - Parameter reveals: whether the student is told the right answers.
    package init(_ handedIn: HandedIn, reveals: Bool) {
        self.handedIn = handedIn
        self.reveals = reveals
    }

    /// The paper of a line with its marks, as if it were the student's last one.
    ///
    /// - Throws: ``ClassFileError`` for a line that is none of a key.
    package func mark(_ octets: [UInt8], of key: ClassKey, line: Int) throws(ClassFileError) -> MarkedPaper {
        let paper: Paper
        do {
            paper = try Paper(try JSON(octets))
        } catch let error as QuestionError {
            throw ClassFileError(line, .member(error.member))
        } catch {
            throw ClassFileError(line, .json("\(error)"))
        }
        let submission = handedIn.submissions[paper.student]?
            .last { $0.belongs(to: paper.number, attempt: paper.attempt) }
        var traces: [SharingTrace] = []
        let items = paper.questions.enumerated().map { place, question in
            let text = submission?.answers[question.item] ?? ""
            let outcome = question.mark(text)
            if question.isDistinct {
                traces.append(SharingTrace(question, place: place, given: outcome.verdict == .right ? nil : text))
            }
            return MarkedItem(question, outcome, text, isMissing: submission == nil, reveals: reveals)
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
    fileprivate init(_ question: Question, _ outcome: Outcome, _ text: String, isMissing: Bool, reveals: Bool) {
        item = question.item
        template = question.template
        assesses = question.assesses
        hundredths = outcome.hundredths
        most = question.credit
        verdict = outcome.verdict
        slip = outcome.slip
        feedback = isMissing ? nil : outcome.feedback
        answer = outcome.verdict == .right || outcome.verdict == .empty ? nil : question.told(String(text.prefix(200)))
        solution =
            reveals
            ? (question.right.map(question.told).joined(separator: FeedbackWords.or.english), question.because) : nil
    }
}

extension Question {
    /// An answer for a reader: letters with the words of their choices.
    fileprivate func told(_ answer: String) -> String {
        guard form == .letter || form == .letters, case .letters(let letters)? = try? answerForm.read(answer),
            !letters.isEmpty
        else { return answer }
        return "\(answer) (\(choices.filter { letters.contains($0.letter) }.map(\.text).joined(separator: ", ")))"
    }
}

extension ClassKey {
    private static let day: Int64 = 86_400

    /// How many days have begun after the due time and its grace; nil where there is no such time.
    fileprivate func daysLate(_ received: Int64?) -> Int? {
        guard let received, let due = due.flatMap(CivilTime.seconds(internet:)) else { return nil }
        let delay = received - due - Int64(late?.graceMinutes ?? 0) * 60
        return delay <= 0 ? 0 : Int((delay - 1) / Self.day) + 1
    }
}
