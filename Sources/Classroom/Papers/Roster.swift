/// Who is in a class: the file that a teacher writes.
package struct Roster: Sendable {
    /// A student of it.
    package struct Student: Hashable, Sendable {
        /// The student's name in files.
        package let id: String
        /// The name for readers, as the teacher wrote it.
        package let name: String?
        /// A seed that the teacher has chosen.
        package let seed: UInt64?

        /// A row.
        package init(id: String, name: String? = nil, seed: UInt64? = nil) {
            self.id = id
            self.name = name
            self.seed = seed
        }
    }

    /// The students, in the order of the file.
    package let students: [Student]

    /// The most students.
    private static let most = 50_000

    /// Reads a file for a course.
    ///
    /// - Throws: ``ClassFileError`` with the line.
    package init(_ octets: [UInt8], for course: Course) throws(ClassFileError) {
        let table = CSVTable(octets)
        guard !table.header.contains(nil) else { throw ClassFileError(1, .encoding) }
        guard let idColumn = table.column("student") else {
            if let problem = table.problem { throw ClassFileError(problem.line, problem.note) }
            throw ClassFileError(1, .noColumn("student"))
        }
        let (nameColumn, seedColumn) = (table.column("name"), table.column("seed"))
        var students: [Student] = []
        var ids: Set<String> = []
        for row in table.rows {
            guard !row.cells.contains(nil), let id = row.cell(idColumn) else {
                throw ClassFileError(row.line, .encoding)
            }
            guard row.cells.count <= table.header.count else {
                throw ClassFileError(row.line, .cells(row.cells.count, header: table.header.count))
            }
            guard ClassID.isValid(id) else { throw ClassFileError(row.line, .id(id)) }
            guard ids.insert(ClassID.folded(id)).inserted else { throw ClassFileError(row.line, .twice(id)) }
            guard students.count < Self.most else { throw ClassFileError(row.line, .students(most: Self.most)) }
            let name = nameColumn.flatMap { row.cell($0) } ?? ""
            let text = seedColumn.flatMap { row.cell($0) } ?? ""
            let given = text.isEmpty && course.takesStudentAsSeed ? id : text
            guard given.isEmpty || UInt64(given) != nil else { throw ClassFileError(row.line, .seed(given)) }
            guard given.isEmpty || course.mode != .exam else { throw ClassFileError(row.line, .openSeed) }
            students.append(Student(id: id, name: name.isEmpty ? nil : name, seed: UInt64(given)))
        }
        if let problem = table.problem { throw ClassFileError(problem.line, problem.note) }
        guard !students.isEmpty else { throw ClassFileError(.empty) }
        self.students = students
    }
}
