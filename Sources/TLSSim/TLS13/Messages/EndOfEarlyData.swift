import Trace

/// The last message under the early keys: what follows is under handshake keys; it has no content (RFC 8446 section 4.5).
public struct EndOfEarlyData: SelfContainedBody {
    public static let type = HandshakeType.endOfEarlyData

    /// The message.
    public init() {}

    public static let blank = EndOfEarlyData()

    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.end_of_early_data", cite: .rfc(8446, "4.5"))
    }
}
