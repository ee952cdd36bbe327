import Trace

/// The words of a quiz, and of the list of templates.
package enum QuizWords: Wording {
    case template, kind, topic, lesson
    case question(Int, of: Int, template: String)
    case isAnsweredBy
    case right(because: String)
    case notRight(Outcome.Verdict, feedback: String)
    case rightIs(String, because: String)
    case tally(Int, of: Int)

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
