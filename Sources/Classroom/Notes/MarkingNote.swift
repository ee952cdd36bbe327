import Trace

/// What a teacher must look at in what was handed in: the code in the list, and a sentence for each.
package enum MarkingNote: Wording, Hashable {
    /// A file of more octets than allowed.
    case size(most: Int)
    /// No UTF-8.
    case encoding
    /// No JSON, or a table that cannot be read further.
    case syntax(String)
    /// Another kind of file, or a member of another form.
    case schema(member: String)
    /// A link, a folder, a device.
    case kind
    /// A file that cannot be read.
    case unreadable
    /// Another course.
    case course(String)
    /// A student who has no paper.
    case unknownStudent
    /// An item that the paper does not have.
    case unknownItem
    /// Answers of a student who has handed in others, which count.
    case duplicate
    /// Answers of an attempt that is over.
    case stale(attempt: Int)
    /// Answers of a paper that is not the student's.
    case paper
    /// An answer of more octets than allowed.
    case longAnswer(most: Int)

    /// The word in the list.
    package var code: String {
        switch self {
        case .size: "size"
        case .encoding: "encoding"
        case .syntax: "syntax"
        case .schema: "schema"
        case .kind, .unreadable: "kind"
        case .course: "course"
        case .unknownStudent: "unknown-student"
        case .unknownItem: "unknown-item"
        case .duplicate: "duplicate"
        case .stale: "stale"
        case .paper: "paper"
        case .longAnswer: "long-answer"
        }
    }

    /// What it is, and what was done about it.
    package var english: String {
        switch self {
        case .size(let most): "The file has more than \(most) octets. It is not read."
        case .encoding: "This is not UTF-8. It counts as no answer."
        case .syntax(let problem): "This cannot be read: \(problem)."
        case .schema(let member): "'\(member)' is missing or has another form than in a file of answers."
        case .kind: "This is no ordinary file but a link, a folder or a device. It is not read."
        case .unreadable: "This file cannot be read: look at its owner and its mode."
        case .course(let course): "These are answers to another course, '\(course)'."
        case .unknownStudent: "The key has no student of this id."
        case .unknownItem: "The paper has no item of this id."
        case .duplicate: "The student has handed in other answers as well, and those count."
        case .stale(let attempt):
            "These are answers to an earlier paper. The student was given attempt \(attempt), and only its answers count."
        case .paper: "This is not the number of the student's paper. The answers are not marked."
        case .longAnswer(let most): "The answer has more than \(most) octets. It is not read."
        }
    }
}

/// Something in what was handed in that the teacher must look at.
package struct MarkingProblem: Hashable, Sendable {
    /// What it is.
    package let note: MarkingNote
    /// The file in which it is.
    let source: String
    /// The line of a table, from 1.
    var line: Int?
    /// The student whose it is or says it is.
    var student: String?
    /// The item.
    var item: String?
}
