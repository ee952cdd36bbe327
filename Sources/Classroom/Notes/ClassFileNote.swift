import Trace

/// Why a file of a class cannot be used. The name of the file and the line stand before it.
package enum ClassFileNote: Wording, Hashable {
    /// It is no JSON.
    case json(String)
    /// It is another kind of file, or of another version.
    case schema(String)
    /// A member is missing or has another form.
    case member(String)
    /// A member that this kind of file does not have.
    case strangeMember(String)
    /// A name with other characters than it may have.
    case id(String)
    /// A name that stands there twice.
    case twice(String)
    /// A name that columns of tables have already.
    case column(String)
    /// The number of items is out of range.
    case items(Int, allowed: ClosedRange<Int>)
    /// A template that does not exist.
    case template(String)
    /// A word that is none of those that a member may have.
    case word(String, member: String, allowed: [String])
    /// Seeds of one's own in an exam.
    case openSeed
    /// A roster without the column of that name.
    case noColumn(String)
    /// A roster without students.
    case empty
    /// A roster with too many students.
    case students(most: Int)
    /// A seed that is no number of 64 bits.
    case seed(String)
    /// A moment that is not written as in RFC 3339.
    case time(String)
    /// Keys of different courses.
    case courses(String, String)
    /// Text that is no UTF-8.
    case encoding
    /// A cell that begins with a quotation mark and does not end.
    case openQuote
    /// Something stands behind the quotation mark that ends a cell.
    case afterQuote
    /// More cells than the header has.
    case cells(Int, header: Int)
    /// A question that would tell its answer in an exam, or could not be worked out there.
    case notForExams(template: String)

    /// What is wrong, and what to do.
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
        case .column(let id): "An item cannot be called '\(id)': tables of answers have a column of this name."
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

/// What cannot be used in a file of a class.
package struct ClassFileError: Error, Hashable, Sendable {
    /// The line, from 1; nil for the file as a whole.
    package let line: Int?
    /// The reason.
    package let note: ClassFileNote

    /// A reason, with its line where there is one.
    package init(_ line: Int?, _ note: ClassFileNote) {
        self.line = line
        self.note = note
    }

    /// A reason that is one of the whole file.
    package init(_ note: ClassFileNote) { self.init(nil, note) }
}
