import Trace

extension TLS13 {
    /// The server asks for a certificate and says in extensions what it has to be like (RFC 8446 section 4.3.2).
    public struct CertificateRequest: SelfContainedBody {
        /// certificate_request, 13 (RFC 8446 section 4).
        public static let type = HandshakeType.certificateRequest

        /// Comes back in the Certificate; empty in the handshake.
        public var context: [UInt8] = []
        /// What the certificate has to be like; signature_algorithms is compulsory.
        public var extensions: [HelloExtension]

        /// A request without extensions.
        public static let blank = CertificateRequest(extensions: [])

        /// The context, then the extensions (RFC 8446 section 4.3.2).
        public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
            try RequestContext.code(&context, with: &coder)
            try ExtensionBlock.code(&extensions, in: .certificateRequest, with: &coder)
            try coder.finish("tls.handshake.extensions", cite: .rfc(8446, "4.3.2"))
        }

        /// The signatures that can be verified, preferred first; nil where the request lacks them.
        public var schemes: [SignatureScheme]? { extensions.signatureSchemes }
    }
}

extension [HelloExtension] {
    /// signature_algorithms; nil where there is none.
    public var signatureSchemes: [SignatureScheme]? {
        for case .signatureAlgorithms(let schemes) in self { return schemes }
        return nil
    }
}
