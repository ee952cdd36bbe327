import Render

/// The layout that the reports share: words in lines behind a label.
extension PageStyle {
    /// `words` in lines behind `label`, which stands before the first. They begin at column `indent`: the label's width unless given.
    func lines(_ words: String, behind label: String = "", indent: Int? = nil) -> [String] {
        Text.behind(label, words, indent: indent ?? Text.width(label), columns: columns)
    }

    /// The same lines as text, each ended by a line feed.
    func paragraph(_ words: String, behind label: String = "", indent: Int? = nil) -> String {
        lines(words, behind: label, indent: indent).map { $0 + "\n" }.joined()
    }
}
