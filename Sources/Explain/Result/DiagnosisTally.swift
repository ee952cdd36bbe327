import Trace

/// All diagnoses of a capture, each code once, and the one to tell first.
package struct DiagnosisTally: Sendable {
    /// The most connections of a code that are named.
    private static let mostConnections = 100

    /// A code, the finding that shows it best, and the connections that have it.
    package struct Entry: Sendable {
        /// The finding that shows it best.
        package fileprivate(set) var finding: Finding
        /// The first connections that have it.
        package fileprivate(set) var connections: [Int]
        /// How many connections have it.
        package fileprivate(set) var count: Int
        /// How many of them nothing explains.
        fileprivate var unexplained: Int
    }

    private var entries: [String: Entry] = [:]
    /// What the connections come to that were taken.
    package private(set) var figures = ConnectionFigures()
    /// How many sessions secrets have opened, and why the first closed one is closed, with its frame.
    private var opened = 0
    private var closed: (why: TLSClosed, frame: Int)?
    /// In how many connections TLS was not read whole, by what was not.
    private(set) var limited: [TLSLimit: Int] = [:]

    /// None so far.
    package init() {}

    /// Takes a connection with what is the matter with it.
    package mutating func take(_ connection: EndedConnection) {
        for finding in connection.findings { add(finding, connection: connection.number) }
        figures.take(connection)
        if let talk = connection.tls.talk {
            if talk.opening.hasOpened { opened += 1 }
            if closed == nil, let why = connection.tls.whyClosed { closed = (why, talk.helloFrames.first) }
        }
        for limit in connection.tls.limits { limited[limit, default: 0] += 1 }
    }

    /// Adds that no secret was of use; nothing where there were none, or where they were.
    mutating func add(unused secrets: SecretsStore) {
        guard !secrets.isEmpty, opened == 0 else { return }
        let diagnosis = TLSDiagnosis.secretsUnused(lines: secrets.lines, keys: secrets.keys.count, why: closed?.why)
        add(Finding(diagnosis, .certain, .capture, Evidence([closed?.frame].compactMap { $0 == 0 ? nil : $0 })))
    }

    /// Adds a finding of a connection, or of the whole file.
    mutating func add(_ finding: Finding, connection: Int? = nil) {
        let isUnexplained = finding.explainedBy == nil
        guard var entry = entries[finding.code] else {
            entries[finding.code] = Entry(
                finding: finding, connections: connection.map { [$0] } ?? [], count: 1,
                unexplained: isUnexplained ? 1 : 0)
            return
        }
        entry.count += 1
        if isUnexplained {
            // What nothing explains is told before what is only a consequence.
            if entry.unexplained == 0 { entry.finding = finding }
            entry.unexplained += 1
        }
        if let connection, entry.connections.count < Self.mostConnections { entry.connections.append(connection) }
        entries[finding.code] = entry
    }

    /// Adds what several connections have in common. What is only its consequence is told under it.
    mutating func add(_ shared: FileFindings.Shared) {
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

    /// The entries, the gravest first: what stops more connections comes before, then what is earlier in the capture.
    package var all: [Entry] {
        entries.values.sorted { one, other in
            if one.finding.severity != other.finding.severity { return one.finding.severity > other.finding.severity }
            if (one.unexplained > 0) != (other.unexplained > 0) { return one.unexplained > 0 }
            if one.count != other.count { return one.count > other.count }
            let frames = (one.finding.frames.frames.first ?? 0, other.finding.frames.frames.first ?? 0)
            return frames.0 == frames.1 ? one.finding.code < other.finding.code : frames.0 < frames.1
        }
    }

    /// The one to tell first; nil where nothing went wrong.
    package var verdict: Entry? {
        all.first { $0.finding.severity >= .trouble && $0.unexplained > 0 }
    }

    /// What was not read of TLS, in the order of the cases.
    var limits: [TLSLimit] { TLSLimit.allCases.filter { limited[$0] != nil } }

    /// Whether something is of the severity fault or trouble.
    package var isSound: Bool { verdict == nil }

    /// All of it for programs.
    package var json: JSON { .array(all.map { $0.finding.json(connections: $0.connections, count: $0.count) }) }
}
