import Trace

/// What may be the matter with several connections of a capture together; and that nothing is.
enum FileDiagnosis: Diagnosis {
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
        case .healthy(0, _, _, _): "There is no connection of TCP to judge."
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
            let most = asides.all.max { ($0.count, $1.first) < ($1.count, $0.first) }
            add(.nothing(frames: frames, most: most?.reason))
        }
        if !backwards.isEmpty { add(.timeBackwards(backwards.count), .capture, backwards) }
        if timeless.count > 0 || frames > 1 && isAllZero {
            add(.noTimes(max(timeless.count, isAllZero ? frames : 0)), .capture, timeless)
        }
        if !fragments.isEmpty { add(.fragments(fragments.count), .path, fragments) }
        return findings
    }
}

extension ConnectionFigures {
    /// That nothing is wrong, with the figures that show it.
    package var healthy: Finding {
        let diagnosis = FileDiagnosis.healthy(
            connections: connections, octets: octets, sentAgain: sentAgain, dataSegments: dataSegments)
        return Finding(diagnosis, .certain, .nobody, Evidence())
    }
}
