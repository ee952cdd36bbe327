/// Questions in the XML of Moodle (its question/format/xml).
enum MoodleXML: PoolMarkup {
    static func text(_ items: [PoolItem]) -> String {
        var lines = [declaration + "<quiz>"]
        var group: String?
        for item in items {
            if item.group != group {
                group = item.group
                let category = text("$course$/top/HandshakeSim/\(item.question.template)")
                lines.append(element("question", ["type": "category"], element("category", [:], category)))
            }
            lines.append(question(item))
        }
        return lines.joined(separator: "\n") + "\n</quiz>\n"
    }

    private static func question(_ item: PoolItem) -> String {
        let type: String
        let answers: [String]
        switch item.answer {
        case .text(let right, let wrong):
            type = "shortanswer"
            answers =
                [element("usecase", [:], "0")] + right.map { answer(wildcards($0), "100") }
                + wrong.map { answer(wildcards($0.answer), "0", feedback: $0.feedback) }
        case .one(let options):
            type = "multichoice"
            answers =
                [element("single", [:], "true"), element("shuffleanswers", [:], "true")]
                + options.map { choice($0, $0.isRight ? "100" : "0") }
        case .several(let options):
            type = "multichoice"
            let share = share(of: options)
            answers =
                [element("single", [:], "false"), element("shuffleanswers", [:], "true")]
                + options.map { choice($0, $0.isRight ? share : "-" + share) }
        case .order(let things):
            type = "matching"
            answers =
                [element("shuffleanswers", [:], "true")]
                + things.enumerated().map { place, thing in
                    element(
                        "subquestion", ["format": "html"], text("\(place + 1)"), element("answer", [:], text(thing)))
                }
        }
        let head = [
            element("name", [:], text(item.title)),
            element("questiontext", ["format": "html"], text(html(item))),
            element("generalfeedback", ["format": "html"], text(escaped(item.question.because))),
            element("defaultgrade", [:], "1"), element("penalty", [:], "0"), element("hidden", [:], "0"),
        ]
        return "<question type=\"\(type)\">\n" + (head + answers).map { "  \($0)\n" }.joined() + "</question>"
    }

    private static func text(_ text: String) -> String { element("text", [:], escaped(text)) }

    /// A star stands for any text there.
    private static func wildcards(_ answer: String) -> String { answer.replacing("*", with: "\\*") }

    private static func answer(_ answer: String, _ fraction: String, feedback: String = "") -> String {
        element(
            "answer", ["fraction": fraction, "format": "plain_text"], text(answer),
            element("feedback", ["format": "html"], text(escaped(feedback))))
    }

    private static func choice(_ option: PoolItem.Option, _ fraction: String) -> String {
        element(
            "answer", ["fraction": fraction, "format": "html"], text(escaped(option.text)),
            element("feedback", ["format": "html"], text(escaped(option.feedback))))
    }
}
