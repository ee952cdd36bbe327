import Trace

/// What may be the matter with the opening of a connection (RFC 9293 section 3.5).
enum OpeningDiagnosis: Diagnosis {
    /// RST in answer to the SYN, after so many microseconds.
    case refused(port: UInt16, after: Int64)
    /// So many SYNs over so long, and nothing comes back.
    case noAnswer(syns: Int, over: Int64)
    /// It opened only after SYN or SYN,ACK was repeated so often, which took so long.
    case synRetried(again: Int, took: Int64)
    /// SYN,ACK was sent so often over so long, and the third segment never comes.
    case handshakeUnfinished(answers: Int, over: Int64)
    /// SYN, SYN,ACK, and so long after that a reset by the client.
    case handshakeAborted(after: Int64)
    /// A SYN meets a connection that the other side still holds.
    case stalePeer
    /// Both sides sent a SYN.
    case simultaneousOpen
    /// Data in the SYN, and how many octets of it the SYN,ACK acknowledged.
    case fastOpen(octets: Int)
    /// Window scale was offered and not answered.
    case noWindowScaling
    /// Opened and closed without an octet.
    case noData
    /// A new connection on the ports of an old one.
    case portReused

    var code: String {
        switch self {
        case .refused: "tcp.refused"
        case .noAnswer: "tcp.no_answer"
        case .synRetried: "tcp.syn_retried"
        case .handshakeUnfinished: "tcp.handshake_unfinished"
        case .handshakeAborted: "tcp.handshake_aborted"
        case .stalePeer: "tcp.stale_peer"
        case .simultaneousOpen: "tcp.simultaneous_open"
        case .fastOpen: "tcp.fast_open"
        case .noWindowScaling: "tcp.no_window_scaling"
        case .noData: "tcp.no_data"
        case .portReused: "tcp.port_reused"
        }
    }

    var severity: Finding.Severity {
        switch self {
        case .refused, .noAnswer, .handshakeUnfinished, .handshakeAborted: .fault
        case .synRetried, .stalePeer: .trouble
        case .simultaneousOpen, .fastOpen, .noWindowScaling, .noData, .portReused: .remark
        }
    }

    var evidence: [(name: String, value: Int64)] {
        switch self {
        case .refused(let port, let after): [("port", Int64(port)), ("after_us", after)]
        case .noAnswer(let syns, let over): [("syns", Int64(syns)), ("over_us", over)]
        case .synRetried(let again, let took): [("again", Int64(again)), ("took_us", took)]
        case .handshakeUnfinished(let answers, let over): [("syn_acks", Int64(answers)), ("over_us", over)]
        case .handshakeAborted(let after): [("after_us", after)]
        case .fastOpen(let octets): [("octets", Int64(octets))]
        case .stalePeer, .simultaneousOpen, .noWindowScaling, .noData, .portReused: []
        }
    }

    var cite: Citation {
        switch self {
        case .refused: .rfc(9293, "3.5.2")
        case .noAnswer: .rfc(9293, "3.8.3")
        case .synRetried: .rfc(6298, "5")
        case .handshakeUnfinished, .handshakeAborted: .rfc(9293, "3.5")
        case .stalePeer: .rfc(9293, "3.5.1")
        case .simultaneousOpen: .rfc(9293, "3.5")
        case .fastOpen: .rfc(7413, "3")
        case .noWindowScaling: .rfc(7323, "2.2")
        case .noData: .rfc(9293, "3.6")
        case .portReused: .rfc(9293, "3.6.1")
        }
    }

