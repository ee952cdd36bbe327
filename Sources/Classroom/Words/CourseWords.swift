import Trace

/// The words of the course and of the page for teachers.
enum CourseWords: Wording {
    case pageTitle, introduction, room
    case title(Int)
    case session, lessons, paper, home
    /// The questions on paper of a session. The text of `subjects` is a list of subjects.
    case opening, closing, subjects(String)
    /// The homework of a session. The text of `quiz` is a subject, the number of `check` is a lesson.
    case quiz(String), cards, masterHead, check(Int), exam
    case other(String)

    var english: String {
        switch self {
        case .pageTitle: "For teachers"
        case .introduction:
            "A class needs these pages and nothing else: they open from a stick, and ask the network for nothing. The program makes the "
                + "papers, with other numbers for each student, and marks them: `HandshakeSim class --help`."
        case .room:
            "Ask first, show second. When half of the class is wrong in the same way, that mistake is the lesson. The column on the right "
                + "says where classes get stuck."
        case .title(let count): "A course of \(counted(count, "session"))"
        case .session: "Session"
        case .lessons: "Lessons"
        case .paper: "On paper"
        case .home: "At home"
        case .opening: "Questions about opening and numbers (tcp)."
        case .closing: "Questions about closing, loss and time (tcp)."
        case .subjects(let names): "Questions of these subjects: \(names)."
        case .quiz(let topic): "`HandshakeSim quiz --topic \(topic)`"
        case .cards: "Cards for Anki: `HandshakeSim class pool --format anki`"
        case .masterHead: "`HandshakeSim quiz --template tls.master-head`, with openssl or Python beside it."
        case .check(let lesson):
            "The exercises of lesson \(lesson). `HandshakeSim lesson \(lesson) --check 1 ANSWER` says whether an answer is right."
        case .exam: "An exam: two questions of each subject, with \"mode\": \"exam\" in the course's file."
        case .other(let command): "A plan of another length: `\(command)`"
        }
    }
}
