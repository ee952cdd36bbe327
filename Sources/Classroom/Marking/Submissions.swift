import Trace

/// The answers of one student, from a file or from a line of a table.
struct Submission: Sendable {
    let student: String
    /// The attempt; nil if a table does not give it.
    let attempt: Int?
    /// The number of the paper; nil if a table does not give it.
    let paper: String?
    /// When the answers were received, in seconds since 1970: as their row of a table says, else as the teacher's list says.
    /// Nil if neither says it.
    let received: Int64?
    /// The answers by the ids of their items. A value that is not text is left out.
    let answers: [String: String]
    /// The name of the file.
    let source: String
    /// The line of a table, from 1; nil for a file of one student.
    let line: Int?

    /// Whether these answers can belong to the paper with that number and attempt. A value that they do not give fits every paper.
    func belongs(to number: String, attempt: Int) -> Bool {
        (paper == nil || paper == number) && (self.attempt == nil || self.attempt == attempt)
    }
}

/// The answers that a class has handed in. Each file and each cell may hold anything: what cannot be an answer becomes a problem,
/// and the rest counts.
package struct Submissions: Sendable {
    /// The most octets of a file.
    package static let longestFile = 64 << 10
    /// The most unknown items of a file that become problems.
    private static let mostUnknownItems = 20
    /// The most levels of nesting in a file. A page writes two.
    private static let levels = 8

    private let course: String
    private let items: Set<String>
    private let received: [String: Int64]
    /// The submissions by the student's id that they give, each list in the order in which they were received. Of several that
    /// belong to the same paper the last one counts.
    private(set) var byStudent: [String: [Submission]] = [:]
    /// The ids of the students, in the order in which their first submissions were read.
    private(set) var order: [String] = []
    /// The names of the files from which no submission could be taken.
    private(set) var unreadable: Set<String> = []
    /// The problems, in the order in which they were found.
    package private(set) var problems: [MarkingProblem] = []

    /// No answers yet, for the course of these keys.
    ///
    /// - Parameter received: when each student's answers were received, in seconds since 1970.
    package init(for keys: [ClassKey], received: [String: Int64]) {
        course = keys.first?.course ?? ""
        items = Set(keys.flatMap { $0.items.map(\.id) })
        self.received = received
    }

    private mutating func add(_ submission: Submission) {
        if byStudent[submission.student] == nil { order.append(submission.student) }
        var list = byStudent[submission.student] ?? []
        // A submission without a time comes before those with one. Of two with equal times, the one that is read first comes first.
        let place = list.lastIndex { ($0.received ?? .min) <= (submission.received ?? .min) }.map { $0 + 1 } ?? 0
        list.insert(submission, at: place)
        byStudent[submission.student] = list
    }

    // MARK: A file

    /// Records that a whole file cannot be used.
    package mutating func refuse(_ source: String, _ note: MarkingNote) {
        unreadable.insert(source)
        problems.append(MarkingProblem(note: note, source: source.legible))
    }

    /// Adds the file of one student, which should be as the page of a paper saves it.
    package mutating func add(file octets: [UInt8], source: String) {
        guard String(validating: octets, as: UTF8.self) != nil else { return refuse(source, .encoding) }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(CSVText.withoutStart(octets), .levels(Self.levels))
        } catch {
            return refuse(source, .syntax(Words(same: error.description.legible)))
        }
        guard json["schema"] == .string("handshakesim.answers"), json["version"] == .integer(1) else {
            return refuse(source, .schema(member: "schema"))
        }
        guard case .string(let student)? = json["student"] else { return refuse(source, .schema(member: "student")) }
        func problem(_ note: MarkingNote, item: String? = nil) {
            problems.append(MarkingProblem(note: note, source: source.legible, student: student.excerpt, item: item))
        }
        func reject(_ note: MarkingNote) {
            unreadable.insert(source)
            problem(note)
        }
        guard case .string(let name)? = json["course"] else { return reject(.schema(member: "course")) }
        guard name == course else { return reject(.course(name.excerpt)) }
        guard case .string(let paper)? = json["paper"] else { return reject(.schema(member: "paper")) }
        guard case .integer(let attempt)? = json["attempt"] else { return reject(.schema(member: "attempt")) }
        guard case .object(let members)? = json["answers"] else { return reject(.schema(member: "answers")) }
        var answers: [String: String] = [:]
        var unknown = 0
        for member in members {
            guard items.contains(member.name) else {
                unknown += 1
                if unknown <= Self.mostUnknownItems { problem(.unknownItem, item: member.name.excerpt) }
                continue
            }
            guard case .string(let answer) = member.value else {
                answers[member.name] = nil
                problem(.schema(member: "answers"), item: member.name)
                continue
            }
            if answer.utf8.count > AnswerForm.longest {
                problem(.longAnswer(most: AnswerForm.longest), item: member.name)
            }
            answers[member.name] = Self.bounded(answer)
        }
        add(
            Submission(
                student: student, attempt: Int(attempt), paper: paper, received: received[student], answers: answers,
                source: source.legible, line: nil))
    }

    /// The answer as it is kept. Only the beginning of a long answer is kept, but enough that it is still too long to be read.
    private static func bounded(_ answer: String) -> String {
        answer.utf8.count <= AnswerForm.longest ? answer : String(answer.prefix(AnswerForm.longest + 1))
    }

    // MARK: A table

    /// Adds a table with the answers of many students.
    ///
    /// - Throws: ``ClassFileError`` for a table without the column `student`.
    package mutating func add(table octets: [UInt8], source: String) throws(ClassFileError) {
        let table = CSVTable(octets)
        let source = source.legible
        guard let idColumn = table.column("student") else { throw ClassFileError(1, .noColumn("student")) }
        let columns = (table.column("attempt"), table.column("paper"), table.column("received"))
        let own = Set(["student", "attempt", "paper", "received", "name"].compactMap(table.column))
        var asked: [(column: Int, item: String)] = []
        for (column, name) in table.header.enumerated() where !own.contains(column) {
            if let name, items.contains(name) {
                asked.append((column, name))
            } else if name?.isEmpty != true {
                problems.append(MarkingProblem(note: .unknownItem, source: source, line: 1, item: name?.excerpt))
            }
        }
        for row in table.rows {
            func problem(_ note: MarkingNote, student: String? = nil, item: String? = nil) {
                problems.append(
                    MarkingProblem(note: note, source: source, line: row.line, student: student?.excerpt, item: item))
            }
            guard let student = row.cell(idColumn) else {
                problem(.encoding)
                continue
            }
            func text(_ column: Int?) -> String? { column.flatMap { row.cell($0) }.flatMap { $0.isEmpty ? nil : $0 } }
            let attempt = text(columns.0).map { Int($0) }
            guard attempt != .some(nil) else {
                problem(.schema(member: "attempt"), student: student)
                continue
            }
            let time = text(columns.2)
            let moment = time.flatMap(CivilTime.seconds(internet:))
            if time != nil, moment == nil { problem(.schema(member: "received"), student: student) }
            var answers: [String: String] = [:]
            for (column, item) in asked {
                guard let answer = row.cell(column) else {
                    problem(.encoding, student: student, item: item)
                    continue
                }
                if answer.isEmpty { continue }
                if answer.utf8.count > AnswerForm.longest {
                    problem(.longAnswer(most: AnswerForm.longest), student: student, item: item)
                }
                answers[item] = Self.bounded(answer)
            }
            add(
                Submission(
                    student: student, attempt: attempt ?? nil, paper: text(columns.1),
                    received: moment ?? received[student], answers: answers, source: source, line: row.line))
        }
        if let problem = table.problem {
            problems.append(
                MarkingProblem(
                    note: .syntax(Words(problem.note).map { String($0.dropLast()) }), source: source, line: problem.line
                ))
        }
    }

    /// Reads a teacher's list of when answers came: columns `student` and `received` (RFC 3339).
    ///
    /// - Returns: by the student's id, seconds since 1970. Of two times of a student the later one counts.
    /// - Throws: ``ClassFileError`` if a column is missing, if a cell is not UTF-8 or not a time, or if the table cannot be read to
    ///   its end.
    package static func received(_ octets: [UInt8]) throws(ClassFileError) -> [String: Int64] {
        let table = CSVTable(octets)
        guard let idColumn = table.column("student") else { throw ClassFileError(1, .noColumn("student")) }
        guard let timeColumn = table.column("received") else { throw ClassFileError(1, .noColumn("received")) }
        var times: [String: Int64] = [:]
        for row in table.rows {
            guard let id = row.cell(idColumn), let text = row.cell(timeColumn) else {
                throw ClassFileError(row.line, .encoding)
            }
            if text.isEmpty { continue }
            guard let time = CivilTime.seconds(internet: text) else { throw ClassFileError(row.line, .time(text)) }
            times[id] = max(times[id] ?? time, time)
        }
        if let problem = table.problem { throw ClassFileError(problem.line, problem.note) }
        return times
    }
}

extension String {
    /// The first 80 characters of a text that a student wrote, legible, for a list of problems.
    var excerpt: String { String(prefix(80)).legible }
}
