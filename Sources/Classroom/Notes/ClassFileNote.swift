import Trace

/// The reason why a file of a class cannot be used. The message has the name of the file and the line before it.
package enum ClassFileNote: Wording, Hashable {
    /// The text is not JSON; the parser's error.
    case json(String)
    /// The file is of another kind or another version; the schema that was expected.
    case schema(String)
    case member(String)
    case strangeMember(String)
    case id(String)
    case twice(String)
    case column(String)
    case items(Int, allowed: ClosedRange<Int>)
    case template(String)
    /// The value of `member` is not one of the allowed words.
    case word(String, member: String, allowed: [String])
    case openSeed
    case noColumn(String)
    case empty
    /// The roster has more than `most` students.
    case students(most: Int)
    case seed(String)
    case time(String)
    /// The keys belong to these two courses; all keys must belong to one.
    case courses(String, String)
    case encoding
    case openQuote
    case afterQuote
    case cells(Int, header: Int)
    case notForExams(template: String)

    package var english: String {
        switch self {
        case .json(let problem): "This is not JSON: \(problem)."
        case .schema(let name): "This is no file with \"schema\": \"\(name)\" and \"version\": 1."
        case .member(let name): "'\(name)' is missing or has another form than it should have."
        case .strangeMember(let name):
            "There is no member '\(name.legible)' in such a file. Correct its name, or leave it out."
        case .id(let id):
            "'\(id.prefix(80).legible)' cannot be an id. An id has 1 to 64 letters, digits and . _ @ + - and begins with a letter or a digit."
        case .twice(let id): "'\(id)' is there already. The case of letters does not count."
        case .column(let id):
            "An item cannot be called '\(id)': tables of answers or results have a column of this name."
        case .items(let count, let allowed):
            "There are \(count) items. A course has \(allowed.lowerBound) to \(allowed.upperBound)."
        case .template(let id): "There is no template '\(id.legible)'. 'HandshakeSim quiz --list' names them."
        case .word(let word, let member, let allowed):
            "'\(member)' is '\(word.legible)'. It can be \(allowed.joined(separator: ", "))."
        case .openSeed: "An exam takes its seeds from the secret. Leave the seeds out, or choose another mode."
        case .noColumn(let name): "The header has no column '\(name)'."
        case .empty: "The roster is empty: there is no student below its header."
        case .students(let most): "A roster has at most \(most) students."
        case .seed(let text): "The seed '\(text.legible)' is no whole number from 0 to 2^64 - 1."
        case .time(let text): "'\(text.prefix(80).legible)' is no time such as 2026-12-01T12:00:00Z."
        case .courses(let one, let other):
            "This is a key of the course \(other.legible). Another key is of the course \(one.legible)."
        case .encoding: "This is not UTF-8. Save the file again in UTF-8."
        case .openQuote: "A quotation mark opens a cell here and is not closed."
        case .afterQuote:
            "Behind the quotation mark that closes a cell, a separator or the end of the line must follow."
        case .cells(let count, let header): "There are \(count) cells, and the header has \(header)."
        case .notForExams(let template):
            "The question \(template) cannot stand in an exam: it needs the program or names its seed. Choose another one, or another mode."
        }
    }

    package var chinese: String {
        switch self {
        case .json(let problem): "这不是 JSON：\(problem)。"
        case .schema(let name): "这不是含有 \"schema\": \"\(name)\" 和 \"version\": 1 的文件。"
        case .member(let name): "缺少 '\(name)'，或者它的形式不对。"
        case .strangeMember(let name): "这种文件里没有成员 '\(name.legible)'。请改正它的名称，或者去掉它。"
        case .id(let id):
            "'\(id.prefix(80).legible)' 不能作 id。id 由 1 到 64 个字母、数字和 . _ @ + - 组成，以字母或数字开头。"
        case .twice(let id): "'\(id)' 已经有了。不区分字母的大小写。"
        case .column(let id): "题目不能叫 '\(id)'：答案表或结果表里有一列用了这个名称。"
        case .items(let count, let allowed):
            "有 \(count) 道题目。一个课程有 \(allowed.lowerBound) 到 \(allowed.upperBound) 道。"
        case .template(let id): "没有模板 '\(id.legible)'。'HandshakeSim quiz --list' 列出所有模板。"
        case .word(let word, let member, let allowed):
            "'\(member)' 是 '\(word.legible)'。它可以是 \(allowed.joined(separator: "、"))。"
        case .openSeed: "考试的种子来自秘密。请去掉种子，或者选择另一种模式。"
        case .noColumn(let name): "表头里没有 '\(name)' 列。"
        case .empty: "名册是空的：表头下面没有学生。"
        case .students(let most): "一份名册最多有 \(most) 个学生。"
        case .seed(let text): "种子 '\(text.legible)' 不是从 0 到 2^64 - 1 的整数。"
        case .time(let text): "'\(text.prefix(80).legible)' 不是 2026-12-01T12:00:00Z 这样的时间。"
        case .courses(let one, let other):
            "这是课程“\(other.legible)”的答案。另一份答案属于课程“\(one.legible)”。"
        case .encoding: "这不是 UTF-8。请用 UTF-8 重新保存文件。"
        case .openQuote: "这里有一个引号打开了单元格，却没有关闭。"
        case .afterQuote: "关闭单元格的引号后面，必须是分隔符或行尾。"
        case .cells(let count, let header): "有 \(count) 个单元格，而表头有 \(header) 个。"
        case .notForExams(let template):
            "题目 \(template) 不能用于考试：它需要这个程序，或写出了自己的种子。请选择另一道题目，或另一种模式。"
        }
    }
}

/// An error that says where and why a file of a class cannot be used.
package struct ClassFileError: Error, Hashable, Sendable {
    /// The line, from 1; nil for the file as a whole.
    package let line: Int?
    /// The reason.
    package let note: ClassFileNote

    /// An error in that line; nil for the file as a whole.
    package init(_ line: Int?, _ note: ClassFileNote) {
        self.line = line
        self.note = note
    }

    /// An error of the whole file.
    package init(_ note: ClassFileNote) { self.init(nil, note) }
}
