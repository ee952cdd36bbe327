import TLSSim
import Trace

/// The result of a connection in one line for programs. The line has all keys in the same order. "-" stands for a missing value.
struct ConnectionSummary {
    /// The keying material to export (RFC 8446 section 7.5); nil for none.
    let export: ExportRequest?
    private let role: Role
    private var parameters: SecurityParameters?
    /// The parameters that the messages have settled so far. A handshake that fails has no others.
    private(set) var settled = PartialParameters()
    private var exporter: [UInt8]?
    /// The inputs of the exporter of TLS 1.2 (RFC 5705 section 4).
    private var secrets: [SecretID: [UInt8]] = [:]
    /// The signature scheme with which the server of TLS 1.2 has signed its parameters.
    private var scheme: SignatureScheme?
    private var alert: (sent: AlertDescription?, received: AlertDescription?)
    private var octets = (sent: 0, received: 0, early: 0)
    private var earlyData = EarlyDataOutcome.none
    private var keyUpdates = (sent: 0, received: 0)
    private var tickets = 0
    private var showsCertificate = false

    init(role: Role, export: ExportRequest?) {
        self.role = role
        self.export = export
    }

    /// Takes the outputs of an endpoint, which must be traced.
    mutating func take(_ outputs: [Output]) {
        for output in outputs {
            switch output {
            case .established(let settled): parameters = settled
            case .plaintext(let data): octets.received += data.count
            case .earlyPlaintext(let data): octets.early += data.count
            case .earlyData(let outcome): earlyData = outcome
            case .learned(Self.exporterSecret, _, let secret): exporter = secret
            case .learned(let name, _, let value) where Self.exportersSecrets.contains(name): secrets[name] = value
            case .computed(.handshakeSignature(let signing), _), .computed(.handshakeVerification(let signing), _):
                scheme = signing.schemeOfParameters ?? scheme
            case .wrote(let traced, _): wrote(traced.record)
            case .message(let message): count(message)
            case .failed(let error, let sent):
                alert.sent = sent
                if case .peerAlert(let name) = error { alert.received = name }
            default: break
            }
        }
    }

    private static let exporterSecret = SecretID(SecretName.exporter.rawValue)

    private static let exportersSecrets = [
        Knowledge.masterSecret, Knowledge.clientRandom, Knowledge.serverRandom,
    ]

    private mutating func wrote(_ record: Record) {
        switch record.type {
        // A client's data before the handshake is complete is early data.
        case .applicationData where role == .client && parameters == nil: octets.early += record.plaintext.count
        case .applicationData: octets.sent += record.plaintext.count
        default: break
        }
    }

    private mutating func count(_ message: TracedMessage) {
        settled.take(message)
        switch message.body {
        case is KeyUpdate where message.writer == role: keyUpdates.sent += 1
        case is KeyUpdate: keyUpdates.received += 1
        // A server issues them, a client receives them.
        case is NewSessionTicket, is TLS13.NewSessionTicket: tickets += 1
        case let certificate as CertificateMessage where message.writer == .client:
            showsCertificate = !certificate.chain.isEmpty
        case let certificate as TLS13.Certificate where message.writer == .client:
            showsCertificate = !certificate.entries.isEmpty
        default: break
        }
    }

    /// The line, once the connection has ended.
    ///
    /// - Parameter untaken: how many octets of data the other side has not taken.
    func line(_ ending: TLSEnding, untaken: Int) -> String {
        let isInOrder = ending == .closed && parameters != nil
        let pairs: [(String, String?)] = [
            ("version", version), ("suite", suite?.name), ("group", parameters.map(\.group) ?? settled.group),
            ("mode", mode), ("hrr", isRetried.map { $0 ? "yes" : "no" }), ("early", earlyData.rawValue),
            ("early_octets", String(octets.early)), ("sni", parameters.map(\.serverName) ?? settled.serverName),
            ("alpn", parameters.map(\.applicationProtocol) ?? settled.chosenProtocol),
            ("scheme", (parameters.flatMap { $0.serverScheme ?? scheme } ?? settled.scheme ?? scheme)?.name),
            ("client_cert", clientCertificate),
            ("tickets", String(tickets)), ("key_updates", "\(keyUpdates.sent)/\(keyUpdates.received)"),
            ("sent", String(max(0, octets.sent - untaken))), ("received", String(octets.received)),
            ("alert_sent", alert.sent?.description), ("alert_received", alert.received?.description),
            ("exporter", exported), ("ok", isInOrder ? "yes" : "no"),
        ]
        return "summary " + pairs.map { "\($0)=\(Self.word($1))" }.joined(separator: " ")
    }

