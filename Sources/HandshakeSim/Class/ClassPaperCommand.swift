import ArgumentParser
import Classroom
import LiveIO
import Render
import Trace

/// The command that makes the papers of a class, and their key.
struct ClassPaperCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paper",
        abstract: "Write a paper for each student of a class, and the key.",
        discussion: """
            Each paper is one page, for the screen or for printing. Its numbers are the student's own. The folder gets papers/ for the \
            students and teacher/ with the key, which only you can read. The same arguments give the same octets.

            EXIT STATUS
              0  the papers were written
              1  a file cannot be read or written, or a run cannot be made; nothing is written
             64  an option makes no sense, or a course, roster or secret cannot be used

            EXAMPLES
              HandshakeSim class paper --course course.json --roster roster.csv --secret-file secret --out papers
              HandshakeSim class paper --lesson 1 --roster roster.csv --secret-file secret --out redo --attempt 2 --only s4,s7
            """)

    @Option(help: .text("The course: a JSON file with its items.", for: "file"))
    var course: InputPath?

    @OptionGroup var templates: TemplateOptions

    @Option(
        help: .text(
            "The students: a CSV file with the column student, and name and seed where you want them.", for: "file"))
    var roster: InputPath

    @Option(help: .text("The file with the secret.", for: "file"))
    var secretFile: InputPath

    @Option(help: .text("The folder for papers and key.", for: "folder"))
    var out: FilePath

    @Option(help: "The attempt: another one gives other numbers.")
    var attempt = 1

    @Option(help: .text("Only papers of these students.", for: "id,…"))
    var only: String?

    @OptionGroup var page: PageOptions

    /// The largest number of an attempt.
    private static let mostAttempts = 1_000_000

    func validate() throws {
        guard (course != nil) != templates.isGiven else {
            throw ValidationError("Name the questions: with --course, or with --lesson or --template.")
        }
        guard (1...Self.mostAttempts).contains(attempt) else {
            throw ValidationError("--attempt: 1 to \(Self.mostAttempts).")
        }
    }

    func run() async throws {
        let registry = try TemplateOptions.registry()
        let course = try readCourse(registry)
        let students = try chosen(
            from: try ClassFiles.read(roster.path) { octets throws(ClassFileError) in
                try Roster(octets, for: course)
            })
        let secret = try ClassFiles.secret(secretFile.path)
        let old = try ClassFiles.replaced(in: out.path, by: .papers)
        let maker = PaperMaker(course, secret: secret, attempt: attempt, templates: registry)
        let key = ClassKey(course, attempt: attempt, program: Version.text)
        let (page, keyPage) = (try PaperPage(key), try KeyPage(key))

        var folder = try StagedFolder(for: out.path)
        try folder.make("papers")
        try folder.make("teacher", for: .ownerOnly)
        let lines = try folder.stream("teacher/key.jsonl", for: .ownerOnly)
        let table = try folder.stream("teacher/key.csv", for: .ownerOnly)
        let sheet = try folder.stream("teacher/key.html", for: .ownerOnly)
        try lines.append(Array((key.json.compact + "\n").utf8))
        try table.append(Array((CSVText.start + ClassKey.columns).utf8))
        try sheet.append(Array(keyPage.opening.utf8))
        let progress = ProgressLine("class paper", of: students.count, unit: "papers")
        do {
            try await InOrder.make(students.count) { place in
                let paper = try await RunMemory.paper(for: students[place], by: maker)
                return (paper.student, page.html(paper), paper.json.compact + "\n", paper.rows, keyPage.part(paper))
            } take: { student, html, line, rows, part in
                try folder.write(html, to: "papers/paper-\(student).html")
                try lines.append(Array(line.utf8))
                try table.append(Array(rows.utf8))
                try sheet.append(Array(part.utf8))
                progress.advance()
            }
        } catch let error as ClassFileError {
            throw ClassFiles.usage(error, in: self.course?.path ?? "--template")
        }
        try sheet.append(Array(keyPage.closing.utf8))
        try folder.commit(.papers, course: course.id, attempt: attempt, replacing: old)
        let written = "\(counted(students.count, "paper")) and the key are in \(out.path.legible)"
        progress.end(saying: "\(written): papers/ is for the students, teacher/ is for you.")
    }

    private func readCourse(_ registry: Templates) throws -> Course {
        if let course {
            return try ClassFiles.read(course.path) { octets throws(ClassFileError) in
                try Course(octets, templates: registry, language: page.spoken)
            }
        }
        let chosen = try templates.chosen(from: registry)
        let lessons = try templates.lessons(from: registry)
        let isLessons = templates.template == nil
        let id = isLessons ? (["lesson"] + lessons.map(String.init)).joined(separator: "-") : "templates"
        let numbers = lessons.map(String.init)
        let title =
            isLessons
            ? Words(
                english: "Lesson \(numbers.joined(separator: ", "))", chinese: "第 \(numbers.joined(separator: "、")) 课")
            : Words(english: "Questions", chinese: "题目")
        return try ClassFiles.usage(in: isLessons ? "--lesson" : "--template") { () throws(ClassFileError) in
            let language = page.spoken
            return try Course(id: id, title: title.sentence(in: language), templates: chosen, language: language)
        }
    }

    /// The students of the roster that `--only` names; all students without this option.
    ///
    /// - Throws: `ValidationError` if the roster does not have one of them.
    private func chosen(from roster: Roster) throws -> [Roster.Student] {
        guard let only else { return roster.students }
        let wanted = TemplateOptions.words(only)
        let ids = Set(roster.students.map(\.id))
        if let unknown = wanted.first(where: { !ids.contains($0) }) {
            throw ValidationError("--only: the roster has no student '\(unknown.legible)'.")
        }
        guard !wanted.isEmpty else { throw ValidationError("--only: name a student.") }
        return roster.students.filter { wanted.contains($0.id) }
    }
}
