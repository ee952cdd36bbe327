import Trace

extension TLS13 {
    /// The server's request for a certificate. Its extensions say what the certificate has to be like (RFC 8446 section 4.3.2).
    public struct CertificateRequest: SelfContainedBody {
        /// certificate_request, 13 (RFC 8446 section 4).
        public static let type = HandshakeType.certificateRequest

        /// The context that the Certificate returns; empty in the handshake.
        public var context: [UInt8] = []
        /// Requirements for the certificate; signature_algorithms is compulsory.
        public var extensions: [HelloExtension]

        /// A request without extensions.
        public static let blank = CertificateRequest(extensions: [])

        /// The context, then the extensions (RFC 8446 section 4.3.2).
        public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
            try RequestContext.code(&context, with: &coder)
            try ExtensionBlock.code(&extensions, in: .certificateRequest, with: &coder)
            try coder.finish("tls.handshake.extensions", cite: .rfc(8446, "4.3.2"))
        }

        /// The schemes whose signatures the server can verify, preferred first; nil if the request lacks signature_algorithms.
        public var schemes: [SignatureScheme]? { extensions.signatureSchemes }

        /// The names of the authorities that the server trusts; empty if it names none (RFC 8446 section 4.2.4).
        var authorities: [[UInt8]] {
            for case .certificateAuthorities(let names) in extensions { return names }
            return []
        }
    }
}

extension [HelloExtension] {
    /// The schemes of signature_algorithms, preferred first; nil without the extension.
    public var signatureSchemes: [SignatureScheme]? {
        for case .signatureAlgorithms(let schemes) in self { return schemes }
        return nil
    }
}
