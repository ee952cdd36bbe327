import Trace

/// The client's part of the key exchange. Its form depends on the suite (RFC 5246 section 7.4.7).
public enum ClientKeyExchange: HandshakeBody {
    /// The premaster secret, encrypted to the server's RSA key (section 7.4.7.1).
    case encryptedPremasterSecret([UInt8])
    /// The client's Diffie–Hellman public value (section 7.4.7.2).
    case publicValue([UInt8])
    /// The client's point on the server's curve (RFC 8422 section 5.7).
    case point([UInt8])

    /// client_key_exchange, 16 (RFC 5246 section 7.4).
    public static let type = HandshakeType.clientKeyExchange

    private static let rsaRule = Citation.rfc(5246, "7.4.7.1")
    private static let dheRule = Citation.rfc(5246, "7.4.7.2")
    private static let curveRule = Citation.rfc(8422, "5.7")

    /// An empty body of the form that `kind` has.
    private static func blank(for kind: KeyExchangeKind) -> ClientKeyExchange {
        switch kind {
        case .rsa: .encryptedPremasterSecret([])
        case .dheRSA, .dhAnon: .publicValue([])
        case .ecdheRSA, .ecdheECDSA: .point([])
        }
    }

    /// Reads or writes the one field of this form. A reader must know the form before: the message itself does not contain it.
    ///
    /// - Throws: the coder's failure: a length that does not fit, or octets after the field.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        switch self {
        case .encryptedPremasterSecret(var octets):
            try coder.opaque(
                "tls.handshake.epms", &octets, in: "tls.handshake.epms_value",
                length: .octets(2, name: "tls.handshake.epms_len"), cite: Self.rsaRule)
            try coder.finish("tls.handshake.client_key_exchange", cite: Self.rsaRule)
            self = .encryptedPremasterSecret(octets)
        case .publicValue(var octets):
            try coder.opaque(
                "tls.handshake.yc", &octets, in: "tls.handshake.yc_value",
                length: .octets(2, allowed: 1...65_535, name: "tls.handshake.yc_len"), cite: Self.dheRule)
            try coder.finish("tls.handshake.client_key_exchange", cite: Self.dheRule)
            self = .publicValue(octets)
        case .point(var octets):
            try coder.opaque(
                "tls.handshake.client_point", &octets, in: "tls.handshake.client_point_value",
                length: .octets(1, allowed: 1...255, name: "tls.handshake.client_point_len"), cite: Self.curveRule)
            try coder.finish("tls.handshake.client_key_exchange", cite: Self.curveRule)
            self = .point(octets)
        }
    }

    /// Reads a body of the form that `kind` has.
    ///
    /// - Throws: ``ParseError``, as ``code(with:)``.
    public static func read(
        from reader: inout ByteReader, kind: KeyExchangeKind
    ) throws(ParseError) -> ClientKeyExchange {
        var body = blank(for: kind)
        try body.code(with: &reader)
        return body
    }

    /// The encrypted premaster secret, or the client's public value.
    public var disclosures: [Disclosure] {
        switch self {
        case .encryptedPremasterSecret(let octets): [Disclosure(Knowledge.encryptedPremaster, octets)]
        case .publicValue(let octets): [Disclosure(Knowledge.clientPublicValue, octets)]
        case .point(let octets): [Disclosure(Knowledge.clientPoint, octets)]
        }
    }
}
