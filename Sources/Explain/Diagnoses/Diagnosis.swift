import Trace

/// What may be the matter with a connection or a capture, with the figures that show it. Its sentences stand with it.
protocol Diagnosis: Wording {
    /// What the catalogue says of it.
    var entry: DiagnosisEntry { get }
    /// The figures, by name.
    var evidence: [(name: String, value: Int64)] { get }
}

extension Diagnosis {
    var evidence: [(name: String, value: Int64)] { [] }
    var cite: Citation { entry.cite }
    var filter: String { entry.filter }
    var englishCauses: [String] { entry.causes }
    var englishNext: String { entry.next }
}

/// What the catalogue says of a diagnosis, whatever the figures of the case are.
struct DiagnosisEntry: Sendable {
    /// Its name for programs, such as "tcp.refused".
    let code: String
    /// How bad it is.
    let severity: Finding.Severity
    /// The document that says what is right.
    let cite: Citation
    /// A display filter of Wireshark that finds frames that show it; empty where no frame does.
    let filter: String
    /// What it comes from, the most frequent first.
    let causes: [String]
    /// What settles which of them it is.
    let next: String

    init(
        _ code: String, _ severity: Finding.Severity, _ cite: Citation, filter: String = "", causes: [String] = [],
        next: String = "Nothing is to be done."
    ) {
        (self.code, self.severity, self.cite) = (code, severity, cite)
        (self.filter, self.causes, self.next) = (filter, causes, next)
    }
}

/// A diagnosis that was made: who it concerns, how sure it is, and the frames that show it.
package struct Finding: Sendable {
    /// How bad it is, the worst last.
    package enum Severity: String, Sendable, Comparable {
        /// Nothing is wrong; it is worth knowing.
        case remark
        /// The capture limits what can be said.
        case caution
        /// It worked, and worse than it should.
        case trouble
        /// Something did not work.
        case fault

        private var rank: Int {
            switch self {
            case .remark: 0
            case .caution: 1
            case .trouble: 2
            case .fault: 3
            }
        }

        /// Whether it is less bad.
        package static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }
    }

    /// How far the packets alone carry.
    package enum Certainty: String, Sendable {
        /// These packets can be read in no other way.
        case certain
        /// Other readings are rare.
        case likely
        /// One reading among several.
        case possible
    }

    /// Whose it is.
    package enum Whose: String, Sendable {
        /// One of the two sides.
        case client, server
        /// The network between them.
        case path
        /// The recording, and no packet.
        case capture
        /// Nothing is wrong.
        case nobody
        /// The packets do not tell.
        case unknown
    }

    let diagnosis: any Diagnosis
    /// Its name for programs.
    package let code: String
    /// How bad it is.
    package let severity: Severity
    let certainty: Certainty
    let whose: Whose
    var frames: Evidence
    /// The code of another finding of the same connection of which this one is only the consequence.
    var explainedBy: String?

    init(
        _ diagnosis: any Diagnosis, _ certainty: Certainty, _ whose: Whose, _ frames: Evidence,
        explainedBy: String? = nil
    ) {
        let entry = diagnosis.entry
        (code, severity) = (entry.code, entry.severity)
        (self.diagnosis, self.certainty, self.whose) = (diagnosis, certainty, whose)
        (self.frames, self.explainedBy) = (frames, explainedBy)
    }

    /// All that is the matter with a connection.
    static func all(of connection: EndedConnection) -> [Finding] {
        captured(connection) + path(connection) + opening(connection) + data(connection) + windows(connection)
            + closing(connection) + tls(connection) + application(connection)
    }

    /// Which findings explain which: the cause is told once, and its consequences under it.
    private static let causes: [(cause: String, consequences: [String])] = [
        (
            "path.mtu_black_hole",
            [
                "tcp.timeouts", "tcp.loss", "tcp.peer_vanished", "tls.no_server_hello", "tls.slow_handshake",
                "app.slow_answer",
            ]
        ),
        ("capture.one_direction", ["capture.missing_segments"]),
        ("path.unreachable", ["tcp.no_answer", "tcp.timeouts", "tcp.loss", "tcp.peer_vanished"]),
        ("path.ttl_exceeded", ["tcp.timeouts", "tcp.loss", "tcp.peer_vanished"]),
        ("tcp.stale_peer", ["tcp.syn_retried", "tcp.handshake_unfinished"]),
        ("tcp.zero_window_stuck", ["tcp.zero_window", "tcp.window_limited", "tcp.aborted", "app.slow_answer"]),
        ("tcp.zero_window", ["tcp.window_limited"]),
        (
            "tcp.idle_dropped",
            ["tcp.peer_vanished", "tcp.reset_no_connection", "tcp.timeouts", "tcp.loss", "tcp.aborted"]
        ),
        ("tcp.peer_vanished", ["tcp.timeouts", "tcp.loss", "tls.no_server_hello"]),
        ("tcp.corruption", ["tcp.loss", "tcp.timeouts"]),
        ("tcp.timeouts", ["tcp.loss"]),
        ("tcp.keep_alive_unanswered", ["tcp.aborted", "tcp.keep_alive"]),
        (
            "tcp.reset_injected",
            ["tcp.aborted", "tls.reset_after_client_hello", "tls.no_close_notify", "tcp.reset_no_connection"]
        ),
        ("tcp.contradiction", ["tcp.needless_retransmissions", "tcp.loss"]),
        ("tls.incomplete_chain", ["tls.unknown_ca", "tls.certificate_refused"]),
        ("tls.reset_after_client_hello", ["tcp.aborted"]),
        ("tls.no_server_hello", ["tcp.aborted"]),
        ("tls.plain_text_server", ["tcp.aborted", "tcp.reset_after_close"]),
        ("tls.certificate_expired", ["tls.silent_refusal", "tcp.aborted", "tcp.reset_after_close"]),
        ("tls.name_mismatch", ["tls.silent_refusal", "tcp.aborted", "tcp.reset_after_close"]),
        ("tls.unknown_ca", ["tcp.aborted", "tcp.reset_after_close"]),
        ("tls.certificate_refused", ["tcp.aborted", "tcp.reset_after_close"]),
        ("tls.silent_refusal", ["tcp.aborted", "tcp.reset_after_close"]),
        ("tls.fatal_alert", ["tcp.aborted", "tcp.reset_after_close"]),
    ]

    /// The same with the consequences marked. What is graver than a cause is not only its consequence: the timer of a lost FIN, which is a
    /// remark, explains no loss of data.
    static func explained(_ findings: [Finding]) -> [Finding] {
        var findings = findings
        let severities = Dictionary(findings.map { ($0.code, $0.severity) }) { max($0, $1) }
        for (cause, consequences) in causes {
            guard let severity = severities[cause] else { continue }
            for index in findings.indices where findings[index].explainedBy == nil {
                let finding = findings[index]
                if consequences.contains(finding.code), finding.severity <= severity {
                    findings[index].explainedBy = cause
                }
            }
        }
        return findings
    }
}

extension Finding.Whose {
    /// A side as the subject of a sentence.
    var subject: String { "The \(rawValue)" }
    /// A side anywhere else in a sentence.
    var noun: String { "the \(rawValue)" }
    /// The other side.
    var other: Finding.Whose { self == .client ? .server : .client }
}
