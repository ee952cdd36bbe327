import TLSSim
import Trace

/// What may be the matter with TLS in a connection, and what is worth knowing of it.
enum TLSDiagnosis: Diagnosis {
    /// A ClientHello of so many octets, and for so long no answer; whether it was acknowledged.
    case noServerHello(octets: Int, waited: Int64, isAcknowledged: Bool)
    /// A reset so long after the ClientHello.
    case resetAfterClientHello(after: Int64)
    /// A FIN so long after the ClientHello.
    case closedAfterClientHello(after: Int64)
    /// The first words of a client that does not speak TLS.
    case plainTextClient(String)
    /// The first words of a server that does not speak TLS.
    case plainTextServer(String)
    /// What was offered, and what the server chose all the same, or the side that refuses it.
    case versionMismatch(offered: [ProtocolVersion], chosen: ProtocolVersion?, by: Finding.Whose)
    case noCommonSuite(AlertDescription, suites: Int)
    /// The issuer that the last certificate names, where it is in clear.
    case unknownCA(issuer: String?)
    case incompleteChain(issuer: String)
    case selfSigned(subject: String)
    /// Whose dates they are, and what they are; nil where they are not in clear.
    case certificateExpired(subject: String?, from: Int64, until: Int64)
    case nameMismatch(asked: String, names: [String])
    case certificateRefused(AlertDescription)
    case clientCertificateMissing(AlertDescription)
    case clientCertificateRefused(AlertDescription)
    case unrecognizedName(String?)
    case noApplicationProtocol([String])
    case fallbackRefused
    case decryptionFailed(AlertDescription, by: Finding.Whose)
    /// The alert; nil for one that is sealed.
    case fatalAlert(AlertDescription?, by: Finding.Whose)
    case silentRefusal(isReset: Bool)
    /// What cannot be read: the octets in hexadecimal, or the name of the field.
    case malformed(String, by: Finding.Whose)
    case slowHandshake(Int64, by: Finding.Whose)
    case obsolete([String], isChosen: Bool)
    case noCloseNotify(by: Finding.Whose)
    case renegotiation
    case notResumed(session: String)
    case helloRetry(group: String?)
    case largeClientHello(octets: Int)
    case afterPlainText(Prelude)
    /// So many lines and keys were given, and why the first session is not open.
    case secretsUnused(lines: Int, keys: Int, why: TLSClosed?)

