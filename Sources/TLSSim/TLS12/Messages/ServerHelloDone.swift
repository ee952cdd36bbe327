import Trace

/// Says that the server's flight is complete; it has no content (RFC 5246 section 7.4.5).
public struct ServerHelloDone: SelfContainedBody {
    /// server_hello_done, 14 (RFC 5246 section 7.4).
    public static let type = HandshakeType.serverHelloDone

    /// The message.
    public init() {}

    /// The message: there is only one.
    public static let blank = ServerHelloDone()

    /// Goes to the end of an empty body.
    ///
    /// - Throws: the coder's failure if the body has octets.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.server_hello_done", cite: Self.rule)
    }

    private static let rule = Citation.rfc(5246, "7.4.5")
}
