import Testing
import Trace

@testable import Classroom
@testable import HandshakeSim

/// The seeds of papers, and the contents of their pages.
@Suite struct PaperTests {
    private let secret = Array("a secret of a course, long enough 42\n".utf8)

    /// The expected values were computed with Python's hmac.
    @Test func seedsFollowFromTheSecret() throws {
        let secret = try ClassSecret(file: secret)
        func seed(_ item: String, _ attempt: Int, _ mode: ClassSecret.Mode) -> UInt64 {
            secret.seed(course: "net-2026", student: "s1", item: item, attempt: attempt, mode: mode)
        }
        #expect(seed("q3", 1, .lab) == 603_279_860 && seed("", 1, .practice) == 603_279_860)
        #expect(seed("q3", 2, .exam) == 14_458_161_866_846_676_127)
        #expect(secret.paper(course: "net-2026", student: "s1", attempt: 1) == "f49ba2b26c23c7c7")
    }

    private func paper(_ mode: String) async throws -> (paper: Paper, html: String) {
        let templates = Templates(lessons: [])
        let course = try Course(
            Array(
                """
                {"schema": "handshakesim.course", "version": 1, "id": "net-2026", "title": "A <b>title</b>", "mode": "\(mode)", \
                "items": [{"id": "q1", "template": "tcp.ack-of-syn"}, {"id": "q2", "template": "tcp.flags-of-data", "credit": 2.5}, \
                {"id": "q3", "template": "claim.2"}]}
                """.utf8), templates: templates)
        let maker = PaperMaker(
            course, secret: try ClassSecret(file: secret), attempt: 1, templates: templates)
        let paper = try await RunMemory.paper(
            for: Roster.Student(id: "s1", name: "<script>alert(1)</script>"), by: maker)
        return (paper, try PaperPage(ClassKey(course, attempt: 1, program: "p")).html(paper))
    }

    @Test func aPageHoldsTheQuestionsAndNoKey() async throws {
        for mode in ["lab", "exam"] {
            let (paper, html) = try await paper(mode)
            let isExam = mode == "exam"
            #expect(html.contains("A &lt;b&gt;title&lt;/b&gt;") && !html.contains("<script>alert"))
            for question in paper.questions {
                #expect(html.contains("<section id=\"q-\(question.item)\""))
                #expect(!html.contains(question.hint) && !question.slips.contains { html.contains($0.name) })
                #expect(html.contains(String(question.seed)) != isExam || question.run.isEmpty)
            }
            let right = try #require(paper.questions[0].right.first)
            #expect(!html.contains(right))
            #expect(!html.contains("\"digests\"") && !html.contains("PBKDF2"))
            #expect(html.contains("name=\"q2\" value=\"f\"") && html.contains("data-none=\"q2\""))
        }
    }

    @Test func aPageForPracticeHoldsSlowDigestsOfDistinctAnswersAlone() async throws {
        let (paper, html) = try await paper("practice")
        #expect(html.matches(of: /"digests":\["[0-9a-f]{64}"\]/).count == 1)
        #expect(html.contains("\"salt\":\"\(paper.number)q1\",\"rounds\":600000"))
        #expect(html.contains("data-check=\"q1\"") && !html.contains("data-check=\"q2\""))
    }

    @Test func aKeyReadsBackAsItWasWritten() async throws {
        let (paper, _) = try await paper("exam")
        #expect(try Paper(JSON(paper.json.compact.utf8)).json == paper.json)
    }
}
