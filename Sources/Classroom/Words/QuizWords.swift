import Trace

/// The words of a quiz, and of the list of templates.
package enum QuizWords: Wording {
    /// The columns of the list of templates.
    case template, kind, topic, lesson
    /// The heading of a question: its number, the number of questions, and its template.
    case question(Int, of: Int, template: String)
    /// The words before the command whose run gives the answer. A paper has them too.
    case isAnsweredBy
    /// The reply to a right answer, with the reason.
    case right(because: String)
    /// The reply to any other answer, with the feedback.
    case notRight(Outcome.Verdict, feedback: String)
    /// The right answer with its reason, after any other answer.
    case rightIs(String, because: String)
    /// The result at the end: the number of right answers, and the number of questions.
    case tally(Int, of: Int)

    /// The words.
    package var english: String {
        switch self {
        case .template: "Template"
        case .kind: "Kind"
        case .topic: "Topic"
        case .lesson: "Lesson"
        case .question(let number, let count, let template): "Question \(number) of \(count): \(template)"
        case .isAnsweredBy: "This run answers it:"
        case .right(let because): because.isEmpty ? "Right." : "Right. \(because)"
        case .notRight(.partly, let feedback): "Partly right. \(feedback)"
        case .notRight(.unread, let feedback): "This cannot be read as an answer. \(feedback)"
        case .notRight(.empty, let feedback): "No answer. \(feedback)"
        case .notRight(.wrong, let feedback), .notRight(.right, let feedback): "Not right. \(feedback)"
        case .rightIs(let answer, let because):
            because.isEmpty ? "Right is \(answer)." : "Right is \(answer). \(because)"
        case .tally(let right, let count): "\(right) of \(count)"
        }
    }
}
