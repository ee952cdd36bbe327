import Trace

/// Finds what several connections have in common: a port scan, a SYN flood, a full queue of connections to accept.
///
/// It takes each connection as it ends. Its memory is bounded.
package struct FileDiagnoses: Sendable {
    /// A finding about several connections.
    package struct Shared: Sendable {
        package let finding: DiagnosisResult
        /// The connections that it is about.
        let group: Group
    }

    /// The addresses that the connections of a group have in common, and the diagnosis that the group may show.
    enum Key: Hashable, Sendable {
        case scan(source: NetworkAddress, host: NetworkAddress)
        case flood(NetworkSocket)
        case queue(NetworkSocket)

        /// The codes of single connections that a common finding explains.
        var explained: [String] {
            switch self {
            case .scan: FileDiagnoses.ofScan
            case .flood: FileDiagnoses.ofFlood
            case .queue: FileDiagnoses.ofQueue
            }
        }
    }

    /// Connections that are counted together.
    struct Group: Sendable {
        /// The numbers of the first hundred connections.
        private(set) var connections: [Int] = []
        private(set) var count = 0
        private(set) var frames = Evidence()
        /// The codes of single connections that the common finding explains, each with the number of its connections.
        private(set) var explains: [String: Int] = [:]
        /// The ports that a scan has tried: at most ``leastPorts`` of them are kept.
        private(set) var ports: Set<UInt16> = []
        /// SYNs, repetitions included.
        private(set) var syns = 0
        /// Connections with the same server that it took up.
        var served = 0

        /// Whether it shows nothing so far.
        var isSmall: Bool { ports.count < FileDiagnoses.leastPorts && syns < FileDiagnoses.leastSYNs && count < 2 }

        /// The first connection. It is noted with the second one: most groups of a flood stay with one.
        private var first: Member?

        mutating func add(_ member: Member, to key: Key) {
            count += 1
            syns += member.syns
            guard count > 1 else { return first = member }
            if let first {
                note(first, key)
                self.first = nil
            }
            note(member, key)
        }

        private mutating func note(_ member: Member, _ key: Key) {
            if connections.count < 100 { connections.append(member.number) }
            frames.add(member.frame)
            for code in member.codes where key.explained.contains(code) { explains[code, default: 0] += 1 }
            if case .scan = key, ports.count < FileDiagnoses.leastPorts { ports.insert(member.server.port) }
        }
    }

    /// What of a connection counts in a group.
    struct Member {
        let number: Int
        /// Its first frame.
        let frame: Int
        let client: NetworkSocket
        let server: NetworkSocket
        /// The SYNs of its client.
        let syns: Int
        /// The codes of its findings.
        let codes: [String]
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

    /// The groups that are kept, and the places that are free. `places` says where the group of a key is.
    private var groups: [Group] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    /// The groups of the last scan and of the last flood: their next connection often comes at once.
    private var lastScan: (key: Key, place: Int)?
    private var lastFlood: (key: Key, place: Int)?
    private var order: [Key] = []
    private var head = 0

    /// Adds an ended connection to the groups that it belongs to.
    mutating func take(_ connection: EndedConnection) {
        let member = Member(
            number: connection.number, frame: connection.course.firstFrame, client: connection.client.socket,
            server: connection.server.socket, syns: connection.course.syns.count { !$0.acknowledges },
            codes: connection.findings.map(\.code))
        let hasSYN = connection.client.hasSYN
        if hasSYN, connection.client.octets + connection.server.octets == 0 {
            add(member, to: .scan(source: member.client.address, host: member.server.address))
        }
        if hasSYN, [.unanswered, .unfinished, .aborted].contains(connection.opening) {
            add(member, to: .flood(member.server))
        }
        guard connection.opening == .handshake else { return }
        let acknowledged = connection.client.unacknowledged
        if connection.client.beginningAgain >= 2, acknowledged == 0, connection.client.octets > 0 {
            add(member, to: .queue(member.server))
        } else if acknowledged > 0 {
            let place = place(of: .queue(member.server))
            groups[place].served += 1
        }
    }

    /// Adds a connection that is a SYN alone.
    mutating func take(_ syn: LoneSYN, _ pattern: SYNPattern) {
        let member = Member(
            number: syn.number, frame: syn.syn.frame, client: syn.client, server: syn.server, syns: 1,
            codes: pattern.codes)
        add(member, to: .scan(source: member.client.address, host: member.server.address))
        add(member, to: .flood(member.server))
    }

    private mutating func add(_ member: Member, to key: Key) {
        let place = place(of: key)
        groups[place].add(member, to: key)
    }

    /// The place of the group of a key. A group that was not there begins.
    private mutating func place(of key: Key) -> Int {
        if let lastScan, lastScan.key == key { return lastScan.place }
        if let lastFlood, lastFlood.key == key { return lastFlood.place }
        let place = places[key] ?? begin(key)
        switch key {
        case .scan: lastScan = (key, place)
        case .flood: lastFlood = (key, place)
        case .queue: break
        }
        return place
    }

    private mutating func begin(_ key: Key) -> Int {
        if places.count >= Self.most { forgetOne() }
        order.append(key)
        let place = free.popLast() ?? groups.count
        if place == groups.count { groups.append(Group()) } else { groups[place] = Group() }
        places[key] = place
        return place
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
            if let place = places[key], groups[place].isSmall { return forget(key) }
            order.append(key)
        }
        if head < order.count { forget(order[head]) }
        head += 1
    }

    private mutating func forget(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        free.append(place)
        if lastScan?.key == key { lastScan = nil }
        if lastFlood?.key == key { lastFlood = nil }
    }

    /// The findings about several connections together, in the order of their first frames.
    var shared: [Shared] {
        var shared: [Shared] = []
        for (key, place) in places {
            let group = groups[place]
            let found: (diagnosis: FileDiagnosis, blame: Blame)? =
                switch key {
                case .scan(let source, let host) where group.ports.count >= Self.leastPorts:
                    (
                        .portScan(source: source, host: host, connections: group.count),
                        .likely(.client, Words(english: "the SYNs have its address", chinese: "这些 SYN 使用它的地址"))
                    )
                case .flood(let socket) where group.syns >= Self.leastSYNs && group.count >= 20:
                    (
                        .synFlood(socket, syns: group.syns),
                        .unknown(
                            Words(
                                english:
                                    "the packets do not tell whether their senders are real, or the answers were lost",
                                chinese: "从数据包看不出发送方是否真实，或应答是否丢失"))
                    )
                case .queue(let socket) where group.count >= 2 && group.served > 0:
                    (
                        .acceptQueueFull(socket, connections: group.count, served: group.served),
                        .likely(.server, Words(english: "it serves others meanwhile", chinese: "它同时还在服务别的连接"))
                    )
                default: nil
                }
            guard let found else { continue }
            let finding = DiagnosisResult(found.diagnosis, .likely, blame: found.blame, frames: group.frames)
            shared.append(Shared(finding: finding, group: group))
        }
        return shared.sorted {
            ($0.finding.frames.frames.first ?? 0, $0.finding.code) < (
                $1.finding.frames.frames.first ?? 0, $1.finding.code
            )
        }
    }
}
