import Trace

/// Tells what a record is and what every octet of it means, with the same codecs that the endpoints use.
///
/// It serves both endpoints' traces and readers of captures. It never fails: what does not parse is shown as opaque, and the
/// endpoint that has to act on it reports the error.
public struct Dissector: Hashable, Sendable {
    /// The suite, without which neither the key exchange messages nor protected records can be read; set once ServerHello is
    /// known.
    public var suite: CipherSuite?
    /// Whether the MAC of a CBC suite covers the ciphertext (RFC 7366).
    public var encryptThenMAC = false
    /// Whether the extended master secret was agreed, which makes the handshake messages themselves an ingredient.
    public var extendedMasterSecret = false

    /// A dissector that has seen nothing yet.
    public init(suite: CipherSuite? = nil) {
        self.suite = suite
    }

    /// The message that a record makes.
    ///
    /// - Parameters:
    ///   - aligned: whether the record begins at the beginning of a handshake message; if not, its handshake content is opaque.
    ///   - transcriptHash: the digest of all handshake messages up to this one.
    public func message(of record: Record, aligned: Bool = true, transcriptHash: [UInt8]? = nil) -> Message {
        // Where the content is in clear it is read where it lies in the record, so that its fields are in their place at once.
        let content =
            record.encrypted
            ? content(of: record, in: record.plaintext, aligned: aligned)
            : content(of: record, in: record.wire, from: RecordLayer.headerLength, aligned: aligned)
        var panes = [Pane("record", bytes: record.wire, fields: recordFields(record, content.fields))]
        if record.encrypted { panes.append(Pane("plaintext", bytes: record.plaintext, fields: content.fields)) }
        return Message(
            machine: "TLS", label: content.label, step: content.step, panes: panes, stream: record.stream,
            encrypted: record.encrypted, discloses: disclosures(record, content.fields),
            transcriptHash: transcriptHash)
    }

    private struct Content {
        var label: String
        var step: String
        var fields: [Field]
    }

