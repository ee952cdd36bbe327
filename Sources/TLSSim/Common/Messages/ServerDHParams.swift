import Trace

/// A group and a public value in it: ServerDHParams (RFC 5246 section 7.4.3).
public struct ServerDHParams: Hashable, Sendable {
    /// The prime modulus, big-endian.
    public var p: [UInt8]
    /// The generator, big-endian.
    public var g: [UInt8]
    /// The server's public value g^x mod p, big-endian.
    public var ys: [UInt8]

    /// Parameters of these octets.
    public init(p: [UInt8], g: [UInt8], ys: [UInt8]) {
        self.p = p
        self.g = g
        self.ys = ys
    }

    private static let rule = Citation.rfc(5246, "7.4.3")

    func write(to writer: inout ByteWriter) {
        for (name, value) in [("p", p), ("g", g), ("ys", ys)] {
            writer.vector(
                "tls.handshake.\(name)_value", lengthOctets: 2, lengthName: "tls.handshake.\(name)_len", cite: Self.rule
            ) {
                $0.octets("tls.handshake.\(name)", value, cite: Self.rule)
            }
        }
    }

    static func read(from reader: inout ByteReader) throws(ParseError) -> ServerDHParams {
        func value(_ name: String, _ reader: inout ByteReader) throws(ParseError) -> [UInt8] {
            try reader.vector(
                "tls.handshake.\(name)_value", lengthOctets: 2, allowed: 1...65_535,
                lengthName: "tls.handshake.\(name)_len", cite: rule
            ) { reader throws(ParseError) in try reader.rest("tls.handshake.\(name)", cite: rule) }
        }
        let p = try value("p", &reader)
        let g = try value("g", &reader)
        return ServerDHParams(p: p, g: g, ys: try value("ys", &reader))
    }

    /// The octets as they are signed.
    public var bytes: [UInt8] { ServerKeyExchange.Params.finiteField(self).bytes }
}
