import Trace

/// The server's wish that the client begin a new handshake; it has no content, and is in no transcript (RFC 5246 section
/// 7.4.1.1).
public struct HelloRequest: HandshakeBody {
    public static let type = HandshakeType.helloRequest

    /// The message.
    public init() {}

    public func write(to writer: inout ByteWriter) {}

    /// Reads a body, which must be empty.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> HelloRequest {
        try reader.finish("tls.handshake.hello_request", cite: .rfc(5246, "7.4.1.1"))
        return HelloRequest()
    }
}
