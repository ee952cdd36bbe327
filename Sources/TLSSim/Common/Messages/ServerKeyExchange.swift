import Crypto
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
            var writer = ByteWriter(recording: false)
            write(to: &writer)
            return writer.bytes
        }

        func write(to writer: inout ByteWriter) {
            switch self {
            case .finiteField(let params): params.write(to: &writer)
            case .curve(let params): params.write(to: &writer)
            }
        }
    }

    public static let type = HandshakeType.serverKeyExchange

    /// Group and public value.
    public var params: Params
    /// How they are signed.
    public var scheme: SignatureScheme
    /// The signature over client_random + server_random + params.
    public var signature: [UInt8]

    /// A message of these parts.
    public init(params: Params, scheme: SignatureScheme, signature: [UInt8]) {
        self.params = params
        self.scheme = scheme
        self.signature = signature
    }

    private static let rule = Citation.rfc(5246, "7.4.3")
    private static let curveRule = Citation.rfc(8422, "5.4")

    public func write(to writer: inout ByteWriter) {
        switch params {
        case .finiteField:
            writer.structure("tls.handshake.server_dh_params", cite: Self.rule) { params.write(to: &$0) }
        case .curve:
            writer.structure("tls.handshake.server_ecdh_params", cite: Self.curveRule) { params.write(to: &$0) }
        }
        DigitallySigned(scheme: scheme, signature: signature).write(to: &writer)
    }

    /// Reads a body of the form that `kind` calls for.
    public static func read(
        from reader: inout ByteReader, kind: KeyExchangeKind
    ) throws(ParseError) -> ServerKeyExchange {
        let params: Params
        if kind.usesCurve {
            params = .curve(
                try reader.structure("tls.handshake.server_ecdh_params", cite: curveRule) {
                    reader throws(ParseError) in try ServerECDHParams.read(from: &reader)
                })
        } else {
            params = .finiteField(
                try reader.structure("tls.handshake.server_dh_params", cite: rule) { reader throws(ParseError) in
                    try ServerDHParams.read(from: &reader)
                })
        }
        let signed = try DigitallySigned.read(from: &reader)
        try reader.finish("tls.handshake.server_key_exchange", cite: rule)
        return ServerKeyExchange(params: params, scheme: signed.scheme, signature: signed.signature)
    }
}

/// A signature and how it was made (RFC 5246 section 4.7).
struct DigitallySigned: Hashable, Sendable {
    let scheme: SignatureScheme
    let signature: [UInt8]

    /// What the fields of a client's signature begin with in Wireshark, which has other names for them than for a server's.
    static let clientPrefix = "tls.handshake.client_cert_vrfy"

    func write(to writer: inout ByteWriter, prefix: String = "tls.handshake") {
        writer.integer("tls.handshake.sig_hash_alg", scheme.rawValue, cite: .rfc(5246, "7.4.1.4.1")) { _ in
            scheme.description
        }
        writer.vector(
            prefix + ".sig_value", lengthOctets: 2, lengthName: prefix + ".sig_len", cite: .rfc(5246, "4.7")
        ) {
            $0.octets(prefix + ".sig", signature, cite: .rfc(5246, "4.7"))
        }
    }

    static func read(
        from reader: inout ByteReader, prefix: String = "tls.handshake"
    ) throws(ParseError) -> DigitallySigned {
        let scheme = try reader.integer(
            "tls.handshake.sig_hash_alg", as: UInt16.self, cite: .rfc(5246, "7.4.1.4.1"),
            describe: { SignatureScheme(rawValue: $0).description })
        let signature = try reader.vector(
            prefix + ".sig_value", lengthOctets: 2, lengthName: prefix + ".sig_len", cite: .rfc(5246, "4.7")
        ) { reader throws(ParseError) in try reader.rest(prefix + ".sig", cite: .rfc(5246, "4.7")) }
        return DigitallySigned(scheme: SignatureScheme(rawValue: scheme), signature: signature)
    }
}
