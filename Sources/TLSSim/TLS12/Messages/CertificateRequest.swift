import Trace

/// The server asks the client for a certificate and a proof that it owns the key (RFC 5246 section 7.4.4).
public struct CertificateRequest: SelfContainedBody {
    /// certificate_request, 13 (RFC 5246 section 7.4).
    public static let type = HandshakeType.certificateRequest

    /// A type of certificate that the server accepts (RFC 5246 section 7.4.4): 1 rsa_sign, 64 ecdsa_sign (RFC 8422 section 5.5).
    public struct CertificateType: CodePoint {
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

    /// The types of certificate that the server accepts.
    public var certificateTypes: [CertificateType]
    /// The signatures that the server can verify, on the certificates and in CertificateVerify; preferred first.
    public var schemes: [SignatureScheme]
    /// The distinguished names, in DER, of the authorities that the server trusts; empty for any authority.
    public var authorities: [[UInt8]] = []

    private static let rule = Citation.rfc(5246, "7.4.4")

    /// A request that asks for nothing, for a reader that fills it.
    public static let blank = CertificateRequest(certificateTypes: [], schemes: [])

    /// Reads or writes certificate_types, supported_signature_algorithms and certificate_authorities.
    ///
    /// - Throws: the coder's failure: a list of a length that RFC 5246 section 7.4.4 does not allow, or octets after the last one.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.cert_types", .octets(1, allowed: 1...255, name: "tls.handshake.cert_types_count"),
            cite: Self.rule
        ) { list throws(C.Failure) in
            try list.codePoints("tls.handshake.cert_type", &certificateTypes, cite: Self.rule)
        }
        try coder.vector(
            "tls.handshake.sig_hash_algs",
            .octets(2, allowed: 2...65_534, unit: 2, name: "tls.handshake.sig_hash_alg_len"), cite: Self.rule
        ) { list throws(C.Failure) in
            try list.codePoints("tls.handshake.sig_hash_alg", &schemes, cite: Self.rule)
        }
        try coder.vector(
            "tls.handshake.dnames", .octets(2, name: "tls.handshake.dnames_len"), cite: Self.rule
        ) { list throws(C.Failure) in
            try list.opaques(
                "tls.handshake.dname", &authorities, in: "tls.handshake.dname_entry",
                length: .octets(2, allowed: 1...65_535, name: "tls.handshake.dname_len"), cite: Self.rule)
        }
        try coder.finish("tls.handshake.certificate_request", cite: Self.rule)
    }
}
