import Trace

/// The end of the server's flight. It has no content (RFC 5246 section 7.4.5).
public struct ServerHelloDone: EmptyBody {
    /// server_hello_done, 14 (RFC 5246 section 7.4).
    public static let type = HandshakeType.serverHelloDone

    /// The name of the body, and the section that defines it.
    public static let rule = (name: "tls.handshake.server_hello_done", cite: Citation.rfc(5246, "7.4.5"))

    /// The message.
    public init() {}
}
