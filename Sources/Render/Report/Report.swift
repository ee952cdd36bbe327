import Trace

/// What a command says beside its runs, told once: an outcome, the steps of a story, tables.
///
/// It is drawn as lines of a terminal (``text(style:)``), and a page begins with it (docs/web.md) or is made of it (``WebReport``).
package struct Report: Sendable {
    /// A part of it.
    package enum Part: Sendable {
        /// What the parts behind it are about.
        case heading(String)
        /// The same, on a rule from edge to edge.
        case title(String)
        /// A paragraph, so many columns from the edge of a terminal, behind a head that stands there in its first line. Lines behind the
        /// first may hang further in, and lines of words may be shorter than those of a wide terminal.
        case text(String, indent: Int = 0, head: String = "", hang: Int = 0, widest: Int = .max)
        /// A step of a story, with its number.
        case step(Int, String)
        /// A sentence of a list, so many columns from the edge of a terminal. Lines may be shorter than those of a wide one.
        case item(String, indent: Int = 7, widest: Int = .max)
        /// What it has come to.
        case outcome(String)
        /// The same behind a mark or a word, and whether it is good.
        case marked(String, LabelledParagraph.Mood, String)
        /// Names, and what there is to say of each. In a terminal the names stand behind a margin, and the words at a column of their own.
        case facts([(name: String, value: String)], margin: Int = 0, indent: Int = 8)
        /// Names and octets, and the notes on them, so many columns from the edge of a terminal.
        case values([Calculation.Quantity], indent: Int = 5)
        /// What was sent or read: whose it is, and the octets.
        case said(String, [UInt8])
        /// A head, which may be empty, and rows. A row of one cell is the title of those that follow. In a terminal the columns are padded;
        /// what stands behind the last of them is not.
        case table([String], [[String]], [Column] = [], indent: Int = 2)
        /// What was and what is, by name, and what there is to say of the change. A terminal that is too narrow has one below the other.
        case beside(was: String, isNow: String, change: String, [(name: String, was: String, isNow: String)])
        /// Several things under their names, compared line by line.
        case comparison([String], [ComparisonTable.Part])
        /// Deciders and situations.
        case matrix(Matrix, Matrix.Form)
        /// The parts of octets, which have a name.
        case tree([StructureTree.Part], of: [UInt8], name: String)
        /// Octets in rows, with their fields.
        case pane(String, [UInt8], [Field])
        /// A command of a shell behind a prompt. Over several lines it still is the same when it is pasted.
        case command(String)
        /// Commands of a shell, without a prompt.
        case commands([String])
        /// Lines that stand as they are.
        case lines([String])
        /// An empty line of a terminal.
        case space
    }

    /// A column of a table in a terminal, with its width.
    package enum Column: Sendable {
        /// Cells keep to its left edge.
        case left(Int)
        /// Cells keep to its right edge.
        case right(Int)
    }

    /// The parts in their order.
    package private(set) var parts: [Part]
    /// The same for programs; nil where there is no more than the parts.
    private let data: JSON?

    /// A report of these parts.
    package init(_ parts: [Part] = [], data: JSON? = nil) {
        self.parts = parts
        self.data = data
    }

    /// Reports with an empty line of a terminal between each and the next.
    package init(apart reports: [Report]) { self.init(Array(reports.map(\.parts).joined(separator: [.space]))) }

    /// What programs get.
    package var json: JSON { data ?? list }

    /// Adds a part.
    package mutating func add(_ parts: Part...) { self.parts += parts }

    /// One report behind the other.
    package static func + (one: Report, other: Report) -> Report {
        Report(one.parts + other.parts, data: one.data ?? other.data)
    }

    /// Adds another report.
    package static func += (one: inout Report, other: Report) { one.parts += other.parts }

    /// Its lines in a terminal, each ended by a line feed.
    package func text(style: PageStyle = .plain) -> String {
        let text = ReportText(style: style)
        return parts.map { text.draw($0) }.joined()
    }
}

/// Parts that are made of words: here the language of a report is chosen.
extension Report.Part {
    /// What the parts behind it are about.
    package static func heading(_ words: any Wording) -> Report.Part { .heading(words.sentence(in: .english)) }

    /// What it has come to.
    package static func outcome(_ words: any Wording) -> Report.Part { .outcome(words.sentence(in: .english)) }

    /// The same behind a mark or a word, and whether it is good.
    package static func marked(_ mark: String, _ mood: LabelledParagraph.Mood, _ words: any Wording) -> Report.Part {
        .marked(mark, mood, words.sentence(in: .english))
    }

    /// A paragraph, so many columns from the edge of a terminal, behind a head that stands there in its first line.
    package static func text(
        _ words: any Wording, indent: Int = 0, head: String = "", widest: Int = .max
    ) -> Report.Part {
        .text(words.sentence(in: .english), indent: indent, head: head, widest: widest)
    }

    /// What is told of a party that sent or read nothing.
    static func nothing(_ title: String) -> String {
        Words(english: "\(title) nothing.").sentence(in: .english)
    }
}
