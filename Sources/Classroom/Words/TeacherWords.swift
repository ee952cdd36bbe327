import Trace

/// The words of the teacher's page about a class.
enum TeacherWords: Wording {
    /// The title of the page.
    case title(String)
    /// The titles of the lists.
    case stuck, shared, problems
    /// The heads of the columns.
    case count, slip, students, student, item, answer, others, source, problem
    /// The other students for whom the wrong answer is right, or who gave the same wrong answer.
    case owners(Sharing.Evidence.Kind, String)
    /// The number of students who are not named in a row.
    case unnamed(Int)
    /// The number of rows of a list that the page does not show.
    case more(Int)

    var english: String {
        switch self {
        case .title(let title): "For the teacher: \(title)"
        case .stuck: "Where the class is stuck"
        case .shared: "Answers that look shared"
        case .problems: "What you must look at"
        case .count: "Students"
        case .slip: "What they were told"
        case .students: "Who"
        case .student: "Student"
        case .item: "Item"
        case .answer: "Answer"
        case .others: "Others"
        case .source: "File"
        case .problem: "Problem"
        case .owners(.otherKey, let names): "It is right for \(names)."
        case .owners(.sameWrong, let names): "It is as wrong as that of \(names)."
        case .unnamed(let count): "and \(count) more"
        case .more(let count): "\(counted(count, "more row")) in the tables beside this page."
        }
    }
}
