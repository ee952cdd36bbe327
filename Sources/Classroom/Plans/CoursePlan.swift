import Render
import Trace

/// A course of six sessions. Each has its lessons, a paper, and homework.
package enum CoursePlan {
    /// A session.
    struct Session: Sendable {
        /// The numbers of its lessons, in their order.
        let lessons: [Int]
        /// The questions on paper.
        let paper: CourseWords
        /// The homework: a command or a sentence.
        let home: CourseWords
    }

    /// The length of a session, in minutes.
    static let minutes = 90

    static let sessions: [Session] = [
        Session(lessons: [1], paper: .opening, home: .quiz("tcp")),
        Session(lessons: [2, 18], paper: .closing, home: .cards),
        Session(lessons: [3, 4], paper: .subjects("tls, dh"), home: .masterHead),
        Session(lessons: [5, 6], paper: .subjects("fs, x509"), home: .check(6)),
        Session(lessons: [7, 8, 10], paper: .subjects("trust, mutual, attack"), home: .quiz("claim")),
        Session(lessons: [11, 12, 13], paper: .subjects("tls13"), home: .exam),
    ]

    /// The course as a report for a teacher.
    package static var report: Report {
        var report = Report([.heading(CourseWords.title(sessions.count).english)])
        for (index, session) in sessions.enumerated() {
            let lessons = session.lessons.map { "\($0)" }.joined(separator: ", ")
            let parts: [(CourseWords, String)] = [
                (.lessons, lessons), (.paper, session.paper.english), (.home, session.home.english),
            ]
            report.add(.text("\(CourseWords.session.english) \(index + 1)", indent: 2))
            for (word, text) in parts {
                report.add(.text("\(word.english): \(text.replacing("`", with: ""))", indent: 6))
            }
        }
        return report
    }
}

/// The page for teachers: how to hold a class with only these pages, and a plan for each session of the course.
package enum TeachersPage {
    package static var title: String { CourseWords.pageTitle.english }

    /// Its text in Markdown.
    ///
    /// - Parameter lessons: all lessons of the site.
    package static func text(_ lessons: [Lesson]) -> String {
        let sessions = CoursePlan.sessions.enumerated().map { index, session in
            let own = session.lessons.compactMap { number in lessons.first { $0.number == number } }
            let names = own.map { "\($0.number). \($0.title)" }.joined(separator: "; ")
            let numbers = own.map { "\($0.number)" }.joined(separator: ",")
            return [
                "## \(CourseWords.session.english) \(index + 1)", "\(CourseWords.lessons.english): \(names).",
                "\(CourseWords.paper.english): \(session.paper.english)",
                "\(CourseWords.home.english): \(session.home.english)",
                ClassPlan(minutes: CoursePlan.minutes, lessons: own).markdown,
                CourseWords.other("HandshakeSim class plan 45 --lesson \(numbers)").english,
            ].joined(separator: "\n\n")
        }
        return (["# \(title)", CourseWords.introduction.english, CourseWords.room.english] + sessions)
            .joined(separator: "\n\n") + "\n"
    }
}
