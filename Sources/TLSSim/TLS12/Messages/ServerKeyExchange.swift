import Trace

/// The server's ephemeral value, signed together with both randoms (RFC 5246 section 7.4.3, RFC 8422 section 5.4).
///
/// The signature is what keeps a man in the middle out: Diffie–Hellman by itself does not know with whom it agrees.
public struct ServerKeyExchange: HandshakeBody {
    /// Where the exchange takes place.
    public enum Params: Hashable, Sendable {
        /// In a finite field.
        case finiteField(ServerDHParams)
        /// On a curve.
        case curve(ServerECDHParams)

        /// The octets as they are signed.
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
    /// How they are signed.
    public var scheme: SignatureScheme
    /// The signature over client_random + server_random + params.
    public var signature: [UInt8]
    /// Whether there is a signature: an anonymous server has no key for one.
    public var isSigned = true

    private static let rule = Citation.rfc(5246, "7.4.3")
    private static let curveRule = Citation.rfc(8422, "5.4")

    /// An empty body of the form that `kind` calls for.
    private static func blank(for kind: KeyExchangeKind) -> ServerKeyExchange {
        let params = kind.usesCurve ? Params.curve(.blank) : .finiteField(.blank)
        return ServerKeyExchange(
            params: params, scheme: SignatureScheme(rawValue: 0), signature: [], isSigned: kind != .dhAnon)
    }

    /// Reads or writes the parameters, the algorithms of the signature and the signature. A reader must know the form
    /// of the parameters beforehand: nothing on the wire tells it.
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

    /// Reads a body of the form that `kind` calls for.
    ///
    /// - Throws: ``ParseError``, as ``code(with:)``.
    public static func read(
        from reader: inout ByteReader, kind: KeyExchangeKind
    ) throws(ParseError) -> ServerKeyExchange {
        var body = blank(for: kind)
        try body.code(with: &reader)
        return body
    }

    /// Reads the parameters alone. Before TLS 1.2 the signature behind them has another form (RFC 4346 section 7.4.3).
    ///
    /// - Throws: ``ParseError``, as ``code(with:)``.
    public static func readParams(from reader: inout ByteReader, onCurve: Bool) throws(ParseError) -> Params {
        var params = onCurve ? Params.curve(.blank) : .finiteField(.blank)
        try params.code(with: &reader)
        return params
    }

    /// The server's half of the key agreement, and with it the group where it is one of a finite field.
    public var disclosures: [Disclosure] {
        switch params {
        case .finiteField(let params):
            [Disclosure(Knowledge.group, params.p), Disclosure(Knowledge.serverPublicValue, params.ys)]
        case .curve(let params): [Disclosure(Knowledge.serverPoint, params.point)]
        }
    }
}
