import Render
import Trace

/// A course of six sessions. Each has its lessons, a paper, and homework.
package enum CoursePlan {
    /// A session.
    struct Session: Sendable {
        /// The numbers of its lessons, in their order.
        let lessons: [Int]
        /// The questions on paper.
        let paper: Words
        /// The homework: a command or a sentence.
        let home: Words

        /// Paper and homework with what they are before them.
        var printedPaper: Words { Words(english: "On paper: \(paper.english)") }
        var printedHome: Words { Words(english: "At home: \(home.english)") }
    }

    /// The length of a session, in minutes.
    static let minutes = 90

    static let sessions: [Session] = [
        Session(
            lessons: [1], paper: Words(english: "Questions about opening and numbers (tcp)."),
            home: Words(english: "`HandshakeSim quiz --topic tcp`")),
        Session(
            lessons: [2, 18], paper: Words(english: "Questions about closing, loss and time (tcp)."),
            home: Words(english: "Cards for Anki: `HandshakeSim class pool --format anki`")),
        Session(
            lessons: [3, 4], paper: Words(english: "Questions of these subjects: tls, dh."),
            home: Words(
                english: "`HandshakeSim quiz --template tls.master-head`, with openssl or Python beside it.")),
        Session(
            lessons: [5, 6], paper: Words(english: "Questions of these subjects: fs, x509."),
            home: Words(
                english:
                    "The exercises of lesson 6. `HandshakeSim lesson 6 --check 1 ANSWER` says whether an answer is "
                    + "right.")),
        Session(
            lessons: [7, 8, 10], paper: Words(english: "Questions of these subjects: trust, mutual, attack."),
            home: Words(english: "`HandshakeSim quiz --topic claim`")),
        Session(
            lessons: [11, 12, 13], paper: Words(english: "Questions of these subjects: tls13."),
            home: Words(
                english: "An exam: two questions of each subject, with \"mode\": \"exam\" in the course's file.")),
    ]

    /// The course as a report for a teacher.
    package static var report: Report {
        var report = Report([.heading(Words(english: "A course of \(counted(sessions.count, "session"))"))])
        for (index, session) in sessions.enumerated() {
            let lessons = session.lessons.map { "\($0)" }.joined(separator: ", ")
            report.add(.text(Words(english: "Session \(index + 1)"), indent: 2))
            for part in [Words(english: "Lessons: \(lessons)"), session.printedPaper, session.printedHome] {
                report.add(.text(part.english.replacing("`", with: ""), indent: 6))
            }
        }
        return report
    }
}

/// The page for teachers: how to hold a class with only these pages, and a plan for each session of the course.
package enum TeachersPage {
    package static let title = "For teachers"

    /// Its text in Markdown.
    ///
    /// - Parameter lessons: all lessons of the site.
    package static func text(_ lessons: [Lesson]) -> String {
        let sessions = CoursePlan.sessions.enumerated().map { index, session in
            let own = session.lessons.compactMap { number in lessons.first { $0.number == number } }
            let names = own.map { "\($0.number). \($0.title)" }.joined(separator: "; ")
            let numbers = own.map { "\($0.number)" }.joined(separator: ",")
            return [
                "## Session \(index + 1)", "Lessons: \(names).", session.printedPaper.english,
                session.printedHome.english,
                ClassPlan(minutes: CoursePlan.minutes, lessons: own).markdown,
                "A plan of another length: `HandshakeSim class plan 45 --lesson \(numbers)`",
            ].joined(separator: "\n\n")
        }
        let introduction = Words(
            english: "A class needs these pages and nothing else: they open from a stick, and ask the network for "
                + "nothing. The program makes the papers, with other numbers for each student, and marks them: "
                + "`HandshakeSim class --help`.")
        let room = Words(
            english: "Ask first, show second. When half of the class is wrong in the same way, that mistake is the "
                + "lesson. The column on the right says where classes get stuck.")
        return (["# \(title)", introduction.english, room.english] + sessions).joined(separator: "\n\n") + "\n"
    }
}
