import Trace

/// A heartbeat: a request that the other side answers with the same payload, to show that it is alive (RFC 6520 section 4). Hardly any
/// implementation supports it any more. In 2014 it became known that OpenSSL trusted the announced length (Heartbleed, CVE-2014-0160).
package struct Heartbeat: Hashable, Sendable {
    /// The content type of its records (RFC 6520 section 2).
    package static let contentType: UInt8 = 24
    /// The type of its extension (RFC 6520 section 2).
    package static let extensionType: UInt16 = 15
    /// The extension that allows the other side to send requests: peer_allowed_to_send.
    package static let mayBeSent = HelloExtension.other(type: extensionType, body: [1])
    /// The least length of the padding behind the payload, in octets (RFC 6520 section 4).
    package static let paddingLength = 16

    /// The type of a message: a request or a response.
    package enum Kind: UInt8, Hashable, Sendable {
        case request = 1
        case response = 2
    }

    /// The type of the message.
    package var kind: Kind
    /// payload_length: the length of the payload in octets, as the sender announces it.
    package var announced: Int
    /// The octets behind payload_length: payload and padding.
    package var rest: [UInt8]

    /// A message of these parts. `announced` need not be the true length.
    package init(_ kind: Kind, announcing announced: Int, _ rest: [UInt8]) {
        self.kind = kind
        self.announced = announced
        self.rest = rest
    }

    /// Reads the fragment of a record; nil if it is no heartbeat message.
    package init?(_ fragment: [UInt8]) {
        var reader = ByteReader(fragment, recording: false)
        guard let code = try? reader.integer("tls.heartbeat_message.type", as: UInt8.self),
            let kind = Kind(rawValue: code),
            let length = try? reader.integer("tls.heartbeat_message.payload_length", as: UInt16.self),
            let rest = try? reader.rest("tls.heartbeat_message.payload")
        else { return nil }
        self.init(kind, announcing: Int(length), rest)
    }

    /// Whether the announced payload and its padding are really there: "If the payload_length of a received HeartbeatMessage is too large,
    /// the received HeartbeatMessage MUST be discarded silently" (RFC 6520 section 4).
    package var isWhole: Bool { announced + Self.paddingLength <= rest.count }

    /// The octets of a record in clear with the message.
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
