import Trace

/// What a command says beside its runs: an outcome, the steps of a story, tables. It is stated once, for all renderings.
///
/// It is drawn as lines of a terminal (``text(style:)``). A page begins with it (docs/web.md) or consists of it (``WebReport``).
package struct Report: Sendable {
    /// A part of a report. An `indent` is a number of columns of a terminal before the words; `widest` is the number of columns
    /// that a line may have on a terminal that is wider.
    package enum Part: Sendable {
        /// A heading over the parts that follow.
        case heading(String)
        /// A heading on a rule from edge to edge.
        case title(String)
        /// A paragraph. `head` stands in the columns of the indent of the first line. If `hang` is not 0, there is no indent and
        /// no head; all lines but the first then begin with `hang` spaces.
        case text(String, indent: Int = 0, head: String = "", hang: Int = 0, widest: Int = .max)
        /// A step of a story, with its number, and the packets that show it.
        case step(Int, String, shownBy: Packets? = nil)
        /// A sentence of a list.
        case item(String, indent: Int = 7, widest: Int = .max)
        /// The outcome of what the command did.
        case outcome(String)
        /// An outcome behind a mark or a word, and whether the outcome is good.
        case marked(String, LabelledParagraph.Mood, String)
        /// Names and values. In a terminal `margin` columns stand before the names, and the values begin at column `indent`.
        case facts([(name: String, value: String)], margin: Int = 0, indent: Int = 8)
        /// Names and octets, and the notes on them.
        case values([Calculation.Quantity], indent: Int = 5)
        /// Octets that were sent or read, and a title that names the sender or the reader.
        case said(String, [UInt8])
        /// A head, which may be empty, and rows. A row of one cell is the title of the rows that follow. In a terminal the
        /// cells are padded to the widths of the columns; cells behind the last column are not padded.
        case table([String], [[String]], [Column] = [], indent: Int = 2)
        /// Old and new values by name, under the heads `was` and `isNow`, and words about the change. Where a terminal is too
        /// narrow for two columns, the new value stands below the old one.
        case beside(was: String, isNow: String, change: String, [(name: String, was: String, isNow: String)])
        /// A comparison of several things, which have these names, row by row.
        case comparison([String], [ComparisonTable.Part])
        /// Policies and situations.
        case matrix(Matrix, Matrix.Form)
        /// The structure of octets, and the name of what the octets are.
        case tree([StructureTree.Part], of: [UInt8], name: String)
        /// States and the ways between them, drawn on a page. A terminal and programs get the same from other parts.
        case graph(StateGraph)
        /// Octets in rows, with their fields, under a title.
        case pane(String, [UInt8], [Field])
        /// A shell command behind a prompt. If it takes several lines, they can still be pasted as one command.
        case command(String)
        /// Shell commands without a prompt.
        case commands([String])
        /// Lines that are printed as they are.
        case lines([String])
        /// An empty line of a terminal.
        case space
    }

    /// Packets of a run that stands beside the report on a page.
    package struct Packets: Sendable {
        /// The id of the run.
        let run: String
        /// The numbers of the packets.
        let numbers: [Int]

        /// The packets `numbers` of the run with the id `run`.
        package init(of run: String, _ numbers: [Int]) {
            self.run = run
            self.numbers = numbers
        }
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
    /// The report for programs; nil where programs get the parts.
    private let data: JSON?

    /// A report of these parts.
    ///
    /// - Parameter data: the report for programs; nil where programs get the parts.
    package init(_ parts: [Part] = [], data: JSON? = nil) {
        self.parts = parts
        self.data = data
    }

    /// Reports with an empty line of a terminal between each and the next.
    package init(apart reports: [Report]) { self.init(Array(reports.map(\.parts).joined(separator: [.space]))) }

    /// The report for programs.
    package var json: JSON { data ?? list }

    /// Adds parts at the end.
    package mutating func add(_ parts: Part...) { self.parts += parts }

    /// The parts of `one`, then those of `other`. The data for programs is that of `one`, or else that of `other`.
    package static func + (one: Report, other: Report) -> Report {
        Report(one.parts + other.parts, data: one.data ?? other.data)
    }

    /// Adds the parts of another report at the end. Its data for programs is not taken over.
    package static func += (one: inout Report, other: Report) { one.parts += other.parts }

    /// The report beside runs that have other ids; `name` gives the new id for an old one.
    package func naming(runs name: (String) -> String) -> Report {
        let parts = parts.map { part in
            guard case .step(let number, let text, let packets?) = part else { return part }
            return .step(number, text, shownBy: Packets(of: name(packets.run), packets.numbers))
        }
        return Report(parts, data: data)
    }

    /// The lines of the report in a terminal, each ended by a line feed.
    package func text(style: PageStyle = .plain) -> String {
        let text = ReportText(style: style)
        return parts.map { text.draw($0) }.joined()
    }
}

/// Parts that are made of words: here the language of a report is chosen.
extension Report.Part {
    /// A heading over the parts that follow.
    package static func heading(_ words: any Wording) -> Report.Part { .heading(words.sentence(in: .english)) }

    /// The outcome of what the command did.
    package static func outcome(_ words: any Wording) -> Report.Part { .outcome(words.sentence(in: .english)) }

    /// An outcome behind a mark or a word, and whether the outcome is good.
    package static func marked(_ mark: String, _ mood: LabelledParagraph.Mood, _ words: any Wording) -> Report.Part {
        .marked(mark, mood, words.sentence(in: .english))
    }

    /// A paragraph. `head` stands in the columns of the indent of the first line.
    package static func text(
        _ words: any Wording, indent: Int = 0, head: String = "", widest: Int = .max
    ) -> Report.Part {
        .text(words.sentence(in: .english), indent: indent, head: head, widest: widest)
    }

    /// The sentence about a party that sent or read nothing.
    static func nothing(_ title: String) -> String {
        Words(english: "\(title) nothing.").sentence(in: .english)
    }
}
