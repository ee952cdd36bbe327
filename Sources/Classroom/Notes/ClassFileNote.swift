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
