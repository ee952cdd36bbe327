import Render
import Trace

/// The feedback for a student: a page, and a file for Gradescope. It contains nothing about other students.
package struct FeedbackPage: Sendable {
    private let key: ClassKey
    private let sheet: WebSheet

    /// The pages for the class whose key has the head `key`.
    ///
    /// - Throws: ``WebModules/Violation``, see ``WebSheet``.
    package init(_ key: ClassKey) throws {
        self.key = key
        sheet = try WebSheet(.feedback, language: key.language)
    }

    /// The page of one student.
    package func html(_ paper: MarkedPaper) -> String {
        let title = Words(english: "Feedback: \(key.title)", chinese: "评语：\(key.title)").sentence(in: key.language)
        var facts: [(Words, String)] = paper.name.map { [(Words(english: "Name", chinese: "姓名"), $0)] } ?? []
        facts += [
            (Words(english: "Student", chinese: "学生"), paper.student),
            (Words(english: "Course", chinese: "课程"), key.course),
            (Words(english: "Attempt", chinese: "次数"), String(paper.attempt)),
        ]
        let points = FeedbackWords.points(CSVText.decimal(paper.score), of: CSVText.decimal(paper.most))
        let head = WebMarkup.element(
            "header", ["class": "sheet-head"], .element("h1", [:], WebMarkup(title)),
            .element(
                "dl", ["class": "sheet-facts"],
                facts.map { name, value in
                    .element("div", [:], .element("dt", [:], WebMarkup(name)), .element("dd", [:], WebMarkup(value)))
                }.asOne),
            .element("p", ["class": "score"], WebMarkup(points)),
            .element("p", ["class": "sheet-note"], WebMarkup(FeedbackWords.status(paper.status))))
        let isMarked = paper.status == .graded || paper.status == .late
        let items = isMarked ? paper.items.enumerated().map { section($1, number: $0 + 1) } : []
        return sheet.html(title: "\(title)\(key.language.comma)\(paper.student)", [head, items.asOne].asOne)
    }

    private func section(_ item: MarkedItem, number: Int) -> WebMarkup {
        func part(_ words: any Wording, _ text: String?) -> WebMarkup {
            guard let text else { return .nothing }
            return .element(
                "p", [:], .element("span", ["class": "quiet"], WebMarkup(words), WebMarkup(key.language.colon)),
                .element("code", [:], WebMarkup(text)))
        }
        let points = FeedbackWords.points(CSVText.decimal(item.credit), of: CSVText.decimal(item.most))
        return .element(
            "section", ["class": "question"],
            .element(
                "h2", [:], WebMarkup("\(number). "), .element("span", ["class": "item"], WebMarkup(item.item)),
                .element("span", ["class": "credit"], WebMarkup(points))),
            .element("p", ["class": "assesses"], WebMarkup(item.assesses)), WebMarkup.question(item.ask),
            .element(
                "p", ["class": "verdict", "data-verdict": item.verdict.rawValue],
                WebMarkup(FeedbackWords.verdict(item.verdict))),
            part(Words(english: "Your answer", chinese: "你的答案"), item.answer),
            item.feedback.map { .element("p", ["class": "ask"], WebMarkup($0)) } ?? .nothing,
            part(FeedbackWords.rightAnswer, item.solution?.right),
            item.solution.map { .element("p", [:], WebMarkup($0.because)) } ?? .nothing)
    }

    /// The `results.json` of one student as Gradescope documents it for autograders.
    package func gradescope(_ paper: MarkedPaper) -> String {
        func say(_ words: FeedbackWords) -> String { words.sentence(in: key.language) }
        let tests = paper.items.map { item -> JSON in
            let said = [item.assesses, item.ask, say(.verdict(item.verdict)), item.feedback]
            let solution = item.solution.map { "\(say(.rightAnswer))\(key.language.colon)\($0.right)" }
            return .members(
                ("name", .string(item.item)), ("score", .exact(item.credit)), ("max_score", .exact(item.most)),
                ("status", .string(item.verdict == .right ? "passed" : "failed")),
                ("output", .string((said + [solution]).compactMap(\.self).joined(separator: "\n"))),
                ("visibility", .string("visible")))
        }
        return JSON.members(
            ("score", .exact(paper.score)), ("output", .string(say(.status(paper.status)))),
            ("tests", .array(tests))
        ).text
    }
}
