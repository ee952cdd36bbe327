import Trace

/// A group and a public value in it: ServerDHParams (RFC 5246 section 7.4.3).
public struct ServerDHParams: Hashable, Sendable {
    /// The prime modulus, big-endian.
    public var p: [UInt8]
    /// The generator, big-endian.
    public var g: [UInt8]
    /// The server's public value g^x mod p, big-endian.
    public var ys: [UInt8]

    private static let rule = Citation.rfc(5246, "7.4.3")

    static let blank = ServerDHParams(p: [], g: [], ys: [])

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.opaque(
            "tls.handshake.p", &p, in: "tls.handshake.p_value",
            length: .octets(2, allowed: 1...65_535, name: "tls.handshake.p_len"), cite: Self.rule)
        try coder.opaque(
            "tls.handshake.g", &g, in: "tls.handshake.g_value",
            length: .octets(2, allowed: 1...65_535, name: "tls.handshake.g_len"), cite: Self.rule)
        try coder.opaque(
            "tls.handshake.ys", &ys, in: "tls.handshake.ys_value",
            length: .octets(2, allowed: 1...65_535, name: "tls.handshake.ys_len"), cite: Self.rule)
    }

    /// The octets on the wire, which the signature covers.
    public var bytes: [UInt8] { ServerKeyExchange.Params.finiteField(self).bytes }
}
