import Trace

/// What a command says beside its runs, told once: an outcome, the steps of a story, tables.
///
/// It is drawn as lines of a terminal (``text(style:)``), and a page begins with it (docs/web.md).
package struct Report: Sendable {
    /// A part of it.
    package enum Part: Sendable {
        /// What the parts behind it are about.
        case heading(String)
        /// A paragraph, so many columns from the edge of a terminal, behind a head that stands there in its first line.
        case text(String, indent: Int = 0, head: String = "")
        /// A step of a story, with its number.
        case step(Int, String)
        /// A sentence of a list.
        case item(String)
        /// What it has come to.
        case outcome(String)
        /// Names and octets.
        case values([Calculation.Quantity])
        /// What was sent or read: whose it is, and the octets.
        case said(String, [UInt8])
        /// A head, which may be empty, and rows. A row of one cell is the title of those that follow. In a terminal the columns are padded;
        /// what stands behind the last of them is not.
        case table([String], [[String]], [Column] = [], indent: Int = 2)
        /// A command of a shell behind a prompt. Over several lines it still is the same when it is pasted.
        case command(String)
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

    /// A report of these parts.
    package init(_ parts: [Part] = []) { self.parts = parts }

    /// Reports with an empty line of a terminal between each and the next.
    package init(apart reports: [Report]) { parts = Array(reports.map(\.parts).joined(separator: [.space])) }

    /// Adds a part.
    package mutating func add(_ parts: Part...) { self.parts += parts }

    /// One report behind the other.
    package static func + (one: Report, other: Report) -> Report { Report(one.parts + other.parts) }

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

    /// A paragraph, so many columns from the edge of a terminal.
    package static func text(_ words: any Wording, indent: Int = 0) -> Report.Part {
        .text(words.sentence(in: .english), indent: indent)
    }
}
