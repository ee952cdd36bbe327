import Capture
import Trace

/// What is the matter with a capture as a whole, beyond its connections: found while they end. Memory is bounded.
package struct FileFindings: Sendable {
    /// A finding about several connections.
    package struct Shared: Sendable {
        package let finding: Finding
        /// The numbers of the connections, the first hundred, and how many there are.
        package fileprivate(set) var connections: [Int] = []
        package fileprivate(set) var count = 0
        /// Codes of single connections that are only its consequence, and of how many connections each.
        package fileprivate(set) var explains: [String: Int] = [:]
    }

    /// What connections have in common, by which they are counted together.
    private enum Key: Hashable {
        case scan(source: NetworkAddress, host: NetworkAddress)
        case flood(NetworkSocket)
        case queue(NetworkSocket)
    }

    private struct Group: Sendable {
        var connections: [Int] = []
        var count = 0
        var frames = Evidence()
        var explains: [String: Int] = [:]
        /// Ports that were tried, as far as their number decides; or SYNs; or connections that were served.
        var ports: Set<UInt16> = []
        var syns = 0
        var served = 0

        mutating func add(_ connection: EndedConnection, explaining codes: Set<String>) {
            count += 1
            if connections.count < 100 { connections.append(connection.number) }
            frames.add(connection.course.firstFrame)
            for finding in connection.findings where codes.contains(finding.code) {
                explains[finding.code, default: 0] += 1
            }
        }
    }

    /// How many groups are kept: of more, those that began first are forgotten, unless they are many already.
    private static let most = 4_096
    /// From how many ports on it is a scan, and from how many SYNs on a flood.
    private static let leastPorts = 15
    private static let leastSYNs = 100

    private var groups: [Key: Group] = [:]
    private var order: [Key] = []
    private var head = 0

    /// Takes a connection that has ended.
    mutating func take(_ connection: EndedConnection) {
        let (client, server) = (connection.client, connection.server)
        if client.octets + server.octets == 0, client.hasSYN {
            change(.scan(source: client.socket.address, host: server.socket.address)) { group in
                group.add(
                    connection,
                    explaining: [
                        "tcp.refused", "tcp.no_answer", "tcp.handshake_aborted", "tcp.aborted",
                        "tcp.handshake_unfinished",
                    ])
                if group.ports.count < Self.leastPorts { group.ports.insert(server.socket.port) }
            }
        }
        if client.hasSYN, [.unanswered, .unfinished, .aborted].contains(connection.opening) {
            change(.flood(server.socket)) { group in
                group.add(
                    connection, explaining: ["tcp.no_answer", "tcp.handshake_unfinished", "tcp.handshake_aborted"])
                group.syns += connection.course.syns.count { !$0.acknowledges }
            }
        }
        guard connection.opening == .handshake else { return }
        let again = client.inVain?.place == 0 ? client.inVain?.times ?? 0 : 0
        if again >= 2, client.unacknowledged == 0, client.octets > 0 {
            change(.queue(server.socket)) { group in
                group.add(connection, explaining: ["tcp.peer_vanished", "tcp.timeouts", "tcp.loss", "tcp.syn_retried"])
            }
        } else if client.unacknowledged > 0 {
            change(.queue(server.socket)) { $0.served += 1 }
        }
    }

    private mutating func change(_ key: Key, _ body: (inout Group) -> Void) {
        if groups[key] == nil {
            if groups.count >= Self.most { forgetOne() }
            order.append(key)
        }
        body(&groups[key, default: Group()])
    }

    private mutating func forgetOne() {
        // What is many already goes to the end of the line; after one round the first goes all the same.
        for _ in 0..<order.count {
            let key = order[head]
            head += 1
            if head > Self.most {
                order.removeFirst(head)
                head = 0
            }
            if let group = groups[key], group.ports.count < Self.leastPorts, group.syns < Self.leastSYNs,
                group.count < 2
            {
                groups[key] = nil
                return
            }
            order.append(key)
        }
        if head < order.count { groups[order[head]] = nil }
        head += 1
    }

    /// What is found of several connections together, in the order of their first frames.
    var shared: [Shared] {
        var found: [Shared] = []
        for (key, group) in groups {
            let finding: Finding? =
                switch key {
                case .scan(let source, let host) where group.ports.count >= Self.leastPorts:
                    Finding(
                        FileDiagnosis.portScan(source: source, host: host, connections: group.count), .likely, .client,
                        group.frames)
                case .flood(let socket) where group.syns >= Self.leastSYNs && group.count >= 20:
                    Finding(FileDiagnosis.synFlood(socket, syns: group.syns), .likely, .client, group.frames)
                case .queue(let socket) where group.count >= 2 && group.served > 0:
                    Finding(
                        FileDiagnosis.acceptQueueFull(socket, connections: group.count, served: group.served), .likely,
                        .server, group.frames)
                default: nil
                }
            guard let finding else { continue }
            found.append(
                Shared(finding: finding, connections: group.connections, count: group.count, explains: group.explains))
        }
        return found.sorted {
            ($0.finding.frames.frames.first ?? 0, $0.finding.code) < (
                $1.finding.frames.frames.first ?? 0, $1.finding.code
            )
        }
    }
}

