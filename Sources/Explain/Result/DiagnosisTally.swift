import Trace

/// All diagnoses of a capture, each code once, and the diagnosis to tell first.
package struct DiagnosisTally: Sendable {
    /// The largest number of connections whose numbers are kept for a code.
    private static let mostConnections = 100

    /// A code, the finding that shows it best, and the connections that have it.
    package struct Entry: Sendable {
        /// The finding that shows it best.
        package fileprivate(set) var finding: DiagnosisResult
        /// The same code with certainties that hold in all connections.
        fileprivate(set) var weakest: DiagnosisResult
        /// The first connections that have it.
        package fileprivate(set) var connections: [Int]
        /// How many connections have it.
        package fileprivate(set) var count: Int
        /// The number of connections in which no other finding explains this one.
        fileprivate var unexplained: Int

        /// Adds another finding with the same code.
        fileprivate mutating func add(_ finding: DiagnosisResult, isUnexplained: Bool, connection: Int?) {
            count += 1
            weakest.weaken(to: finding)
            if isUnexplained {
                // A finding that no other one explains shows the code best.
                if unexplained == 0 { self.finding = finding }
                unexplained += 1
            }
            if let connection, connections.count < DiagnosisTally.mostConnections { connections.append(connection) }
        }
    }

    private var entries: [String: Entry] = [:]
    /// The sums over the connections that were taken.
    package private(set) var figures = ConnectionFigures()
    /// The number of sessions that were decrypted; and of the first session that was not, the reason and the frame of its ClientHello.
    private var opened = 0
    private var closed: (why: TLSClosed, frame: Int?)?
    /// The number of connections whose TLS was not read whole, by the reason.
    private(set) var limited: [TLSLimit: Int] = [:]

    /// A tally without diagnoses.
    package init() {}

    /// Adds a connection with its findings.
    package mutating func take(_ connection: EndedConnection) {
        for finding in connection.findings { add(finding, connection: connection.number) }
        figures.take(connection)
        if connection.tls.isThere, let talk = connection.tls.talk {
            if talk.opening.hasOpened { opened += 1 }
            if closed == nil, let why = connection.tls.whyClosed { closed = (why, talk.firstHello?.frames.first) }
        }
        for limit in connection.tls.limits { limited[limit, default: 0] += 1 }
    }

    /// Adds a connection that is a SYN alone.
    package mutating func take(_ syn: LoneSYN, _ pattern: SYNPattern) {
        // The first connection with a code is needed whole.
        for code in pattern.codes {
            guard let index = entries.index(forKey: code), entries.values[index].unexplained > 0 else {
                return take(syn.ended)
            }
        }
        for finding in pattern.findings { add(finding, connection: syn.number) }
        figures.takeSilence()
    }

    /// Adds a finding if secrets were given and none of them decrypted a session.
    mutating func add(unused secrets: SecretsStore) {
        guard !secrets.isEmpty, opened == 0 else { return }
        let diagnosis = TLSDiagnosis.secretsUnused(lines: secrets.lines, keys: secrets.keys.count, why: closed?.why)
        let frames = Evidence([closed?.frame].compactMap(\.self))
        add(DiagnosisResult(diagnosis, .certain, blame: .capture, frames: frames))
    }

    /// Adds a finding of a connection, or of the whole file.
    mutating func add(_ finding: DiagnosisResult, connection: Int? = nil) {
        let isUnexplained = finding.explainedBy == nil
        guard let index = entries.index(forKey: finding.code) else {
            entries[finding.code] = Entry(
                finding: finding, weakest: finding, connections: connection.map { [$0] } ?? [], count: 1,
                unexplained: isUnexplained ? 1 : 0)
            return
        }
        entries.values[index].add(finding, isUnexplained: isUnexplained, connection: connection)
    }

    /// Adds a finding about several connections. If it explains a code in all connections, that code is told as its consequence.
    mutating func add(_ shared: FileDiagnoses.Shared) {
        add(shared.finding)
        entries[shared.finding.code]?.connections = shared.group.connections
        entries[shared.finding.code]?.count = shared.group.count
        for (code, count) in shared.group.explains {
            guard var entry = entries[code] else { continue }
            entry.unexplained = max(0, entry.unexplained - count)
            if entry.unexplained == 0 { entry.finding.explainedBy = shared.finding.code }
            entries[code] = entry
        }
    }

    /// The entries, the gravest first. Of equal ones, those that nothing explains come first, then those with more connections, then those
    /// that are earlier in the capture.
    package var all: [Entry] {
        entries.values.sorted { one, other in
            if one.finding.severity != other.finding.severity { return one.finding.severity > other.finding.severity }
            if (one.unexplained > 0) != (other.unexplained > 0) { return one.unexplained > 0 }
            if one.count != other.count { return one.count > other.count }
            let frames = (one.finding.frames.frames.first ?? 0, other.finding.frames.frames.first ?? 0)
            return frames.0 == frames.1 ? one.finding.code < other.finding.code : frames.0 < frames.1
        }
    }

    /// The entry to tell first: the gravest one that nothing explains; nil if there is no trouble and no fault.
    package var verdict: Entry? {
        all.first { $0.finding.severity >= .trouble && $0.unexplained > 0 }
    }

    /// The entry that says that what would decide is not in the capture; nil if there is a verdict, or if nothing is missing.
    package var undecided: Entry? {
        guard verdict == nil else { return nil }
        return entries["capture.undecided"] ?? (figures.connections == 0 ? entries["capture.nothing"] : nil)
    }

    /// Whether there is no verdict: no trouble and no fault, but for those that another finding explains.
    package var isSound: Bool { verdict == nil }

    /// All entries for programs.
    package var json: JSON { .array(all.map { $0.json }) }
}
