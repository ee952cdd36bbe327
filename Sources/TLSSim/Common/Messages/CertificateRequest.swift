import Trace

/// The server asks the client to prove who it is (RFC 5246 section 7.4.4).
public struct CertificateRequest: HandshakeBody {
    public static let type = HandshakeType.certificateRequest

    /// A kind of certificate that is welcome (section 7.4.4): 1 rsa_sign, 64 ecdsa_sign (RFC 8422 section 5.5).
    public struct CertificateType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The octet on the wire.
        public let rawValue: UInt8

        /// The type with that code.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A certificate with an RSA key that signs.
        public static let rsaSign = CertificateType(rawValue: 1)
        /// A certificate with a key for ECDSA.
        public static let ecdsaSign = CertificateType(rawValue: 64)

        /// "1 rsa_sign".
        public var description: String {
            switch self {
            case .rsaSign: "1 rsa_sign"
            case .ecdsaSign: "64 ecdsa_sign"
            default: String(rawValue)
            }
        }
    }

    /// The kinds of certificate that are welcome.
    public var certificateTypes: [CertificateType]
    /// The signatures that can be verified, on the certificates and in CertificateVerify; preferred first.
    public var schemes: [SignatureScheme]
    /// Distinguished names, in DER, of the authorities that are trusted; empty for any.
    public var authorities: [[UInt8]]

    /// A request of these parts.
    public init(certificateTypes: [CertificateType], schemes: [SignatureScheme], authorities: [[UInt8]] = []) {
        self.certificateTypes = certificateTypes
        self.schemes = schemes
        self.authorities = authorities
    }

    private static let rule = Citation.rfc(5246, "7.4.4")
    private static let types = "tls.handshake.cert_types"
    private static let typesLength = "tls.handshake.cert_types_count"
    private static let algorithms = "tls.handshake.sig_hash_algs"
    private static let algorithmsLength = "tls.handshake.sig_hash_alg_len"

    public func write(to writer: inout ByteWriter) {
        writer.vector(Self.types, lengthOctets: 1, lengthName: Self.typesLength, cite: Self.rule) { writer in
            for type in certificateTypes {
                writer.integer("tls.handshake.cert_type", type.rawValue, cite: Self.rule) { _ in type.description }
            }
        }
        writer.vector(Self.algorithms, lengthOctets: 2, lengthName: Self.algorithmsLength, cite: Self.rule) { writer in
            for scheme in schemes {
                writer.integer("tls.handshake.sig_hash_alg", scheme.rawValue, cite: Self.rule) { _ in
                    scheme.description
                }
            }
        }
        writer.vector("tls.handshake.dnames", lengthOctets: 2, lengthName: "tls.handshake.dnames_len", cite: Self.rule)
        { writer in
            for name in authorities {
                writer.vector(
                    "tls.handshake.dname_entry", lengthOctets: 2, lengthName: "tls.handshake.dname_len", cite: Self.rule
                ) { $0.octets("tls.handshake.dname", name, cite: Self.rule) }
            }
        }
    }

    /// Reads a body.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> CertificateRequest {
        let types: [CertificateType] = try reader.vector(
            types, lengthOctets: 1, allowed: 1...255, lengthName: typesLength, cite: rule
        ) { reader throws(ParseError) in
            var list: [CertificateType] = []
            while reader.remaining > 0 {
                let code = try reader.integer(
                    "tls.handshake.cert_type", as: UInt8.self, cite: rule,
                    describe: { CertificateType(rawValue: $0).description })
                list.append(CertificateType(rawValue: code))
            }
            return list
        }
        let schemes: [SignatureScheme] = try reader.vector(
            algorithms, lengthOctets: 2, allowed: 2...65_534, unit: 2, lengthName: algorithmsLength, cite: rule
        ) { reader throws(ParseError) in
            var list: [SignatureScheme] = []
            while reader.remaining > 0 {
                let code = try reader.integer(
                    "tls.handshake.sig_hash_alg", as: UInt16.self, cite: rule,
                    describe: { SignatureScheme(rawValue: $0).description })
                list.append(SignatureScheme(rawValue: code))
            }
            return list
        }
        let authorities: [[UInt8]] = try reader.vector(
            "tls.handshake.dnames", lengthOctets: 2, lengthName: "tls.handshake.dnames_len", cite: rule
        ) { reader throws(ParseError) in
            var list: [[UInt8]] = []
            while reader.remaining > 0 {
                list.append(
                    try reader.vector(
                        "tls.handshake.dname_entry", lengthOctets: 2, allowed: 1...65_535,
                        lengthName: "tls.handshake.dname_len", cite: rule
                    ) { reader throws(ParseError) in try reader.rest("tls.handshake.dname", cite: rule) })
            }
            return list
        }
        try reader.finish("tls.handshake.certificate_request", cite: rule)
        return CertificateRequest(certificateTypes: types, schemes: schemes, authorities: authorities)
    }
}
