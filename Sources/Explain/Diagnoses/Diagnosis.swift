import Trace

/// A thing that may be wrong with a connection or a capture, with its figures and its sentences.
protocol Diagnosis: Wording {
    /// The catalogue's entry for the diagnosis, with the figures of the case.
    var entry: DiagnosisEntry { get }
}

/// The catalogue's entry for a diagnosis.
struct DiagnosisEntry: Sendable {
    /// Its name for programs, such as "tcp.refused".
    let code: String
    /// How bad it is.
    let severity: DiagnosisResult.Severity
    /// The document and section with the rule behind it.
    let cite: Citation
    /// The figures of the case, by name.
    let evidence: [(name: StaticString, value: Int64)]
    /// A display filter of Wireshark that says what the headers of the frames that show it have; empty if the headers do not tell.
    let filter: String
    /// A display filter for frames that Wireshark's own analysis takes for such; empty if it has no word for them.
    let alike: String
    /// The usual causes, the most frequent first.
    let causes: [Words]
    /// The check that tells the causes apart.
    let next: Words

    /// Figures by name. A figure that is nil is left out.
    typealias Figures = KeyValuePairs<StaticString, (any DiagnosisFigure)?>

    init(
        _ code: String, _ severity: DiagnosisResult.Severity, cite: Citation, evidence: Figures = [:],
        filter: String = "",
        alike: String = "", causes: [Words], next: Words
    ) {
        (self.code, self.severity, self.cite, self.filter, self.alike) = (code, severity, cite, filter, alike)
        self.evidence = evidence.compactMap { name, value in value.map { (name, $0.figure) } }
        (self.causes, self.next) = (causes, next)
    }

    init(
        _ code: String, _ severity: DiagnosisResult.Severity, cite: Citation, evidence: Figures = [:],
        filter: String = "",
        alike: String = "", causes: Words..., next: Words = Words(english: "Nothing is to be done.", chinese: "什么都不用做。")
    ) {
        self.init(
            code, severity, cite: cite, evidence: evidence, filter: filter, alike: alike, causes: causes, next: next)
    }
}

/// A figure of a diagnosis.
protocol DiagnosisFigure: BinaryInteger {}

extension DiagnosisFigure {
    /// The figure in 64 bits.
    fileprivate var figure: Int64 { Int64(clamping: self) }
}

extension Int: DiagnosisFigure {}
extension Int64: DiagnosisFigure {}
extension UInt8: DiagnosisFigure {}
extension UInt16: DiagnosisFigure {}
extension UInt32: DiagnosisFigure {}

