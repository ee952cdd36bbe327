import Render

/// The layout that the reports share: words in lines behind a label.
extension PageStyle {
    /// `words` in lines behind `label`, which stands before the first. They begin at column `indent`: the label's width unless given.
    func lines(_ words: String, behind label: String = "", indent: Int? = nil) -> [String] {
        let indent = indent ?? Text.width(label)
        return Text.wrap(words, to: columns - indent).enumerated().map {
            Text.pad($0 == 0 ? label : "", to: indent) + $1
        }
    }

    /// The same lines as text, each ended by a line feed.
    func paragraph(_ words: String, behind label: String = "", indent: Int? = nil) -> String {
        lines(words, behind: label, indent: indent).map { $0 + "\n" }.joined()
    }
}

extension String {
    /// The text without the spaces at its end.
    var trimmedAtTheEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
