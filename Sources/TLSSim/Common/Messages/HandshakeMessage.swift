import Trace

/// A handshake message as it is framed: one octet of type, three of length, the body (RFC 5246 section 7.4).
public struct HandshakeMessage: Hashable, Sendable {
    /// The type octet; a value that ``HandshakeType`` does not know is an unexpected message.
    public let typeCode: UInt8
    /// The body, without the four octets of framing.
    public let body: [UInt8]

    /// Octets of type and length in front of every body.
    public static let headerLength = 4
    /// The longest body that is accepted: twice the longest ClientHello, which has 131,396 octets. The 24-bit length could
    /// announce 16 MB; nothing of it is believed before it is here.
    public static let longestBody = 1 << 18

    /// A message of that type.
    public init(_ type: HandshakeType, body: [UInt8]) {
        self.typeCode = type.rawValue
        self.body = body
    }

    init(typeCode: UInt8, body: [UInt8]) {
        self.typeCode = typeCode
        self.body = body
    }

    /// The type; nil for a code that is not in RFC 5246.
    public var type: HandshakeType? { HandshakeType(rawValue: typeCode) }

    /// "ClientHello", or "handshake type N".
    public var name: String { type?.description ?? "handshake type \(typeCode)" }

    /// The message as it goes into records and into the transcript.
    public var bytes: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(Self.headerLength + body.count)
        octets.append(typeCode)
        for shift in [16, 8, 0] { octets.append(UInt8(truncatingIfNeeded: body.count >> shift)) }
        octets.append(contentsOf: body)
        return octets
    }
}

/// The body of one kind of handshake message: its meaning and its two-way codec.
public protocol HandshakeBody: Hashable, Sendable {
    /// The kind of message it is the body of.
    static var type: HandshakeType { get }
    /// Writes the body's fields.
    func write(to writer: inout ByteWriter)
}

extension HandshakeBody {
    /// The message with framing around this body.
    public var message: HandshakeMessage {
        var writer = ByteWriter(recording: false)
        write(to: &writer)
        return HandshakeMessage(Self.type, body: writer.bytes)
    }
}

/// Puts handshake messages together from the fragments that records carry.
///
/// Records and messages do not coincide: a message may be spread over many records and a record may carry several messages
/// (RFC 5246 section 6.2.1).
public struct HandshakeJoiner: Hashable, Sendable {
    private var buffer: [UInt8] = []

    /// A joiner that has seen nothing.
    public init() {}

    /// Whether part of a message is waiting for the rest. No key change may happen then.
    public var isEmpty: Bool { buffer.isEmpty }

    /// Adds the content of a handshake record.
    public mutating func append(_ fragment: [UInt8]) {
        buffer.append(contentsOf: fragment)
    }

    /// Takes out the next whole message; nil until there is one.
    public mutating func next() throws(TLSError) -> HandshakeMessage? {
        guard buffer.count >= HandshakeMessage.headerLength else { return nil }
        let length = Int(buffer[1]) << 16 | Int(buffer[2]) << 8 | Int(buffer[3])
        guard length <= HandshakeMessage.longestBody else {
            throw .malformed(
                ParseError(
                    "tls.handshake.length", at: 1, .length(length, allowed: 0...HandshakeMessage.longestBody),
                    cite: .rfc(5246, "7.4")))
        }
        let end = HandshakeMessage.headerLength + length
        guard buffer.count >= end else { return nil }
        let message = HandshakeMessage(typeCode: buffer[0], body: Array(buffer[HandshakeMessage.headerLength..<end]))
        buffer.removeFirst(end)
        return message
    }
}
