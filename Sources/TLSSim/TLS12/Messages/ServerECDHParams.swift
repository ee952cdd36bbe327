import Trace

/// A curve and a point on it: ServerECDHParams (RFC 8422 section 5.4).
public struct ServerECDHParams: Hashable, Sendable {
    /// curve_type 3: the curve is given by its name. The other two types contained the equation of the curve. They are no longer allowed
    /// (RFC 8422 section 5.4), because with them the other side could choose a weak curve.
    public static let namedCurve: UInt8 = 3

    /// The curve.
    public var curve: NamedGroup
    /// The server's public value: 65 octets, 04 x y, for P-256; 32 octets for X25519.
    public var point: [UInt8]
    /// curve_type; only ``namedCurve`` is allowed.
    public var curveType = namedCurve

    /// A curve and a public value.
    package init(curve: NamedGroup, point: [UInt8], curveType: UInt8 = namedCurve) {
        self.curve = curve
        self.point = point
        self.curveType = curveType
    }

    private static let rule = Citation.rfc(8422, "5.4")

    static let blank = ServerECDHParams(curve: NamedGroup(rawValue: 0), point: [])

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        let start = coder.offset
        try coder.integer("tls.handshake.server_curve_type", &curveType, cite: Self.rule) {
            $0 == Self.namedCurve ? "3 named_curve" : String($0)
        }
        try coder.require(
            curveType == Self.namedCurve, "tls.handshake.server_curve_type", at: start,
            "curve type \(curveType); only 3, named_curve, is left", cite: Self.rule)
        try coder.codePoint("tls.handshake.server_named_curve", &curve, cite: Self.rule)
        try coder.opaque(
            "tls.handshake.server_point", &point, in: "tls.handshake.server_point_value",
            length: .octets(1, allowed: 1...255, name: "tls.handshake.server_point_len"), cite: Self.rule)
    }
}
