import Render
import Trace

/// The facts that the story needs of a connection that was written and forgotten.
struct ConnectionSummary: Sendable {
    let number: Int
    let client: NetworkSocket
    let server: NetworkSocket
    /// The severity of the worst finding that no other one explains; nil if there is none.
    let severity: DiagnosisResult.Severity?
    let findings: [DiagnosisResult]
    let opening: EndedConnection.Opening
    let closing: EndedConnection.Closing
    let octets: (client: Int, server: Int)
    /// From the first frame to the last, in microseconds.
    let duration: Int64
    let vantage: EndedConnection.Vantage?
    /// The tunnels around its first packet, the outermost first.
    let tunnels: [String]

    init(_ connection: EndedConnection) {
        number = connection.number
        (client, server) = (connection.client.socket, connection.server.socket)
        findings = connection.findings
        severity = connection.severity
        (opening, closing) = (connection.opening, connection.closing)
        octets = (connection.client.distinctOctets, connection.server.distinctOctets)
        duration = connection.course.last - connection.course.start
        vantage = connection.vantage
        tunnels = connection.course.inside.names
    }
}

extension EndedConnection {
    /// The severity of the worst finding that no other one explains; nil if there is none.
    var severity: DiagnosisResult.Severity? {
        var worst: DiagnosisResult.Severity?
        for finding in findings where finding.explainedBy == nil {
            worst = worst.map { max($0, finding.severity) } ?? finding.severity
        }
        return worst
    }
}

/// The connections that the story tells, the gravest first. Of equally grave ones the first in the capture comes first.
package struct GravestConnections: Sendable {
    /// The most connections that are told.
    private static let most = 20

    private(set) var all: [ConnectionSummary] = []

    /// A list without connections.
    package init() {}

    /// Adds a connection, and drops the least grave one if there are too many.
    package mutating func take(_ connection: EndedConnection) {
        let rank = (connection.severity, connection.number)
        guard holds(rank) else { return }
        let place = all.firstIndex { Self.isGraver(rank, than: $0) } ?? all.endIndex
        all.insert(ConnectionSummary(connection), at: place)
        if all.count > Self.most { all.removeLast() }
    }

    /// Adds a connection that is a SYN alone.
    package mutating func take(_ syn: LoneSYN, _ pattern: SYNPattern) {
        if holds((pattern.severity, syn.number)) { take(syn.ended) }
    }

    /// Whether there is a place for a connection.
    private func holds(_ rank: (severity: DiagnosisResult.Severity?, number: Int)) -> Bool {
        guard all.count == Self.most, let last = all.last else { return true }
        return Self.isGraver(rank, than: last)
    }

    private static func isGraver(
        _ one: (severity: DiagnosisResult.Severity?, number: Int), than other: ConnectionSummary
    ) -> Bool {
        switch (one.severity, other.severity) {
        case (let one?, let other?) where one != other: one > other
        case (.some, nil): true
        case (nil, .some): false
        default: one.number < other.number
        }
    }

    /// The number of the gravest connection, whose ladder is worth a look; nil if there are no connections.
    package var worst: Int? { all.first?.number }
    /// The numbers of the connections, the gravest first.
    package var numbers: [Int] { all.map(\.number) }
}

extension Explanation {
    /// The heading of a page: the verdict, and under it what the capture is.
    package func heading(_ connections: GravestConnections) -> (title: Words, about: Words) {
        let entry = tally.verdict ?? tally.undecided
        let sound = tally.figures.connections > 0 ? Words(StoryHeading.healthy) : nil
        let title = entry.map { Words($0.finding.diagnosis) } ?? sound ?? Words(tally.figures.healthy.diagnosis)
        return (title, Words(opening(connections)))
    }

    /// The story: the verdict, the connections, the diagnoses, and what was not looked at.
    ///
    /// - Parameter isUnderHeading: whether it stands under ``heading(_:)``, and does not say that again.
    package func report(_ connections: GravestConnections, isUnderHeading: Bool = false) -> Report {
        var report = isUnderHeading ? Report() : Report([.text(opening(connections)), .space])
        report += verdictReport(connections, isUnderHeading: isUnderHeading)
        if tally.figures.connections > 1 { report += Self.table(connections, of: tally.figures.connections) }
        report += diagnosesReport
        if !limits.isEmpty {
            report.add(.space, .heading(StoryHeading.limits))
            for limit in limits { report.add(.item(limit, indent: 2)) }
        }
        return report
    }

