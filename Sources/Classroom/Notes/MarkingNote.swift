import Trace

/// A problem in the files that a class has handed in, which the teacher must look at: a code for the list, and a
/// sentence.
package enum MarkingNote: Wording, Hashable {
    /// The file has more than `most` octets.
    case size(most: Int)
    case encoding
    /// The file is not JSON, or the table cannot be read further; the text says why.
    case syntax(String)
    case schema(member: String)
    case kind
    case unreadable
    case course(String)
    case unknownStudent
    case unknownItem
    case duplicate
    /// The answers belong to an earlier attempt of the student; `attempt` is the one that counts.
    case stale(attempt: Int)
    case paper
    /// The answer has more than `most` octets.
    case longAnswer(most: Int)

    /// The word for the problem in the list.
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

/// A problem with its place in the files that a class has handed in.
package struct MarkingProblem: Hashable, Sendable {
    /// The kind of problem.
    package let note: MarkingNote
    /// The name of the file.
    let source: String
    /// The line of a table, from 1; nil for a file of one student.
    var line: Int?
    /// The id of the student, as the file or the row gives it; nil if no id could be read.
    var student: String?
    /// The id of the item; nil for a problem that is not in one item.
    var item: String?
}