    var filter: String {
        switch self {
        case .refused: "tcp.flags.reset == 1 && tcp.flags.ack == 1 && tcp.seq == 1 && tcp.ack == 1"
        case .noAnswer: "tcp.completeness == 1"
        case .synRetried: "tcp.flags.syn == 1 && tcp.analysis.retransmission"
        case .handshakeUnfinished: "tcp.completeness == 3"
        case .handshakeAborted: "tcp.completeness == 35"
        case .stalePeer: "tcp.analysis.reused_ports || tcp.analysis.ack_lost_segment"
        case .simultaneousOpen: "tcp.flags.syn == 1 && tcp.flags.ack == 0"
        case .fastOpen: "tcp.flags.syn == 1 && tcp.flags.ack == 0 && tcp.len > 0"
        case .noWindowScaling: "tcp.flags.syn == 1 && tcp.flags.ack == 1 && !tcp.options.wscale"
        case .noData: "tcp.completeness == 23 || tcp.completeness == 7"
        case .portReused: "tcp.analysis.reused_ports"
        }
    }

    var english: String {
        switch self {
        case .refused(let port, let after):
            "The server refused the connection to port \(port): it answered the SYN with a reset after \(FigureText.span(after))."
        case .noAnswer(let syns, let over):
            syns == 1
                ? "The client sent a SYN, and nothing came back."
                : "The client sent \(syns) SYNs over \(FigureText.span(over)), and nothing came back."
        case .synRetried(let again, let took):
            """
            The connection opened after \(counted(again, "repetition")) of SYN or SYN,ACK: the opening took \(FigureText.span(took)).
            """
        case .handshakeUnfinished(let answers, let over):
            answers == 1
                ? "The server answered the SYN, and the client never acknowledged the answer."
                : """
                The server sent its SYN,ACK \(answers) times over \(FigureText.span(over)), and the client never acknowledged it.
                """
        case .handshakeAborted(let after):
            "The client reset the connection \(FigureText.span(after)) after the SYN,ACK, without an octet of data."
        case .stalePeer:
            "The SYN met a connection that the other side still held: it was answered by an acknowledgment of that one."
        case .simultaneousOpen: "Both sides sent a SYN before they saw the other's. One connection came of it."
        case .fastOpen(let octets): "The SYN carried \(counted(octets, "octet")) of data (TCP Fast Open)."
        case .noWindowScaling:
            "The client offered window scaling, and the server did not answer the offer: no window exceeds 65,535 octets."
        case .noData: "The connection was opened and closed, and no octet passed."
        case .portReused: "An older connection of this capture had the same addresses and ports."
        }
    }

    var englishCauses: [String] {
        switch self {
        case .refused:
            [
                "no program listens on that port: the service is down, or it listens on another port or address",
                "a filter refuses with a reset", "a load balancer has no server behind it",
            ]
        case .noAnswer:
            [
                "a filter drops the SYN without a word", "the host is down, or the address is wrong",
                "the answer takes another path and is lost there",
            ]
        case .synRetried:
            [
                "a segment was lost", "the queue of half-open connections, or of those to be accepted, was full",
                "a filter waits for a second SYN", "an address had to be resolved first (only at the first connection)",
            ]
        case .handshakeUnfinished:
            [
                "the SYN,ACK or the client's acknowledgment is lost: a filter or a translator of addresses sees one direction only",
                "the source address of the SYN is forged", "the client has gone",
            ]
        case .handshakeAborted:
            [
                "a scanner that opens half a connection", "a client that gave up between SYN and answer",
                "the SYN,ACK came from an address that the client had not asked",
                "the source address was forged, and its owner resets",
                "a health check of a load balancer",
            ]
        case .stalePeer:
            [
                "the client's machine has restarted, or lost the connection, and the server holds it",
                "the server is in TIME-WAIT, and the new number or timestamp is not larger",
                "a translator of addresses has given the port to another host",
            ]
        case .simultaneousOpen: ["two hosts open a way through translators of addresses", "a test"]
        case .fastOpen: ["TCP Fast Open is switched on at the client"]
        case .noWindowScaling:
            [
                "window scaling is switched off at the server", "an old stack",
                "a box answers for the server, and strips options",
            ]
        case .noData: ["a health check", "a browser that connects before it needs to", "a test of the port"]
        case .portReused: ["the client has used all of its ports once", "the client has a fixed port"]
        }
    }