    private func opening(_ connections: GravestConnections) -> StoryOpening {
        let links = Set(interfaces.filter { $0.packets > 0 }.map(\.linkType)).sorted { $0.rawValue < $1.rawValue }
        let tunnels = Set(connections.all.flatMap(\.tunnels)).sorted()
        return StoryOpening(
            name: name.map(\.legible), frames: facts.frames, span: facts.span, links: links, tunnels: tunnels,
            connections: facts.connections,
            aside: facts.asides.all.reduce(0) { $0 + $1.count },
            vantage: connections.all.count == 1 ? connections.all.first?.vantage : nil)
    }

    private func verdictReport(_ connections: GravestConnections, isUnderHeading: Bool) -> Report {
        guard let entry = tally.verdict else {
            if let entry = tally.undecided {
                return isUnderHeading ? Report() : Report([.marked("?", .unknown, Words(entry.finding.diagnosis))])
            }
            let words = Words(tally.figures.healthy.diagnosis)
            if isUnderHeading { return Report([.text(FileDiagnosis.afterHeading(words))]) }
            return Report([tally.figures.connections == 0 ? .marked("", .unknown, words) : .marked("✔", .good, words)])
        }
        let finding = entry.finding
        return Self.facts([
            (.wrong, isUnderHeading ? nil : "\(finding.diagnosis)  [\(finding.code)]"),
            (.place, place(of: entry, connections)), (.whose, Words(finding.blame)),
            (.cause, finding.entry.causes.first), (.next, finding.entry.next),
        ])
    }

    /// Lines with a name and a value each. A line without a value is left out.
    private static func facts(_ rows: [(name: StoryHeading, value: Words?)]) -> Report {
        let facts = rows.compactMap { name, value in value.map { (name: Words(name), value: $0) } }
        return Report([.facts(facts, margin: 2, indent: 19)])
    }

    private func place(of entry: DiagnosisTally.Entry, _ connections: GravestConnections) -> Words {
        let finding = entry.finding
        let frames = FrameList(finding.frames)
        guard let number = finding.connection ?? entry.connections.first else { return Words(frames) }
        let summary = connections.all.first { $0.number == number }
        return Words(
            StoryPlace(
                connection: number, sockets: summary.map { ($0.client, $0.server) }, others: entry.count - 1,
                frames: frames))
    }

    private static func table(_ connections: GravestConnections, of count: Int) -> Report {
        let rows = connections.all.map { summary -> [Words] in
            [
                "\(summary.number)", "\(summary.client)", "\(summary.server)",
                "\(summary.octets.client)", "\(summary.octets.server)", Words(same: FigureText.span(summary.duration)),
                summary.opening == .handshake ? Words(summary.closing) : Words(summary.opening),
                Words(
                    same: summary.findings.filter { $0.explainedBy == nil && $0.severity >= .caution }.map(\.code)
                        .joined(separator: " ")),
            ]
        }
        let head = StoryHeading.columns
        // Each column but the last is as wide as its widest cell. No Chinese cell is much wider than the English one.
        let columns = head.indices.dropLast().map { place in
            let width = 2 + (([head] + rows).map { Text.width($0[place].english) }.max() ?? 0)
            return Report.Column.left(width)
        }
        let heading = StoryHeading.connections(told: rows.count, of: count)
        return Report([.space, .heading(heading), .table(head, rows, columns)])
    }

    private var diagnosesReport: Report {
        var report = Report()
        for entry in tally.all {
            let finding = entry.finding
            report.add(
                .space,
                .heading(StoryHeading.diagnosis(finding.code, finding.severity, entry.weakest.certainty)))
            // The figures are those of one connection.
            let isOneOfSeveral = finding.connection != nil && entry.count > 1
            let place =
                isOneOfSeveral
                ? finding.connection.map {
                    Words(english: "In connection \($0): ", chinese: "在连接 \($0) 中：")
                } : nil
            report.add(.text((place ?? "") + Words(finding.diagnosis), indent: 2))
            let causes = finding.severity >= .trouble ? finding.entry.causes : []
            let separator = Words(english: "; ", chinese: "；")
            report += Self.facts([
                (.explained, finding.explainedBy.map { Words(same: $0) }),
                (
                    .having,
                    entry.count > 1
                        ? Words(ConnectionNumbers(numbers: entry.connections.sorted(), count: entry.count)) : nil
                ),
                (.frames, Words(FrameList(finding.frames))),
                (.causes, causes.isEmpty ? nil : causes.joined(separator: separator)),
                (.next, finding.severity >= .caution ? finding.entry.next : nil),
                (.filter, finding.filter.map { Words(same: $0) }),
            ])
        }
        return report
    }
}