/// What may be the matter with several connections of a capture together; and that nothing is.
enum FileDiagnosis: EnteredDiagnosis {
    /// That source tries many ports of that host.
    case portScan(source: NetworkAddress, host: NetworkAddress, connections: Int)
    /// So many SYNs to a socket whose handshakes are never completed.
    case synFlood(NetworkSocket, syns: Int)
    /// So many connections to a socket that the server never served, and so many that it did.
    case acceptQueueFull(NetworkSocket, connections: Int, served: Int)
    /// Nothing is wrong.
    case healthy(connections: Int, octets: Int, sentAgain: Int, dataSegments: Int)

    var entry: DiagnosisEntry {
        switch self {
        case .portScan:
            DiagnosisEntry(
                "tcp.port_scan", .trouble, .rfc(9293, "3.5"), filter: "tcp.flags.syn == 1 && tcp.flags.ack == 0",
                causes: [
                    "a scanner: inventory, monitoring or attack", "an application that looks for a free port",
                    "a client with a wrong list",
                ], next: "Look whose address it is, and which ports answered.")
        case .synFlood:
            DiagnosisEntry(
                "tcp.syn_flood", .trouble, .rfc(4987), filter: "tcp.flags.syn == 1 && tcp.flags.ack == 0",
                causes: [
                    "an attack with forged addresses", "a filter drops all answers of a host", "a test of load begins",
                ],
                next: "Look whether the sources exist, and at \"nstat -az TcpExtSyncookiesSent\".")
        case .acceptQueueFull:
            DiagnosisEntry(
                "tcp.accept_queue_full", .fault, .rfc(4987, "2"), filter: "tcp.analysis.retransmission && tcp.seq == 1",
                causes: [
                    "the process does not accept: it is stuck, has too few threads, or no descriptors left",
                    "the backlog of listen is small",
                ],
                next:
                    "Look on the host with \"ss -ltn\" (Recv-Q reaches Send-Q) and \"nstat -az TcpExtListenOverflows\"."
            )
        case .healthy: DiagnosisEntry("healthy", .remark, .rfc(9293))
        }
    }

    var evidence: [(name: String, value: Int64)] {
        switch self {
        case .portScan(_, _, let connections): [("connections", Int64(connections))]
        case .synFlood(_, let syns): [("syns", Int64(syns))]
        case .acceptQueueFull(_, let connections, let served):
            [("connections", Int64(connections)), ("served", Int64(served))]
        case .healthy(let connections, let octets, let again, let segments):
            [
                ("connections", Int64(connections)), ("octets", Int64(octets)), ("sent_again", Int64(again)),
                ("data_segments", Int64(segments)),
            ]
        }
    }

    var english: String {
        switch self {
        case .portScan(let source, let host, let connections):
            "\(source) tried many ports of \(host): \(counted(connections, "connection")) without an octet of data."
        case .synFlood(let socket, let syns):
            "\(counted(syns, "SYN")) came for \(socket), and their handshakes were never completed."
        case .acceptQueueFull(let socket, let connections, let served):
            """
            \(socket) did not take up \(counted(connections, "connection")) whose handshakes were complete for the client, while \
            it served \(counted(served, "other")): its queue of connections to accept was full.
            """
        case .healthy(let connections, let octets, let again, let segments):
            """
            Nothing is wrong in what this capture has: \(counted(connections, "connection")), \(counted(octets, "octet")) of data, \
            \(again) of \(counted(segments, "data segment")) sent again (\(FigureText.share(again, of: segments))).
            """
        }
    }
}

extension FileFacts {
    /// What limits what the file tells as a whole.
    package var findings: [Finding] {
        var findings: [Finding] = []
        func add(_ diagnosis: CaptureDiagnosis, _ whose: Finding.Whose = .capture, _ frames: Evidence = Evidence()) {
            findings.append(Finding(diagnosis, .certain, whose, frames))
        }
        if let stop {
            if case .truncated = stop.rule {
                add(.truncatedFile(offset: stop.offset, frame: frames))
            } else {
                add(.malformed(offset: stop.offset, why: stop.description, skipped: skipped.count))
            }
        } else if let first = skipped.first {
            add(.malformed(offset: nil, why: first.description, skipped: skipped.count))
        }
        if segments == 0 {
            let most = asides.max { ($0.value.count, $1.value.first) < ($1.value.count, $0.value.first) }
            add(.nothing(frames: frames, most: most?.key))
        }
        if !backwards.isEmpty { add(.timeBackwards(backwards.count), .capture, backwards) }
        if timeless.count > 0 || frames > 1 && isAllZero {
            add(.noTimes(max(timeless.count, isAllZero ? frames : 0)), .capture, timeless)
        }
        if !fragments.isEmpty { add(.fragments(fragments.count), .path, fragments) }
        return findings
    }

    /// That nothing is wrong, with the figures that show it.
    package var healthy: Finding {
        let diagnosis = FileDiagnosis.healthy(
            connections: connections, octets: octets, sentAgain: sentAgain, dataSegments: dataSegments)
        return Finding(diagnosis, .certain, .nobody, Evidence())
    }
}
