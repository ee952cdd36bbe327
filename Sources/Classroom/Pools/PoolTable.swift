/// Questions in tables: for spreadsheets, and as cards of Anki.
enum PoolTable: PoolMarkup {
    /// A line for each question.
    static func csv(_ items: [PoolItem]) -> String {
        let heads = ["title", "kind", "ask", "shown", "choices", "right", "slips"]
        let rows = items.map { item in
            let shown = item.shown.map { "\($0.caption): \($0.lines.joined(separator: " "))" }
            let slips = item.question.slips.map { "\($0.answer): \($0.feedback)" }
            let choices = item.question.choices.map { "\($0.letter): \($0.text)" }
            return CSVText.line([
                item.title, item.question.kind.rawValue, item.ask.joined(separator: " "), joined(shown),
                joined(choices),
                joined(item.rightTexts), item.isBlank ? "" : joined(slips),
            ])
        }
        return CSVText.start + CSVText.line(heads) + rows.joined()
    }

    private static func joined(_ texts: [String]) -> String { texts.joined(separator: " | ") }

    /// A note for each question (the Anki manual, "Text Files"). A note whose front is there already replaces it, so each front has its
    /// seed in it.
    static func anki(_ items: [PoolItem]) -> String {
        let head = [
            "#separator:Tab", "#html:true", "#notetype:Basic", "#deck:HandshakeSim", "#columns:Front\tBack\tTags",
            "#tags column:3",
        ]
        let notes = items.map { item in
            let choices = item.question.choices.map { escaped("\($0.letter)  \($0.text)") }
            let list = choices.isEmpty ? "" : "<p>\(choices.joined(separator: "<br/>"))</p>"
            let seed = escaped("\(item.title), seed \(item.question.seed)")
            let front = html(item) + list + "<p><small>\(seed)</small></p>"
            let right = item.rightTexts.map(escaped).joined(separator: "<br/>")
            let back =
                right + (item.question.because.isEmpty ? "" : "<p>\(escaped(item.question.because))</p>")
            let tags = "handshakesim \(item.question.topic) \(item.question.template)"
            return [front, back, tags].map(quoted).joined(separator: "\t")
        }
        return (head + notes).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ field: String) -> String { "\"\(field.replacing("\"", with: "\"\""))\"" }
}

extension PoolItem {
    /// Whether it asks for one blank of several.
    fileprivate var isBlank: Bool { question.form == .parts }
}
