/// A paragraph behind a word that says whose it is: "WRONG   At line 2 …".
package struct LabelledParagraph: Sendable {
    /// Whether what the paragraph speaks of is good.
    package enum Mood: String, Sendable {
        /// It is not.
        case bad = "no"
        /// It is.
        case good = "yes"
        /// That is not known.
        case unknown

        /// How the label looks.
        fileprivate var tone: Tone {
            switch self {
            case .bad: .bad
            case .good: .good
            case .unknown: .normal
            }
        }
    }

    private let label: String
    private let mood: Mood
    private let words: String

    /// `words` behind `label`.
    package init(_ label: String, _ mood: Mood, _ words: String) {
        self.label = label
        self.mood = mood
        self.words = words
    }

    /// Its lines, wrapped to the columns of `style` behind the label; each is ended by a line feed.
    package func text(style: PageStyle = .plain, ascii: Bool = false) -> String {
        let pen = Pen(style, ascii: ascii)
        let indent = 8
        return pen.draw(
            Text.wrap(pen.legible(words), to: pen.columns - indent).enumerated().map { index, part in
                Line(index == 0 ? label : "", mood.tone).padded(to: indent) + part
            })
    }
}
