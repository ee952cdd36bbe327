import Render
import Trace

/// Questions in tables: a CSV table for spreadsheets, and notes for Anki.
enum PoolTable: PoolMarkup {
    /// The CSV table, with a line for each item.
    static func csv(_ items: [PoolItem]) -> String {
        let heads = ["title", "kind", "ask", "shown", "choices", "right", "slips"]
        let rows = items.map { item in
            let colon = item.question.language.colon
            let shown = item.question.shown.map { "\($0.caption)\(colon)\($0.lines.joined(separator: " "))" }
            // A slip of a question with blanks is an answer to all of them, and an item has only one.
            let slips = item.question.form == .parts ? [] : item.question.slips
            let choices = item.question.choices.map { "\($0.letter)\(colon)\($0.text)" }
            return CSVText.line([
                item.title, item.question.kind.rawValue, item.ask.joined(separator: item.question.language.space),
                joined(shown),
                joined(choices), joined(item.rightTexts), joined(slips.map { "\($0.answer)\(colon)\($0.feedback)" }),
            ])
        }
        return CSVText.start + CSVText.line(heads) + rows.joined()
    }

    private static func joined(_ texts: [String]) -> String { texts.joined(separator: " | ") }

    /// A note for each item (the Anki manual, "Text Files"). On import a note replaces an older note with the same front. So each front has
    /// its title and its seed in it.
    static func anki(_ items: [PoolItem]) -> String {
        let head = [
            "#separator:Tab", "#html:true", "#notetype:Basic", "#deck:HandshakeSim", "#columns:Front\tBack\tTags",
            "#tags column:3",
        ]
        let notes = items.map { item in
            let choices = item.question.choices.map { escaped("\($0.letter)  \($0.text)") }
            let list = choices.isEmpty ? "" : "<p>\(choices.joined(separator: "<br/>"))</p>"
            let seed = escaped(
                Words(
                    english: "\(item.title), seed \(item.question.seed)",
                    chinese: "\(item.title)，种子 \(item.question.seed)"
                ).sentence(in: item.question.language))
            let front = html(item) + list + "<p><small>\(seed)</small></p>"
            let right = item.rightTexts.map(escaped).joined(separator: "<br/>")
            let back =
                right + (item.question.because.isEmpty ? "" : "<p>\(escaped(item.question.because))</p>")
            let tags = "handshakesim \(item.question.topic) \(item.question.template)"
            return [front, back, tags].map(quoted).joined(separator: "\t")
        }
        return (head + notes).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ field: String) -> String { "\"\(Text.replacing("\"", with: "\"\"", in: field))\"" }
}
