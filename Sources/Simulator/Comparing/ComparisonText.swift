import Render
import Trace

/// A comparison of visits as text: the table of what was counted, and what changes from each visit to the next.
package struct ComparisonText: Sendable {
    private let style: PageStyle
    private let language: Language

    /// Texts in that style: the visits stand beside each other where its columns allow it.
    package init(style: PageStyle, language: Language = .english) {
        self.style = style
        self.language = language
    }

    /// A part that can be asked for alone.
    package enum Part: String, Sendable, CaseIterable {
        /// What was counted.
        case table
        /// What changes from each visit to the next, and why.
        case changes
    }

    /// The whole text, or one part of it.
    package func text(_ comparison: VisitComparison, only: Part? = nil) -> String {
        let names = comparison.runs.map(\.visit.name)
        let table = ComparisonTable(names, parts(comparison.runs.map(\.figures)), style: style)
        let title = Heading(words(ComparisonHeading.title(names, seed: comparison.seed))).text(style: style)
        let further = words(ComparisonHeading.further(seed: comparison.seed, names: names))
        let changes = comparison.changes.map { change($0) }.joined(separator: "\n")
        return switch only {
        case .table: table.text()
        case .changes: changes
        case nil: title + "\n" + table.text() + "\n" + changes + "\n" + paragraph(further, indent: "")
        }
    }

    /// The same for a page: what changes, then the table.
    package func telling(_ comparison: VisitComparison) -> Report {
        let names = comparison.runs.map(\.visit.name)
        let changes = comparison.changes.flatMap { change -> [Report.Part] in
            let (heading, summary, notes) = words(of: change)
            return [.heading(heading)] + summary.map { .text($0) } + notes.map { .item($0) }
        }
        let rows = parts(comparison.runs.map(\.figures)).map { part in
            switch part {
            case .title(let title): [title]
            case .row(let label, let cells): [label] + cells.map { $0.replacing("\n", with: ", ") }
            }
        }
        let title = words(ComparisonHeading.title(names, seed: comparison.seed))
        return Report(changes + [.heading(title), .table([""] + names, rows)])
    }

    private func words(_ remark: any Remark) -> String { remark.sentence(in: language) }

    // MARK: The table

    private func parts(_ list: [VisitFigures]) -> [ComparisonTable.Part] {
        func row(_ row: ComparisonRow, _ cell: (VisitFigures) -> ComparisonCell) -> ComparisonTable.Part {
            .row(words(row), list.map { words(cell($0)) })
        }
        func number(_ value: Int?) -> ComparisonCell { .value(value.map { String($0) }) }
        let time: [ComparisonTable.Part] = [
            row(.version) { .value($0.version) }, row(.suite) { .value($0.suite) },
            .title(words(ComparisonRow.titleTime)),
            row(.beforeRequest) { number($0.trips?.beforeRequest) }, row(.withTCP) { number($0.trips?.withTCP) },
            row(.untilAnswer) { number($0.trips?.untilAnswer) }, row(.flights) { number($0.flights) },
            row(.handshakeOctets) { .sides($0.handshakeOctets) }, row(.octets) { .sides($0.octets) },
        ]
        let flights = list.map(\.flights).max() ?? 0
        let messages: [ComparisonTable.Part] =
            [.title(words(ComparisonRow.titleMessages))]
            + (0..<flights).map { index in row(.flight(index + 1)) { .value(flight(index + 1, of: $0)) } }
            + [row(.clear) { .clear($0.clearMessages, encrypted: $0.encryptedMessages) }]
        let readings: [ComparisonTable.Part] =
            [.title(words(ComparisonRow.titleReading))]
            + OnlookerItem.allCases.map { item in row(.reading(item)) { .reading($0.readings[item] ?? .absent) } }
        let keys: [ComparisonTable.Part] = [
            .title(words(ComparisonRow.titleKeys)), row(.serverProof) { .proof($0.serverProof) },
            row(.clientProof) { .proof($0.clientProof) }, row(.secrets) { number($0.secrets.count) },
            row(.keys) { number($0.keys) },
        ]
        let thefts: [ComparisonTable.Part] =
            [.title(words(ComparisonRow.titleThefts))]
            + ComparedTheft.allCases.map { theft in row(.theft(theft)) { .outcome($0.thefts[theft] ?? .absent) } }
            + (list.contains(where: \.hasEarlyData) ? [row(.replay) { .possible($0.hasEarlyData) }] : [])
        return time + messages + readings + keys + thefts
    }

    /// The messages of a flight, one a line, with an arrow before the first; nil where the handshake has fewer flights.
    private func flight(_ number: Int, of figures: VisitFigures) -> String? {
        let messages = figures.messages.filter { $0.flight == number }
        guard let who = messages.first?.who else { return nil }
        let arrow = who == .client ? "─▶ " : "◀─ "
        return messages.enumerated().map { index, message in
            (index == 0 ? arrow : "") + (message.isEncrypted ? "[\(message.label)]" : message.label)
        }.joined(separator: "\n")
    }

    // MARK: What changes

    private func change(_ change: VisitComparison.Change) -> String {
        let (heading, summary, notes) = words(of: change)
        let body =
            summary.map { paragraph($0, indent: "") }.joined() + (summary.isEmpty || notes.isEmpty ? "" : "\n")
            + notes.map { paragraph($0, indent: "· ") }.joined()
        return Heading(heading).text(style: style) + body
    }

    /// The heading of a change, its summary and what there is to note.
    private func words(of change: VisitComparison.Change) -> (heading: String, summary: [String], notes: [String]) {
        func names(_ list: [ComparedMessage]) -> [String] { list.map { "\($0.label) (\($0.who))" } }
        let heading = ComparisonHeading.change(from: change.from.name, to: change.to.name)
        let lists: [(ComparisonHeading, [ComparedMessage])] = [
            (.dropped(names(change.messages.dropped)), change.messages.dropped),
            (.added(names(change.messages.added)), change.messages.added),
            (.moved(names(change.messages.moved)), change.messages.moved),
            (.encrypted(names(change.messages.encrypted)), change.messages.encrypted),
            (.exposed(names(change.messages.exposed)), change.messages.exposed),
        ]
        let summary = lists.filter { !$0.1.isEmpty }.map { words($0.0) }
        let notes = change.notes.map { "\(words($0)) (\($0.cite))" }
        return (words(heading), notes.isEmpty && summary.isEmpty ? [words(ComparisonHeading.same)] : summary, notes)
    }

    /// Wrapped words behind `indent`; the lines that follow stand below the words.
    private func paragraph(_ text: String, indent: String) -> String {
        let columns = min(style.columns, Self.widest)
        return Text.behind(indent, text, indent: Text.width(indent), columns: columns).map { $0 + "\n" }.joined()
    }

    /// Lines of words that are longer than this are hard to read.
    private static let widest = 120
}
