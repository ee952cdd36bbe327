import Trace

/// What may be the matter with a connection or a capture, with the figures that show it. Its sentences stand with it.
protocol Diagnosis: Wording {
    /// What the catalogue says of it, with the figures of the case.
    var entry: DiagnosisEntry { get }
}

/// What the catalogue says of a diagnosis.
struct DiagnosisEntry: Sendable {
    /// Its name for programs, such as "tcp.refused".
    let code: String
    /// How bad it is.
    let severity: Finding.Severity
    /// The document that says what is right.
    let cite: Citation
    /// The figures of the case, by name.
    let evidence: [(name: String, value: Int64)]
    /// A display filter of Wireshark that finds frames that show it; empty where no frame does.
    let filter: String
    /// What it comes from, the most frequent first.
    let englishCauses: [String]
    /// What settles which of them it is.
    let englishNext: String

    /// Figures by name; nil for those that are not known.
    typealias Figures = KeyValuePairs<String, (any BinaryInteger)?>

    init(
        _ code: String, _ severity: Finding.Severity, cite: Citation, evidence: Figures = [:], filter: String = "",
        causes: [String], next: String
    ) {
        (self.code, self.severity, self.cite, self.filter) = (code, severity, cite, filter)
        self.evidence = evidence.compactMap { name, value in value.map { (name, Int64(clamping: $0)) } }
        (englishCauses, englishNext) = (causes, next)
    }

    init(
        _ code: String, _ severity: Finding.Severity, cite: Citation, evidence: Figures = [:], filter: String = "",
        causes: String..., next: String = "Nothing is to be done."
    ) {
        self.init(code, severity, cite: cite, evidence: evidence, filter: filter, causes: causes, next: next)
    }
}

/// A diagnosis that was made: who it concerns, how sure it is, and the frames that show it.
package struct Finding: Sendable {
    /// How bad it is, the worst last.
    package enum Severity: String, CaseIterable, Sendable, Comparable {
        /// Nothing is wrong; it is worth knowing.
        case remark
        /// The capture limits what can be said.
        case caution
        /// It worked, and worse than it should.
        case trouble
        /// Something did not work.
        case fault

        /// Whether it is less bad.
        package static func < (one: Severity, other: Severity) -> Bool {
            allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
        }
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
    }

    let diagnosis: any Diagnosis
    let entry: DiagnosisEntry
    let certainty: Certainty
    let whose: Whose
    var frames: Evidence
    /// The code of another finding of the same connection of which this one is only the consequence.
    var explainedBy: String?

    init(_ diagnosis: any Diagnosis, _ certainty: Certainty, whose: Whose, frames: Evidence) {
        (self.diagnosis, entry) = (diagnosis, diagnosis.entry)
        (self.certainty, self.whose, self.frames) = (certainty, whose, frames)
    }

    /// Its name for programs.
    package var code: String { entry.code }
    /// How bad it is.
    package var severity: Severity { entry.severity }

    /// All that is the matter with a connection.
    static func all(of connection: EndedConnection) -> [Finding] {
        captured(connection) + path(connection) + opening(connection) + data(connection) + windows(connection)
            + closing(connection) + tls(connection) + application(connection)
    }

    /// Which findings explain which: the cause is told once, and its consequences under it.
    private static let consequences: KeyValuePairs<String, [String]> = [
        "path.mtu_black_hole": [
            "tcp.timeouts", "tcp.loss", "tcp.peer_vanished", "tls.no_server_hello", "tls.slow_handshake",
            "app.slow_answer",
        ],
        "capture.one_direction": ["capture.missing_segments"],
        "path.unreachable": ["tcp.no_answer", "tcp.timeouts", "tcp.loss", "tcp.peer_vanished"],
        "path.ttl_exceeded": ["tcp.timeouts", "tcp.loss", "tcp.peer_vanished"],
        "tcp.stale_peer": ["tcp.syn_retried", "tcp.handshake_unfinished"],
        "tcp.zero_window_stuck": ["tcp.zero_window", "tcp.window_limited", "tcp.aborted", "app.slow_answer"],
        "tcp.zero_window": ["tcp.window_limited"],
        "tcp.idle_dropped": [
            "tcp.peer_vanished", "tcp.reset_no_connection", "tcp.timeouts", "tcp.loss", "tcp.aborted",
        ],
        "tcp.peer_vanished": ["tcp.timeouts", "tcp.loss", "tls.no_server_hello"],
        "tcp.corruption": ["tcp.loss", "tcp.timeouts"],
        "tcp.timeouts": ["tcp.loss"],
        "tcp.keep_alive_unanswered": ["tcp.aborted", "tcp.keep_alive"],
        "tcp.reset_injected": [
            "tcp.aborted", "tls.reset_after_client_hello", "tls.no_close_notify", "tcp.reset_no_connection",
        ],
        "tcp.contradiction": ["tcp.needless_retransmissions", "tcp.loss"],
        "tls.incomplete_chain": ["tls.unknown_ca", "tls.certificate_refused"],
        "tls.reset_after_client_hello": ["tcp.aborted"],
        "tls.no_server_hello": ["tcp.aborted"],
        "tls.plain_text_server": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.certificate_expired": ["tls.silent_refusal", "tcp.aborted", "tcp.reset_after_close"],
        "tls.name_mismatch": ["tls.silent_refusal", "tcp.aborted", "tcp.reset_after_close"],
        "tls.unknown_ca": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.certificate_refused": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.silent_refusal": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.fatal_alert": ["tcp.aborted", "tcp.reset_after_close"],
    ]

    /// The same with the consequences marked. What is graver than a cause is not only its consequence: the timer of a lost FIN, which is a
    /// remark, explains no loss of data.
    static func explained(_ findings: [Finding]) -> [Finding] {
        var findings = findings
        let severities = Dictionary(findings.map { ($0.code, $0.severity) }) { max($0, $1) }
        for (cause, consequences) in consequences {
            guard let severity = severities[cause] else { continue }
            for index in findings.indices where findings[index].explainedBy == nil {
                if consequences.contains(findings[index].code), findings[index].severity <= severity {
                    findings[index].explainedBy = cause
                }
            }
        }
        return findings
    }
}

/// What is found of one kind: of findings with the same code the first, with the frames of all.
struct FindingList<Kind: Diagnosis> {
    private(set) var all: [Finding] = []

    mutating func add(
        _ diagnosis: Kind, _ certainty: Finding.Certainty, whose: Finding.Whose, frames: Evidence
    ) {
        let finding = Finding(diagnosis, certainty, whose: whose, frames: frames)
        if let index = all.firstIndex(where: { $0.code == finding.code }) {
            all[index].frames = all[index].frames + frames
        } else {
            all.append(finding)
        }
    }

    /// Adds what some frames show, if there are any, with their number.
    mutating func add(
        _ frames: Evidence, _ certainty: Finding.Certainty, whose: Finding.Whose, diagnosis: (Int) -> Kind
    ) {
        if !frames.isEmpty { add(diagnosis(frames.count), certainty, whose: whose, frames: frames) }
    }
}

extension Finding.Whose {
    /// A side as the subject of a sentence.
    var subject: String { "The \(rawValue)" }
    /// A side anywhere else in a sentence.
    var noun: String { "the \(rawValue)" }
}
