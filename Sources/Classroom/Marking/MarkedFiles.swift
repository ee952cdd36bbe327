import Render
import Trace

/// The files of a marking. Large files are written in pieces.
extension MarkedClass {
    /// The language of the course.
    private var language: Language { keys.first?.language ?? .english }

    /// The number of students.
    package var count: Int { papers.count }

    /// The name of a student's folder, the page and the file for Gradescope. `place` is the place of the student in the
    /// class, from 0.
    package func feedback(_ place: Int, _ page: FeedbackPage) -> (folder: String, html: String, gradescope: String) {
        (papers[place].student, page.html(papers[place]), page.gradescope(papers[place]))
    }

    // MARK: Results

    /// Writes `results.json`: a line for each student.
    package func results(_ write: (String) throws -> Void) throws {
        let head = JSON.members(
            ("schema", .string("handshakesim.results")), ("version", .integer(1)),
            ("course", .string(keys.first?.course ?? "")))
        try write(String(head.line.dropLast()) + ", \"students\": [\n")
        for (place, paper) in papers.enumerated() {
            try write((place == 0 ? "" : ",\n") + paper.json.line)
        }
        try write("\n]}\n")
    }

    /// Writes `results.csv`: a row for each student.
    package func resultTable(_ write: (String) throws -> Void) throws {
        let items = items.map(\.id)
        try write(CSVText.start + CSVText.line(["student", "name", "status", "attempt", "score", "of"] + items))
        for paper in papers {
            let credits = Dictionary(paper.items.map { ($0.item, $0.credit) }) { first, _ in first }
            let head: [CSVText.Cell] = [
                .text(paper.student), .text(paper.name ?? ""), .text(paper.status.rawValue),
                .number(Double(paper.attempt)), .number(paper.score), .number(paper.most),
            ]
            try write(CSVText.line(head + items.map { credits[$0].map { .number($0) } ?? "" }))
        }
    }

    // MARK: For the teacher

    /// The teacher's files by their names.
    package var teacherFiles: [(name: String, text: String)] {
        [
            ("sharing.json", file(schema: "sharing", "evidence", evidence.map(\.json))), ("sharing.csv", sharingTable),
            ("problems.json", file(schema: "problems", "problems", problems.map { $0.json(in: language) })),
            ("problems.csv", problemTable),
            ("stuck.json", file(schema: "stuck", "items", stuck.map(\.json))), ("stuck.csv", stuckTable),
        ]
    }

    private func file(schema: String, _ member: String, _ values: [JSON]) -> String {
        JSON.members(
            ("schema", .string("handshakesim.\(schema)")), ("version", .integer(1)),
            ("course", .string(keys.first?.course ?? "")), (member, .array(values))
        ).text
    }

    private var sharingTable: String {
        CSVText.start + CSVText.line(["kind", "student", "item", "answer", "owners", "more"])
            + evidence.map {
                CSVText.line([
                    .text($0.kind.rawValue), .text($0.student), .text($0.item), .text($0.answer),
                    .text($0.owners.joined(separator: " ")), .number(Double($0.more)),
                ])
            }.joined()
    }

    private var problemTable: String {
        CSVText.start + CSVText.line(["code", "source", "line", "student", "item", "say"])
            + problems.map {
                CSVText.line([
                    .text($0.note.code), .text($0.source), $0.line.map { .number(Double($0)) } ?? "",
                    .text($0.student ?? ""), .text($0.item ?? ""), .text($0.note.sentence(in: language)),
                ])
            }.joined()
    }

    private var stuckTable: String {
        let head = ["item", "right", "partly", "wrong", "unread", "empty", "slip", "count", "students"]
        let rows = stuck.map { item in
            let counts = Outcome.Verdict.allCases.map { CSVText.Cell.number(Double(item.counts[$0] ?? 0)) }
            let slips = item.slips.map { slip -> [CSVText.Cell] in
                [
                    .text(slip.name), .number(Double(slip.students.count)),
                    .text(slip.students.joined(separator: " ")),
                ]
            }
            return (slips.isEmpty ? [["", "", ""]] : slips).map { CSVText.line([.text(item.item)] + counts + $0) }
                .joined()
        }
        return CSVText.start + CSVText.line(head) + rows.joined()
    }

