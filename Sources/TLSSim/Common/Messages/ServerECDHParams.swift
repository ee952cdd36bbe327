import Trace

/// A curve and a point on it: ServerECDHParams (RFC 8422 section 5.4).
public struct ServerECDHParams: Hashable, Sendable {
    /// 3 for a curve by name. The other two forms, which spelled the curve's equation out, are gone (RFC 8422 section 5.4): they
    /// let the other side choose the mathematics.
    public static let namedCurve: UInt8 = 3

    /// The curve type; only ``namedCurve`` is left.
    public var curveType: UInt8
    /// The curve.
    public var curve: NamedGroup
    /// The server's public value: 65 octets, 04 x y, for P-256; 32 octets for X25519.
    public var point: [UInt8]

    /// Parameters of these parts.
    public init(curve: NamedGroup, point: [UInt8], curveType: UInt8 = namedCurve) {
        self.curveType = curveType
        self.curve = curve
        self.point = point
    }

    private static let rule = Citation.rfc(8422, "5.4")

    func write(to writer: inout ByteWriter) {
        writer.integer("tls.handshake.server_curve_type", curveType, cite: Self.rule, describe: Self.describe)
        writer.integer("tls.handshake.server_named_curve", curve.rawValue, cite: Self.rule) { _ in curve.description }
        writer.vector(
            "tls.handshake.server_point_value", lengthOctets: 1, lengthName: "tls.handshake.server_point_len",
            cite: Self.rule
        ) {
            $0.octets("tls.handshake.server_point", point, cite: Self.rule)
        }
    }

    static func read(from reader: inout ByteReader) throws(ParseError) -> ServerECDHParams {
        let start = reader.offset
        let type = try reader.integer(
            "tls.handshake.server_curve_type", as: UInt8.self, cite: rule, describe: describe)
        guard type == namedCurve else {
            throw ParseError(
                "tls.handshake.server_curve_type", at: start,
                .value("curve type \(type); only 3, named_curve, is left"),
                cite: rule)
        }
        let curve = try reader.integer(
            "tls.handshake.server_named_curve", as: UInt16.self, cite: rule,
            describe: { NamedGroup(rawValue: $0).description })
        let point = try reader.vector(
            "tls.handshake.server_point_value", lengthOctets: 1, allowed: 1...255,
            lengthName: "tls.handshake.server_point_len", cite: rule
        ) { reader throws(ParseError) in try reader.rest("tls.handshake.server_point", cite: rule) }
        return ServerECDHParams(curve: NamedGroup(rawValue: curve), point: point)
    }

    private static func describe(_ type: UInt8) -> String {
        type == namedCurve ? "3 named_curve" : String(type)
    }
}
