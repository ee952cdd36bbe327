import Trace

/// The words of the feedback to students.
package enum FeedbackWords: Wording {
    case points(String, of: String)
    case verdict(Outcome.Verdict)
    case status(MarkedPaper.Status)
    case rightAnswer, or

    package var english: String {
        switch self {
        case .points(let points, let most): "\(points) of \(most)"
        case .verdict(.right): "Right"
        case .verdict(.partly): "Partly right"
        case .verdict(.wrong): "Not right"
        case .verdict(.unread): "It cannot be read as an answer"
        case .verdict(.empty): "No answer"
        case .status(.graded): "The answers are marked."
        case .status(.late): "The answers came after their time. Each day that had begun takes its part of the score."
        case .status(.missing): "The answers are missing: nothing was handed in for this paper."
        case .status(.unreadable): "What was handed in could not be marked. Ask your teacher what to hand in."
        case .rightAnswer: "Right is"
        case .or: " or "
        }
    }
}