/// A diagnosis of a connection or a file: how certain it is, whose fault it is, and the frames that show it.
package struct DiagnosisResult: Sendable {
    /// How bad it is, the worst last.
    package enum Severity: String, CaseIterable, Sendable, Comparable {
        /// Nothing is wrong; it is worth knowing.
        case remark
        /// The capture limits what can be said.
        case caution
        /// Something worked, but worse than it should.
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

        /// Whether one is less bad than the other.
        package static func < (one: Severity, other: Severity) -> Bool {
            one.rank < other.rank
        }
    }

    /// How certain a diagnosis is by the packets alone.
    package enum Certainty: String, CaseIterable, Sendable, Comparable {
        /// These packets can be read in no other way.
        case certain
        /// Other readings are rare.
        case likely
        /// One reading among several.
        case possible

        private var rank: Int {
            switch self {
            case .certain: 0
            case .likely: 1
            case .possible: 2
            }
        }

        /// Whether one is more certain than the other.
        package static func < (one: Certainty, other: Certainty) -> Bool {
            one.rank < other.rank
        }
    }

    /// Whose fault it is.
    package enum Whose: String, Sendable {
        /// One of the two sides.
        case client, server
        /// The network between them.
        case path
        /// The recording, and not the connection.
        case capture
        /// No single side: nothing is wrong, or the two sides do not fit each other.
        case nobody
        /// The causes lie with different sides, and the packets do not tell which of them it is.
        case unknown
    }

    let diagnosis: any Diagnosis
    let entry: DiagnosisEntry
    /// How certain the fact is. Whose fault it is may be less certain.
    fileprivate(set) var certainty: Certainty
    /// Whose fault it is, and why.
    fileprivate(set) var blame: Blame
    var frames: Evidence
    /// The number of the connection that it is about; nil if it is about the file or several connections.
    var connection: Int?
    /// The code of another finding of which this one is only the consequence. The other finding is about the same connection, or about
    /// several connections together.
    var explainedBy: String?

    init(_ diagnosis: any Diagnosis, _ certainty: Certainty, blame: Blame, frames: Evidence) {
        (self.diagnosis, entry) = (diagnosis, diagnosis.entry)
        (self.certainty, self.blame, self.frames) = (certainty, blame, frames)
    }

    /// Lowers the certainties to those of another finding with the same code, if they are less certain.
    mutating func weaken(to other: DiagnosisResult) {
        certainty = max(certainty, other.certainty)
        blame = blame.weaker(other.blame)
    }

    /// Its name for programs.
    package var code: String { entry.code }
    /// How bad it is.
    package var severity: Severity { entry.severity }
    /// Whose fault it is.
    package var whose: Whose { blame.whose }

    /// A display filter of Wireshark that finds the frames in this file, and with a connection no frame of another one; nil without frames.
    ///
    /// Wireshark's own analysis calls things otherwise. So frames that their headers do not tell are named by their numbers, and only where
    /// there are more of them than are kept, the frames that Wireshark takes for such are found as well.
    package var filter: String? {
        let own = !entry.filter.isEmpty ? entry.filter : frames.isEmpty ? nil : named
        // Wireshark counts streams as connections are counted here, from 0.
        let stream = connection.map { "tcp.stream == \($0 - 1)" }
        guard let stream, let own else { return own ?? stream }
        return own.utf8.contains(UInt8(ascii: "|")) ? "\(stream) && (\(own))" : "\(stream) && \(own)"
    }

    /// The display filter that names the frames by their numbers.
    private var named: String {
        let numbers = "frame.number in {\(frames.frames.map { "\($0)" }.joined(separator: ", "))}"
        let areMore = frames.count > frames.frames.count && !entry.alike.isEmpty
        return areMore ? "\(entry.alike) || \(numbers)" : numbers
    }

    static func all(of connection: EndedConnection) -> [DiagnosisResult] {
        var found = captured(connection) + path(connection) + opening(connection) + data(connection)
        found += windows(connection) + closing(connection) + tls(connection) + application(connection)
        found += undecided(connection, beside: found)
        for index in found.indices { found[index].connection = connection.number }
        return found
    }

    /// The code of a cause, and the codes of its consequences: a consequence is told under its cause.
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
        "tcp.peer_vanished": [
            "tcp.timeouts", "tcp.loss", "tcp.needless_retransmissions", "tls.no_server_hello",
        ],
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
        "tls.client_certificate_missing": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.client_certificate_refused": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.version_mismatch": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.no_common_suite": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.unrecognized_name": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.no_application_protocol": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.fallback_refused": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.decryption_failed": ["tcp.aborted", "tcp.reset_after_close"],
        "tls.fatal_alert": ["tcp.aborted", "tcp.reset_after_close"],
    ]

    /// The same findings, with the consequences marked.
    ///
    /// A finding that is graver than a cause is not only its consequence: the timer of a lost FIN, a remark, explains no loss of data.
    static func explained(_ findings: [DiagnosisResult]) -> [DiagnosisResult] {
        guard findings.count > 1 else { return findings }
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

/// Findings of one kind. Findings with the same code become one: the first of them, with the frames of all.
struct DiagnosisList<Kind: Diagnosis> {
    private(set) var all: [DiagnosisResult] = []

    mutating func add(
        _ diagnosis: Kind, _ certainty: DiagnosisResult.Certainty, blame: Blame, frames: Evidence
    ) {
        let finding = DiagnosisResult(diagnosis, certainty, blame: blame, frames: frames)
        if let index = all.firstIndex(where: { $0.code == finding.code }) {
            all[index].frames = all[index].frames + frames
            all[index].weaken(to: finding)
        } else {
            all.append(finding)
        }
    }

    /// Adds the diagnosis that is made from the number of `frames`, if there are any.
    mutating func add(
        _ frames: Evidence, _ certainty: DiagnosisResult.Certainty, blame: Blame, diagnosis: (Int) -> Kind
    ) {
        if !frames.isEmpty { add(diagnosis(frames.count), certainty, blame: blame, frames: frames) }
    }
}

extension DiagnosisResult.Whose {
    /// The side as the first words of a sentence.
    var subject: String { "The \(rawValue)" }
    /// The side within a sentence.
    var noun: String { "the \(rawValue)" }
    /// The side in a Chinese sentence.
    var chineseName: String {
        switch self {
        case .client: "客户端"
        case .server: "服务器"
        case .path: "路径"
        case .capture: "抓包文件"
        case .nobody: "双方"
        case .unknown: "未知的一方"
        }
    }
}

extension Evidence: ExpressibleByArrayLiteral {
    /// These frames.
    init(arrayLiteral frames: Int...) { self.init(frames) }
}
