/// The list of the students of a class. A teacher writes it as a CSV file.
package struct Roster: Sendable {
    /// A student of the class.
    package struct Student: Hashable, Sendable {
        /// The student's id. It is part of the names of files.
        package let id: String
        /// The name for readers, as the teacher wrote it; nil if there is none.
        package let name: String?
        /// The seed of the student's paper if the teacher has chosen it, or if the id is the seed; nil if it follows from the secret.
        package let seed: UInt64?

        /// A student.
        package init(id: String, name: String? = nil, seed: UInt64? = nil) {
            self.id = id
            self.name = name
            self.seed = seed
        }
    }

    /// The students, in the order of the file.
    package let students: [Student]

    /// The largest number of students.
    private static let most = 50_000

    /// Reads the file for a course.
    ///
    /// - Throws: ``ClassFileError`` with the line of the row that breaks a rule.
    package init(_ octets: [UInt8], for course: Course) throws(ClassFileError) {
        let table = CSVTable(octets)
        guard !table.header.contains(nil) else { throw ClassFileError(1, .encoding) }
        guard let idColumn = table.column("student") else {
            if let problem = table.problem { throw problem }
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
        if let problem = table.problem { throw problem }
        guard !students.isEmpty else { throw ClassFileError(.empty) }
        self.students = students
    }
}
