import Trace

/// What a command says beside its runs: an outcome, the steps of a story, tables. It is stated once, for all renderings.
///
/// It is drawn as lines of a terminal (``text(style:)``). A page begins with it (docs/web.md) or consists of it (``WebReport``).
package struct Report: Sendable {
    /// A part of a report. An `indent` is a number of columns of a terminal before the words; `widest` is the number of columns
    /// that a line may have on a terminal that is wider.
    package enum Part: Sendable {
        /// A heading over the parts that follow.
        case heading(Words)
        /// A heading on a rule from edge to edge.
        case title(Words)
        /// A paragraph. `head` stands in the columns of the indent of the first line. If `hang` is not 0, there is no indent and
        /// no head; all lines but the first then begin with `hang` spaces.
        case text(Words, indent: Int = 0, head: Words = "", hang: Int = 0, widest: Int = .max)
        /// A step of a story, with its number, and the packets that show it.
        case step(Int, Words, shownBy: Packets? = nil)
        /// A sentence of a list.
        case item(Words, indent: Int = 7, widest: Int = .max)
        /// The outcome of what the command did.
        case outcome(Words)
        /// An outcome behind a mark or a word, and whether the outcome is good.
        case marked(Words, LabelledParagraph.Mood, Words)
        /// Names and values. In a terminal `margin` columns stand before the names, and the values begin at column `indent`.
        case facts([(name: Words, value: Words)], margin: Int = 0, indent: Int = 8)
        /// Names and octets, and the notes on them. The glossary has the names in other languages.
        case values([Calculation.Quantity], names: Glossary = Glossary(), indent: Int = 5)
        /// Octets that were sent or read, and a title that names the sender or the reader.
        case said(Words, [UInt8])
        /// A head, which may be empty, and rows. A row of one cell is the title of the rows that follow. In a terminal the
        /// cells are padded to the widths of the columns; cells behind the last column are not padded.
        case table([Words], [[Words]], [Column] = [], indent: Int = 2)
        /// Old and new values by name, under the heads `was` and `isNow`, and words about the change. Where a terminal is too
        /// narrow for two columns, the new value stands below the old one.
        case beside(was: Words, isNow: Words, change: Words, [(name: Words, was: Words, isNow: Words)])
        /// A comparison of several things, which have these names, row by row.
        case comparison([Words], [ComparisonTable.Part])
        /// Policies and situations.
        case matrix(Matrix, Matrix.Form)
        /// The structure of octets, and the name of what the octets are.
        case tree([StructureTree.Part], of: [UInt8], name: Words)
        /// States and the ways between them, drawn on a page. A terminal and programs get the same from other parts.
        case graph(StateGraph)
        /// Octets in rows, with their fields, under a title.
        case pane(Words, [UInt8], [Field])
        /// A shell command behind a prompt. If it takes several lines, they can still be pasted as one command.
        case command(String)
        /// Shell commands without a prompt.
        case commands([String])
        /// Lines that are printed as they are.
        case lines([Words])
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

/// Parts that are made of words of a topic.
extension Report.Part {
    /// A heading over the parts that follow.
    @_disfavoredOverload
    package static func heading(_ words: some Wording) -> Report.Part { .heading(Words(words)) }

    /// A heading on a rule from edge to edge.
    @_disfavoredOverload
    package static func title(_ words: some Wording) -> Report.Part { .title(Words(words)) }

    /// The outcome of what the command did.
    @_disfavoredOverload
    package static func outcome(_ words: some Wording) -> Report.Part { .outcome(Words(words)) }

    /// A sentence of a list.
    @_disfavoredOverload
    package static func item(_ words: some Wording, indent: Int = 7, widest: Int = .max) -> Report.Part {
        .item(Words(words), indent: indent, widest: widest)
    }

    /// An outcome behind a mark or a word, and whether the outcome is good.
    @_disfavoredOverload
    package static func marked(_ mark: Words, _ mood: LabelledParagraph.Mood, _ words: some Wording) -> Report.Part {
        .marked(mark, mood, Words(words))
    }

    /// A paragraph. `head` stands in the columns of the indent of the first line.
    @_disfavoredOverload
    package static func text(
        _ words: some Wording, indent: Int = 0, head: Words = "", widest: Int = .max
    ) -> Report.Part {
        .text(Words(words), indent: indent, head: head, widest: widest)
    }
}

/// What a report says about octets.
enum ReportNote: Wording {
    /// The party sent or read nothing.
    case nothing(Words)
    case octets(Words, Int)
    case moreLines(Int)

    var english: String {
        switch self {
        case .nothing(let title): "\(title.english) nothing."
        case .octets(let title, let count): "\(title.english) (\(counted(count, "octet")))"
        case .moreLines(let count): "… and \(counted(count, "more line"))"
        }
    }

    var chinese: String {
        switch self {
        case .nothing(let title): "\(spaced(title.chinese, "什么也没有"))。"
        case .octets(let title, let count): "\(title.chinese)（\(count) 字节）"
        case .moreLines(let count): "… 还有 \(count) 行"
        }
    }
}
