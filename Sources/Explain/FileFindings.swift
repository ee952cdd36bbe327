/// What is the matter with a capture as a whole, beyond its connections: found while they end. Memory is bounded.
package struct FileFindings: Sendable {
    /// A finding about several connections.
    package struct Shared: Sendable {
        /// What was found.
        package let finding: Finding
        /// The connections.
        let group: Group
    }

    /// What connections have in common, by which they are counted together.
    private enum Key: Hashable {
        case scan(source: NetworkAddress, host: NetworkAddress)
        case flood(NetworkSocket)
        case queue(NetworkSocket)
    }

    /// Connections that are counted together.
    struct Group: Sendable {
        /// Their numbers, the first hundred.
        private(set) var connections: [Int] = []
        private(set) var count = 0
        private(set) var frames = Evidence()
        /// Codes of single connections that are only the consequence of what is common, and of how many connections each.
        private(set) var explains: [String: Int] = [:]
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
        if client.beginningAgain >= 2, client.unacknowledged == 0, client.octets > 0 {
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
        // What is many already goes to the end of the line; after a few of them the next one goes all the same.
        for _ in 0..<8 where head < order.count {
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
        var shared: [Shared] = []
        for (key, group) in groups {
            let found: (diagnosis: FileDiagnosis, whose: Finding.Whose)? =
                switch key {
                case .scan(let source, let host) where group.ports.count >= Self.leastPorts:
                    (.portScan(source: source, host: host, connections: group.count), .client)
                case .flood(let socket) where group.syns >= Self.leastSYNs && group.count >= 20:
                    (.synFlood(socket, syns: group.syns), .client)
                case .queue(let socket) where group.count >= 2 && group.served > 0:
                    (.acceptQueueFull(socket, connections: group.count, served: group.served), .server)
                default: nil
                }
            guard let found else { continue }
            let finding = Finding(found.diagnosis, .likely, whose: found.whose, frames: group.frames)
            shared.append(Shared(finding: finding, group: group))
        }
        return shared.sorted {
            ($0.finding.frames.frames.first ?? 0, $0.finding.code) < (
                $1.finding.frames.frames.first ?? 0, $1.finding.code
            )
        }
    }
}