    /// What the content of `record` is, which lies in `octets` from `start` to their end.
    private func content(
        of record: Record, in octets: [UInt8], from start: Int = 0, aligned: Bool
    ) -> Content {
        func opaque(_ name: String, cite: Citation? = nil, value: String = "") -> [Field] {
            start == octets.count ? [] : [Field(name: name, range: start..<octets.count, value: value, cite: cite)]
        }
        switch record.type {
        case .changeCipherSpec:
            let fields = opaque("tls.change_cipher_spec", cite: .rfc(5246, "7.1"))
            return Content(label: "ChangeCipherSpec", step: "tls.change_cipher_spec", fields: fields)
        case .alert:
            guard octets.count - start == 2 else {
                return Content(label: "Alert", step: "tls.alert", fields: opaque("tls.alert_message"))
            }
            var reader = ByteReader(octets, from: start)
            let rule = Citation.rfc(5246, "7.2")
            _ = try? reader.integer("tls.alert_message.level", as: UInt8.self, cite: rule) {
                AlertLevel(rawValue: $0).map { "\($0.rawValue) \($0)" } ?? String($0)
            }
            let name = AlertDescription(rawValue: octets[start + 1])
            _ = try? reader.integer("tls.alert_message.desc", as: UInt8.self, cite: rule) { "\($0) \(name)" }
            return Content(
                label: "Alert \(name)", step: name == .closeNotify ? "tls.close_notify" : "tls.alert",
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

    /// The messages from `start` on, where one begins; nil when it is not made of whole, well-formed messages.
    private func handshake(_ octets: [UInt8], from start: Int) -> Content? {
        var reader = ByteReader(octets, from: start)
        var labels: [String] = []
        var step: String?
        do {
            while reader.remaining > 0 {
                let type = HandshakeType(rawValue: octets[reader.offset])
                let name = type?.description ?? "handshake type \(octets[reader.offset])"
                labels.append(name)
                step = step ?? type?.step
                try reader.structure("tls.handshake", cite: .rfc(5246, "7.4"), value: name) {
                    reader throws(ParseError) in
                    try Self.readMessage(type, from: &reader, keyExchange: suite?.keyExchange)
                }
            }
        } catch {
            return nil
        }
        return Content(
            label: labels.joined(separator: ", "), step: step ?? "tls.handshake", fields: reader.fields)
    }

    private static func readMessage(
        _ type: HandshakeType?, from reader: inout ByteReader, keyExchange: KeyExchangeKind?
    ) throws(ParseError) {
        let rule = Citation.rfc(5246, "7.4")
        try reader.integer(
            "tls.handshake.type", as: UInt8.self, cite: rule,
            describe: { code in type.map { "\(code) \($0)" } ?? String(code) })
        let length = try reader.integer24("tls.handshake.length", cite: rule)
        try reader.structure("tls.handshake.body", count: length, cite: rule) { reader throws(ParseError) in
            switch type {
            case .clientHello: _ = try ClientHello.read(from: &reader)
            case .serverHello: _ = try ServerHello.read(from: &reader)
            case .certificate: _ = try CertificateMessage.read(from: &reader)
            case .serverKeyExchange where keyExchange != nil && keyExchange != .rsa:
                guard let keyExchange else { return }
                _ = try ServerKeyExchange.read(from: &reader, kind: keyExchange)
            case .clientKeyExchange:
                guard let keyExchange else { try reader.rest("tls.handshake.opaque", cite: rule); return }
                _ = try ClientKeyExchange.read(from: &reader, kind: keyExchange)
            case .serverHelloDone: _ = try ServerHelloDone.read(from: &reader)
            case .finished: _ = try Finished.read(from: &reader)
            case .certificateRequest: _ = try CertificateRequest.read(from: &reader)
            case .certificateVerify: _ = try CertificateVerify.read(from: &reader)
            case .certificateStatus: _ = try CertificateStatus.read(from: &reader)
            case .newSessionTicket: _ = try NewSessionTicket.read(from: &reader)
            default: try reader.rest("tls.handshake.opaque", cite: rule)
            }
        }
    }

    /// The header, then the content where it is in clear, else the parts of a protected fragment.
    private func recordFields(_ record: Record, _ content: [Field]) -> [Field] {
        let rule = Citation.rfc(5246, "6.2.1")
        var reader = ByteReader(record.wire)
        _ = try? reader.integer("tls.record.content_type", as: UInt8.self, cite: rule) { "\($0) \(record.type)" }
        _ = try? reader.integer("tls.record.version", as: UInt16.self, cite: rule) {
            ProtocolVersion(rawValue: $0).description
        }
        _ = try? reader.integer("tls.record.length", as: UInt16.self, cite: rule)
        guard record.encrypted else {
            return reader.fields + content
        }
        protectedFields(&reader)
        return reader.fields
    }

    /// The parts of a protected fragment, as the suite's cipher lays them out.
    private func protectedFields(_ reader: inout ByteReader) {
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

    /// What an onlooker learns from a record.
    private func disclosures(_ record: Record, _ fields: [Field]) -> [Disclosure] {
        guard !record.encrypted else {
            return record.type == .applicationData ? [Disclosure(Knowledge.encryptedData, record.wire)] : []
        }
        var found: [Disclosure] = []
        func take(_ field: String, in message: Field, as secret: SecretID) {
            guard let range = message.first(named: field)?.range, range.upperBound <= record.wire.count else {
                return
            }
            found.append(Disclosure(secret, Array(record.wire[range])))
        }
        for message in fields {
            switch message.value {
            case HandshakeType.clientHello.description:
                take("tls.handshake.random", in: message, as: Knowledge.clientRandom)
                take(ExtensionFieldNames.ticket, in: message, as: Knowledge.sessionTicket)
            case HandshakeType.serverHello.description:
                take("tls.handshake.random", in: message, as: Knowledge.serverRandom)
            case HandshakeType.serverKeyExchange.description:
                take("tls.handshake.p", in: message, as: Knowledge.group)
                take("tls.handshake.ys", in: message, as: Knowledge.serverPublicValue)
                take("tls.handshake.server_point", in: message, as: Knowledge.serverPoint)
            case HandshakeType.newSessionTicket.description:
                take("tls.handshake.session_ticket", in: message, as: Knowledge.sessionTicket)
            case HandshakeType.clientKeyExchange.description:
                take("tls.handshake.yc", in: message, as: Knowledge.clientPublicValue)
                take("tls.handshake.client_point", in: message, as: Knowledge.clientPoint)
                take("tls.handshake.epms", in: message, as: Knowledge.encryptedPremaster)
                if extendedMasterSecret { found.append(Disclosure(Knowledge.handshakeMessages, [])) }
            default: break
            }
        }
        return found
    }

    /// The octets as text if they are text, with line ends written out; empty if they are not.
    static func printable(_ octets: [UInt8]) -> String {
        guard octets.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 10 || $0 == 13 }) else { return "" }
        return String(decoding: octets, as: UTF8.self).replacing("\r", with: "\\r").replacing("\n", with: "\\n")
    }
}
