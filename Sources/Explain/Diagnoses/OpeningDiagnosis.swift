import Trace

/// What may be wrong with the opening of a connection (RFC 9293 section 3.5). Times are in microseconds.
enum OpeningDiagnosis: Diagnosis {
    /// The server answered the SYN with a reset, `after` microseconds after the first SYN.
    case refused(port: UInt16, after: Int64?)
    /// The client sent `syns` SYNs, the last of them `over` microseconds after the first, and nothing came back.
    case noAnswer(syns: Int, over: Int64?)
    /// The connection opened only after `again` repetitions of SYN or SYN,ACK. The opening took the time `took`.
    case synRetried(again: Int, took: Int64?)
    /// The server sent `answers` SYN,ACKs over the time `over`, and the client never acknowledged one.
    case handshakeUnfinished(answers: Int, over: Int64?)
    /// The client sent a reset the time `after` the SYN,ACK. `wasAsked`: the capture has a SYN to the address that the SYN,ACK came from.
    case handshakeAborted(after: Int64?, wasAsked: Bool)
    case stalePeer
    /// Both sides sent a SYN. `isSplit`: the second side had acknowledged the first SYN, and then sent its own in a segment of its own.
    case simultaneousOpen(isSplit: Bool)
    /// The SYN carries `octets` octets of data, or 0 and a cookie alone (RFC 7413).
    case fastOpen(octets: Int)
    case noWindowScaling
    case noData
    case portReused

    var entry: DiagnosisEntry {
        switch self {
        case .refused(let port, let after):
            DiagnosisEntry(
                "tcp.refused", .fault, cite: .rfc(9293, "3.5.2"), evidence: ["port": port, "after_us": after],
                filter: "tcp.flags.syn == 1 || tcp.flags.reset == 1",
                causes:
                    "no program listens on that port: the service is down, or it listens on another port or address",
                "a filter refuses with a reset", "a load balancer has no server behind it",
                next:
                    "Look on the host with \"ss -ltn\". Compare the reset's time to live with the host's other packets."
            )
        case .noAnswer(let syns, let over):
            DiagnosisEntry(
                "tcp.no_answer", .fault, cite: .rfc(9293, "3.8.3"), evidence: ["syns": syns, "over_us": over],
                filter: "tcp.flags.syn == 1",
                causes: "a filter drops the SYN without a word", "the host is down, or the address is wrong",
                "the answer takes another path and is lost there",
                next: "Capture at the server: does the SYN arrive there?")
        case .synRetried(let again, let took):
            DiagnosisEntry(
                "tcp.syn_retried", .trouble, cite: .rfc(6298, "5"), evidence: ["again": again, "took_us": took],
                filter: "tcp.flags.syn == 1",
                causes: "a segment was lost",
                "the queue of half-open connections, or of those to be accepted, was full",
                "a filter waits for a second SYN", "an address had to be resolved first (only at the first connection)",
                next:
                    "Repeat it: is it always slow, or at random? Look at the host with \"nstat -az TcpExtListenDrops\"."
            )
        case .handshakeUnfinished(let answers, let over):
            DiagnosisEntry(
                "tcp.handshake_unfinished", .fault, cite: .rfc(9293, "3.5"),
                evidence: ["syn_acks": answers, "over_us": over], filter: "tcp.flags.syn == 1",
                causes:
                    "the SYN,ACK or the client's acknowledgment is lost: a filter or a translator of addresses sees one direction only",
                "the source address of the SYN is forged", "the client has gone",
                next: "Capture at the client: does the SYN,ACK arrive there?")
        case .handshakeAborted(let after, let wasAsked):
            DiagnosisEntry(
                "tcp.handshake_aborted", .fault, cite: .rfc(9293, "3.5"), evidence: ["after_us": after],
                filter: "tcp.flags.syn == 1 || tcp.flags.reset == 1",
                causes: (wasAsked
                    ? ["a scanner that opens half a connection", "a client that gave up between SYN and answer"]
                    : [
                        "the SYN,ACK came from an address that the client had not asked: the answer takes another path than the question"
                    ]) + ["the source address was forged, and its owner resets", "a health check of a load balancer"],
                next: wasAsked
                    ? "Look how soon the reset follows: at once means that the kernel knows no such connection."
                    : "Look for a SYN from the same port to another address, and at the routes and translators between the two."
            )
        case .stalePeer:
            DiagnosisEntry(
                "tcp.stale_peer", .trouble, cite: .rfc(9293, "3.5.1"),
                causes: "the client's machine has restarted, or lost the connection, and the server holds it",
                "the server is in TIME-WAIT, and the new number or timestamp is not larger",
                "a translator of addresses has given the port to another host",
                next: "Look whether a SYN a second later succeeds, and at the idle timers of both sides.")
        case .simultaneousOpen:
            DiagnosisEntry(
                "tcp.simultaneous_open", .remark, cite: .rfc(9293, "3.5"),
                filter: "tcp.flags.syn == 1",
                causes: "two hosts open a way through translators of addresses", "a test")
        case .fastOpen(let octets):
            DiagnosisEntry(
                "tcp.fast_open", .remark, cite: .rfc(7413, "3"), evidence: ["octets": octets],
                filter: "tcp.flags.syn == 1 && tcp.flags.ack == 0",
                causes: "TCP Fast Open is switched on at the client",
                next: "Look whether the SYN,ACK acknowledges the data. If not, it is sent again, and that is no loss.")
        case .noWindowScaling:
            DiagnosisEntry(
                "tcp.no_window_scaling", .remark, cite: .rfc(7323, "2.2"),
                filter: "tcp.flags.syn == 1 && tcp.flags.ack == 1",
                causes: "window scaling is switched off at the server", "an old stack",
                "a box answers for the server, and strips options",
                next: "Divide 65,535 octets by the round trip: no transfer is faster.")
        case .noData:
            DiagnosisEntry(
                "tcp.no_data", .remark, cite: .rfc(9293, "3.6"),
                filter: "tcp.flags.fin == 1",
                causes: "a health check", "a browser that connects before it needs to", "a test of the port")
        case .portReused:
            DiagnosisEntry(
                "tcp.port_reused", .remark, cite: .rfc(9293, "3.6.1"),
                causes: "the client has used all of its ports once", "the client has a fixed port",
                next: "Nothing is to be done if the new connection opened.")
        }
    }