    var englishNext: String {
        switch self {
        case .refused:
            "Look on the host with \"ss -ltn\". Compare the reset's time to live with the host's other packets."
        case .noAnswer: "Capture at the server: does the SYN arrive there?"
        case .synRetried:
            "Repeat it: is it always slow, or at random? Look at the host with \"nstat -az TcpExtListenDrops\"."
        case .handshakeUnfinished: "Capture at the client: does the SYN,ACK arrive there?"
        case .handshakeAborted:
            "Look how soon the reset follows: at once means that the kernel knows no such connection."
        case .stalePeer: "Look whether a SYN a second later succeeds, and at the idle timers of both sides."
        case .simultaneousOpen, .noData: "Nothing is to be done."
        case .fastOpen: "Look whether the SYN,ACK acknowledges the data. If not, it is sent again, and that is no loss."
        case .noWindowScaling: "Divide 65,535 octets by the round trip: no transfer is faster."
        case .portReused: "Nothing is to be done if the new connection opened."
        }
    }
}

extension Finding {
    /// What is the matter with the opening.
    static func opening(_ connection: EndedConnection) -> [Finding] {
        let course = connection.course
        let questions = course.syns.filter { !$0.acknowledges }
        let answers = course.syns.filter(\.acknowledges)
        let frames = Evidence(course.syns.map(\.frame))
        var findings: [Finding] = []
        switch connection.opening {
        case .refused:
            guard let reset = course.resets.first, let syn = questions.first else { break }
            findings.append(
                Finding(
                    OpeningDiagnosis.refused(port: connection.server.socket.port, after: reset.time - syn.time),
                    .certain,
                    .server, Evidence([syn.frame, reset.frame])))
        case .unanswered where course.reports.isEmpty:
            guard let first = questions.first, let last = questions.last else { break }
            findings.append(
                Finding(
                    OpeningDiagnosis.noAnswer(syns: questions.count, over: last.time - first.time), .certain, .path,
                    frames))
        case .unfinished:
            guard let first = answers.first, let last = answers.last else { break }
            findings.append(
                Finding(
                    OpeningDiagnosis.handshakeUnfinished(answers: answers.count, over: last.time - first.time), .likely,
                    .path, frames))
        case .aborted:
            guard let reset = course.resets.first, let answer = answers.first else { break }
            findings.append(
                Finding(
                    OpeningDiagnosis.handshakeAborted(after: reset.time - answer.time), .likely, .client,
                    Evidence(course.syns.map(\.frame) + [reset.frame])))
        case .simultaneous:
            findings.append(Finding(OpeningDiagnosis.simultaneousOpen, .certain, .nobody, frames))
        case .handshake, .midstream, .unclear, .unanswered: break
        }
        if connection.opening == .handshake {
            let again = course.syns.count - 2
            if again > 0, let first = questions.first, let third = course.thirdTime {
                findings.append(
                    Finding(
                        OpeningDiagnosis.synRetried(again: again, took: third - first.time), .certain, .path, frames))
            }
            if connection.client.hasWindowScale, !connection.server.hasWindowScale, let answer = answers.first {
                findings.append(Finding(OpeningDiagnosis.noWindowScaling, .certain, .server, Evidence([answer.frame])))
            }
            if connection.client.octets + connection.server.octets == 0, connection.closing == .fin {
                findings.append(
                    Finding(OpeningDiagnosis.noData, .certain, .nobody, Evidence(connection.closingFrames)))
            }
        }
        if course.hasFastOpen, let syn = questions.first {
            findings.append(
                Finding(
                    OpeningDiagnosis.fastOpen(octets: connection.client.octets), .certain, .nobody,
                    Evidence([syn.frame])))
        }
        if course.reusesPorts {
            findings.append(Finding(OpeningDiagnosis.portReused, .certain, .nobody, Evidence([course.firstFrame])))
        }
        return findings
    }
}
