import Trace

/// A problem in the files that a class has handed in, which the teacher must look at: a code for the list, and a
/// sentence.
package enum MarkingNote: Wording, Hashable {
    /// The file has more than `most` octets.
    case size(most: Int)
    case encoding
    /// The file is not JSON, or the table cannot be read further; the text says why.
    case syntax(Words)
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
        case .syntax(let problem): "This cannot be read: \(problem.english)."
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

    package var chinese: String {
        switch self {
        case .size(let most): "文件超过 \(most) 字节，没有读取。"
        case .encoding: "这不是 UTF-8，算作没有答案。"
        case .syntax(let problem): "这无法读取：\(problem.chinese)。"
        case .schema(let member): "缺少 '\(member)'，或者它的形式与答案文件里的不同。"
        case .kind: "这不是普通文件，而是链接、文件夹或设备，没有读取。"
        case .unreadable: "这个文件无法读取：看一看它的所有者和权限。"
        case .course(let course): "这些是另一个课程 '\(course)' 的答案。"
        case .unknownStudent: "答案里没有这个 id 的学生。"
        case .unknownItem: "试卷里没有这个 id 的题目。"
        case .duplicate: "这个学生还交了别的答案，以那些为准。"
        case .stale(let attempt): "这些是以前的试卷的答案。这个学生拿到的是第 \(attempt) 次的试卷，只有它的答案算数。"
        case .paper: "这不是这个学生的试卷的编号，答案没有批改。"
        case .longAnswer(let most): "答案超过 \(most) 字节，没有读取。"
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
