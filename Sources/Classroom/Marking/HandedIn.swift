import Trace

/// The answers of one student, from a file or from a line of a table.
struct Submission: Sendable {
    let student: String
    /// The attempt; nil where a table does not say it.
    let attempt: Int?
    /// The number of the paper; nil where a table does not say it.
    let paper: String?
    /// When it was received, in seconds since 1970, by the teacher's list.
    let received: Int64?
    /// By item. What cannot be an answer is not among them.
    let answers: [String: String]
    let source: String
    let line: Int?

    /// Whether these are answers to that paper.
    func belongs(to number: String, attempt: Int) -> Bool {
        (paper == nil || paper == number) && (self.attempt == nil || self.attempt == attempt)
    }
}

/// What a class has handed in. Each file and each cell may hold anything: what is no answer becomes a problem, and the rest counts.
package struct HandedIn: Sendable {
    /// The most octets of a file.
    package static let longestFile = 64 << 10
    /// The most octets of an answer.
    private static let longestAnswer = 1000
    /// So many names of a file that the paper does not have are listed.
    private static let mostStrangeItems = 20
    /// A file of answers is an object of one object.
    private static let levels = 8

    private let course: String
    private let items: Set<String>
    private let received: [String: Int64]
    /// By the id that they give. Of several the one that counts comes last.
    private(set) var submissions: [String: [Submission]] = [:]
    /// The ids of all of them, in the order in which they were read.
    private(set) var order: [String] = []
    /// Files that could not be read.
    private(set) var unreadable: Set<String> = []
    /// What is wrong, in the order in which it was read.
    package private(set) var problems: [MarkingProblem] = []

    /// Nothing yet, for the course of these keys.
    ///
    /// - Parameter received: when each student's answers came, in seconds since 1970.
    package init(for keys: [ClassKey], received: [String: Int64]) {
        course = keys.first?.course ?? ""
        items = Set(keys.flatMap { $0.items.map(\.id) })
        self.received = received
    }

    private mutating func add(_ submission: Submission) {
        if submissions[submission.student] == nil { order.append(submission.student) }
        var list = submissions[submission.student] ?? []
        // The later one counts; of two without a time, or with the same, the one that was read later.
        let place = list.lastIndex { ($0.received ?? .min) <= (submission.received ?? .min) }.map { $0 + 1 } ?? 0
        list.insert(submission, at: place)
        submissions[submission.student] = list
    }

    // MARK: A file

    /// Names a problem of a whole file.
    package mutating func refuse(_ source: String, _ note: MarkingNote) {
        unreadable.insert(source)
        problems.append(MarkingProblem(note: note, source: source.legible))
    }

    /// Takes in a file that a page exported, or that says it was.
    package mutating func add(file octets: [UInt8], source: String) {
        guard String(validating: octets, as: UTF8.self) != nil else { return refuse(source, .encoding) }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(
                octets.starts(with: [0xef, 0xbb, 0xbf]) ? octets.dropFirst(3) : octets[...], .levels(Self.levels))
        } catch {
            return refuse(source, .syntax(error.description.legible))
        }
        guard json["schema"] == .string("handshakesim.answers"), json["version"] == .integer(1) else {
            return refuse(source, .schema(member: "schema"))
        }
        guard case .string(let student)? = json["student"] else { return refuse(source, .schema(member: "student")) }
        func problem(_ note: MarkingNote, item: String? = nil) {
            problems.append(MarkingProblem(note: note, source: source.legible, student: student.shown, item: item))
        }
        func reject(_ note: MarkingNote) {
            unreadable.insert(source)
            problem(note)
        }
        guard case .string(let name)? = json["course"] else { return reject(.schema(member: "course")) }
        guard name == course else { return reject(.course(name.shown)) }
        guard case .string(let paper)? = json["paper"] else { return reject(.schema(member: "paper")) }
        guard case .integer(let attempt)? = json["attempt"] else { return reject(.schema(member: "attempt")) }
        guard case .object(let members)? = json["answers"] else { return reject(.schema(member: "answers")) }
        var answers: [String: String] = [:]
        var strange = 0
        for member in members {
            guard items.contains(member.name) else {
                strange += 1
                if strange <= Self.mostStrangeItems { problem(.unknownItem, item: member.name.shown) }
                continue
            }
            guard case .string(let answer) = member.value else {
                answers[member.name] = nil
                problem(.schema(member: "answers"), item: member.name)
                continue
            }
            if answer.utf8.count > Self.longestAnswer {
                problem(.longAnswer(most: Self.longestAnswer), item: member.name)
            }
            answers[member.name] = Self.bounded(answer)
        }
        add(
            Submission(
                student: student, attempt: Int(attempt), paper: paper, received: received[student], answers: answers,
                source: source.legible, line: nil))
    }

    /// An answer; of one that is too long so much that it is still too long, and so is not read.
    private static func bounded(_ answer: String) -> String {
        answer.utf8.count <= longestAnswer ? answer : String(answer.prefix(longestAnswer + 1))
    }

    // MARK: A table

    /// Takes in a table.
    ///
    /// - Throws: ``ClassFileError`` for a table without students.
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
                problems.append(MarkingProblem(note: .unknownItem, source: source, line: 1, item: name?.shown))
            }
        }
        for row in table.rows {
            func problem(_ note: MarkingNote, student: String? = nil, item: String? = nil) {
                problems.append(
                    MarkingProblem(note: note, source: source, line: row.line, student: student?.shown, item: item))
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
                if answer.utf8.count > Self.longestAnswer {
                    problem(.longAnswer(most: Self.longestAnswer), student: student, item: item)
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
                    note: .syntax(problem.note.english.dropLast().description), source: source, line: problem.line))
        }
    }

    /// Reads a teacher's list of when answers came: columns `student` and `received` (RFC 3339).
    ///
    /// - Returns: seconds since 1970. Of two times of a student the later one counts.
    /// - Throws: ``ClassFileError``
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
    /// A stranger's text in a list: so much of it, and nothing that steers.
    fileprivate var shown: String { String(prefix(80)).legible }
}
