import Trace

/// A handshake message: one octet of type, three octets of length, the body (RFC 5246 section 7.4).
public struct HandshakeMessage: Hashable, Sendable {
    /// The type octet; a value that ``HandshakeType`` does not know is an unexpected message.
    public let typeCode: UInt8
    /// The body, without the four octets of framing.
    public let body: [UInt8]

    /// Octets of type and length in front of every body.
    public static let headerLength = 4
    /// The longest body that is accepted, in octets: about twice the longest ClientHello, which has 131,396 octets. The 24-bit length
    /// could announce 16 MB; an announced length reserves no memory.
    public static let longestBody = 1 << 18

    /// The type; nil for a code that ``HandshakeType`` does not know.
    public var type: HandshakeType? { HandshakeType(rawValue: typeCode) }

    /// "ClientHello", or "handshake type N".
    public var name: String { HandshakeHeader(typeCode: typeCode).name }

    /// The message as it goes into records and into the transcript.
    public var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.headerLength + body.count)
        var header = HandshakeHeader(typeCode: typeCode, length: body.count)
        header.code(with: &writer)
        writer.octets("tls.handshake.body", body)
        return writer.bytes
    }

    /// Reads the body with `read`.
    ///
    /// - Throws: ``TLSError/malformed(_:)`` with the parse error of `read`.
    public func parsed<Body>(_ read: (inout ByteReader) throws(ParseError) -> Body) throws(TLSError) -> Body {
        var reader = ByteReader(body, recording: false)
        do {
            return try read(&reader)
        } catch {
            throw .malformed(error)
        }
    }
}

extension HandshakeMessage {
    /// A message of that type.
    public init(_ type: HandshakeType, body: [UInt8]) { self.init(typeCode: type.rawValue, body: body) }
}

/// The header of a handshake message: type and length of the body (RFC 5246 section 7.4).
struct HandshakeHeader {
    /// The type octet.
    var typeCode: UInt8 = 0
    /// The length of the body, in octets.
    var length = 0

    static let rule = Citation.rfc(5246, "7.4")

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.handshake.type", &typeCode, cite: Self.rule) { code in
            HandshakeType(rawValue: code).map { "\(code) \($0)" } ?? String(code)
        }
        try coder.integer24("tls.handshake.length", &length, cite: Self.rule)
    }

    /// The type; nil for a code that ``HandshakeType`` does not know.
    var type: HandshakeType? { HandshakeType(rawValue: typeCode) }

    /// "ClientHello", or "handshake type N".
    var name: String { type?.description ?? "handshake type \(typeCode)" }

    /// The longest body that this type of message may have, in octets. A message whose body has a fixed length has at most the octets of a
    /// hash. If its header announces more, the message is refused before the rest of it arrives.
    var longestBody: Int {
        switch type {
        case .finished, .keyUpdate, .endOfEarlyData, .helloRequest, .serverHelloDone: 64
        default: HandshakeMessage.longestBody
        }
    }
}

extension HandshakeHeader {
    /// The header at the beginning of `octets`; nil if they are fewer than the four octets of a header.
    init?(_ octets: [UInt8]) {
        self.init()
        var reader = ByteReader(octets, recording: false)
        guard (try? code(with: &reader)) != nil else { return nil }
    }
}

/// Reassembles handshake messages from the fragments in records.
///
/// A message may be spread over many records, and a record may carry several messages (RFC 5246 section 6.2.1).
public struct HandshakeJoiner: Hashable, Sendable {
    private var buffer: [UInt8] = []

    /// A joiner without octets.
    public init() {}

    /// Whether no octets wait. If some do, part of a message has arrived, and no change of keys is allowed before the rest.
    public var isEmpty: Bool { buffer.isEmpty }

    /// Adds the content of a handshake record.
    public mutating func append(_ fragment: [UInt8]) {
        buffer.append(contentsOf: fragment)
    }

    /// Takes out the next whole message; nil until there is one.
    ///
    /// - Throws: ``TLSError/messageTooLong(_:length:limit:)`` if the header announces a body longer than this type of message may have: at most
    ///   ``HandshakeMessage/longestBody``.
    public mutating func next() throws(TLSError) -> HandshakeMessage? {
        guard let header = HandshakeHeader(buffer) else { return nil }
        guard header.length <= header.longestBody else {
            throw .messageTooLong(header.name, length: header.length, limit: header.longestBody)
        }
        let end = HandshakeMessage.headerLength + header.length
        guard buffer.count >= end else { return nil }
        let message = HandshakeMessage(
            typeCode: header.typeCode, body: Array(buffer[HandshakeMessage.headerLength..<end]))
        buffer.removeFirst(end)
        return message
    }
}
