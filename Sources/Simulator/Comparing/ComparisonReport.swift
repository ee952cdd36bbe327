import Render
import Trace

/// A comparison as text: the table of the figures, and what changes from each visit to the next.
extension VisitComparison {
    /// A part of the report that a user can ask for alone.
    package enum Part: String, Sendable, CaseIterable {
        /// The table of the figures.
        case table
        /// What changes from each visit to the next, and why.
        case changes
    }

    /// The whole report, or one part of it.
    package func report(only part: Part? = nil) -> Report {
        let further = words(ComparisonHeading.further(seed: seed, names: names))
        return switch part {
        case .table: Report([table])
        case .changes: told
        case nil:
            Report(apart: [
                Report([.title(title)]), Report([table]), told, Report([.text(further, widest: Self.widest)]),
            ])
        }
    }

    /// The report for a page: the table, then what changes.
    package var telling: Report { Report([.heading(title), table]) + told }

    private var names: [String] { runs.map(\.visit.name) }
    private var title: Words { words(ComparisonHeading.title(names, seed: seed)) }

    private func words(_ remark: any Remark) -> Words { Words(english: remark.english, chinese: remark.chinese) }

    // MARK: The table

    private var table: Report.Part {
        let list = runs.map(\.figures)
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
        return .comparison(names.map { Words(same: $0) }, time + messages + readings + keys + thefts)
    }

    /// The messages of a flight, one per line, with an arrow before the first; nil if the handshake has fewer flights.
    private func flight(_ number: Int, of figures: VisitFigures) -> String? {
        let messages = figures.messages.filter { $0.flight == number }
        guard let who = messages.first?.who else { return nil }
        let arrow = who == .client ? "─▶ " : "◀─ "
        return messages.enumerated().map { index, message in
            (index == 0 ? arrow : "") + (message.isEncrypted ? "[\(message.label)]" : message.label)
        }.joined(separator: "\n")
    }

    // MARK: What changes

    private var told: Report { Report(apart: changes.map(told)) }

    private func told(_ change: Change) -> Report {
        func names(_ list: [ComparedMessage]) -> [Words] {
            list.map { message in Words(same: message.label).behind(Principal(message.who)) }
        }
        let lists: [(ComparisonHeading, [ComparedMessage])] = [
            (.dropped(names(change.messages.dropped)), change.messages.dropped),
            (.added(names(change.messages.added)), change.messages.added),
            (.moved(names(change.messages.moved)), change.messages.moved),
            (.encrypted(names(change.messages.encrypted)), change.messages.encrypted),
            (.exposed(names(change.messages.exposed)), change.messages.exposed),
        ]
        var summary = lists.filter { !$0.1.isEmpty }.map { words($0.0) }
        if summary.isEmpty, change.notes.isEmpty { summary = [words(ComparisonHeading.same)] }
        var parts: [Report.Part] = [.title(words(ComparisonHeading.change(from: change.from.name, to: change.to.name)))]
        parts += summary.map { .text($0, widest: Self.widest) }
        if !summary.isEmpty, !change.notes.isEmpty { parts.append(.space) }
        return Report(
            parts + change.notes.map { .item(words($0).citing($0.cite), indent: 2, widest: Self.widest) })
    }

    /// The largest number of columns of a line of prose. Longer lines are hard to read.
    private static let widest = 120
}
