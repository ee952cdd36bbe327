import Trace

/// Says that the server's flight is complete; it has no content (RFC 5246 section 7.4.5).
public struct ServerHelloDone: SelfContainedBody {
    public static let type = HandshakeType.serverHelloDone

    /// The message.
    public init() {}

    public static let blank = ServerHelloDone()

    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.server_hello_done", cite: Self.rule)
    }

    private static let rule = Citation.rfc(5246, "7.4.5")
}
