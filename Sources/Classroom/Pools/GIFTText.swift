/// Questions in GIFT, Moodle's text format (question/format/gift in its source). Moodle infers the kind of a question from the answers.
enum GIFTText: PoolMarkup {
    static func text(_ items: [PoolItem]) -> String {
        let blocks = groups(of: items).flatMap { group in
            group.items.prefix(1).map { "$CATEGORY: \(category(of: $0))" } + group.items.map(question)
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// A question in one line. It has no line breaks, because Moodle does not read a line break as it was written.
    private static func question(_ item: PoolItem) -> String {
        let answers: [String] =
            switch item.answer {
            // A short answer is plain text. Feedback and choices are HTML, like the question.
            case .text(let right, let wrong):
                right.map { "=" + marked($0) } + wrong.map { "=%0%" + marked($0.answer) + feedback($0.feedback) }
            case .one(let options):
                options.map { ($0.isRight ? "=" : "~") + html($0.text) + feedback($0.feedback) }
            case .several(let options): weighed(options)
            case .order(let things): things.enumerated().map { "=\($0 + 1) -> " + html($1) }
            }
        let because = item.question.because.isEmpty ? "" : " ####" + html(item.question.because)
        return
            "::\(marked(item.title))::[html]\(marked(html(item))) {\(answers.joined(separator: " "))\(because)}"
    }

    private static func weighed(_ options: [PoolItem.Option]) -> [String] {
        let share = share(of: options)
        return options.map { "~%\($0.isRight ? share : "-" + share)%" + html($0.text) }
    }

    private static func feedback(_ text: String) -> String { text.isEmpty ? "" : "#" + html(text) }

    private static func html(_ text: String) -> String { marked(escaped(text)) }

    /// The text with a backslash before each character that has a meaning in GIFT.
    private static func marked(_ text: String) -> String {
        String(text.flatMap { "\\~=#{}:".contains($0) ? ["\\", $0] : [$0] })
    }
}
