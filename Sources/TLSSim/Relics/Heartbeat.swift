import Trace

/// A message that asks the other side to say something back, to learn whether it is alive (RFC 6520 section 4). Hardly any TLS sends or
/// answers it any more: in 2014 a widely used one believed the length that such a message announces (CVE-2014-0160).
package struct Heartbeat: Hashable, Sendable {
    /// The content type of its records (RFC 6520 section 2).
    package static let contentType: UInt8 = 24
    /// The number of its extension.
    package static let extensionType: UInt16 = 15
    /// The extension that allows the other side to send requests: peer_allowed_to_send.
    package static let mayBeSent = HelloExtension.other(type: extensionType, body: [1])
    /// Octets of padding behind the payload, at least.
    package static let paddingLength = 16

    /// Whether it is a request or the response to one.
    package enum Kind: UInt8, Hashable, Sendable {
        case request = 1
        case response = 2
    }

    /// Whether it is a request.
    package var kind: Kind
    /// payload_length, which the sender says.
    package var announced: Int
    /// What stands behind that: payload and padding.
    package var rest: [UInt8]

    /// A message.
    package init(_ kind: Kind, announcing announced: Int, _ rest: [UInt8]) {
        self.kind = kind
        self.announced = announced
        self.rest = rest
    }

    /// Reads the fragment of a record; nil for one of another form.
    package init?(_ fragment: [UInt8]) {
        var reader = ByteReader(fragment, recording: false)
        guard let code = try? reader.integer("tls.heartbeat_message.type", as: UInt8.self),
            let kind = Kind(rawValue: code),
            let length = try? reader.integer("tls.heartbeat_message.payload_length", as: UInt16.self),
            let rest = try? reader.rest("tls.heartbeat_message.payload")
        else { return nil }
        self.init(kind, announcing: Int(length), rest)
    }

    /// Whether payload and padding are as long as it says: "If the payload_length of a received HeartbeatMessage is too large, the received
    /// HeartbeatMessage MUST be discarded silently" (RFC 6520 section 4).
    package var isWhole: Bool { announced + Self.paddingLength <= rest.count }

    /// The record in clear that carries it.
    package var record: [UInt8] {
        var writer = ByteWriter(capacity: 8 + rest.count)
        writer.integer("tls.heartbeat_message.type", kind.rawValue)
        writer.integer("tls.heartbeat_message.payload_length", UInt16(clamping: announced))
        writer.octets("tls.heartbeat_message.payload", rest)
        var header = RecordHeader(typeCode: Self.contentType, length: UInt16(clamping: writer.bytes.count))
        var record = ByteWriter(capacity: 16 + rest.count)
        header.code(with: &record)
        record.octets("tls.record.fragment", writer.bytes)
        return record.bytes
    }
}
