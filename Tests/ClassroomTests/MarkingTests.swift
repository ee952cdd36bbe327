import Testing
import Trace

@testable import Classroom

/// Marks a class that hands in right, wrong, damaged, late and copied answers.
@Suite struct MarkingTests {
    /// The key of a class. Item q1 asks for a number that is different for each student, and q2 for letters.
    private struct Class {
        let head: ClassKey
        var attempt = 1
        var students = 30

        init(attempt: Int = 1, students: Int = 30, late: String = "") throws {
            self.attempt = attempt
            self.students = students
            head = try ClassKey(
                line: Array(
                    """
                    {"schema": "handshakesim.key", "version": 1, "program": "p", "course": "net", "title": "Net", "mode": "lab", \
                    "attempt": \(attempt)\(late), "items": [{"item": "q1", "template": "t.one", "credit": 2}, \
                    {"item": "q2", "template": "t.two", "credit": 1}], "of": 3}
                    """.utf8))
        }

        func right(_ student: Int) -> String { String(1_000_000 * attempt + student * 1000) }
        func paper(_ student: Int) -> String { "paper-\(attempt)-\(student)" }

        func line(_ student: Int) -> [UInt8] {
            let (right, slip) = (right(student), String(1_000_000 * attempt + student * 1000 - 1))
            return Array(
                """
                {"student": "s\(student)", "name": "N", "attempt": \(attempt), "paper": "\(paper(student))", "seed": "7", "items": [\
                {"item": "q1", "template": "t.one", "kind": "number", "topic": "t", "credit": 2, "form": "number", \
                "assesses": "You count.", "ask": "How many?", "key": {"seed": "7", "right": ["\(right)"], "slips": [\
                {"name": "one-less", "answer": "\(slip)", "feedback": "One is missing."}, \
                {"name": "half", "answer": "5", "feedback": "Half of it.", "share": 0.5}], "hint": "Count.", "distinct": true}}, \
                {"item": "q2", "template": "t.two", "kind": "several", "topic": "t", "credit": 1, "form": "letters", \
                "assesses": "You choose.", "ask": "Which?", "choices": [{"letter": "a", "text": "x"}, {"letter": "b", "text": "y"}, \
                {"letter": "c", "text": "z"}], "key": {"seed": "7", "right": ["a b"], "values": {"a": "x", "b": "y", "c": "z"}, \
                "hint": "Two."}}]}
                """.utf8)
        }

        func file(_ student: Int, q1: String? = nil, q2: String = "ab") -> [UInt8] {
            let answers = JSON.members(("q1", .string(q1 ?? right(student))), ("q2", .string(q2)))
            return Array(
                JSON.members(
                    ("schema", .string("handshakesim.answers")), ("version", .integer(1)), ("course", .string("net")),
                    ("student", .string("s\(student)")), ("attempt", .number(attempt)),
                    ("paper", .string(paper(student))), ("answers", answers)
                ).text.utf8)
        }
    }

    private func marked(
        _ classes: [Class], received: [String: Int64] = [:], _ handIn: (inout Submissions) throws -> Void
    ) throws -> MarkedClass {
        var submissions = Submissions(for: classes.map(\.head), received: received)
        try handIn(&submissions)
        let marker = PaperMarker(submissions, reveals: false)
        var marked = MarkedClass(submissions, keys: classes.map(\.head))
        for group in classes {
            for student in 1...group.students {
                marked.add(try marker.mark(group.line(student), of: group.head, line: student + 1))
            }
        }
        marked.finish()
        return marked
    }

    private func codes(_ marked: MarkedClass, _ source: String) -> [String] {
        marked.problems.filter { $0.source == source }.map(\.note.code)
    }