    /// What is the same of each: code, severity, rule and filter.
    private var row: (code: String, severity: Finding.Severity, cite: Citation, filter: String) {
        func alert(_ name: AlertDescription) -> String { "tls.alert_message.desc == \(name.rawValue)" }
        return switch self {
        case .noServerHello: ("tls.no_server_hello", .fault, .rfc(8446, "4.1"), "tls.handshake.type == 1")
        case .resetAfterClientHello:
            (
                "tls.reset_after_client_hello", .fault, .rfc(9293, "3.5.3"),
                "tcp.flags.reset == 1 && (tcp.completeness & 8)"
            )
        case .closedAfterClientHello:
            (
                "tls.closed_after_client_hello", .fault, .rfc(8446, "6.2"),
                "tcp.flags.fin == 1 && (tcp.completeness & 8)"
            )
        case .plainTextClient: ("tls.plain_text_client", .fault, .rfc(8446, "5.1"), "http.request && tcp.port == 443")
        case .plainTextServer:
            (
                "tls.plain_text_server", .fault, .rfc(8446, "5.1"),
                "http.response && tls.handshake.type == 1 || http.response"
            )
        case .versionMismatch: ("tls.version_mismatch", .fault, .rfc(8446, "4.2.1"), alert(.protocolVersion))
        case .noCommonSuite(let name, _): ("tls.no_common_suite", .fault, .rfc(8446, "4.1.1"), alert(name))
        case .unknownCA: ("tls.unknown_ca", .fault, .rfc(8446, "6.2"), alert(.unknownCA))
        case .incompleteChain: ("tls.incomplete_chain", .trouble, .rfc(8446, "4.4.2"), "tls.handshake.type == 11")
        case .selfSigned: ("tls.self_signed", .remark, .rfc(5280, "3.2"), "tls.handshake.type == 11")
        case .certificateExpired:
            ("tls.certificate_expired", .fault, .rfc(5280, "4.1.2.5"), alert(.certificateExpired))
        case .nameMismatch:
            (
                "tls.name_mismatch", .fault, .rfc(9525, "6.3"),
                alert(.badCertificate) + " || " + alert(.certificateUnknown)
            )
        case .certificateRefused:
            (
                "tls.certificate_refused", .fault, .rfc(8446, "6.2"),
                "tls.alert_message.desc >= 42 && tls.alert_message.desc <= 46"
            )
        case .clientCertificateMissing:
            ("tls.client_certificate_missing", .fault, .rfc(8446, "4.4.2.4"), "tls.handshake.type == 13")
        case .clientCertificateRefused(let name):
            ("tls.client_certificate_refused", .fault, .rfc(5246, "7.2.2"), alert(name))
        case .unrecognizedName: ("tls.unrecognized_name", .fault, .rfc(6066, "3"), alert(.unrecognizedName))
        case .noApplicationProtocol:
            ("tls.no_application_protocol", .fault, .rfc(7301, "3.2"), alert(.noApplicationProtocol))
        case .fallbackRefused: ("tls.fallback_refused", .fault, .rfc(7507, "3"), alert(.inappropriateFallback))
        case .decryptionFailed(let name, _): ("tls.decryption_failed", .fault, .rfc(8446, "6.2"), alert(name))
        case .fatalAlert: ("tls.fatal_alert", .fault, .rfc(8446, "6.2"), "tls.record.content_type == 21")
        case .silentRefusal: ("tls.silent_refusal", .fault, .rfc(5246, "7.2.1"), "tls.handshake.type == 11")
        case .malformed: ("tls.malformed", .fault, .rfc(8446, "5.1"), "tls.ignored_unknown_record || _ws.malformed")
        case .slowHandshake: ("tls.slow_handshake", .trouble, .rfc(5246, "7.3"), "tls.handshake && tcp.time_delta > 1")
        case .obsolete:
            (
                "tls.obsolete", .trouble, .rfc(9325, "4"),
                "tls.handshake.type == 2 && tls.handshake.version < 0x0303"
            )
        case .noCloseNotify: ("tls.no_close_notify", .remark, .rfc(8446, "6.1"), "tcp.flags.fin == 1")
        case .renegotiation: ("tls.renegotiation", .remark, .rfc(5746, "3"), "tls.record.content_type == 22")
        case .notResumed:
            (
                "tls.not_resumed", .remark, .rfc(5077, "3.4"),
                "tls.handshake.session_ticket_length > 0 || tls.handshake.extension.type == 41"
            )
        case .helloRetry:
            (
                "tls.hello_retry", .remark, .rfc(8446, "4.1.4"),
                "tls.handshake.random == " + Hex.string(ServerHello.helloRetryRequestRandom, mark: ":").dropFirst()
            )
        case .largeClientHello:
            (
                "tls.large_client_hello", .remark, .rfc(8446, "4.1.2"),
                "tls.handshake.type == 1 && tls.handshake.length > 1400"
            )
        case .afterPlainText:
            ("tls.after_plain_text", .remark, .rfc(3207), "tls.handshake.type == 1 && tcp.seq > 1")
        case .secretsUnused:
            ("capture.secrets_unused", .caution, Citation("draft-ietf-tls-keylogfile"), "tls.handshake.random")
        }
    }

    var code: String { row.code }
    var severity: Finding.Severity { row.severity }
    var cite: Citation { row.cite }
    var filter: String { row.filter }

    var evidence: [(name: String, value: Int64)] {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            [("octets", Int64(octets)), ("waited_us", waited), ("acknowledged", isAcknowledged ? 1 : 0)]
        case .resetAfterClientHello(let after), .closedAfterClientHello(let after): [("after_us", after)]
        case .noCommonSuite(let name, let suites): [("alert", Int64(name.rawValue)), ("suites", Int64(suites))]
        case .unknownCA: [("alert", Int64(AlertDescription.unknownCA.rawValue))]
        case .certificateRefused(let name), .clientCertificateMissing(let name), .clientCertificateRefused(let name),
            .decryptionFailed(let name, _):
            [("alert", Int64(name.rawValue))]
        case .fatalAlert(let name, _): name.map { [("alert", Int64($0.rawValue))] } ?? []
        case .certificateExpired(let subject, let from, let until):
            subject == nil ? [] : [("not_before", from), ("not_after", until)]
        case .slowHandshake(let length, _): [("pause_us", length)]
        case .largeClientHello(let octets): [("octets", Int64(octets))]
        case .secretsUnused(let lines, let keys, _): [("lines", Int64(lines)), ("keys", Int64(keys))]
        case .plainTextClient, .plainTextServer, .versionMismatch, .incompleteChain, .selfSigned, .nameMismatch,
            .unrecognizedName, .noApplicationProtocol, .fallbackRefused, .silentRefusal, .malformed, .obsolete,
            .noCloseNotify, .renegotiation, .notResumed, .helloRetry, .afterPlainText:
            []
        }
    }
}
