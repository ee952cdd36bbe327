/// Finds what several connections have in common: a port scan, a SYN flood, a full queue of connections to accept.
///
/// It takes each connection as it ends. Its memory is bounded.
package struct FileFindings: Sendable {
    /// A finding about several connections.
    package struct Shared: Sendable {
        /// The finding.
        package let finding: Finding
        /// The connections that it is about.
        let group: Group
    }

    /// The addresses that the connections of a group have in common, and the diagnosis that the group may show.
    private enum Key: Hashable {
        case scan(source: NetworkAddress, host: NetworkAddress)
        case flood(NetworkSocket)
        case queue(NetworkSocket)
    }

    /// Connections that are counted together.
    struct Group: Sendable {
        /// The numbers of the first hundred connections.
        private(set) var connections: [Int] = []
        private(set) var count = 0
        private(set) var frames = Evidence()
        /// The codes of single connections that the common finding explains, each with the number of its connections.
        private(set) var explains: [String: Int] = [:]
        /// The ports that were tried: at most ``leastPorts`` of them are kept.
        var ports: Set<UInt16> = []
        /// SYNs, repetitions included.
        var syns = 0
        /// Connections with the same server that it took up.
        var served = 0

        /// Whether it shows nothing so far.
        var isSmall: Bool { ports.count < FileFindings.leastPorts && syns < FileFindings.leastSYNs && count < 2 }

        mutating func add(_ connection: EndedConnection, explaining codes: [String]) {
            count += 1
            if connections.count < 100 { connections.append(connection.number) }
            frames.add(connection.course.firstFrame)
            for finding in connection.findings where codes.contains(finding.code) {
                explains[finding.code, default: 0] += 1
            }
        }
    }

    /// The most groups that are kept. If there are more, the groups that began first are forgotten, but for those that may show something.
    private static let most = 4_096
    /// The least number of ports that make a scan, and of SYNs that make a flood.
    private static let leastPorts = 15
    private static let leastSYNs = 100

    /// The codes that a scan, a flood and a full queue explain.
    private static let ofScan = [
        "tcp.refused", "tcp.no_answer", "tcp.handshake_aborted", "tcp.aborted", "tcp.handshake_unfinished",
        "capture.undecided",
    ]
    private static let ofFlood = [
        "tcp.no_answer", "tcp.handshake_unfinished", "tcp.handshake_aborted", "capture.undecided",
    ]
    private static let ofQueue = ["tcp.peer_vanished", "tcp.timeouts", "tcp.loss", "tcp.syn_retried"]

    private var groups: [Key: Group] = [:]
    private var order: [Key] = []
    private var head = 0

    /// Adds an ended connection to the groups that it belongs to.
    mutating func take(_ connection: EndedConnection) {
        let (client, server) = (connection.client.socket, connection.server.socket)
        let hasSYN = connection.client.hasSYN
        if hasSYN, connection.client.octets + connection.server.octets == 0 {
            change(.scan(source: client.address, host: server.address)) { group in
                group.add(connection, explaining: Self.ofScan)
                if group.ports.count < Self.leastPorts { group.ports.insert(server.port) }
            }
        }
        if hasSYN, [.unanswered, .unfinished, .aborted].contains(connection.opening) {
            change(.flood(server)) { group in
                group.add(connection, explaining: Self.ofFlood)
                group.syns += connection.course.syns.count { !$0.acknowledges }
            }
        }
        guard connection.opening == .handshake else { return }
        let acknowledged = connection.client.unacknowledged
        if connection.client.beginningAgain >= 2, acknowledged == 0, connection.client.octets > 0 {
            change(.queue(server)) { group in
                group.add(connection, explaining: Self.ofQueue)
            }
        } else if acknowledged > 0 {
            change(.queue(server)) { $0.served += 1 }
        }
    }

    private mutating func change(_ key: Key, _ body: (inout Group) -> Void) {
        if let index = groups.index(forKey: key) { return body(&groups.values[index]) }
        if groups.count >= Self.most { forgetOne() }
        order.append(key)
        var group = Group()
        body(&group)
        groups[key] = group
    }

    private mutating func forgetOne() {
        // A group that may show something goes to the end of the line. After eight of those the next group is forgotten in any case.
        for _ in 0..<8 where head < order.count {
            let key = order[head]
            head += 1
            if head > Self.most {
                order.removeFirst(head)
                head = 0
            }
            if let index = groups.index(forKey: key), groups.values[index].isSmall {
                groups.remove(at: index)
                return
            }
            order.append(key)
        }
        if head < order.count { groups[order[head]] = nil }
        head += 1
    }

    /// The findings about several connections together, in the order of their first frames.
    var shared: [Shared] {
        var shared: [Shared] = []
        for (key, group) in groups {
            let found: (diagnosis: FileDiagnosis, blame: Blame)? =
                switch key {
                case .scan(let source, let host) where group.ports.count >= Self.leastPorts:
                    (
                        .portScan(source: source, host: host, connections: group.count),
                        .likely(.client, "the SYNs have its address")
                    )
                case .flood(let socket) where group.syns >= Self.leastSYNs && group.count >= 20:
                    (
                        .synFlood(socket, syns: group.syns),
                        .unknown("the packets do not tell whether their senders are real, or the answers were lost")
                    )
                case .queue(let socket) where group.count >= 2 && group.served > 0:
                    (
                        .acceptQueueFull(socket, connections: group.count, served: group.served),
                        .likely(.server, "it serves others meanwhile")
                    )
                default: nil
                }
            guard let found else { continue }
            let finding = Finding(found.diagnosis, .likely, blame: found.blame, frames: group.frames)
            shared.append(Shared(finding: finding, group: group))
        }
        return shared.sorted {
            ($0.finding.frames.frames.first ?? 0, $0.finding.code) < (
                $1.finding.frames.frames.first ?? 0, $1.finding.code
            )
        }
    }
}
