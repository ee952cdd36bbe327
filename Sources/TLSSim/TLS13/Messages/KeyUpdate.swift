import Trace

/// The sender's next record is under new keys, which are derived from the present ones (RFC 8446 section 4.6.3).
public struct KeyUpdate: SelfContainedBody {
    /// key_update, 24 (RFC 8446 section 4).
    public static let type = HandshakeType.keyUpdate

    /// Whether the receiver must update its keys, too: update_requested.
    public var isRequested: Bool

    private static let rule = Citation.rfc(8446, "4.6.3")
    private static let name = "tls.handshake.key_update.request_update"

    /// A message that asks for no answer.
    public static let blank = KeyUpdate(isRequested: false)

    /// One octet, request_update (RFC 8446 section 4.6.3).
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        let start = coder.offset
        var request: UInt8 = isRequested ? 1 : 0
        try coder.integer(Self.name, &request, cite: Self.rule) { code in
            switch code {
            case 0: "0 update_not_requested"
            case 1: "1 update_requested"
            default: String(code)
            }
        }
        try coder.finish(Self.name, cite: Self.rule)
        try coder.require(
            request <= 1, Self.name, at: start, "neither update_not_requested nor update_requested", cite: Self.rule)
        isRequested = request == 1
    }
}
