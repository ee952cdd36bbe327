import Render
import Trace

/// What may be wrong with several connections of a capture together; or that nothing is wrong.
enum FileDiagnosis: Diagnosis {
    /// The source tried many ports of the host, in `connections` connections without data.
    case portScan(source: NetworkAddress, host: NetworkAddress, connections: Int)
    /// `syns` SYNs came for this socket, and their handshakes were never completed.
    case synFlood(NetworkSocket, syns: Int)
    /// The server at this socket did not take up `connections` connections, while it served `served` others.
    case acceptQueueFull(NetworkSocket, connections: Int, served: Int)
    /// Nothing is wrong with the connections. `sentAgain` of their `dataSegments` data segments were sent again.
    ///
    /// `slowest` is the connection that took the longest, and where its time went; nil without times.
    case healthy(
        connections: Int, octets: Int, sentAgain: Int, dataSegments: Int,
        slowest: (connection: Int, times: ConnectionTimes)?)

    /// A display filter for SYNs that ask.
    private static let syns = "tcp.flags.syn == 1 && tcp.flags.ack == 0"

    var entry: DiagnosisEntry {
        switch self {
        case .portScan(let source, let host, let connections):
            DiagnosisEntry(
                "tcp.port_scan", .trouble, cite: .rfc(9293, "3.5"), evidence: ["connections": connections],
                filter: "\(Self.syns) && \(source.filter("src")) && \(host.filter("dst"))",
                causes: "a scanner: inventory, monitoring or attack", "an application that looks for a free port",
                "a client with a wrong list", next: "Look whose address it is, and which ports answered.")
        case .synFlood(let socket, let syns):
            DiagnosisEntry(
                "tcp.syn_flood", .trouble, cite: .rfc(4987), evidence: ["syns": syns],
                filter: "\(Self.syns) && \(socket.address.filter("dst")) && tcp.dstport == \(socket.port)",
                causes: "an attack with forged addresses", "a filter drops all answers of a host",
                "a test of load begins",
                next: "Look whether the sources exist, and at \"nstat -az TcpExtSyncookiesSent\".")
        case .acceptQueueFull(_, let connections, let served):
            DiagnosisEntry(
                "tcp.accept_queue_full", .fault, cite: .rfc(4987, "2"),
                evidence: ["connections": connections, "served": served],
                causes: "the process does not accept: it is stuck, has too few threads, or no descriptors left",
                "the backlog of listen is small",
                next:
                    "Look on the host with \"ss -ltn\" (Recv-Q reaches Send-Q) and \"nstat -az TcpExtListenOverflows\"."
            )
        case .healthy(let connections, let octets, let again, let segments, _):
            DiagnosisEntry(
                "healthy", .remark, cite: .rfc(9293),
                evidence: [
                    "connections": connections, "octets": octets, "sent_again": again, "data_segments": segments,
                ])
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
        case .healthy(0, _, _, _, _): "There is no connection of TCP to judge."
        case .healthy(let connections, let octets, let again, let segments, let slowest):
            """
            \(StoryHeading.healthy.english): \(counted(connections, "connection")), \(counted(octets, "octet")) of data, \
            \(again) of \(counted(segments, "data segment")) sent again (\(FigureText.share(again, of: segments)))\
            .\(slowest.map { Self.text($0.connection, $0.times, isOnly: connections == 1) } ?? "")
            """
        }
    }
}

extension FileDiagnosis {
    /// What follows ``StoryHeading/healthy`` in the sentence that nothing is wrong: the figures.
    static func afterHeading(_ words: String) -> String {
        Text.replacing("\(StoryHeading.healthy.english): ", with: "", in: words)
    }

    /// Where the time of a connection went, in a sentence. A part that took no time, or whose time is not known, is left out.
    private static func text(_ connection: Int, _ times: ConnectionTimes, isOnly: Bool) -> String {
        func part(_ words: String, _ span: Int64?, _ more: String = "") -> String? {
            span.flatMap { $0 > 0 ? "\(words) \(FigureText.span($0))\(more)" : nil }
        }
        let trip = part("a round trip takes", times.roundTrip)
        let turn = " to speak when it was its turn\(trip == nil ? ", the way there and back included" : "")"
        let server = part("the server took", times.server, turn)
        let client = server == nil ? part("the client took", times.client, turn) : part(", the client", times.client)
        let waits = server.map { $0 + (client ?? "") } ?? client
        let parts = [
            trip, waits, part("the data itself took", times.transfer),
            part("neither side had to speak for", times.idle),
        ].compactMap(\.self)
        let what = isOnly ? "It" : "The longest, connection \(connection),"
        let whole = " \(what) took \(FigureText.span(times.whole))"
        return parts.isEmpty ? whole + "." : "\(whole): \(parts.joined(separator: "; "))."
    }
}

extension NetworkAddress {
    /// A display filter of Wireshark for packets with this address as their "src" or "dst".
    fileprivate func filter(_ end: String) -> String { "\(isVersion6 ? "ipv6" : "ip").\(end) == \(self)" }
}

extension FileFacts {
    /// The findings about the file as a whole: what limits the information in it.
    package var findings: [DiagnosisResult] {
        var found = DiagnosisList<CaptureDiagnosis>()
        func add(_ diagnosis: CaptureDiagnosis, _ frames: Evidence = Evidence()) {
            found.add(diagnosis, .certain, blame: .capture, frames: frames)
        }
        if let stop, case .truncated = stop.rule {
            add(.truncatedFile(offset: stop.offset, frame: framesBeforeStop))
        } else if let error = stop ?? skipped.first {
            add(.malformed(offset: stop?.offset, why: error.description, skipped: skipped.count))
        }
        if segments == 0 {
            let most = asides.all.max { ($0.count, $1.first) < ($1.count, $0.first) }
            add(.nothing(frames: frames, most: most))
        }
        found.add(backwards, .certain, blame: .capture) { .timeBackwards($0) }
        if timeless.count > 0 || frames > 1 && isAllZero {
            add(.noTimes(max(timeless.count, isAllZero ? frames : 0)), timeless)
        }
        found.add(
            fragments, .certain, blame: .likely(.path, "a sender keeps its segments within the MTU of its own link")
        ) { .fragments($0) }
        return found.all
    }
}

extension ConnectionFigures {
    /// The finding that nothing is wrong, with the figures of the connections.
    package var healthy: DiagnosisResult {
        let diagnosis = FileDiagnosis.healthy(
            connections: connections, octets: octets, sentAgain: dataSentAgain, dataSegments: dataSegments,
            slowest: slowest)
        return DiagnosisResult(diagnosis, .certain, blame: .nobody, frames: [])
    }
}
