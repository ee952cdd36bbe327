import Trace

/// The server's ephemeral public value, signed together with both randoms (RFC 5246 section 7.4.3, RFC 8422 section 5.4).
///
/// The signature excludes a man in the middle: Diffie–Hellman alone does not prove who the other side is.
public struct ServerKeyExchange: HandshakeBody {
    /// The parameters of the exchange: a group and the server's public value.
    public enum Params: Hashable, Sendable {
        /// Parameters in a finite field.
        case finiteField(ServerDHParams)
        /// Parameters on a curve.
        case curve(ServerECDHParams)

        /// The octets on the wire, which the signature covers.
        public var bytes: [UInt8] {
            var params = self
            var writer = ByteWriter()
            params.code(with: &writer)
            return writer.bytes
        }

        mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
            switch self {
            case .finiteField(var params):
                try params.code(with: &coder)
                self = .finiteField(params)
            case .curve(var params):
                try params.code(with: &coder)
                self = .curve(params)
            }
        }
    }

    /// server_key_exchange, 12 (RFC 5246 section 7.4).
    public static let type = HandshakeType.serverKeyExchange

    /// Group and public value.
    public var params: Params
    /// The scheme of the signature.
    public var scheme: SignatureScheme
    /// The signature over client_random + server_random + params.
    public var signature: [UInt8]
    /// Whether the message has a signature. An anonymous server has no key to sign with.
    public var isSigned = true

    private static let rule = Citation.rfc(5246, "7.4.3")
    private static let curveRule = Citation.rfc(8422, "5.4")

    /// An empty body of the form that `kind` has.
    private static func blank(for kind: KeyExchangeKind) -> ServerKeyExchange {
        let params = kind.usesCurve ? Params.curve(.blank) : .finiteField(.blank)
        return ServerKeyExchange(
            params: params, scheme: SignatureScheme(rawValue: 0), signature: [], isSigned: kind != .dhAnon)
    }

    /// Reads or writes the parameters, the scheme of the signature and the signature. A reader must know the form of the parameters before:
    /// the message itself does not contain it.
    ///
    /// - Throws: the coder's failure: a length that does not fit, a curve that is not named, or octets after the signature.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        let (name, cite) =
            switch params {
            case .finiteField: ("tls.handshake.server_dh_params", Self.rule)
            case .curve: ("tls.handshake.server_ecdh_params", Self.curveRule)
            }
        try coder.structure(name, cite: cite) { inner throws(C.Failure) in
            try params.code(with: &inner)
        }
        if isSigned {
            try DigitallySigned.code(scheme: &scheme, signature: &signature, names: .server, with: &coder)
        }
        try coder.finish("tls.handshake.server_key_exchange", cite: Self.rule)
    }

    /// Reads a body of the form that `kind` has.
    ///
    /// - Throws: ``ParseError``, as ``code(with:)``.
    public static func read(
        from reader: inout ByteReader, kind: KeyExchangeKind
    ) throws(ParseError) -> ServerKeyExchange {
        var body = blank(for: kind)
        try body.code(with: &reader)
        return body
    }

    /// Reads the parameters without the signature behind them, which has another form in versions before TLS 1.2 (RFC 4346 section 7.4.3).
    ///
    /// - Throws: ``ParseError``, as ``code(with:)``.
    public static func readParams(from reader: inout ByteReader, onCurve: Bool) throws(ParseError) -> Params {
        var params = onCurve ? Params.curve(.blank) : .finiteField(.blank)
        try params.code(with: &reader)
        return params
    }

    /// The server's public value; in a finite field also the group.
    public var disclosures: [Disclosure] {
        switch params {
        case .finiteField(let params):
            [Disclosure(Knowledge.group, params.p), Disclosure(Knowledge.serverPublicValue, params.ys)]
        case .curve(let params): [Disclosure(Knowledge.serverPoint, params.point)]
        }
    }
}