    @Test func eachStudentGetsWhatTheAnswersAreWorth() throws {
        let group = try Class()
        let marked = try marked([group]) { submissions in
            for student in 1...27 { submissions.add(file: group.file(student), source: "\(student)") }
            submissions.add(file: group.file(28, q1: "  0xAAE60 ", q2: "A, C"), source: "28")
            submissions.add(file: group.file(29, q1: String(1_028_999)), source: "29")
            submissions.add(file: group.file(30, q1: "5", q2: "none"), source: "30")
        }
        #expect(marked.papers.prefix(27).allSatisfy { $0.score == 3 && $0.status == .graded })
        #expect(marked.papers[27].items.map(\.credit) == [0, 0])
        #expect(marked.papers[27].items.map(\.feedback) == ["Count.", "Two."])
        #expect(marked.papers[28].items.map(\.slip) == ["one-less", nil])
        #expect(marked.papers[28].items[0].feedback == "One is missing.")
        #expect(marked.papers[29].items.map(\.credit) == [1, 0])
        #expect(marked.papers[29].items.map(\.verdict) == [.partly, .wrong])
        #expect(marked.problems.isEmpty && marked.evidence.isEmpty)
        #expect(!marked.allReach(90) && marked.allReach(0))
        let stuck = try #require(marked.teacherFiles.first { $0.name == "stuck.json" }?.text)
        let item = try JSON(stuck.utf8)["items"]
        guard case .array(let items)? = item else { return #expect(Bool(false), "no items") }
        #expect(items[0]["right"] == .integer(27) && items[0]["wrong"] == .integer(2))
        #expect(items[0]["partly"] == .integer(1))
        // The teacher's page begins with the item that most students missed, with the feedback that they got.
        let page = try DifficultyPage(try #require(marked.keys.first)).html(marked)
        #expect(page.contains("Right: 27, Partly right: 1, Not right: 2"))
        #expect(page.contains("<td>1</td><td>One is missing.</td><td>s29</td>"))
        #expect(page.contains("How many?") && page.contains("Which?"))
        #expect(!page.contains("Answers that look shared") && !page.contains("What you must look at"))
    }

    @Test func anUnreadableFileCostsNoOtherStudentAnything() throws {
        let group = try Class(students: 4)
        let good = String(decoding: group.file(1), as: UTF8.self)
        let rubbish: [(name: String, text: [UInt8], code: String)] = [
            ("cut", Array(good.utf8.dropLast(9)), "syntax"), ("empty", [], "syntax"),
            ("latin", [0x7b, 0xff], "encoding"),
            ("deep", [UInt8](repeating: UInt8(ascii: "["), count: 60_000), "syntax"),
            ("list", Array("[1]".utf8), "schema"),
            ("other", Array(good.replacing("answers\",", with: "else\",").utf8), "schema"),
            ("types", Array(good.replacing("\"s1\"", with: "[1]").utf8), "schema"),
            ("course", Array(good.replacing("\"net\"", with: "\"gym\"").utf8), "course"),
            ("path", Array(good.replacing("\"s1\"", with: "\"../../etc\"").utf8), "unknown-student"),
            ("paper", Array(good.replacing("\"s1\"", with: "\"s3\"").utf8), "paper"),
            ("huge", Array(good.replacing("\"attempt\": 1", with: "\"attempt\": 1e999").utf8), "syntax"),
        ]
        let marked = try marked([group]) { submissions in
            for file in rubbish { submissions.add(file: file.text, source: file.name) }
            submissions.refuse("answers-s4.json", .kind)
            submissions.add(file: Array(good.utf8), source: "good")
            let odd = "{\"q1\": {}, \"q2\": \"\(String(repeating: "9", count: 3000))\", \"q\\u001b\": \"\"}"
            let text = String(decoding: group.file(2), as: UTF8.self)
            let start = try #require(text.firstRange(of: "\"answers\": ")).upperBound
            submissions.add(file: Array((text[..<start] + odd + "}").utf8), source: "odd\u{1b}[31m")
        }
        for file in rubbish { #expect(codes(marked, file.name) == [file.code], "\(file.name)") }
        #expect(marked.papers.map(\.score) == [3, 0, 0, 0])
        #expect(marked.papers.map(\.status) == [.graded, .graded, .unreadable, .unreadable])
        #expect(codes(marked, "odd\\u{1b}[31m").sorted() == ["long-answer", "schema", "unknown-item"])
        #expect(marked.problems.allSatisfy { !$0.note.english.isEmpty })
    }

    @Test func sharedAnswersAreToldToTheTeacherAlone() throws {
        let (group, redo) = (try Class(students: 6), try Class(attempt: 2, students: 1))
        let marked = try marked([group, redo]) { submissions in
            // s1 repeats the own answer of the earlier attempt. s2 has the answer of s6. s3 has the answer of s1 to the earlier attempt.
            submissions.add(file: redo.file(1, q1: group.right(1)), source: "1")
            submissions.add(file: group.file(2, q1: group.right(6)), source: "2")
            submissions.add(file: group.file(3, q1: "0x" + String(1_001_000, radix: 16)), source: "3")
            for student in 4...5 { submissions.add(file: group.file(student, q1: "987654"), source: "\(student)") }
        }
        let told = marked.evidence.map { "\($0.kind.rawValue) \($0.student) \($0.item) \($0.answer) \($0.owners)" }
        #expect(
            told == [
                "other-key s2 q1 1006000 [\"s6\"]", "other-key s3 q1 1001000 [\"s1\"]",
                "same-wrong s4 q1 987654 [\"s5\"]",
            ])
        let page = try FeedbackPage(group.head)
        let first = marked.feedback(0, page)
        #expect(first.html.contains("How many?") && first.gradescope.contains("How many?"))
        for place in 0..<marked.count {
            let feedback = marked.feedback(place, page)
            let text = feedback.html + feedback.gradescope
            #expect(!text.contains("other-key") && !text.contains("sharing"))
            // As a word, wherever it stands: in the page's style as well.
            for other in 1...6 where other != place + 1 { #expect(!text.contains(try Regex("\\bs\(other)\\b"))) }
        }
    }

    @Test func noResultOfAnEarlierAttemptSurvives() throws {
        let (group, redo) = (try Class(students: 3), try Class(attempt: 2, students: 2))
        let marked = try marked([group, redo]) { submissions in
            for student in 1...3 { submissions.add(file: group.file(student), source: "a\(student)") }
            submissions.add(file: redo.file(2, q2: "a"), source: "b2")
        }
        #expect(marked.papers.map(\.status) == [.missing, .graded, .graded])
        #expect(marked.papers.map(\.score) == [0, 2.5, 3])
        #expect(marked.problems.map(\.note.code) == ["stale", "stale"])
        #expect(marked.problems.map(\.student) == ["s1", "s2"])
    }

    @Test func theTimesOfTheTeachersListDecideWhatIsLate() throws {
        let late = #", "due": "2026-12-01T12:00:00+01:00", "late": {"grace_minutes": 10, "percent_per_day": 10}"#
        let group = try Class(students: 4, late: late)
        let due = try #require(CivilTime.seconds(internet: "2026-12-01T11:00:00Z"))
        let times = ["s1": due + 600, "s2": due + 601, "s3": due + 601 + 86_400, "s4": due + 99 * 86_400]
        let marked = try marked([group], received: times) { submissions in
            for student in 1...4 { submissions.add(file: group.file(student), source: "\(student)") }
        }
        #expect(marked.papers.map(\.score) == [3, 2.7, 2.4, 0])
        #expect(marked.papers.map(\.status) == [.graded, .late, .late, .late])
    }

    @Test func aTableMayComeFromAnySpreadsheet() throws {
        let group = try Class(students: 3)
        let table = """
            \u{feff}student;paper;received;q1;q2;odd
            s1;paper-1-1;2026-12-01T00:00:00Z;1001000;ab;x
            s2;;;'1002000;"a b";
            =ghost();;;1;;
            s1;paper-1-1;2026-11-01T00:00:00Z;;;
            s3;;;1003000;"open
            """
        let marked = try marked([group]) { try $0.add(table: Array(table.utf8), source: "t.csv") }
        #expect(marked.papers.map(\.score) == [3, 3, 0])
        #expect(
            marked.problems.map { "\($0.note.code) \($0.line ?? 0)" }
                == ["unknown-item 1", "syntax 6", "duplicate 5", "unknown-student 4"])
    }
}
