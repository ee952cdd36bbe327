import Trace

/// The words of the teacher's page about a class.
enum TeacherWords: Wording {
    case title(String)
    case stuck, shared, problems
    case count, slip, students, student, item, answer, others, source, problem
    case owners(Sharing.Evidence.Kind, String)
    case unnamed(Int)
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