    /// The results of the class by item. Only papers that are marked count.
    var stuck: [StuckItem] {
        var items = items.map { StuckItem(item: $0.id) }
        let places = Dictionary(items.enumerated().map { ($1.item, $0) }) { first, _ in first }
        for paper in papers where paper.status == .graded || paper.status == .late {
            for item in paper.items {
                guard let place = places[item.item] else { continue }
                items[place].add(item, of: paper.student)
            }
        }
        for place in items.indices { items[place].sort() }
        return items
    }
}

extension MarkedPaper {
    /// The student's line in the results.
    fileprivate var json: JSON {
        .members(
            ("student", .string(student)), ("name", name.map { .string($0) }), ("attempt", .number(attempt)),
            ("status", .string(status.rawValue)), ("score", .exact(score)), ("of", .exact(most)),
            (
                "items",
                .array(
                    items.map {
                        .members(
                            ("item", .string($0.item)), ("template", .string($0.template)),
                            ("credit", .exact($0.credit)), ("of", .exact($0.most)),
                            ("verdict", .string($0.verdict.rawValue)), ("slip", $0.slip.map { .string($0) }),
                            ("feedback", $0.feedback.map { .string($0) }))
                    })
            ))
    }
}

extension Sharing.Evidence {
    fileprivate var json: JSON {
        .members(
            ("kind", .string(kind.rawValue)), ("student", .string(student)), ("item", .string(item)),
            ("answer", .string(answer)), ("owners", .strings(owners)), ("more", more > 0 ? .number(more) : nil))
    }
}

extension MarkingProblem {
    fileprivate func json(in language: Language) -> JSON {
        .members(
            ("code", .string(note.code)), ("source", .string(source)), ("line", line.map { .number($0) }),
            ("student", student.map { .string($0) }), ("item", item.map { .string($0) }),
            ("say", .string(note.sentence(in: language))))
    }
}

extension MarkedClass {
    /// The number of papers of each status.
    var summary: Words {
        func count(_ status: MarkedPaper.Status) -> Int { papers.count { $0.status == status } }
        return Words(
            english: "\(counted(papers.count, "student")): \(count(.graded)) graded, \(count(.late)) late, "
                + "\(count(.missing)) missing, \(count(.unreadable)) unreadable.",
            chinese: "\(papers.count) 个学生：\(count(.graded)) 份已批改，\(count(.late)) 份迟交，\(count(.missing)) 份缺交，"
                + "\(count(.unreadable)) 份无法读取。")
    }

    /// The report at the end of a marking. `folder` is the folder with the files.
    package func report(in folder: String) -> Report {
        var report = Report([
            .text(summary),
            .text(
                Words(
                    english: "Where the class is stuck: \(folder)/teacher/stuck.html",
                    chinese: "班级卡住的地方：\(folder)/teacher/stuck.html")),
        ])
        if !problems.isEmpty {
            let count = counted(problems.count, "problem")
            report.add(
                .text(
                    Words(
                        english: "\(count) for you to look at: \(folder)/teacher/problems.csv",
                        chinese: "\(problems.count) 个问题要你看一看：\(folder)/teacher/problems.csv")))
        }
        if !evidence.isEmpty {
            let count = counted(evidence.count, "piece")
            report.add(
                .text(
                    Words(
                        english: "\(count) of evidence for a talk about sharing: \(folder)/teacher/sharing.csv",
                        chinese: "\(evidence.count) 条证据，可以用来谈一谈抄袭：\(folder)/teacher/sharing.csv")))
        }
        return report
    }
}
