import Render
import Trace

/// Visits of the simulator that may resemble a recorded connection in its delay, its segment size, its losses and its end.
///
/// Only a run shows whether it does: it is made, explained, and told if its verdict is the same.
package struct SimilarRun: Sendable {
    /// The most visits that are tried.
    private static let most = 4
    /// The most losses that a visit repeats.
    private static let mostRules = 8

    /// What two connections that are alike have in common.
    private struct Likeness: Equatable {
        let verdict: String
        /// The negotiated version, how the connection closed, and which side closed first; nil with a verdict of trouble or fault.
        let course: [String?]?

        init(_ connection: EndedConnection) {
            var tally = DiagnosisTally()
            tally.take(connection)
            verdict = tally.verdict?.finding.code ?? "healthy"
            course =
                tally.isSound
                ? [connection.tls.talk?.version?.shownName, connection.closing.rawValue, connection.firstToClose] : nil
        }
    }

    /// The arguments of the command HandshakeSim for each visit, the most similar first; empty if no visit can have the verdict.
    package let candidates: [[String]]
    private let likeness: Likeness

    /// The visits for a connection.
    ///
    /// - Parameter lost: the places of lost segments among the data segments of their side, from 1.
    init(_ connection: EndedConnection, lost: [(isFromOne: Bool, place: Int)]) {
        likeness = Likeness(connection)
        let talk = connection.tls.talk
        var line = talk?.isTLS13 == true ? ["--tls13"] : [connection.tls.keyExchange == "rsa" ? "--rsa" : "--dh"]
        if let trip = connection.course.roundTrip { line += ["--latency", "\(max(1, (trip + 1_000) / 2_000))ms"] }
        let sizes = [connection.client, connection.server].compactMap { $0.synOptions?.maximumSegmentSize }
        if let size = sizes.min(), (88...65_495).contains(size) { line += ["--mss", "\(size)"] }
        let losses = lost.prefix(Self.mostRules).map {
            (side: connection.side(isFromOne: $0.isFromOne).rawValue, place: $0.place)
        }
        let questions = connection.course.syns.count { !$0.acknowledges }
        let choices: [[String]] =
            switch likeness.verdict {
            case "healthy":
                talk.map {
                    [Self.resumption($0) + (connection.firstToClose == "server" ? ["--server-closes"] : [])]
                } ?? []
            case "tls.certificate_expired": Self.chains("expired", "not-yet-valid")
            case "tls.name_mismatch": Self.chains("wrong-host")
            case "tls.unknown_ca":
                connection.tls.serverChain.first?.isSelfIssued == true
                    ? Self.chains("self-signed", "unknown-ca")
                    : Self.chains(connection.tls.serverChain.count == 1 ? "missing-intermediate" : "unknown-ca")
            case "tls.incomplete_chain": Self.chains("missing-intermediate")
            case "tls.certificate_refused": Self.chains("wrong-usage", "not-a-ca")
            case "tls.client_certificate_missing": [["--client-cert", "none"]]
            case "tls.client_certificate_refused": [["--client-cert", "wrong-ca"]]
            case "tls.decryption_failed": Self.chains("copied-chain") + [["--client-cert", "copied"]]
            case "tcp.no_answer": [Self.rules("drop client SYN")]
            case "tcp.syn_retried":
                // The last of the SYNs got through.
                switch questions {
                case ...1: [Self.rules("drop server SYN,ACK 1")]
                case 2: [Self.rules("drop client SYN 1")]
                default: [Self.rules("drop client SYN 1-\(questions - 1)")]
                }
            case "tcp.handshake_unfinished": [Self.rules("drop server SYN,ACK")]
            case "tcp.corruption": [Self.rules("corrupt server data 2")]
            case "tcp.needless_retransmissions":
                [Self.rules("drop client ACK 2-9"), Self.rules("delay server data 2 by 2s")]
            case "tcp.peer_vanished": [Self.rules("drop server segment 2-999"), Self.rules("drop client data 2-999")]
            case "tcp.loss", "tcp.timeouts":
                // A visit has only some data segments of each side.
                [
                    losses.flatMap { Self.rules("drop \($0.side) data \($0.place)") },
                    Self.rules("drop \(losses.first?.side ?? "server") data 2"),
                    Self.rules("drop \(losses.first?.side ?? "server") data 1"),
                ]
            default: []
            }
        candidates = choices.prefix(Self.most).map { line + $0 }
    }

    private static func chains(_ kinds: String...) -> [[String]] { kinds.map { ["--server-chain", $0] } }
    private static func rules(_ rule: String) -> [String] { ["--rule", rule] }

    /// The option for a second visit, if the session was resumed.
    private static func resumption(_ talk: TLSTalk) -> [String] {
        switch talk.resumption {
        case "psk": ["--resume", "psk"]
        case "ticket": ["--resume", "ticket"]
        case "session_id": ["--resume", "id"]
        default: []
        }
    }

    /// Whether the connection in a capture, that of a visit, has the same verdict.
    package func isLike(_ capture: [UInt8]) -> Bool {
        var visit = ExplainedCapture(Explainer(Explainer.Options()))
        guard (try? visit.take(capture)) != nil, (try? visit.take([])) != nil else { return false }
        for case .connection(let connection) in visit.takeOutputs() { return Likeness(connection) == likeness }
        return false
    }

    /// The last part of the story of a connection: the command of a visit, and what it is for.
    package static func report(_ arguments: [String]) -> Report {
        Report([
            .space, .heading(StoryHeading.similar), .text(StoryHeading.similarAbout, indent: 2),
            .command("HandshakeSim \(arguments.map(\.shellWord).joined(separator: " "))"),
        ])
    }
}
