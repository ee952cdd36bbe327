/// Questions in Moodle's GIFT (its question/format/gift). The kind of a question is guessed from its answers there.
enum GIFTText: PoolMarkup {
    static func text(_ items: [PoolItem]) -> String {
        var blocks: [String] = []
        var group: String?
        for item in items {
            if item.group != group {
                group = item.group
                blocks.append("$CATEGORY: $course$/top/HandshakeSim/\(item.question.template)")
            }
            blocks.append(question(item))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// A question in one line. A line break is read there in another way than it is written.
    private static func question(_ item: PoolItem) -> String {
        let answers: [String] =
            switch item.answer {
            // A short answer is compared as it is; feedback and choices are HTML, like the question.
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

    /// Characters with a meaning of their own get a backslash.
    private static func marked(_ text: String) -> String {
        String(text.flatMap { "\\~=#{}:".contains($0) ? ["\\", $0] : [$0] })
    }
}
