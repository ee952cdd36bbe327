import Trace

/// Says that the server's flight is complete; it has no content (RFC 5246 section 7.4.5).
public struct ServerHelloDone: HandshakeBody {
    public static let type = HandshakeType.serverHelloDone

    /// The message.
    public init() {}

    public func write(to writer: inout ByteWriter) {}

    /// Reads a body, which must be empty.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> ServerHelloDone {
        try reader.finish("tls.handshake.server_hello_done", cite: .rfc(5246, "7.4.5"))
        return ServerHelloDone()
    }
}
