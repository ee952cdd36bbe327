import Trace

/// The words of the feedback to students, and of the summary for the teacher on the terminal.
package enum FeedbackWords: Wording {
    /// The title of the page.
    case title(String)
    /// The names of the facts at the head of the page.
    case name, student, course, attempt
    /// The points of a paper or of an item, and the highest possible points.
    case points(String, of: String)
    /// The judgment of an answer.
    case verdict(Outcome.Verdict)
    /// The status of the paper.
    case status(MarkedPaper.Status)
    /// The words before an answer.
    case yourAnswer, rightAnswer
    /// The word between two right answers.
    case or
    /// The counts of students and of papers by status.
    case summary(students: Int, graded: Int, late: Int, missing: Int, unreadable: Int)
    /// The number of problems, and the file with their list.
    case problems(Int, file: String)
    /// The number of pieces of evidence for sharing, and the file with their list.
    case evidence(Int, file: String)
    /// The file of the teacher's page.
    case stuck(file: String)

    /// The words.
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
