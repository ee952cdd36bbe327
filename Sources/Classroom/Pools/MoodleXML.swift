/// Questions in the XML of Moodle (question/format/xml in its source).
enum MoodleXML: PoolMarkup {
    static func text(_ items: [PoolItem]) -> String {
        let lines = groups(of: items).flatMap { group in
            group.items.prefix(1).map {
                element("question", ["type": "category"], element("category", [:], text(category(of: $0))))
            } + group.items.map(question)
        }
        return ([declaration + "<quiz>"] + lines).joined(separator: "\n") + "\n</quiz>\n"
    }

    private static func question(_ item: PoolItem) -> String {
        let type: String
        let answers: [String]
        switch item.answer {
        case .text(let right, let wrong):
            type = "shortanswer"
            answers =
                [element("usecase", [:], "0")] + right.map { answer(literal($0), fraction: "100") }
                + wrong.map { answer(literal($0.answer), fraction: "0", feedback: $0.feedback) }
        case .one(let options):
            type = "multichoice"
            answers =
                [element("single", [:], "true"), element("shuffleanswers", [:], "true")]
                + options.map { choice($0, fraction: $0.isRight ? "100" : "0") }
        case .several(let options):
            type = "multichoice"
            let share = share(of: options)
            answers =
                [element("single", [:], "false"), element("shuffleanswers", [:], "true")]
                + options.map { choice($0, fraction: $0.isRight ? share : "-" + share) }
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

    /// The answer with a backslash before each asterisk: without it, an asterisk matches any text.
    private static func literal(_ answer: String) -> String { answer.replacing("*", with: "\\*") }

    /// An answer.
    ///
    /// - Parameter fraction: the share of the credit that it gets, in percent.
    private static func answer(
        _ answer: String, fraction: String, format: String = "plain_text", feedback: String = ""
    ) -> String {
        element(
            "answer", ["fraction": fraction, "format": format], text(answer),
            element("feedback", ["format": "html"], text(escaped(feedback))))
    }

    private static func choice(_ option: PoolItem.Option, fraction: String) -> String {
        answer(escaped(option.text), fraction: fraction, format: "html", feedback: option.feedback)
    }
}
