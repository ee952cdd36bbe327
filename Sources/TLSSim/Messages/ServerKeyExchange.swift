import Crypto
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
    public var bytes: [UInt8] {
        var writer = ByteWriter(recording: false)
        write(to: &writer)
        return writer.bytes
    }
}

/// The server's ephemeral Diffie–Hellman value, signed together with both randoms (RFC 5246 section 7.4.3).
///
/// The signature is what keeps a man in the middle out: Diffie–Hellman by itself does not know with whom it agrees.
public struct ServerKeyExchange: HandshakeBody {
    public static let type = HandshakeType.serverKeyExchange

    /// Group and public value.
    public var params: ServerDHParams
    /// Which hash and signature were used.
    public var scheme: SignatureScheme
    /// The signature over client_random + server_random + params.
    public var signature: [UInt8]

    /// A message of these parts.
    public init(params: ServerDHParams, scheme: SignatureScheme, signature: [UInt8]) {
        self.params = params
        self.scheme = scheme
        self.signature = signature
    }

    private static let rule = Citation.rfc(5246, "7.4.3")

    public func write(to writer: inout ByteWriter) {
        writer.structure("tls.handshake.server_dh_params", cite: Self.rule) { params.write(to: &$0) }
        writer.integer("tls.handshake.sig_hash_alg", scheme.rawValue, cite: .rfc(5246, "7.4.1.4.1")) { _ in
            scheme.description
        }
        writer.vector(
            "tls.handshake.sig_value", lengthOctets: 2, lengthName: "tls.handshake.sig_len", cite: .rfc(5246, "4.7")
        ) {
            $0.octets("tls.handshake.sig", signature, cite: .rfc(5246, "4.7"))
        }
    }

    /// Reads a body.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> ServerKeyExchange {
        let params = try reader.structure("tls.handshake.server_dh_params", cite: rule) {
            reader throws(ParseError) in try ServerDHParams.read(from: &reader)
        }
        let scheme = try reader.integer(
            "tls.handshake.sig_hash_alg", as: UInt16.self, cite: .rfc(5246, "7.4.1.4.1"),
            describe: { SignatureScheme(rawValue: $0).description })
        let signature = try reader.vector(
            "tls.handshake.sig_value", lengthOctets: 2, lengthName: "tls.handshake.sig_len", cite: .rfc(5246, "4.7")
        ) { reader throws(ParseError) in try reader.rest("tls.handshake.sig", cite: .rfc(5246, "4.7")) }
        try reader.finish("tls.handshake.server_key_exchange", cite: rule)
        return ServerKeyExchange(params: params, scheme: SignatureScheme(rawValue: scheme), signature: signature)
    }
}
