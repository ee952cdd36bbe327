import Trace

/// The last message under the keys of early data. The next message is under handshake keys. It has no content (RFC 8446 section 4.5).
public struct EndOfEarlyData: EmptyBody {
    /// end_of_early_data, 5 (RFC 8446 section 4).
    public static let type = HandshakeType.endOfEarlyData

    /// The name of the body, and the section that defines it.
    public static let rule = (name: "tls.handshake.end_of_early_data", cite: Citation.rfc(8446, "4.5"))

    /// The message.
    public init() {}
}
