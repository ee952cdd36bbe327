import Trace

/// The client's part of the key exchange; its form depends on the suite (RFC 5246 section 7.4.7).
public enum ClientKeyExchange: HandshakeBody {
    /// The premaster secret, encrypted to the server's RSA key (section 7.4.7.1).
    case encryptedPremasterSecret([UInt8])
    /// The client's Diffie–Hellman public value (section 7.4.7.2).
    case publicValue([UInt8])
    /// The client's point on the server's curve (RFC 8422 section 5.7).
    case point([UInt8])

    public static let type = HandshakeType.clientKeyExchange

    private static let rsaRule = Citation.rfc(5246, "7.4.7.1")
    private static let dheRule = Citation.rfc(5246, "7.4.7.2")
    private static let curveRule = Citation.rfc(8422, "5.7")

    public func write(to writer: inout ByteWriter) {
        switch self {
        case .encryptedPremasterSecret(let octets):
            writer.vector(
                "tls.handshake.epms_value", lengthOctets: 2, lengthName: "tls.handshake.epms_len", cite: Self.rsaRule
            ) {
                $0.octets("tls.handshake.epms", octets, cite: Self.rsaRule)
            }
        case .publicValue(let octets):
            writer.vector(
                "tls.handshake.yc_value", lengthOctets: 2, lengthName: "tls.handshake.yc_len", cite: Self.dheRule
            ) {
                $0.octets("tls.handshake.yc", octets, cite: Self.dheRule)
            }
        case .point(let octets):
            writer.vector(
                "tls.handshake.client_point_value", lengthOctets: 1, lengthName: "tls.handshake.client_point_len",
                cite: Self.curveRule
            ) {
                $0.octets("tls.handshake.client_point", octets, cite: Self.curveRule)
            }
        }
    }

    /// Reads a body of the form that `kind` calls for.
    public static func read(
        from reader: inout ByteReader, kind: KeyExchangeKind
    ) throws(ParseError) -> ClientKeyExchange {
        switch kind {
        case .rsa:
            let octets = try reader.vector(
                "tls.handshake.epms_value", lengthOctets: 2, lengthName: "tls.handshake.epms_len", cite: rsaRule
            ) { reader throws(ParseError) in try reader.rest("tls.handshake.epms", cite: rsaRule) }
            try reader.finish("tls.handshake.client_key_exchange", cite: rsaRule)
            return .encryptedPremasterSecret(octets)
        case .dheRSA:
            let octets = try reader.vector(
                "tls.handshake.yc_value", lengthOctets: 2, allowed: 1...65_535, lengthName: "tls.handshake.yc_len",
                cite: dheRule
            ) { reader throws(ParseError) in try reader.rest("tls.handshake.yc", cite: dheRule) }
            try reader.finish("tls.handshake.client_key_exchange", cite: dheRule)
            return .publicValue(octets)
        case .ecdheRSA, .ecdheECDSA:
            let octets = try reader.vector(
                "tls.handshake.client_point_value", lengthOctets: 1, allowed: 1...255,
                lengthName: "tls.handshake.client_point_len", cite: curveRule
            ) { reader throws(ParseError) in try reader.rest("tls.handshake.client_point", cite: curveRule) }
            try reader.finish("tls.handshake.client_key_exchange", cite: curveRule)
            return .point(octets)
        }
    }
}
