import Trace

/// The server's wish that the client begin a new handshake; it has no content, and is in no transcript (RFC 5246 section
/// 7.4.1.1).
public struct HelloRequest: SelfContainedBody {
    /// hello_request, 0 (RFC 5246 section 7.4).
    public static let type = HandshakeType.helloRequest

    /// The message.
    public init() {}

    /// The message: there is only one.
    public static let blank = HelloRequest()

    /// Goes to the end of an empty body.
    ///
    /// - Throws: the coder's failure if the body has octets.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.hello_request", cite: Self.rule)
    }

    private static let rule = Citation.rfc(5246, "7.4.1.1")
}