    /// Words and a span behind them; nothing if the capture does not have the times.
    private static func text(_ words: String, _ span: Int64?) -> String {
        span.map { words + FigureText.span($0) } ?? ""
    }

    var english: String {
        switch self {
        case .refused(let port, let after):
            "The server refused the connection to port \(port): it answered the SYN with a reset\(Self.text(" after ", after))."
        case .noAnswer(let syns, let over):
            syns == 1
                ? "The client sent a SYN, and nothing came back."
                : "The client sent \(syns) SYNs\(Self.text(" over ", over)), and nothing came back."
        case .synRetried(let again, let took):
            """
            The connection opened after \(counted(again, "repetition")) of SYN or SYN,ACK\(Self.text(": the opening took ", took)).
            """
        case .handshakeUnfinished(let answers, let over):
            answers == 1
                ? "The server answered the SYN, and the client never acknowledged the answer."
                : """
                The server sent its SYN,ACK \(answers) times\(Self.text(" over ", over)), and the client never acknowledged it.
                """
        case .handshakeAborted(let after, false):
            "The client answered a SYN,ACK with a reset\(Self.text(" after ", after)): it had not asked that address."
        case .handshakeAborted(let after, true):
            "The client reset the connection\(Self.text(" ", after)) after the SYN,ACK, without an octet of data."
        case .stalePeer:
            "The SYN met a connection that the other side still held: it was answered by an acknowledgment of that one."
        case .simultaneousOpen(false): "Both sides sent a SYN before they saw the other's. One connection came of it."
        case .simultaneousOpen(true):
            "The server acknowledged the SYN and sent a SYN of its own in a second segment: a split handshake. One connection came of it."
        case .fastOpen(0): "The SYN carried a cookie (TCP Fast Open), and no data."
        case .fastOpen(let octets): "The SYN carried \(counted(octets, "octet")) of data (TCP Fast Open)."
        case .noWindowScaling:
            "The client offered window scaling, and the server did not answer the offer: no window exceeds 65,535 octets."
        case .noData: "The connection was opened and closed, and no octet passed."
        case .portReused: "An older connection of this capture had the same addresses and ports."
        }
    }
}

