import Crypto
import Trace

/// Finds out what a record is and what each of its octets means, with the same codecs as the endpoints.
///
/// The traces of both endpoints and the readers of captures use it. It never fails: octets that do not parse are shown as opaque, and
/// the endpoint that reads them reports the error.
public struct Dissector: Hashable, Sendable {
    /// The suite of TLS 1.2; nil before the ServerHello is known. Without it the messages of the key exchange and the parts of protected
    /// records cannot be read.
    public var suite: CipherSuite?
    /// Whether the MAC of a CBC suite covers the ciphertext (RFC 7366).
    public var encryptThenMAC = false
    /// The version that is spoken. Some messages have another form in TLS 1.3.
    public var version = ProtocolVersion.tls12
    /// Whether the record is protected with the keys of early data (RFC 8446 section 7.3).
    var isEarly = false
    /// Whether the extended master secret was agreed (RFC 7627). Then the handshake messages are an input of the master secret.
    public var extendedMasterSecret = false

    /// A dissector that has seen nothing yet.
    public init(suite: CipherSuite? = nil) {
        self.suite = suite
    }

    /// The message of the trace for a record. Its octets are parsed when a reader first asks what they mean.
    ///
    /// - Parameters:
    ///   - aligned: whether the record begins with the beginning of a handshake message; if not, its handshake content is opaque.
    ///   - transcriptHash: computes the digest of all handshake messages up to this one.
    public func message(
        of record: Record, aligned: Bool = true, transcriptHash: @escaping @Sendable () -> [UInt8]? = { nil }
    ) -> Message {
        Message(machine: "TLS", version: version.word, stream: record.stream, encrypted: record.encrypted) {
            meaning(of: record, aligned: aligned, transcriptHash: transcriptHash())
        }
    }

    private func meaning(of record: Record, aligned: Bool, transcriptHash: [UInt8]?) -> Message.Meaning {
        // Content in clear is read inside the record, so that the ranges of its fields are already those in the record.
        let content =
            record.encrypted
            ? content(of: record, in: record.plaintext, aligned: aligned)
            : content(of: record, in: record.wire, from: RecordLimits.header, aligned: aligned)
        var panes = [Pane("record", bytes: record.wire, fields: recordFields(record, content.fields))]
        if record.encrypted {
            let (more, fields) = version == .tls13 ? innerEnd(of: record) : ([], [])
            panes.append(Pane("plaintext", bytes: record.plaintext + more, fields: content.fields + fields))
        }
        return Message.Meaning(
            label: content.label, step: content.step,
            panes: panes.map { Pane($0.name, bytes: $0.bytes, fields: $0.fields.map(cited)) },
            discloses: disclosures(record, content), transcriptHash: transcriptHash)
    }

    /// The field with the citations of its version. A hello itself shows to which version it belongs.
    private func cited(_ field: Field) -> Field {
        guard (field.versionOfHello ?? version) == .tls13 else { return field }
        var field = field
        field.cite { $0.inTLS13 ?? $0 }
        return field
    }

    /// The octets and fields behind the content inside a record of TLS 1.3: the real type, and zeros (RFC 8446 section 5.2).
    private func innerEnd(of record: Record) -> (octets: [UInt8], fields: [Field]) {
        let overhead = RecordLimits.header + 1 + AESGCM.tagLength
        let padding = max(0, record.wire.count - overhead - record.plaintext.count)
        let (start, rule) = (record.plaintext.count, Citation.rfc(8446, "5.2"))
        var fields = [
            Field(name: "tls.record.inner_type", range: start..<(start + 1), value: record.type.description, cite: rule)
        ]
        if padding > 0 {
            fields.append(
                Field(name: "tls.record.zeros", range: (start + 1)..<(start + 1 + padding), value: "", cite: rule))
        }
        return ([record.type.rawValue] + [UInt8](repeating: 0, count: padding), fields)
    }

    private struct Content {
        var label: String
        var step: String
        var fields: [Field]
        var disclosures: [Disclosure] = []
    }

    /// The meaning of the content of `record`. The content is `octets` from `start` to their end.
    private func content(
        of record: Record, in octets: [UInt8], from start: Int = 0, aligned: Bool
    ) -> Content {
        func opaque(_ name: String, cite: Citation?, value: String = "") -> [Field] {
            start == octets.count ? [] : [Field(name: name, range: start..<octets.count, value: value, cite: cite)]
        }
        switch record.type {
        case .changeCipherSpec:
            let fields = opaque("tls.change_cipher_spec", cite: .rfc(5246, "7.1"))
            return Content(label: "ChangeCipherSpec", step: "tls.change_cipher_spec", fields: fields)
        case .alert:
            var reader = ByteReader(octets, from: start)
            var alert = AlertOctets()
            guard reader.remaining == AlertOctets.count, (try? alert.code(with: &reader)) != nil else {
                return Content(
                    label: "Alert", step: "tls.alert", fields: opaque("tls.alert_message", cite: AlertOctets.rule))
            }
            return Content(
                label: "Alert \(alert.name)", step: alert.name == .closeNotify ? "tls.close_notify" : "tls.alert",
                fields: reader.fields)
        case .applicationData:
            return Content(
                label: "application data", step: "tls.application_data",
                fields: opaque(
                    "tls.application_data", cite: .rfc(5246, "10"), value: Self.printable(record.plaintext)))
        case .handshake:
            guard aligned, let content = handshake(octets, from: start) else {
                return Content(
                    label: "handshake fragment", step: "tls.handshake_fragment",
                    fields: opaque("tls.handshake.fragment", cite: .rfc(5246, "6.2.1")))
            }
            return content
        }
    }

