import Trace

/// The headings of a quiz, and what it says about answers.
package enum QuizWords: Wording {
    /// The columns of the list of templates.
    case template, kind, topic, lesson
    /// Above a question.
    case question(Int, of: Int, template: String)
    /// Before the command whose run answers.
    case isAnsweredBy
    /// After a right answer.
    case right(because: String)
    /// After any other answer.
    case notRight(Outcome.Verdict, feedback: String)
    /// At the end.
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
        case .tally(let right, let count): "\(right) of \(count)"
        }
    }
}
