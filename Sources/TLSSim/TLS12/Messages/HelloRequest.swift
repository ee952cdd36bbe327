import Trace

/// The server's wish that the client begin a new handshake; it has no content, and is in no transcript (RFC 5246 section
/// 7.4.1.1).
public struct HelloRequest: EmptyBody {
    /// hello_request, 0 (RFC 5246 section 7.4).
    public static let type = HandshakeType.helloRequest

    /// The name of the body, and the section that defines it.
    public static let rule = (name: "tls.handshake.hello_request", cite: Citation.rfc(5246, "7.4.1.1"))

    /// The message.
    public init() {}
}