    /// The handshake messages from `start` on. Nil if these octets are not a sequence of whole, well-formed messages.
    private func handshake(_ octets: [UInt8], from start: Int) -> Content? {
        var reader = ByteReader(octets, from: start)
        var labels: [String] = []
        var step: String?
        var disclosures: [Disclosure] = []
        do {
            while reader.remaining > 0 {
                var header = HandshakeHeader()
                var isRetry = false
                var name: String { isRetry ? HandshakeHeader.retryName : header.name }
                try reader.structure("tls.handshake", cite: HandshakeHeader.rule, value: name) {
                    message throws(ParseError) -> Void in
                    try header.code(with: &message)
                    disclosures += try self.disclosures(of: header, &message)
                    isRetry = header.isRetry(in: octets, endingAt: message.offset)
                }
                labels.append(name)
                step = step ?? (isRetry ? "tls.hello_retry_request" : header.type?.step)
            }
        } catch {
            return nil
        }
        return Content(
            label: labels.joined(separator: ", "), step: step ?? "tls.handshake", fields: reader.fields,
            disclosures: disclosures)
    }

    /// Reads the body behind `header`, as opaque octets if its form is not known. Returns what an onlooker learns from it.
    private func disclosures(
        of header: HandshakeHeader, _ reader: inout ByteReader
    ) throws(ParseError) -> [Disclosure] {
        let rule = HandshakeHeader.rule
        return try reader.structure("tls.handshake.body", count: header.length, cite: rule) {
            reader throws(ParseError) in
            let body = try header.type?.readBody(
                from: &reader, keyExchange: suite?.keyExchange, version: version)
            if body == nil { try reader.rest("tls.handshake.opaque", cite: rule) }
            let premise =
                header.type == .clientKeyExchange && extendedMasterSecret
                ? [Disclosure(Knowledge.handshakeMessages, [], isExchange: true)] : []
            return (body?.disclosures ?? []) + premise
        }
    }

    /// The fields of the header, then those of the content in clear or of the protected fragment.
    private func recordFields(_ record: Record, _ content: [Field]) -> [Field] {
        var reader = ByteReader(record.wire)
        var header = RecordHeader()
        try? header.code(with: &reader)
        guard record.encrypted else {
            return reader.fields + content
        }
        protectedFields(&reader)
        var fields = reader.fields
        guard version == .tls13 else { return fields }
        for field in fields.indices { fields[field].cite { _ in .rfc(8446, "5.2") } }
        return fields
    }

    /// Reads the parts of a protected fragment, in the layout of the suite's cipher.
    private func protectedFields(_ reader: inout ByteReader) {
        if version == .tls13, reader.remaining > AESGCM.tagLength {
            let rule = Citation.rfc(8446, "5.2")
            _ = try? reader.octets(
                "tls.record.ciphertext", count: reader.remaining - AESGCM.tagLength, cite: rule)
            _ = try? reader.octets("tls.record.tag", count: AESGCM.tagLength, cite: rule)
            return
        }
        guard let cipher = suite?.cipher else {
            _ = try? reader.rest("tls.record.ciphertext", cite: .rfc(5246, "6.2.3"))
            return
        }
        let macLength = encryptThenMAC ? cipher.macKeyLength : 0
        let hidden = reader.remaining - cipher.recordIVLength - cipher.tagLength - macLength
        let parts = [
            (cipher.mac == nil ? "tls.record.nonce_explicit" : "tls.record.iv", cipher.recordIVLength),
            ("tls.record.ciphertext", hidden), ("tls.record.tag", cipher.tagLength), ("tls.record.mac", macLength),
        ]
        for (name, count) in parts where count > 0 { _ = try? reader.octets(name, count: count, cite: cipher.cite) }
    }

    /// What an onlooker learns from a record. From an encrypted record it learns only the ciphertext.
    private func disclosures(_ record: Record, _ content: Content) -> [Disclosure] {
        guard record.encrypted else { return content.disclosures }
        switch record.type {
        case .applicationData:
            return [Disclosure(isEarly ? Knowledge.encryptedEarlyData : Knowledge.encryptedData, record.wire)]
        case .handshake where version == .tls13: return [Disclosure(Knowledge.encryptedHandshake, record.wire)]
        default: return []
        }
    }

    /// The octets as text, with the line ends as "\r" and "\n"; empty if they are not printable ASCII and line ends.
    static func printable(_ octets: [UInt8]) -> String {
        guard octets.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 10 || $0 == 13 }) else { return "" }
        return String(decoding: octets, as: UTF8.self).replacing("\r", with: "\\r").replacing("\n", with: "\\n")
    }
}

extension HandshakeHeader {
    fileprivate static let retryName = "HelloRetryRequest"

    /// Whether the message whose body ends at `end` is a HelloRetryRequest: a ServerHello with a certain random (RFC 8446 section 4.1.3).
    fileprivate func isRetry(in octets: [UInt8], endingAt end: Int) -> Bool {
        let random = ServerHello.helloRetryRequestRandom
        return type == .serverHello && octets[..<end].suffix(length).dropFirst(2).prefix(random.count) == random[...]
    }
}
