import Trace

/// The last message under the early keys: what follows is under handshake keys; it has no content (RFC 8446 section 4.5).
public struct EndOfEarlyData: SelfContainedBody {
    /// end_of_early_data, 5 (RFC 8446 section 4).
    public static let type = HandshakeType.endOfEarlyData

    /// The message.
    public init() {}

    /// The message: it has no content.
    public static let blank = EndOfEarlyData()

    /// No field: octets that follow are an error (RFC 8446 section 4.5).
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.end_of_early_data", cite: .rfc(8446, "4.5"))
    }
}
