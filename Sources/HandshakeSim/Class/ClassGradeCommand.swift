import ArgumentParser
import Classroom
import LiveIO
import Render

/// The command that marks the answers of a class.
struct ClassGradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grade",
        abstract: "Mark the answers of a class, with feedback for each student.",
        discussion: """
            The answers are a folder of the files that the papers save, or one CSV file with a column for each item. A file that cannot be \
            read is named in teacher/problems.csv, and all others are marked. Of several keys the highest attempt that a student was given \
            counts. The folder teacher/ says who is stuck on what, and which answers look shared; only you can read it.

            EXIT STATUS
              0  the marks were written
              1  a file cannot be read or written; nothing is written
              3  the marks were written, and there is a problem to look at, or a student is below --pass
             64  an option makes no sense, or a key cannot be used

            EXAMPLES
              HandshakeSim class grade --key papers/teacher/key.jsonl --answers handed-in --out marks
              HandshakeSim class grade --key papers/teacher/key.jsonl --key redo/teacher/key.jsonl --answers all.csv --out marks
            """)

    @Option(help: .text("A key that 'class paper' wrote. Name each attempt's.", for: "file"))
    var key: [InputPath] = []

    @Option(help: .text("What was handed in: a folder, or a CSV file.", for: "folder or file"))
    var answers: InputPath

    @Option(help: .text("The folder for marks and feedback.", for: "folder"))
    var out: FilePath

    @Option(help: .text("When answers came: a CSV file with the columns student and received.", for: "file"))
    var received: InputPath?

    @Flag(help: "Tell each student the right answers.")
    var reveal = false

    @Option(help: .text("The score that each student should reach, in percent.", for: "percent"))
    var pass: Double?

    @OptionGroup var page: PageOptions

    /// The largest number of octets in a line of a key.
    private static let longestLine = 64 << 20
    /// The largest table of answers, in octets.
    private static let largestTable = 512 << 20
    /// The number of students whose pages are in memory at one time.
    private static let atATime = 256

    func validate() throws {
        guard !key.isEmpty else { throw ValidationError("Name the key: --key papers/teacher/key.jsonl.") }
        if let pass, !(0...100).contains(pass) { throw ValidationError("--pass: 0 to 100.") }
    }

    func run() throws {
        let old = try ClassFiles.replaced(in: out.path, by: .marks)
        let heads = try key.map { try head(of: $0.path) }
        if let other = heads.firstIndex(where: { $0.course != heads[0].course }) {
            throw ClassFiles.usage(
                ClassFileError(1, .courses(heads[0].course, heads[other].course)), in: key[other].path)
        }
        let marked = try marks(heads, try submissions(heads))
        try write(marked, heads, replacing: old)
        try page.show(marked.report(in: out.path))
        if !marked.problems.isEmpty || pass.map({ !marked.allReach($0) }) == true { throw ExitCode(3) }
    }

    private func head(of path: String) throws -> ClassKey {
        var lines = try LineReader(path, longest: Self.longestLine)
        let first = try lines.next().first ?? []
        return try ClassFiles.usage(in: path) { () throws(ClassFileError) in try ClassKey(line: Array(first)) }
    }

    private func submissions(_ heads: [ClassKey]) throws -> Submissions {
        let times = try received.map { file in
            try ClassFiles.read(file.path) { octets throws(ClassFileError) in try Submissions.received(octets) }
        }
        var submissions = Submissions(for: heads, received: times ?? [:])
        guard Folder.kind(of: answers.path) == .folder else {
            let octets = try InputFile.read(answers.path, limit: Self.largestTable)
            try ClassFiles.usage(in: answers.path) { () throws(ClassFileError) in
                try submissions.add(table: octets, source: answers.path)
            }
            return submissions
        }
        let folder = try UntrustedFolder(answers.path)
        folder.forEach(limit: Submissions.longestFile) { name, found in
            switch found {
            case .file(let octets): submissions.add(file: octets, source: name)
            case .other: submissions.refuse(name, .kind)
            case .tooLarge: submissions.refuse(name, .size(most: Submissions.longestFile))
            case .unreadable: submissions.refuse(name, .unreadable)
            }
        }
        return submissions
    }

    /// Marks the papers of all keys, on all processors. A key is read in parts, because it may be larger than memory.
    private func marks(_ heads: [ClassKey], _ submissions: Submissions) throws -> MarkedClass {
        let marker = PaperMarker(submissions, reveals: reveal)
        var marked = MarkedClass(submissions, keys: heads)
        for (head, file) in zip(heads, key) {
            var reader = try LineReader(file.path, longest: Self.longestLine)
            while true {
                let begun = reader.line
                let lines = try reader.next()
                if lines.isEmpty { break }
                let make: @Sendable (Int) -> Result<MarkedPaper?, ClassFileError> = { place in
                    // The first line is the head.
                    begun + place == 0 || lines[place].isEmpty
                        ? .success(nil)
                        : Result { () throws(ClassFileError) in
                            try marker.mark(Array(lines[place]), of: head, line: begun + place + 1)
                        }
                }
                try InOrder.compute(lines.indices, make) { outcome in
                    if let paper = try ClassFiles.usage(in: file.path, outcome.get) { marked.add(paper) }
                }
            }
        }
        marked.finish()
        return marked
    }

    private func write(_ marked: MarkedClass, _ heads: [ClassKey], replacing old: Set<String>) throws {
        let (page, stuck) = (try FeedbackPage(heads[0]), try DifficultyPage(heads[0]))
        var folder = try StagedFolder(for: out.path)
        try folder.make("students")
        try folder.make("teacher", for: .ownerOnly)
        let results = try folder.stream("results.json")
        try marked.results { try results.append(Array($0.utf8)) }
        let table = try folder.stream("results.csv")
        try marked.resultTable { try table.append(Array($0.utf8)) }
        for start in stride(from: 0, to: marked.count, by: Self.atATime) {
            let range = start..<min(start + Self.atATime, marked.count)
            try InOrder.compute(range, { marked.feedback($0, page) }) { student, html, gradescope in
                try folder.make("students/\(student)")
                try folder.write(html, to: "students/\(student)/feedback.html")
                try folder.write(gradescope, to: "students/\(student)/results.json")
            }
        }
        try folder.write(stuck.html(marked), to: "teacher/stuck.html", for: .ownerOnly)
        for (name, text) in marked.teacherFiles { try folder.write(text, to: "teacher/\(name)", for: .ownerOnly) }
        try folder.commit(.marks, course: heads[0].course, attempt: marked.attempt, replacing: old)
    }
}
