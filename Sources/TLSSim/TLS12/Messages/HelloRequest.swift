import Trace

/// The server's request that the client begins a new handshake. It has no content, and no transcript contains it (RFC 5246 section
/// 7.4.1.1).
public struct HelloRequest: EmptyBody {
    /// hello_request, 0 (RFC 5246 section 7.4).
    public static let type = HandshakeType.helloRequest

    /// The name of the body, and the section that defines it.
    public static let rule = (name: "tls.handshake.hello_request", cite: Citation.rfc(5246, "7.4.1.1"))

    /// The message.
    public init() {}
}