    /// A value without spaces. "_" replaces characters that the other side may have sent, and that are not printable ASCII.
    private static func word(_ value: String?) -> String {
        guard let value, !value.isEmpty else { return "-" }
        return String(value.map { (0x21...0x7e).contains($0.asciiValue ?? 0) ? $0 : "_" })
    }

    private var version: String? {
        (parameters?.version ?? settled.version).map { version in
            version == .tls13 ? "1.3" : version == .tls12 ? "1.2" : "\(version)"
        }
    }

    private var suite: RegisteredSuite? { parameters?.suite ?? settled.suite }

    private var isRetried: Bool? { parameters?.wasRetried ?? settled.isRetried }

    private var mode: String? {
        guard let parameters else { return settled.mode }
        guard parameters.version == .tls13 else { return parameters.isResumed ? "resumed12" : "full" }
        guard parameters.psk != nil else { return "full" }
        return parameters.group == nil ? "psk_ke" : "psk_dhe_ke"
    }

    private var clientCertificate: String? {
        guard parameters != nil || settled.version != nil else { return nil }
        let isShown =
            role == .server ? parameters.map { !$0.peer.chain.isEmpty } ?? showsCertificate : showsCertificate
        return isShown ? "yes" : "no"
    }

    private var exported: String? {
        guard let export, let parameters else { return nil }
        if parameters.version == .tls12 { return exportedFromTLS12(export, parameters) }
        guard let exporter, let suite = TLS13.CipherSuite.withCodePoint(parameters.suite.codePoint) else { return nil }
        let octets = try? ExporterSecret(exporter, hash: suite.hash).export(
            label: export.label, context: export.context, count: export.count)
        return octets.map { Hex.string($0) }
    }

    /// An empty context is left out: OpenSSL's option -keymatexport uses no context (RFC 5705 section 4 distinguishes both).
    private func exportedFromTLS12(_ export: ExportRequest, _ parameters: SecurityParameters) -> String? {
        guard let suite = CipherSuite.withCodePoint(parameters.suite.codePoint),
            let master = secrets[Knowledge.masterSecret], let client = secrets[Knowledge.clientRandom],
            let server = secrets[Knowledge.serverRandom]
        else { return nil }
        let exporter = KeyingMaterialExporter(
            hash: suite.hash, masterSecret: master, clientRandom: client, serverRandom: server)
        return Hex.string(
            exporter.export(
                label: export.label, context: export.context.isEmpty ? nil : export.context, count: export.count))
    }
}

/// Keying material to export from a connection (RFC 8446 section 7.5, RFC 5705).
package struct ExportRequest: Hashable, Sendable {
    /// The label, which names the use of the octets.
    package let label: String
    /// The context, to which the octets are bound; may be empty.
    package let context: [UInt8]
    /// The number of octets.
    package let count: Int

    /// The most octets: the limit of HKDF with SHA-256 (RFC 5869 section 2.3).
    package static let longest = 255 * 32

    /// Reads "LABEL:CONTEXTHEX:LENGTH"; nil for a text of another form. A label may have colons in it, and up to 249 octets (RFC 8446
    /// section 7.1: 255 with "tls13 ").
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let count = Int(parts[parts.count - 1]), (1...Self.longest).contains(count),
            let context = Hex.octets(String(parts[parts.count - 2]))
        else { return nil }
        label = parts.dropLast(2).joined(separator: ":")
        guard (1...249).contains(label.utf8.count) else { return nil }
        self.context = context
        self.count = count
    }
}

/// Makes a line about each connection that ends.
package final class SummaryLines {
    private let role: Role
    private let export: ExportRequest?
    private let tell: (String) -> Void
    private var connections: [Int: ConnectionSummary] = [:]

    /// The lines of one side's connections.
    package init(role: Role, export: ExportRequest?, tell: @escaping (String) -> Void) {
        self.role = role
        self.export = export
        self.tell = tell
    }

    /// Takes an observation of the run.
    package func watch(_ sight: TLSSight) {
        switch sight {
        case .opened(let number, _, _): connections[number] = ConnectionSummary(role: role, export: export)
        case .stepped(let number, _, let outputs): connections[number]?.take(outputs)
        case .ended(let number, let ending, let untaken, let figures):
            guard let summary = connections.removeValue(forKey: number) else { return }
            tell(summary.line(ending, untaken: untaken) + (figures.map { " \($0.text)" } ?? "") + "\n")
        }
    }
}
