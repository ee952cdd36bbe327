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
        var printedPaper: Words { Words(english: "On paper: \(paper.english)", chinese: "书面：\(paper.chinese)") }
        var printedHome: Words { Words(english: "At home: \(home.english)", chinese: "在家：\(home.chinese)") }
    }

    /// The length of a session, in minutes.
    static let minutes = 90

    static let sessions: [Session] = [
        Session(
            lessons: [1],
            paper: Words(english: "Questions about opening and numbers (tcp).", chinese: "关于打开和序号的题目（tcp）。"),
            home: "`HandshakeSim quiz --topic tcp`"),
        Session(
            lessons: [2, 18],
            paper: Words(english: "Questions about closing, loss and time (tcp).", chinese: "关于关闭、丢失和时间的题目（tcp）。"),
            home: Words(
                english: "Cards for Anki: `HandshakeSim class pool --format anki`",
                chinese: "Anki 卡片：`HandshakeSim class pool --format anki`")),
        Session(
            lessons: [3, 4],
            paper: Words(english: "Questions of these subjects: tls, dh.", chinese: "这些主题的题目：tls、dh。"),
            home: Words(
                english: "`HandshakeSim quiz --template tls.master-head`, with openssl or Python beside it.",
                chinese: "`HandshakeSim quiz --template tls.master-head`，同时用 openssl 或 Python。")),
        Session(
            lessons: [5, 6],
            paper: Words(english: "Questions of these subjects: fs, x509.", chinese: "这些主题的题目：fs、x509。"),
            home: Words(
                english:
                    "The exercises of lesson 6. `HandshakeSim lesson 6 --check 1 ANSWER` says whether an answer is "
                    + "right.",
                chinese: "第 6 课的练习。`HandshakeSim lesson 6 --check 1 ANSWER` 会说明答案对不对。")),
        Session(
            lessons: [7, 8, 10],
            paper: Words(
                english: "Questions of these subjects: trust, mutual, attack.",
                chinese: "这些主题的题目：trust、mutual、attack。"),
            home: "`HandshakeSim quiz --topic claim`"),
        Session(
            lessons: [11, 12, 13],
            paper: Words(english: "Questions of these subjects: tls13.", chinese: "这些主题的题目：tls13。"),
            home: Words(
                english: "An exam: two questions of each subject, with \"mode\": \"exam\" in the course's file.",
                chinese: "考试：每个主题两道题，课程文件里写 \"mode\": \"exam\"。")),
    ]

    /// The heading of the session at that place, from 0.
    static func heading(_ place: Int) -> Words {
        Words(english: "Session \(place + 1)", chinese: "第 \(place + 1) 次课")
    }

    /// The course as a report for a teacher.
    package static var report: Report {
        var report = Report([
            .heading(
                Words(
                    english: "A course of \(counted(sessions.count, "session"))",
                    chinese: "\(sessions.count) 次课的课程"))
        ])
        for (index, session) in sessions.enumerated() {
            let lessons = session.lessons.map { "\($0)" }.joined(separator: ", ")
            report.add(.text(heading(index), indent: 2))
            for part in [
                Words(
                    english: "Lessons: \(lessons)",
                    chinese: "课：\(session.lessons.map { "\($0)" }.joined(separator: "、"))"), session.printedPaper,
                session.printedHome,
            ] {
                report.add(.text(part.map { $0.replacing("`", with: "") }, indent: 6))
            }
        }
        return report
    }
}

/// The page for teachers: how to hold a class with only these pages, and a plan for each session of the course.
package enum TeachersPage {
    package static let title = Words(english: "For teachers", chinese: "写给教师")

    /// Its text in Markdown.
    ///
    /// - Parameter lessons: all lessons of the site, in that language.
    package static func text(_ lessons: [Lesson], in language: Language = .english) -> String {
        func say(_ words: Words) -> String { words.sentence(in: language) }
        let sessions = CoursePlan.sessions.enumerated().map { index, session in
            let own = session.lessons.compactMap { number in lessons.first { $0.number == number } }
            let names = own.map { "\($0.number). \($0.title)" }
            let numbers = own.map { "\($0.number)" }.joined(separator: ",")
            return [
                "## \(say(CoursePlan.heading(index)))",
                say(
                    Words(
                        english: "Lessons: \(names.joined(separator: "; ")).",
                        chinese: "课：\(names.joined(separator: "；"))。")),
                say(session.printedPaper), say(session.printedHome),
                ClassPlan(minutes: CoursePlan.minutes, lessons: own).markdown(in: language),
                say(
                    Words(
                        english: "A plan of another length: `HandshakeSim class plan 45 --lesson \(numbers)`",
                        chinese: "另一种长度的计划：`HandshakeSim class plan 45 --lesson \(numbers)`")),
            ].joined(separator: "\n\n")
        }
        let introduction = Words(
            english: "A class needs these pages and nothing else: they open from a stick, and ask the network for "
                + "nothing. The program makes the papers, with other numbers for each student, and marks them: "
                + "`HandshakeSim class --help`.",
            chinese: "一个班级只需要这些页面，别的都不需要：从 U 盘就能打开，不向网络请求任何东西。程序制作试卷，每个学生的数都不同，并且批改试卷：`HandshakeSim class --help`。")
        let room = Words(
            english: "Ask first, show second. When half of the class is wrong in the same way, that mistake is the "
                + "lesson. The column on the right says where classes get stuck.",
            chinese: "先提问，再演示。如果半个班级以同样的方式答错，那个错误就是这堂课的内容。右边一列说明班级会在哪里卡住。")
        return (["# \(say(title))", say(introduction), say(room)] + sessions).joined(separator: "\n\n") + "\n"
    }
}