extension EndedConnection {
    /// Whether a SYN of one time, in microseconds, has no answer in a capture that ends at another. If it ends within a second, an answer may
    /// still have been on its way.
    static func isUnanswered(since syn: Int64, until end: Int64) -> Bool { end - syn >= 1_000_000 }
}

extension DiagnosisResult {
    static func opening(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        let questions = course.syns.filter { !$0.acknowledges }
        let answers = course.syns.filter(\.acknowledges)
        let frames = Evidence(course.syns.map(\.frame))
        var found = DiagnosisList<OpeningDiagnosis>()
        switch connection.opening {
        case .refused:
            guard let reset = course.resets.first, let syn = questions.first else { break }
            found.add(
                .refused(port: connection.server.socket.port, after: course.span(syn.time, reset.time)), .certain,
                blame: .likely(.server, "the reset has its address, and a time to live of \(reset.timeToLive)"),
                frames: [syn.frame, reset.frame])
        case .unanswered where course.reports.isEmpty:
            guard let first = questions.first, let last = questions.last,
                questions.count > 1 || EndedConnection.isUnanswered(since: last.time, until: connection.captureEnds)
            else { break }
            found.add(
                .noAnswer(syns: questions.count, over: course.span(first.time, last.time)), .certain,
                blame: .unanswered,
                frames: frames)
        case .unfinished:
            guard let first = answers.first, let last = answers.last, answers.count > 1 else { break }
            found.add(
                .handshakeUnfinished(answers: answers.count, over: course.span(first.time, last.time)), .likely,
                blame: questions.contains { $0.frame > first.frame }
                    ? .likely(.path, "the client asked again, so it had not got the answer")
                    : .unknown("nothing of the client came after the SYN,ACK"),
                frames: frames)
        case .aborted:
            guard let reset = course.resets.first, let answer = answers.first else { break }
            found.add(
                .handshakeAborted(after: course.span(answer.time, reset.time), wasAsked: !questions.isEmpty), .likely,
                blame: questions.isEmpty
                    ? .unknown("the client's SYN to that address is not in the capture")
                    : .likely(.client, "it asked, was answered, and sent the reset"),
                frames: Evidence(course.syns.map(\.frame) + [reset.frame]))
        case .simultaneous:
            found.add(.simultaneousOpen(isSplit: course.isSplit), .certain, blame: .nobody, frames: frames)
        case .handshake:
            let again = course.syns.count - 2
            if again > 0, let first = questions.first, let third = course.thirdTime {
                found.add(
                    .synRetried(again: again, took: course.span(first.time, third)), .certain,
                    blame: .unknown("a segment that is lost and one that is dropped by a full queue look the same"),
                    frames: frames)
            }
            if connection.client.hasWindowScale, !connection.server.hasWindowScale, let answer = answers.first {
                found.add(
                    .noWindowScaling, .certain,
                    blame: .likely(.server, "the SYN,ACK in its name does not have the option"), frames: [answer.frame])
            }
            if connection.client.octets + connection.server.octets == 0, connection.closing == .fin {
                found.add(.noData, .certain, blame: .nobody, frames: Evidence(connection.closingFrames))
            }
        case .midstream, .unclear, .unanswered: break
        }
        if course.isStale {
            found.add(
                .stalePeer, .likely, blame: .unknown("each side is right by what it knows"),
                frames: frames + course.staleACKs)
        }
        if let octets = course.fastOpen, let syn = questions.first {
            found.add(.fastOpen(octets: octets), .certain, blame: .nobody, frames: [syn.frame])
        }
        if course.reusesPorts { found.add(.portReused, .certain, blame: .nobody, frames: [course.firstFrame]) }
        return found.all
    }
}
