/// A paragraph behind a label that says whose paragraph it is: "WRONG   At line 2 …".
package struct LabelledParagraph: Sendable {
    /// Whether the thing that the paragraph describes is good. The raw value is the attribute `data-good` of a page.
    package enum Mood: String, Sendable {
        /// The thing is bad.
        case bad = "no"
        /// The thing is good.
        case good = "yes"
        /// It is not known whether the thing is good.
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
    package init(_ label: String, mood: Mood, words: String) {
        self.label = label
        self.mood = mood
        self.words = words
    }

    /// The lines of the paragraph, wrapped to the columns of `style` behind the label. Each is ended by a line feed.
    package func text(style: PageStyle = .plain) -> String {
        let pen = Pen(style)
        return pen.draw(pen.behind(Line(label, mood.tone), pen.legible(words), indent: 8))
    }
}
