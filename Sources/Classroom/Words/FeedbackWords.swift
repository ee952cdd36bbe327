import Trace

/// The words of the feedback to students, and of the summary for the teacher on the terminal.
package enum FeedbackWords: Wording {
    case title(String)
    case name, student, course, attempt
    case points(String, of: String)
    case verdict(Outcome.Verdict)
    case status(MarkedPaper.Status)
    case yourAnswer, rightAnswer
    case or
    case summary(students: Int, graded: Int, late: Int, missing: Int, unreadable: Int)
    case problems(Int, file: String)
    case evidence(Int, file: String)
    case stuck(file: String)

    package var english: String {
        switch self {
        case .title(let title): "Feedback: \(title)"
        case .name: "Name"
        case .student: "Student"
        case .course: "Course"
        case .attempt: "Attempt"
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
        case .yourAnswer: "Your answer"
        case .rightAnswer: "Right is"
        case .or: " or "
        case .summary(let students, let graded, let late, let missing, let unreadable):
            "\(counted(students, "student")): \(graded) graded, \(late) late, \(missing) missing, \(unreadable) unreadable."
        case .problems(let count, let file): "\(counted(count, "problem")) for you to look at: \(file)"
        case .evidence(let count, let file):
            "\(counted(count, "piece")) of evidence for a talk about sharing: \(file)"
        case .stuck(let file): "Where the class is stuck: \(file)"
        }
    }
}
